// The resources of somebody who leaves or comes back: they follow, some at a time.

import type { Deps } from '#server/deps.ts';
import { creditLikes } from '#server/features/uploads/public.ts';
import * as queries from './queries.ts';
import { creditedLikes } from './rules.ts';

/** Resources that are hidden or shown in one transaction: while it lasts, everybody else waits for the counters. */
const AT_ONCE = 50;

/**
 * Hides some of the resources of somebody who leaves. To be called with the turn of the counters.
 * @returns what was on its way to them, and whether there may be more
 */
export async function hideSome(
  trx: Deps['db'],
  userId: string,
  { deletedBy, now }: { deletedBy: string | null; now: Date },
): Promise<{ arrivals: string[]; isMore: boolean }> {
  const held = await queries.lockPresentUser(trx, userId, AT_ONCE);
  const ids = held.map(({ id }) => id);
  const arrivals = await queries.deleteUploadSessionsOf(trx, ids);
  await queries.hideResources(trx, ids, { deletedBy, now });
  const likes = creditedLikes(held);
  if (likes > 0) await creditLikes(trx, userId, -likes);
  return { arrivals, isMore: held.length === AT_ONCE };
}

/** Shows some of the resources that went with somebody; those that were deleted by themselves stay deleted. */
export async function showSome(trx: Deps['db'], userId: string): Promise<{ isMore: boolean }> {
  const held = await queries.lockGoneUser(trx, userId, AT_ONCE);
  await queries.showResources(
    trx,
    held.map(({ id }) => id),
  );
  const likes = creditedLikes(held);
  if (likes > 0) await creditLikes(trx, userId, likes);
  return { isMore: held.length === AT_ONCE };
}
