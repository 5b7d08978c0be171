// How long a session lives (product.md ID-2): pure rules, so that times can be tried in a table.
import type { PresentedRole } from '#contract/accounts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const SEEN_PRECISION_MS = HOUR_MS;

/** `idle` slides with use, `absolute` does not. */
export const sessionLife = (role: PresentedRole): { idleMs: number; absoluteMs: number } =>
  role === 'ADMIN' ? { idleMs: DAY_MS, absoluteMs: 7 * DAY_MS } : { idleMs: 30 * DAY_MS, absoluteMs: 90 * DAY_MS };

/** When a session ends unless it is used again. The role is today's, so a new administrator's old session is short. */
export const sessionEnd = (role: PresentedRole, session: { createdAt: Date; lastSeenAt: Date }): Date => {
  const { idleMs, absoluteMs } = sessionLife(role);
  return new Date(Math.min(session.lastSeenAt.getTime() + idleMs, session.createdAt.getTime() + absoluteMs));
};

/** Use is written down at most once an hour; so an idle session may end up to an hour early, never late. */
export const isSeenWorthWriting = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= SEEN_PRECISION_MS;
