/** Text from the contract, in which passages between backticks are shown as code. */
export function MarkedText({ text }: { text: string }) {
  return text.split('`').map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change their order
      <code key={index} className="mono">
        {piece}
      </code>
    ) : (
      piece
    ),
  );
}
