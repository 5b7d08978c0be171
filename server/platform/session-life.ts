// Session lifetimes (product.md ID-2). Pure functions, so that tests can cover them with tables.

import type { PresentedRole } from '#contract/accounts/api.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';

/** Lifetimes that administrators can shorten (platform/settings.ts). */
export type SessionPolicy = {
  sessionIdleDays: number;
  sessionMaxDays: number;
  adminSessionIdleHours: number;
  adminSessionMaxDays: number;
};

/** The specified lifetimes, which are the maximum for any policy. Rows of sessions are kept this long. */
export const longestSessions: SessionPolicy = {
  sessionIdleDays: 30,
  sessionMaxDays: 90,
  adminSessionIdleHours: 24,
  adminSessionMaxDays: 7,
};

/** `idle` restarts with each use, `absolute` does not. */
const sessionLife = (role: PresentedRole, policy: SessionPolicy): { idleMs: number; absoluteMs: number } =>
  role === 'ADMIN'
    ? { idleMs: policy.adminSessionIdleHours * HOUR_MS, absoluteMs: policy.adminSessionMaxDays * DAY_MS }
    : { idleMs: policy.sessionIdleDays * DAY_MS, absoluteMs: policy.sessionMaxDays * DAY_MS };

/**
 * When a session expires unless it is used again. The current role and policy apply, so an old session of a new administrator
 * is shortened and a changed policy affects existing sessions.
 */
export function sessionEnd(
  role: PresentedRole,
  session: { createdAt: Date; lastSeenAt: Date },
  policy: SessionPolicy,
): Date {
  const { idleMs, absoluteMs } = sessionLife(role, policy);
  return new Date(Math.min(session.lastSeenAt.getTime() + idleMs, session.createdAt.getTime() + absoluteMs));
}

/**
 * Interval at which use is recorded: one hour, or a twelfth of the idle timeout if that is shorter. An idle session may expire
 * early by this much but never late, and a session in use does not expire through idling.
 */
export function seenPrecisionMs(role: PresentedRole, policy: SessionPolicy): number {
  return Math.min(HOUR_MS, sessionLife(role, policy).idleMs / 12);
}

export function isSeenWorthWriting(lastSeenAt: Date, now: Date, precisionMs: number): boolean {
  return now.getTime() - lastSeenAt.getTime() >= precisionMs;
}
