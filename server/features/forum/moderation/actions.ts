// Moderation of threads and posts: each action is one transaction that includes its audit log entry. All code that writes to the
// forum locks in this order: thread, post, subcategory, users by id.

import type { Post, Thread } from '#contract/forum/api.ts';
import { PINNED_MAX } from '#contract/forum/limits.ts';
import type { RemovedThread } from '#contract/forum/moderation.ts';
import { postPath } from '#contract/paths.ts';
import type { Deps } from '#server/deps.ts';
import { scheduleForumPictureDeletion } from '#server/features/forum/content/actions.ts';
import { requireModerator } from '#server/features/forum/moderators/actions.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { findListedThread, type ThreadRow } from '#server/features/forum/read/queries/places.ts';
import { findPost, findThread } from '#server/features/forum/read/queries/threads.ts';
import { presentAuthor, presentPost, presentThread } from '#server/features/forum/read/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { tellAuthor } from './notifications.ts';
import * as queries from './queries.ts';
import { actsOf, beginningOf, type Marks } from './rules.ts';

export type ModerationDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret' | 'bus'> & { live: Live };
type Trx = Deps['db'];

/**
 * Notifies connected readers of an action's result, which was read inside the transaction. Call it once the transaction has
 * committed. It never throws.
 */
export type Tell = () => void;

const readThread = async (trx: Trx, id: string, at: Date): Promise<ThreadRow> => {
  const thread = await findListedThread(trx, id, at);
  if (!thread) throw new Problem('THREAD_NOT_FOUND');
  return thread;
};

/** Drops the cached pages that show the forum, in every process. */
const tellPages = ({ bus }: Pick<Deps, 'bus'>, trx: Trx, threadId: string) => bus.publish(trx, 'forum', threadId);

/** Where the author of restored content can read it. */
const readShown = async (trx: Trx, { threadId, postId, at }: { threadId: string; postId: string; at: Date }) => {
  const thread = await findThread(trx, threadId, null, at);
  if (!thread) throw new Problem('THREAD_NOT_FOUND');
  return { path: postPath({ category: thread.category, subCategory: thread.subcategory }, threadId, postId), postId };
};

/**
 * Pins, unpins, locks or unlocks a thread; unchanged values are ignored. The author gets the reason for a lock.
 * @returns the updated thread
 * @throws Problem THREAD_NOT_FOUND, LIST_FULL if too many threads are pinned, NOT_ALLOWED
 */
export async function changeThread(
  deps: ModerationDeps,
  { id, marks, reason, by }: { id: string; marks: Partial<Marks>; reason?: string | undefined; by: AuditActor },
): Promise<Thread> {
  await deps.settings.get();
  const { thread, isChanged } = await deps.db.transaction().execute(async (trx) => {
    const held = await queries.lockThread(trx, id);
    if (!held) throw new Problem('THREAD_NOT_FOUND');
    const at = deps.now();
    await requireModerator(trx, { by, subcategoryId: held.subcategoryId, at });
    const acts = actsOf(held, marks);
    if (acts.length === 0) return { thread: presentThread(await readThread(trx, id, at)), isChanged: false };
    if (acts.includes('thread.pin')) {
      await queries.lockSubcategory(trx, held.subcategoryId);
      if ((await queries.countPinned(trx, held.subcategoryId)) >= PINNED_MAX) throw new Problem('LIST_FULL');
    }
    const { isPinned = held.isPinned, isLocked = held.isLocked } = marks;
    await queries.markThread(trx, id, { isPinned, isLocked });
    const subject = { kind: 'thread', id };
    const { title, authorId } = held;
    const after = reason === undefined ? undefined : { reason };
    for (const action of acts) await writeAudit(trx, { at, actor: by, action, subject, before: { title }, after });
    if (acts.includes('thread.lock') && reason !== undefined) {
      const { lastPostId: postId } = await readThread(trx, id, at);
      const shown = await readShown(trx, { threadId: id, postId, at });
      await tellAuthor(deps, trx, { act: 'thread-locked', id, authorId, title, reason, by, at, shown });
    }
    await tellPages(deps, trx, id);
    return { thread: presentThread(await readThread(trx, id, at)), isChanged: true };
  });
  if (isChanged) deps.live.threadChanged(thread);
  return thread;
}

type Removal = {
  id: string;
  /** Sent to the author, and shown in place of a removed post. */
  reason: string;
  by: AuditActor;
  /** Set if the notification about a decided report tells the author instead. */
  untold?: boolean;
};

