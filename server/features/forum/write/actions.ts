// Writing in the forum. Each action is one transaction that locks the thread, then its subcategory, then users. The response and
// the live events are read at the end of the transaction, so they show exactly this change, and a saved post is never reported as
// a failure.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { PreparedContent } from '#server/features/forum/content/actions.ts';
import { findListedThread, type ThreadRow } from '#server/features/forum/read/queries/places.ts';
import { findPost, type PostRow } from '#server/features/forum/read/queries/threads.ts';
import { postNews } from '#server/features/forum/replies/jobs.ts';
import { insertReply, notifyMentioned } from '#server/features/forum/replies/queries.ts';
import { digestOf, SAME_WITHIN_MS } from '#server/features/forum/replies/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type Limit, requireWithinLimit, unhit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import * as queries from './queries.ts';
import { editProblem, limitFor } from './rules.ts';

type Acting = Pick<Deps, 'db' | 'now' | 'bus'>;

/** The current state, and whether this call wrote it: false if it repeats an earlier request. */
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
 * Counts a write against all of its rate limits, which are lower for new accounts.
 * @returns a function that undoes the count, for writes that are refused later
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
 * Starts a thread.
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
    const first = { threadId, authorId, content, digest, since: at, prepared, now: at };
    const begun = await insertReply(trx, postNews, first);
    if (!begun) throw new Problem('THREAD_NOT_FOUND');
    return { thread: begun, isNew: true };
  });
}

type Edit = {
  postId: string;
  authorId: string;
  content: string;
  reason: string | null;
  /** The version being edited, if the client sent it. */
  version: number | null;
  prepared: PreparedContent;
};

/**
 * Edits the first post of a thread, keeps the previous version and notifies people whom it newly mentions. Does nothing if the
 * text is unchanged or the edit was already saved.
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
    const names = prepared.mentions.filter((name) => !post.mentions.includes(name));
    await notifyMentioned(trx, postNews, { postId, names, excerpt: prepared.excerpt }, at);
    await bus.publish(trx, 'forum', post.threadId);
    return { post: await readPost(trx, postId, authorId, at), isChanged: true };
  });
}
