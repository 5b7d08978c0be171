// How long a session lives (product.md ID-2): pure rules, so that times can be tried in a table.

import type { PresentedRole } from '#contract/accounts/api.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';

/** What administrators may shorten: platform/settings.ts. */
export type SessionPolicy = {
  sessionIdleDays: number;
  sessionMaxDays: number;
  adminSessionIdleHours: number;
  adminSessionMaxDays: number;
};

/** The specified times, which are the most that a policy can allow; a session's row is kept for as long. */
export const longestSessions: SessionPolicy = {
  sessionIdleDays: 30,
  sessionMaxDays: 90,
  adminSessionIdleHours: 24,
  adminSessionMaxDays: 7,
};

/** `idle` slides with use, `absolute` does not. */
const sessionLife = (role: PresentedRole, policy: SessionPolicy): { idleMs: number; absoluteMs: number } =>
  role === 'ADMIN'
    ? { idleMs: policy.adminSessionIdleHours * HOUR_MS, absoluteMs: policy.adminSessionMaxDays * DAY_MS }
    : { idleMs: policy.sessionIdleDays * DAY_MS, absoluteMs: policy.sessionMaxDays * DAY_MS };

/**
 * When a session ends unless it is used again. Role and policy are today's, so a new administrator's old session is short,
 * and a policy counts for sessions that are running.
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
 * How often use is written down: at most once an hour, and twelve times within the shortest life that the policy leaves. So
 * an idle session may end that much early, never late, and one in use does not end at all.
 */
export function seenPrecisionMs(role: PresentedRole, policy: SessionPolicy): number {
  return Math.min(HOUR_MS, sessionLife(role, policy).idleMs / 12);
}

export function isSeenWorthWriting(lastSeenAt: Date, now: Date, precisionMs: number): boolean {
  return now.getTime() - lastSeenAt.getTime() >= precisionMs;
}