/**
 * Removes a post inside the caller's transaction; a placeholder with the reason stays in the thread. Call `settings.get()`
 * before the transaction. Once it has committed, call the returned function to notify connected readers.
 * @throws Problem POST_NOT_FOUND, FIRST_POST, NOT_ALLOWED
 */
export async function deletePostInTransaction(deps: ModerationDeps, trx: Trx, removal: Removal): Promise<Tell> {
  const { id, reason, by, untold } = removal;
  const place = await queries.findPlaceOf(trx, id);
  const thread = place && (await queries.lockThread(trx, place.threadId));
  if (!thread) throw new Problem('POST_NOT_FOUND');
  const at = deps.now();
  await requireModerator(trx, { by, subcategoryId: thread.subcategoryId, at });
  // Checked before the post is locked, because a caller that then removes the thread could otherwise deadlock with a concurrent
  // like.
  if (place.number === 1) throw new Problem('FIRST_POST');
  const post = await queries.lockPost(trx, id);
  if (!post) throw new Problem('POST_NOT_FOUND');
  // It may have become the first post while this waited for a merge.
  if (post.number === 1) throw new Problem('FIRST_POST');
  await queries.markPostRemoved(trx, id, { by: by.id, reason, at });
  await queries.recountThread(trx, thread.id, -1);
  await queries.recountParticipant(trx, thread.id, post.authorId);
  await queries.changeSubcategoryCounts(trx, thread.subcategoryId, { threads: 0, posts: -1 });
  await queries.changeAuthorCounts(trx, { postId: id }, -1);
  await scheduleForumPictureDeletion(trx, await queries.listPostPictures(trx, { postId: id }));
  await writeAudit(trx, {
    at,
    actor: by,
    action: 'post.delete',
    subject: { kind: 'post', id },
    before: { thread: thread.title, number: post.number, words: beginningOf(post.content) },
    after: { reason },
  });
  const { authorId } = post;
  if (!untold) await tellAuthor(deps, trx, { act: 'post-removed', id, authorId, title: thread.title, reason, by, at });
  await tellPages(deps, trx, thread.id);
  const changed = presentThread(await readThread(trx, thread.id, at));
  const gone = await findPost(trx, id, null, at);
  return () => {
    if (gone) deps.live.postEdited(presentPost(gone, deps.publicUrl()));
    deps.live.threadChanged(changed);
  };
}

/**
 * Removes a thread with all its posts inside the caller's transaction. Call `settings.get()` before the transaction. Once it has
 * committed, call the returned function to notify connected readers.
 * @throws Problem THREAD_NOT_FOUND, NOT_ALLOWED
 */
export async function deleteThreadInTransaction(deps: ModerationDeps, trx: Trx, removal: Removal): Promise<Tell> {
  const { id, reason, by, untold } = removal;
  const thread = await queries.lockWholeThread(trx, id);
  if (!thread) throw new Problem('THREAD_NOT_FOUND');
  const at = deps.now();
  await requireModerator(trx, { by, subcategoryId: thread.subcategoryId, at });
  await queries.markThreadRemoved(trx, id, { by: by.id, reason, at });
  await queries.changeSubcategoryCounts(trx, thread.subcategoryId, { threads: -1, posts: -thread.postCount });
  await queries.changeAuthorCounts(trx, { threadId: id }, -1);
  await scheduleForumPictureDeletion(trx, await queries.listPostPictures(trx, { threadId: id }));
  await writeAudit(trx, {
    at,
    actor: by,
    action: 'thread.delete',
    subject: { kind: 'thread', id },
    before: { title: thread.title, posts: thread.postCount, words: beginningOf(thread.excerpt) },
    after: { reason },
  });
  const { authorId, title } = thread;
  if (!untold) await tellAuthor(deps, trx, { act: 'thread-removed', id, authorId, title, reason, by, at });
  await tellPages(deps, trx, id);
  return () => deps.live.threadDeleted({ id, categoryId: thread.subcategoryId });
}

/** Runs a removal in its own transaction. @throws Problem whatever the removal throws */
const removeAlone = async (
  deps: ModerationDeps,
  remove: (deps: ModerationDeps, trx: Trx, removal: Removal) => Promise<Tell>,
  removal: Removal,
): Promise<void> => {
  // Load the settings before the transaction, which must not wait for a second database connection.
  await deps.settings.get();
  const tell = await deps.db.transaction().execute((trx) => remove(deps, trx, removal));
  tell();
};

/** @throws Problem POST_NOT_FOUND, FIRST_POST, NOT_ALLOWED */
export function deletePost(deps: ModerationDeps, removal: Removal): Promise<void> {
  return removeAlone(deps, deletePostInTransaction, removal);
}

