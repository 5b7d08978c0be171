// Moving a thread to another subcategory, and merging it into another thread. Each is one transaction with its audit log entry.
// Lock order: threads by id, posts, subcategories by id.

import type { Thread } from '#contract/forum/api.ts';
import { MERGED_POSTS_MAX } from '#contract/forum/limits.ts';
import { postPath } from '#contract/paths.ts';
import type { Deps } from '#server/deps.ts';
import type { ModerationDeps } from '#server/features/forum/moderation/actions.ts';
import { tellAuthor } from '#server/features/forum/moderation/notifications.ts';
import { changeSubcategoryCounts } from '#server/features/forum/moderation/queries.ts';
import { requireModerator } from '#server/features/forum/moderators/actions.ts';
import { findListedThread } from '#server/features/forum/read/queries/places.ts';
import { presentThread } from '#server/features/forum/read/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import * as queries from './queries.ts';

const readThread = async (trx: Deps['db'], id: string, at: Date): Promise<Thread> => {
  const thread = await findListedThread(trx, id, at);
  if (!thread) throw new Problem('THREAD_NOT_FOUND');
  return presentThread(thread);
};

const pathOf = ({ slug, categorySlug }: queries.MovingPlace, threadId: string, postId: string): string =>
  postPath({ category: { slug: categorySlug }, subCategory: { slug } }, threadId, postId);

/**
 * Moves a thread to another subcategory; does nothing if it is there already.
 * @throws Problem THREAD_NOT_FOUND, FORUM_CATEGORY_NOT_FOUND, FORUM_CLOSED, NOT_ALLOWED for either of the two
 */
export async function moveThread(
  deps: ModerationDeps,
  { id, subcategoryId, reason, by }: { id: string; subcategoryId: string; reason: string; by: AuditActor },
): Promise<Thread> {
  // Load the settings before the transaction, which must not wait for a second database connection.
  await deps.settings.get();
  const { thread, left } = await deps.db.transaction().execute(async (trx) => {
    const [held] = await queries.lockMovableThreads(trx, [id]);
    if (!held) throw new Problem('THREAD_NOT_FOUND');
    const { subcategoryId: left, authorId, title, postCount, firstPostId: postId } = held;
    const places = await queries.lockPlaces(trx, [left, subcategoryId]);
    const at = deps.now();
    await requireModerator(trx, { by, subcategoryId: left, at });
    const to = places.find((place) => place.id === subcategoryId);
    if (!to) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    await requireModerator(trx, { by, subcategoryId, at });
    if (left === subcategoryId) return { thread: await readThread(trx, id, at), left: null };
    if (to.isClosed) throw new Problem('FORUM_CLOSED');
    await queries.keepListReads(trx, { threadId: id, subcategoryId: left, now: at });
    await queries.setSubcategory(trx, id, subcategoryId);
    await changeSubcategoryCounts(trx, left, { threads: -1, posts: -postCount });
    await changeSubcategoryCounts(trx, subcategoryId, { threads: 1, posts: postCount });
    const from = places.find((place) => place.id === left)?.name;
    const [before, after] = [
      { title, in: from },
      { in: to.name, reason },
    ];
    await writeAudit(trx, { at, actor: by, action: 'thread.move', subject: { kind: 'thread', id }, before, after });
    const shown = { path: pathOf(to, id, postId), postId };
    await tellAuthor(deps, trx, { act: 'thread-moved', id, authorId, title, reason, by, at, shown });
    await deps.bus.publish(trx, 'forum', id);
    return { thread: await readThread(trx, id, at), left };
  });
  if (left !== null) deps.live.threadMoved(thread, left);
  return thread;
}

/**
 * Moves all posts of a thread to another thread, ordered by time. The title of the other thread stays.
 * @returns the thread that has the posts
 * @throws Problem SAME_THREAD, THREAD_NOT_FOUND, THREADS_TOO_LONG, NOT_ALLOWED for either of the two
 */
export async function mergeThread(
  deps: ModerationDeps,
  { id, into, reason, by }: { id: string; into: string; reason: string; by: AuditActor },
): Promise<Thread> {
  if (id === into) throw new Problem('SAME_THREAD');
  await deps.settings.get();
  const { thread, left } = await deps.db.transaction().execute(async (trx) => {
    const held = await queries.lockMovableThreads(trx, [id, into]);
    const [from, to] = [id, into].map((one) => held.find((thread) => thread.id === one));
    if (!from || !to) throw new Problem('THREAD_NOT_FOUND');
    const at = deps.now();
    for (const { subcategoryId } of [from, to]) await requireModerator(trx, { by, subcategoryId, at });
    if (from.lastNumber + to.lastNumber > MERGED_POSTS_MAX) throw new Problem('THREADS_TOO_LONG');
    const merging = { from: id, into };
    const { subcategoryId: left, authorId, title, postCount, firstPostId: postId } = from;
    if (left !== to.subcategoryId) await queries.keepListReads(trx, { threadId: id, subcategoryId: left, now: at });
    await queries.mergeVisits(trx, merging);
    await queries.mergeSubscriptions(trx, merging);
    await queries.mergePosts(trx, merging);
    await queries.markMerged(trx, merging, { by: by.id, reason, at });
    const first = from.createdAt < to.createdAt ? from : to;
    await queries.recountMerged(trx, into, { first, views: from.viewCount });
    const places = await queries.lockPlaces(trx, [left, to.subcategoryId]);
    await changeSubcategoryCounts(trx, left, { threads: -1, posts: -postCount });
    await changeSubcategoryCounts(trx, to.subcategoryId, { threads: 0, posts: postCount });
    const [before, after] = [
      { title, posts: postCount },
      { into: to.title, reason },
    ];
    await writeAudit(trx, { at, actor: by, action: 'thread.merge', subject: { kind: 'thread', id }, before, after });
    const place = places.find((one) => one.id === to.subcategoryId);
    const shown = place && { path: pathOf(place, into, postId), postId };
    await tellAuthor(deps, trx, { act: 'thread-merged', id, authorId, title, reason, by, at, shown });
    await deps.bus.publish(trx, 'forum', into);
    return { thread: await readThread(trx, into, at), left };
  });
  deps.live.threadDeleted({ id, categoryId: left });
  deps.live.threadChanged(thread);
  return thread;
}
