// Steps of the animated counter.

/** The number of ticks is constant, so that any number is reached within two seconds. */
const TICKS = 40;

/** The next value on the way from `shown` to `to`. It never exceeds `to`, and always reaches it. */
export function nextCount(shown: number, to: number): number {
  return Math.min(to, shown + Math.max(1, Math.ceil(to / TICKS)));
}