/** @throws Problem THREAD_NOT_FOUND, NOT_ALLOWED */
export function deleteThread(deps: ModerationDeps, removal: Removal): Promise<void> {
  return removeAlone(deps, deleteThreadInTransaction, removal);
}

type Restoration = Pick<Removal, 'id' | 'reason' | 'by'>;

/**
 * Restores a removed post. Its pictures were deleted with it.
 * @throws Problem POST_NOT_FOUND, NOT_ALLOWED
 */
export async function restorePost(deps: ModerationDeps, { id, reason, by }: Restoration): Promise<Post> {
  await deps.settings.get();
  const { post, thread } = await deps.db.transaction().execute(async (trx) => {
    const place = await queries.findPlaceOf(trx, id);
    const held = place && (await queries.lockThread(trx, place.threadId));
    if (!held) throw new Problem('POST_NOT_FOUND');
    const at = deps.now();
    await requireModerator(trx, { by, subcategoryId: held.subcategoryId, at });
    const removed = await queries.lockRemovedPost(trx, id);
    if (!removed) throw new Problem('POST_NOT_FOUND');
    await queries.markPostRestored(trx, id);
    await queries.recountThread(trx, held.id, 1);
    await queries.recountParticipant(trx, held.id, removed.authorId);
    await queries.changeSubcategoryCounts(trx, held.subcategoryId, { threads: 0, posts: 1 });
    await queries.changeAuthorCounts(trx, { postId: id }, 1);
    const after = { thread: held.title, number: removed.number, reason };
    await writeAudit(trx, { at, actor: by, action: 'post.restore', subject: { kind: 'post', id }, after });
    const { authorId } = removed;
    const told = { act: 'post-restored', id, authorId, title: held.title, reason, by, at } as const;
    await tellAuthor(deps, trx, { ...told, shown: await readShown(trx, { threadId: held.id, postId: id, at }) });
    await tellPages(deps, trx, held.id);
    const row = await findPost(trx, id, by.id, at);
    if (!row) throw new Problem('POST_NOT_FOUND');
    return {
      post: presentPost(row, deps.publicUrl()),
      thread: presentThread(await readThread(trx, held.id, at)),
    };
  });
  deps.live.threadChanged(thread);
  return post;
}

/**
 * Restores a removed thread with the posts that it had. Their pictures were deleted with it.
 * @throws Problem THREAD_NOT_FOUND, NOT_ALLOWED
 */
export async function restoreThread(deps: ModerationDeps, { id, reason, by }: Restoration): Promise<Thread> {
  await deps.settings.get();
  const thread = await deps.db.transaction().execute(async (trx) => {
    const held = await queries.lockRemovedThread(trx, id);
    if (!held) throw new Problem('THREAD_NOT_FOUND');
    const { subcategoryId, title, postCount, authorId } = held;
    const at = deps.now();
    await requireModerator(trx, { by, subcategoryId, at });
    await queries.markThreadRestored(trx, id);
    await queries.changeSubcategoryCounts(trx, subcategoryId, { threads: 1, posts: postCount });
    await queries.changeAuthorCounts(trx, { threadId: id }, 1);
    const after = { title, posts: postCount, reason };
    await writeAudit(trx, { at, actor: by, action: 'thread.restore', subject: { kind: 'thread', id }, after });
    const restored = await readThread(trx, id, at);
    const shown = await readShown(trx, { threadId: id, postId: restored.lastPostId, at });
    await tellAuthor(deps, trx, { act: 'thread-restored', id, authorId, title, reason, by, at, shown });
    await tellPages(deps, trx, id);
    return presentThread(restored);
  });
  deps.live.newThread(thread);
  return thread;
}

/** Number of removed threads that moderators see, those that were removed last. */
const REMOVED_SHOWN = 100;

/** @throws Problem FORUM_CATEGORY_NOT_FOUND, NOT_ALLOWED */
export async function listRemovedThreads(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { subcategoryId, by }: { subcategoryId: string; by: AuditActor },
): Promise<RemovedThread[]> {
  const at = now();
  await requireModerator(db, { by, subcategoryId, at });
  if (!(await queries.isSubcategory(db, subcategoryId))) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
  const rows = await queries.findRemovedThreads(db, { subcategoryId, most: REMOVED_SHOWN, now: at });
  return rows.map((row) => ({
    ...row,
    author: presentAuthor(row.author),
    removedAt: row.removedAt.toISOString(),
  }));
}
