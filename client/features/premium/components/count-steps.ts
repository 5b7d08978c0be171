// Arithmetic of the animated counter.

/** Any number is reached within two seconds. */
const TICKS = 40;

/** The value after `shown` on the way to `to`; never exceeds it, and always reaches it. */
export function nextCount(shown: number, to: number): number {
  return Math.min(to, shown + Math.max(1, Math.ceil(to / TICKS)));
}
