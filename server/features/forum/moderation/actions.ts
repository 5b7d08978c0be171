// Moderation of threads and posts: each action is one transaction that includes its audit log entry. All code that writes to the
// forum locks in this order: thread, post, subcategory, users by id.

import type { Thread } from '#contract/forum/api.ts';
import { PINNED_MAX } from '#contract/forum/limits.ts';
import type { Deps } from '#server/deps.ts';
import { requireStillAdmin, sendNotice } from '#server/features/accounts/public.ts';
import { scheduleForumPictureDeletion } from '#server/features/forum/content/actions.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { findListedThread, type ThreadRow } from '#server/features/forum/read/queries/places.ts';
import { findPost } from '#server/features/forum/read/queries/threads.ts';
import { presentPost, presentThread } from '#server/features/forum/read/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
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

/**
 * Pins, unpins, locks or unlocks a thread; unchanged values are ignored.
 * @returns the updated thread
 * @throws Problem THREAD_NOT_FOUND, LIST_FULL if too many threads are pinned, NOT_ALLOWED
 */
export async function changeThread(
  deps: ModerationDeps,
  { id, marks, by }: { id: string; marks: Partial<Marks>; by: AuditActor },
): Promise<Thread> {
  const { thread, isChanged } = await deps.db.transaction().execute(async (trx) => {
    const held = await queries.lockThread(trx, id);
    if (!held) throw new Problem('THREAD_NOT_FOUND');
    const at = deps.now();
    await requireStillAdmin(trx, by, at);
    const acts = actsOf(held, marks);
    if (acts.length === 0) return { thread: presentThread(await readThread(trx, id, at)), isChanged: false };
    if (acts.includes('thread.pin')) {
      await queries.lockSubcategory(trx, held.subcategoryId);
      if ((await queries.countPinned(trx, held.subcategoryId)) >= PINNED_MAX) throw new Problem('LIST_FULL');
    }
    const { isPinned = held.isPinned, isLocked = held.isLocked } = marks;
    await queries.markThread(trx, id, { isPinned, isLocked });
    const subject = { kind: 'thread', id };
    for (const action of acts) await writeAudit(trx, { at, actor: by, action, subject, before: { title: held.title } });
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
  /** Set if the email about a decided report notifies the author instead. */
  withoutMail?: boolean;
};

/** Emails the author why their content was removed. Skips deleted accounts, and admins who removed their own content. */
const mailAuthor = async (
  deps: ModerationDeps,
  trx: Trx,
  { reason, by, withoutMail }: Removal,
  { kind, authorId, title }: { kind: 'post-removed' | 'thread-removed'; authorId: string; title: string },
): Promise<void> => {
  if (withoutMail || authorId === by.id) return;
  const author = await queries.findReader(trx, authorId);
  if (author) await sendNotice(deps, trx, { email: author.email, name: author.username }, { kind, title, reason });
};

/**
 * Removes a post inside the caller's transaction; a placeholder with the reason stays in the thread. Call `settings.get()`
 * before the transaction. Once it has committed, call the returned function to notify connected readers.
 * @throws Problem POST_NOT_FOUND, FIRST_POST
 */
export async function deletePostInTransaction(deps: ModerationDeps, trx: Trx, removal: Removal): Promise<Tell> {
  const { id, reason, by } = removal;
  const place = await queries.findPlaceOf(trx, id);
  const thread = place && (await queries.lockThread(trx, place.threadId));
  if (!thread) throw new Problem('POST_NOT_FOUND');
  // Checked before the post is locked, because a caller that then removes the thread could otherwise deadlock with a concurrent
  // like.
  if (place.number === 1) throw new Problem('FIRST_POST');
  const post = await queries.lockPost(trx, id);
  if (!post) throw new Problem('POST_NOT_FOUND');
  const at = deps.now();
  await queries.markPostRemoved(trx, id, { by: by.id, reason, at });
  await queries.recountThread(trx, thread.id);
  await queries.recountParticipant(trx, thread.id, post.authorId);
  await queries.decreaseSubcategoryCounts(trx, thread.subcategoryId, { threads: 0, posts: 1 });
  await queries.decreaseAuthorCounts(trx, { postId: id });
  await scheduleForumPictureDeletion(trx, await queries.listPostPictures(trx, { postId: id }));
  await writeAudit(trx, {
    at,
    actor: by,
    action: 'post.delete',
    subject: { kind: 'post', id },
    before: { thread: thread.title, number: post.number, words: beginningOf(post.content) },
    after: { reason },
  });
  await mailAuthor(deps, trx, removal, { kind: 'post-removed', authorId: post.authorId, title: thread.title });
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
 * @throws Problem THREAD_NOT_FOUND
 */
export async function deleteThreadInTransaction(deps: ModerationDeps, trx: Trx, removal: Removal): Promise<Tell> {
  const { id, reason, by } = removal;
  const thread = await queries.lockWholeThread(trx, id);
  if (!thread) throw new Problem('THREAD_NOT_FOUND');
  const at = deps.now();
  await queries.markThreadRemoved(trx, id, { by: by.id, reason, at });
  await queries.decreaseSubcategoryCounts(trx, thread.subcategoryId, { threads: 1, posts: thread.postCount });
  await queries.decreaseAuthorCounts(trx, { threadId: id });
  await scheduleForumPictureDeletion(trx, await queries.listPostPictures(trx, { threadId: id }));
  await writeAudit(trx, {
    at,
    actor: by,
    action: 'thread.delete',
    subject: { kind: 'thread', id },
    before: { title: thread.title, posts: thread.postCount, words: beginningOf(thread.excerpt) },
    after: { reason },
  });
  await mailAuthor(deps, trx, removal, { kind: 'thread-removed', authorId: thread.authorId, title: thread.title });
  await tellPages(deps, trx, id);
  return () => deps.live.threadDeleted({ id, categoryId: thread.subcategoryId });
}

/** Runs a removal in its own transaction. @throws Problem NOT_ALLOWED, and whatever the removal throws */
const removeAlone = async (
  deps: ModerationDeps,
  remove: (deps: ModerationDeps, trx: Trx, removal: Removal) => Promise<Tell>,
  removal: Removal,
): Promise<void> => {
  // Load the settings before the transaction, which must not wait for a second database connection.
  await deps.settings.get();
  const tell = await deps.db.transaction().execute(async (trx) => {
    const told = await remove(deps, trx, removal);
    // Checked after waiting for the lock, because the caller may have lost the admin role in the meantime.
    await requireStillAdmin(trx, removal.by, deps.now());
    return told;
  });
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
