import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { type AuthorRow, authorOf } from '#server/features/forum/read/queries/authors.ts';
import { isPostShown } from '#server/features/forum/replies/queries.ts';

type Trx = Kysely<DB>;

/** For notifications: whether the post that they lead to is readable, if they lead to one. */
export const isModeratedShown = sql<boolean>`(n.subject_id is null or ${isPostShown})`;

const selectThread = (trx: Trx, id: string) =>
  trx
    .selectFrom('forum_threads')
    .select([
      'id',
      'subcategory_id as subcategoryId',
      'author_id as authorId',
      'title',
      'excerpt',
      'is_pinned as isPinned',
      'is_locked as isLocked',
      'post_count as postCount',
    ])
    .where('id', '=', id);

const selectShownThread = (trx: Trx, id: string) => selectThread(trx, id).where('deleted_at', 'is', null);

/** Locks a thread against posting, pinning and removal until the transaction ends; undefined if the thread was removed. */
export function lockThread(trx: Trx, id: string) {
  return selectShownThread(trx, id).forNoKeyUpdate().executeTakeFirst();
}

/** Like `lockThread`, for removing the thread: also blocks likes of its posts. */
export function lockWholeThread(trx: Trx, id: string) {
  return selectShownThread(trx, id).forUpdate().executeTakeFirst();
}

