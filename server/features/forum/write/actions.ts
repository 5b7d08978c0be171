// Writing in the forum: each is one transaction, which holds the thread, then its subcategory, then people. What the writer and
// the readers at hand are told is read at its end: what is told is what this act made, and who has written is never told a failure.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { PreparedContent } from '#server/features/forum/content/actions.ts';
import { findListedThread, type ThreadRow } from '#server/features/forum/read/queries/places.ts';
import { findPost, type PostRow } from '#server/features/forum/read/queries/threads.ts';
import { insertReply } from '#server/features/forum/replies/queries.ts';
import { digestOf, SAME_WITHIN_MS } from '#server/features/forum/replies/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type Limit, requireWithinLimit, unhit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import * as queries from './queries.ts';
import { editProblem, limitFor } from './rules.ts';

type Acting = Pick<Deps, 'db' | 'now' | 'bus'>;

/** What is there now, and whether this call wrote it: false for the repetition of one that did. */
type Begun = { thread: ThreadRow; isNew: boolean };
type Edited = { post: PostRow; isChanged: boolean };

const readThread = async (trx: Kysely<DB>, id: string, at: Date): Promise<ThreadRow> => {
  const thread = await findListedThread(trx, id, at);
  if (!thread) throw new Problem('THREAD_NOT_FOUND');
  return thread;
};

const readPost = async (trx: Kysely<DB>, id: string, authorId: string, at: Date): Promise<PostRow> => {
  const post = await findPost(trx, id, authorId, at);
  if (!post) throw new Problem('POST_NOT_FOUND');
  return post;
};

/**
 * Counts what somebody writes; all of the limits hold, and less of each for a new account.
 * @returns what takes the count back, for what is refused after all
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function countWriting(
  deps: Pick<Deps, 'db' | 'log' | 'now' | 'limits'>,
  kind: string,
  userId: string,
  those: readonly Limit[],
): Promise<() => Promise<void>> {
  const now = deps.now();
  const finite = those.filter(({ limit }) => Number.isFinite(limit));
  if (finite.length === 0) return async () => {};
  const age = { since: await queries.findAccountStart(deps.db, userId), now, newAccounts: deps.limits.newAccounts };
  const counted = finite.map((limit) => ({
    key: `${kind} ${limit.windowSeconds} ${userId}`,
    limit: limitFor(limit, age),
  }));
  for (const { key, limit } of counted) await requireWithinLimit(deps, key, limit, now);
  return async () => {
    for (const { key, limit } of counted) await unhit(deps, key, limit, now);
  };
}

type NewThread = {
  subcategoryId: string;
  authorId: string;
  title: string;
  content: string;
  tags: string[];
  prepared: PreparedContent;
};

/**
 * Begins a thread.
 * @throws Problem FORUM_CATEGORY_NOT_FOUND, FORUM_CLOSED
 */
export function beginThread({ db, now }: Acting, thread: NewThread): Promise<Begun> {
  return db.transaction().execute(async (trx) => {
    const at = now();
    const { subcategoryId, authorId, title, content, tags, prepared } = thread;
    const subcategory = await queries.lockWritableSubcategory(trx, subcategoryId);
    if (!subcategory) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    if (subcategory.isClosed) throw new Problem('FORUM_CLOSED');
    const since = new Date(at.getTime() - SAME_WITHIN_MS);
    const same = await queries.findSameThread(trx, { subcategoryId, title, authorId, content, since });
    if (same) return { thread: await readThread(trx, same.id, at), isNew: false };
    const { excerpt } = prepared;
    const threadId = await queries.insertThread(trx, { subcategoryId, authorId, title, tags, excerpt }, at);
    const digest = digestOf(authorId, content);
    const begun = await insertReply(trx, { threadId, authorId, content, digest, since: at, prepared, now: at });
    if (!begun) throw new Problem('THREAD_NOT_FOUND');
    return { thread: begun, isNew: true };
  });
}

type Edit = {
  postId: string;
  authorId: string;
  content: string;
  reason: string | null;
  /** The version that was edited, if the browser says so. */
  version: number | null;
  prepared: PreparedContent;
};

/**
 * Edits the first post of a thread and keeps the version before. An edit without a change, or one that was made already,
 * changes nothing.
 * @throws Problem POST_NOT_FOUND, POST_NOT_YOURS, REPLY_NOT_EDITABLE, THREAD_LOCKED, FORUM_CLOSED, POST_CHANGED
 */
export function edit(
  { db, now, bus }: Acting,
  { postId, authorId, content, reason, version, prepared }: Edit,
): Promise<Edited> {
  return db.transaction().execute(async (trx) => {
    const post = await queries.lockWritablePost(trx, postId);
    if (!post) throw new Problem('POST_NOT_FOUND');
    const problem = editProblem(post, authorId);
    if (problem) throw new Problem(problem);
    const at = now();
    if (post.content === content) return { post: await readPost(trx, postId, authorId, at), isChanged: false };
    if (version !== null && version !== post.version) throw new Problem('POST_CHANGED');
    await queries.replaceContent(trx, post, { content, reason }, prepared, at);
    await bus.publish(trx, 'forum', post.threadId);
    return { post: await readPost(trx, postId, authorId, at), isChanged: true };
  });
}
