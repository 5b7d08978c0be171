// Decisions about people who leave, without I/O.

import { randomBytes } from 'node:crypto';
import { DELETED_USER_DAYS } from '#contract/accounts/limits.ts';
import { DAY_MS } from '#contract/durations.ts';

/** Whoever was deleted before this moment cannot be restored any more, and is erased. */
export function erasureTime(now: Date): Date {
  return new Date(now.getTime() - DELETED_USER_DAYS * DAY_MS);
}

/** Until when a deletion can be undone. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + DELETED_USER_DAYS * DAY_MS);
}

/** What stands in the place of somebody who is gone: a name that says so, and an address that is nobody's. */
export function tombstone(): { username: string; email: string } {
  const mark = randomBytes(6).toString('hex');
  return { username: `deleted-${mark}`, email: `deleted-${mark}@deleted.invalid` };
}

type Resource = { status: string; hiddenAt: Date | null; likes: number };

/** Likes that a leaker is credited with for these resources: those of public ones. */
export function creditedLikes(resources: readonly Resource[]): number {
  return resources
    .filter(({ status, hiddenAt }) => status === 'APPROVED' && hiddenAt === null)
    .reduce((sum, { likes }) => sum + likes, 0);
}
