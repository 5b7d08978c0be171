// For how long an order holds its server.

/** An order holds its server for so long, should its process die. */
export const HOLD_MS = 30_000;
/** Clocks of processes differ by less. */
const SKEW_MS = 5000;

/** A mark beyond this moment was made by a clock that was put back since, and holds nobody up. */
export function latestHold(now: Date): Date {
  return new Date(now.getTime() + HOLD_MS + SKEW_MS);
}

/** Whether somebody's order is under way, by the mark that it left. */
export function isServerLocked(actingUntil: Date | null, now: Date): boolean {
  return actingUntil !== null && actingUntil > now && actingUntil <= latestHold(now);
}