/** Locks a removed thread; undefined if it isn't removed, or was merged into another one. */
export function lockRemovedThread(trx: Trx, id: string) {
  return selectThread(trx, id)
    .where('deleted_at', 'is not', null)
    .where('merged_into', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a subcategory, so that pins and changes to its counters run one at a time. */
export async function lockSubcategory(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('forum_subcategories').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function countPinned(trx: Trx, subcategoryId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('forum_threads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subcategory_id', '=', subcategoryId)
    .where('deleted_at', 'is', null)
    .where('is_pinned', '=', sql.lit(true))
    .executeTakeFirstOrThrow();
  return count;
}

export async function markThread(
  trx: Trx,
  id: string,
  { isPinned, isLocked }: { isPinned: boolean; isLocked: boolean },
): Promise<void> {
  await trx
    .updateTable('forum_threads')
    .set((row) => ({ is_pinned: isPinned, is_locked: isLocked, change_count: row('change_count', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The thread of a post and its number in that thread. Both change only if the thread is merged. Removed posts are found too. */
export function findPlaceOf(db: Trx, postId: string) {
  return db
    .selectFrom('forum_posts')
    .select(['thread_id as threadId', 'number'])
    .where('id', '=', postId)
    .executeTakeFirst();
}

const selectPost = (trx: Trx, id: string) =>
  trx
    .selectFrom('forum_posts')
    .select(['id', 'number', 'author_id as authorId', 'content', 'like_count as likes'])
    .where('id', '=', id)
    .forNoKeyUpdate();

/** Locks a post until the transaction ends; undefined if it was removed. Lock its thread first. */
export function lockPost(trx: Trx, id: string) {
  return selectPost(trx, id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Like `lockPost`, for a removed post; undefined if it isn't removed. */
export function lockRemovedPost(trx: Trx, id: string) {
  return selectPost(trx, id).where('deleted_at', 'is not', null).executeTakeFirst();
}

type Removed = { by: string | null; reason: string; at: Date };

const removed = ({ by, reason, at }: Removed) => ({ deleted_at: at, deleted_by: by, delete_reason: reason });

export async function markPostRemoved(trx: Trx, id: string, how: Removed): Promise<void> {
  await trx.updateTable('forum_posts').set(removed(how)).where('id', '=', id).execute();
}

export async function markThreadRemoved(trx: Trx, id: string, how: Removed): Promise<void> {
  await trx.updateTable('forum_threads').set(removed(how)).where('id', '=', id).execute();
}

const present = { deleted_at: null, deleted_by: null, delete_reason: null };

export async function markPostRestored(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('forum_posts').set(present).where('id', '=', id).execute();
}

/** Restores a thread, not pinned, because the list may be full of pinned threads by now. */
export async function markThreadRestored(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('forum_threads')
    .set((row) => ({ ...present, is_pinned: false, change_count: row('change_count', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

type RemovedThreadRow = {
  id: string;
  title: string;
  author: AuthorRow;
  postCount: number;
  reason: string | null;
  removedBy: string | null;
  removedAt: Date;
};

/** Threads that were removed from a subcategory, last removed first. */
export async function findRemovedThreads(
  db: Trx,
  { subcategoryId, most, now }: { subcategoryId: string; most: number; now: Date },
): Promise<RemovedThreadRow[]> {
  const { rows } = await sql<RemovedThreadRow>`select t.id, t.title, ${authorOf('author', now)} as author,
      t.post_count as "postCount", t.delete_reason as reason, remover.username as "removedBy", t.deleted_at as "removedAt"
    from forum_threads t join users author on author.id = t.author_id
    left join users remover on remover.id = t.deleted_by and remover.deleted_at is null
    where t.subcategory_id = ${subcategoryId} and t.deleted_at is not null and t.merged_into is null
    order by t.deleted_at desc limit ${most}`.execute(db);
  return rows;
}

export async function isSubcategory(db: Trx, id: string): Promise<boolean> {
  const row = await db.selectFrom('forum_subcategories').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Updates a thread after a post was removed (-1) or restored (1). The newest readable post becomes the last one. */
export async function recountThread(trx: Trx, id: string, by: -1 | 1): Promise<void> {
  await sql`
    update forum_threads set
      post_count = post_count + ${by}::int,
      change_count = change_count + 1,
      last_post_digest = null,
      last_post_id = newest.id,
      last_post_number = newest.number,
      last_post_author_id = newest.author_id,
      last_post_at = newest.created_at
    from (
      select id, number, author_id, created_at from forum_posts
      where thread_id = ${id} and deleted_at is null order by number desc limit 1
    ) newest
    where forum_threads.id = ${id}`.execute(trx);
}

/** Updates a user's first readable post in a thread. The user is one of its participants as long as there is one. */
export async function recountParticipant(trx: Trx, threadId: string, userId: string): Promise<void> {
  const { first } = await trx
    .selectFrom('forum_posts')
    .select((eb) => eb.fn.min<number | null>('number').as('first'))
    .where('thread_id', '=', threadId)
    .where('author_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const rows = { thread_id: threadId, user_id: userId };
  if (first === null) {
    await trx
      .deleteFrom('forum_participants')
      .where('thread_id', '=', rows.thread_id)
      .where('user_id', '=', rows.user_id)
      .execute();
    return;
  }
  await trx
    .insertInto('forum_participants')
    .values({ ...rows, first_number: first })
    .onConflict((conflict) => conflict.columns(['thread_id', 'user_id']).doUpdateSet({ first_number: first }))
    .execute();
}

/** Adds threads and posts to a subcategory's counters. */
export async function changeSubcategoryCounts(
  trx: Trx,
  id: string,
  { threads, posts }: { threads: number; posts: number },
): Promise<void> {
  await trx
    .updateTable('forum_subcategories')
    .set((eb) => ({ thread_count: eb('thread_count', '+', threads), post_count: eb('post_count', '+', posts) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Updates the authors when a thread's readable posts, or a single post, are removed (-1) or restored (1): their post counts by these
 * posts, and their reputation by the likes of these posts. First locks the authors in the order of their ids, like all code that
 * locks several users.
 */
export async function changeAuthorCounts(
  trx: Trx,
  which: { threadId: string } | { postId: string },
  by: -1 | 1,
): Promise<void> {
  const isMeant =
    'postId' in which ? sql`posts.id = ${which.postId}` : sql`thread_id = ${which.threadId} and deleted_at is null`;
  const authors = sql`select author_id from forum_posts posts where ${isMeant}`;
  await sql`select id from users where id in (${authors}) order by id for no key update`.execute(trx);
  await sql`
    update users set posts_count = posts_count + ${by}::int * written.posts, reputation = reputation + ${by}::int * written.likes
    from (
      select author_id, count(*)::int as posts, sum(like_count)::int as likes
      from forum_posts posts where ${isMeant} group by author_id
    ) written
    where users.id = written.author_id`.execute(trx);
}

/** Email address and username of a user; undefined if the account is deleted. */
export function findReader(trx: Trx, userId: string) {
  return trx
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** File names of the pictures in a post, or in all posts of a thread. */
export async function listPostPictures(trx: Trx, which: { threadId: string } | { postId: string }): Promise<string[]> {
  const rows = await trx
    .selectFrom('forum_pictures')
    .innerJoin('forum_posts', 'forum_posts.id', 'forum_pictures.post_id')
    .select('file')
    .where((eb) =>
      'postId' in which ? eb('forum_posts.id', '=', which.postId) : eb('forum_posts.thread_id', '=', which.threadId),
    )
    .execute();
  return rows.map(({ file }) => file);
}
