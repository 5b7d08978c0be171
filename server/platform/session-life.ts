// Session lifetimes (product.md ID-2). Pure functions, so that they can be tested with tables of cases.

import type { PresentedRole } from '#contract/accounts/api.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';

/** Session lifetimes, which administrators can shorten (platform/settings.ts). */
export type SessionPolicy = {
  sessionIdleDays: number;
  sessionMaxDays: number;
  adminSessionIdleHours: number;
  adminSessionMaxDays: number;
};

/** Lifetimes from the specification, which are the maximum for any policy. Session rows are kept for this long. */
export const longestSessions: SessionPolicy = {
  sessionIdleDays: 30,
  sessionMaxDays: 90,
  adminSessionIdleHours: 24,
  adminSessionMaxDays: 7,
};

/** The idle timeout restarts with each use; the absolute timeout does not. */
const sessionLife = (role: PresentedRole, policy: SessionPolicy): { idleMs: number; absoluteMs: number } =>
  role === 'ADMIN'
    ? { idleMs: policy.adminSessionIdleHours * HOUR_MS, absoluteMs: policy.adminSessionMaxDays * DAY_MS }
    : { idleMs: policy.sessionIdleDays * DAY_MS, absoluteMs: policy.sessionMaxDays * DAY_MS };

/**
 * When a session expires unless it is used again. The current role and policy apply: if a user becomes an administrator, their
 * existing sessions are shortened, and a changed policy affects existing sessions.
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
 * Interval at which a session's use is recorded: one hour, or a twelfth of the idle timeout if that is shorter. An idle session
 * may expire early by up to this interval but never late, and a session in use never reaches its idle timeout.
 */
export function seenPrecisionMs(role: PresentedRole, policy: SessionPolicy): number {
  return Math.min(HOUR_MS, sessionLife(role, policy).idleMs / 12);
}

export function isSeenWorthWriting(lastSeenAt: Date, now: Date, precisionMs: number): boolean {
  return now.getTime() - lastSeenAt.getTime() >= precisionMs;
}
