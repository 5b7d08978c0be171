// The animated counter's arithmetic.

/** However large the number, it is reached within two seconds. */
const TICKS = 40;

/** What the counter shows after `shown`, on its way to `to`: never past it, and there in the end. */
export function nextCount(shown: number, to: number): number {
  return Math.min(to, shown + Math.max(1, Math.ceil(to / TICKS)));
}
