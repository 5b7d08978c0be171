/** A small label that marks demo content. */
export function DemoMark() {
  return (
    <span className="mono inline-flex items-center gap-2 text-muted">
      <span className="size-2 rounded-full bg-tally" aria-hidden="true" />
      Demo content
    </span>
  );
}
