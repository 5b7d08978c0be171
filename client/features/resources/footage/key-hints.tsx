/** The keys of a try-on with their meanings, in one line. Narrow screens, which rarely have a keyboard, leave it out. */
export function KeyHints({ hints }: { hints: readonly (readonly [keys: readonly string[], meaning: string])[] }) {
  return (
    <p className="key-hints">
      {hints.map(([keys, meaning]) => (
        <span key={meaning}>
          {keys.map((key) => (
            <kbd key={key} className="kbd">
              {key}
            </kbd>
          ))}
          {meaning}
        </span>
      ))}
    </p>
  );
}
