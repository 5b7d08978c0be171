// Writing in the forum: each is one transaction, which holds the thread, then its subcategory, then people. What the writer and
// the readers at hand are told is read at its end: what is told is what this act made, and who has written is never told a failure.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../kit/problem.ts';
import type { PreparedContent } from '../composing/actions.ts';
import { findListedThread, findPosts, type PostRow, type ThreadRow } from '../forum/queries.ts';
import * as queries from './queries.ts';
import { editProblem, writingProblem } from './rules.ts';

type Acting = Pick<Deps, 'db' | 'now' | 'bus'>;

/** The same words again within this time are the same request, sent twice. */
const SAME_WITHIN_MS = 60_000;

/** What is there now, and whether this call wrote it: false for the repetition of one that did. */
type Begun = { thread: ThreadRow; isNew: boolean };
/** `thread` as it is with the post; null for the repetition of a call that wrote it. */
type Replied = { post: PostRow; thread: ThreadRow | null };
type Edited = { post: PostRow; isChanged: boolean };

const readThread = async (trx: Kysely<DB>, id: string, at: Date): Promise<ThreadRow> => {
  const thread = await findListedThread(trx, id, at);
  if (!thread) throw new Problem('THREAD_NOT_FOUND');
  return thread;
};

const readPost = async (trx: Kysely<DB>, id: string, authorId: string, at: Date): Promise<PostRow> => {
  const [post] = await findPosts(trx, { id }, authorId, at);
  if (!post) throw new Problem('POST_NOT_FOUND');
  return post;
};

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
export const beginThread = ({ db, now }: Acting, thread: NewThread): Promise<Begun> =>
  db.transaction().execute(async (trx) => {
    const at = now();
    const { subcategoryId, authorId, title, content, tags, prepared } = thread;
    const subcategory = await queries.lockSubcategory(trx, subcategoryId);
    if (!subcategory) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    if (subcategory.isClosed) throw new Problem('FORUM_CLOSED');
    const since = new Date(at.getTime() - SAME_WITHIN_MS);
    const same = await queries.findSameThread(trx, { subcategoryId, title, authorId, content, since });
    if (same) return { thread: await readThread(trx, same.id, at), isNew: false };
    const { excerpt } = prepared;
    const begun = await queries.insertThread(trx, { subcategoryId, authorId, title, tags, excerpt }, at);
    await addPost(trx, begun, { authorId, content, prepared, at });
    return { thread: await readThread(trx, begun.id, at), isNew: true };
  });

type Words = { authorId: string; content: string; prepared: PreparedContent; at: Date };

/** Adds a post behind the others of a thread that is held, and counts it everywhere. */
const addPost = async (
  trx: Kysely<DB>,
  thread: queries.WritableThread,
  { authorId, content, prepared, at }: Words,
): Promise<string> => {
  const post = { threadId: thread.id, number: thread.lastNumber + 1, authorId, content };
  const postId = await queries.insertPost(trx, post, prepared, at);
  await queries.noteWriter(trx, post, at);
  await queries.countPost(trx, { ...post, postId, subcategoryId: thread.subcategoryId }, at);
  return postId;
};

/**
 * Replies to a thread. The same words of the same person as its newest post are that post.
 * @throws Problem THREAD_NOT_FOUND, THREAD_LOCKED, FORUM_CLOSED
 */
export const reply = (
  { db, now }: Acting,
  { threadId, ...words }: Omit<Words, 'at'> & { threadId: string },
): Promise<Replied> =>
  db.transaction().execute(async (trx) => {
    const thread = await queries.lockThread(trx, threadId);
    if (!thread) throw new Problem('THREAD_NOT_FOUND');
    const problem = writingProblem(thread);
    if (problem) throw new Problem(problem);
    // Read under the lock, so that of two posts the later one has the later time.
    const at = now();
    const since = new Date(at.getTime() - SAME_WITHIN_MS);
    const same = await queries.findSamePost(trx, thread, { ...words, since });
    if (same) return { post: await readPost(trx, same.id, words.authorId, at), thread: null };
    const id = await addPost(trx, thread, { ...words, at });
    return { post: await readPost(trx, id, words.authorId, at), thread: await readThread(trx, threadId, at) };
  });

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
export const edit = (
  { db, now, bus }: Acting,
  { postId, authorId, content, reason, version, prepared }: Edit,
): Promise<Edited> =>
  db.transaction().execute(async (trx) => {
    const post = await queries.lockPost(trx, postId);
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
