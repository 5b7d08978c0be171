// Hides the resources of deleted accounts and shows those of restored accounts, in batches.

import type { Deps } from '#server/deps.ts';
import { creditLikes } from '#server/features/uploads/public.ts';
import * as queries from './queries.ts';
import { creditedLikes } from './rules.ts';

/** Resources per transaction; each transaction holds the counter lock while it runs. */
const AT_ONCE = 50;

/**
 * Hides a batch of a deleted user's resources. Call while holding the counter lock.
 * @returns ids of the resources' upload sessions, and whether there may be more resources
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

/** Shows a batch of the resources that were deleted along with a user. Resources that were deleted separately stay deleted. */
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
