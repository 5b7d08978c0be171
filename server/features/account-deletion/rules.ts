// Pure functions for account deletion.

import { randomBytes } from 'node:crypto';
import { DELETED_USER_DAYS } from '#contract/accounts/limits.ts';
import { DAY_MS } from '#contract/durations.ts';

/** Users deleted before this time can no longer be restored and will be erased. */
export function erasureTime(now: Date): Date {
  return new Date(now.getTime() - DELETED_USER_DAYS * DAY_MS);
}

/** The time until which a deletion can be undone. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + DELETED_USER_DAYS * DAY_MS);
}

/** Replacement data for an erased user: an anonymous name and an address that cannot exist. */
export function tombstone(): { username: string; email: string } {
  const mark = randomBytes(6).toString('hex');
  return { username: `deleted-${mark}`, email: `deleted-${mark}@deleted.invalid` };
}

type Resource = { status: string; hiddenAt: Date | null; likes: number };

/** Number of likes on these resources that count towards their author's total. Only public resources count. */
export function creditedLikes(resources: readonly Resource[]): number {
  return resources
    .filter(({ status, hiddenAt }) => status === 'APPROVED' && hiddenAt === null)
    .reduce((sum, { likes }) => sum + likes, 0);
}
