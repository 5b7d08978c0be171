// How long a command locks its server.

/** How long a lock lasts if the process that took it dies. */
export const HOLD_MS = 30_000;
/** Upper bound for clock drift between processes. */
const SKEW_MS = 5000;

/** Lock times later than this were written by a clock that has since been set back, and are ignored. */
export function latestHold(now: Date): Date {
  return new Date(now.getTime() + HOLD_MS + SKEW_MS);
}

/** Whether a command holds the server's lock. */
export function isServerLocked(actingUntil: Date | null, now: Date): boolean {
  return actingUntil !== null && actingUntil > now && actingUntil <= latestHold(now);
}
