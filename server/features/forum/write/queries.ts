import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PreparedContent } from '#server/features/forum/content/actions.ts';
import { isClosed } from '#server/features/forum/read/queries/places.ts';

/** Creation date of an account, which decides its limits. */
export async function findAccountStart(db: Kysely<DB>, userId: string): Promise<Date> {
  const row = await db.selectFrom('users').select('created_at').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.created_at;
}

export type WritableSubcategory = { id: string; isClosed: boolean };

const selectSubcategory = (id: string) => sql<WritableSubcategory>`select s.id, ${isClosed} as "isClosed"
  from forum_subcategories s join forum_categories c on c.id = s.category_id where s.id = ${id}`;

export async function findSubcategory(db: Kysely<DB>, id: string): Promise<WritableSubcategory | undefined> {
  return (await selectSubcategory(id).execute(db)).rows[0];
}

/** Locks the subcategory until the transaction ends. */
export async function lockWritableSubcategory(trx: Kysely<DB>, id: string): Promise<WritableSubcategory | undefined> {
  return (await sql<WritableSubcategory>`${selectSubcategory(id)} for no key update of s`.execute(trx)).rows[0];
}

export type WritablePost = {
  id: string;
  threadId: string;
  number: number;
  authorId: string;
  content: string;
  mentions: string[];
  version: number;
  isLocked: boolean;
  isClosed: boolean;
};

const selectPost = (id: string) => sql<WritablePost>`select p.id, p.thread_id as "threadId", p.number,
    p.author_id as "authorId", p.content, p.mentions, p.version, t.is_locked as "isLocked", ${isClosed} as "isClosed"
  from forum_posts p join forum_threads t on t.id = p.thread_id
  join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id
  where p.id = ${id} and p.deleted_at is null and t.deleted_at is null`;

/** A readable post in a thread that is not removed. */
export async function findWritablePost(db: Kysely<DB>, id: string): Promise<WritablePost | undefined> {
  return (await selectPost(id).execute(db)).rows[0];
}

/** Like `findWritablePost`, but first locks the thread and then the post until the transaction ends. */
export async function lockWritablePost(trx: Kysely<DB>, id: string): Promise<WritablePost | undefined> {
  await sql`select from forum_threads where id = (select thread_id from forum_posts where id = ${id}) for no key update`.execute(
    trx,
  );
  return (await sql<WritablePost>`${selectPost(id)} for no key update of p`.execute(trx)).rows[0];
}

/** A thread with the same title and text that the same user has just started in this subcategory. */
export function findSameThread(
  trx: Kysely<DB>,
  {
    subcategoryId,
    title,
    authorId,
    content,
    since,
  }: { subcategoryId: string; title: string; authorId: string; content: string; since: Date },
) {
  return trx
    .selectFrom('forum_threads')
    .innerJoin('forum_posts', (join) =>
      join.onRef('forum_posts.thread_id', '=', 'forum_threads.id').on('forum_posts.number', '=', 1),
    )
    .select('forum_threads.id')
    .where('forum_threads.author_id', '=', authorId)
    .where('forum_threads.created_at', '>', since)
    .where('subcategory_id', '=', subcategoryId)
    .where('title', '=', title)
    .where('content', '=', content)
    .where('forum_threads.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
}

export type NewThread = { subcategoryId: string; authorId: string; title: string; tags: string[]; excerpt: string };

/** Inserts a thread without posts. @returns its id */
export async function insertThread(trx: Kysely<DB>, thread: NewThread, now: Date): Promise<string> {
  const { id } = await trx
    .insertInto('forum_threads')
    .values({
      subcategory_id: thread.subcategoryId,
      author_id: thread.authorId,
      title: thread.title,
      excerpt: thread.excerpt,
      tags: thread.tags,
      last_post_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const linkResources = async (trx: Kysely<DB>, postId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  // A resource that was erased after the lookup gets no card.
  await sql`insert into forum_post_resources (post_id, position, resource_id)
    select ${postId}, given.position, r.id from unnest(${ids}::uuid[]) with ordinality as given (id, position)
    join resources r on r.id = given.id`.execute(trx);
};

const linkPictures = async (
  trx: Kysely<DB>,
  { postId, authorId }: { postId: string; authorId: string },
  files: readonly string[],
): Promise<void> => {
  if (files.length === 0) return;
  await trx
    .updateTable('forum_pictures')
    .set({ post_id: postId })
    .where('user_id', '=', authorId)
    .where('post_id', 'is', null)
    .where('file', 'in', [...files])
    .execute();
};

type Edit = { content: string; reason: string | null };

/** Replaces the content of a first post and keeps the previous version. */
export async function replaceContent(
  trx: Kysely<DB>,
  post: WritablePost,
  { content, reason }: Edit,
  prepared: PreparedContent,
  now: Date,
): Promise<void> {
  await sql`insert into forum_post_versions (post_id, version, content, reason, created_at)
    select id, version, content, edit_reason, coalesce(edited_at, created_at) from forum_posts
    where id = ${post.id}`.execute(trx);
  await trx
    .updateTable('forum_posts')
    .set({
      content,
      html: prepared.html,
      renderer: prepared.renderer,
      mentions: prepared.mentions,
      version: post.version + 1,
      edit_reason: reason,
      edited_at: now,
    })
    .where('id', '=', post.id)
    .execute();
  await trx.deleteFrom('forum_post_resources').where('post_id', '=', post.id).execute();
  await linkResources(trx, post.id, prepared.resourceIds);
  await linkPictures(trx, { postId: post.id, authorId: post.authorId }, prepared.pictures);
  await trx
    .updateTable('forum_threads')
    .set((row) => ({ excerpt: prepared.excerpt, change_count: row('change_count', '+', 1) }))
    .where('id', '=', post.threadId)
    .execute();
}

export type VersionRow = { version: number; content: string; reason: string | null; createdAt: Date };

/** Earlier versions of a post, newest first. */
export function findVersions(db: Kysely<DB>, postId: string, most: number): Promise<VersionRow[]> {
  return db
    .selectFrom('forum_post_versions')
    .select(['version', 'content', 'reason', 'created_at as createdAt'])
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .limit(most)
    .execute();
}

export type NeighbourRow = { id: string; number: number } | null;

/** The readable posts directly before and after a position in a thread. */
export async function findNeighbours(db: Kysely<DB>, { threadId, number }: { threadId: string; number: number }) {
  const beside = (
    compared: '<' | '>',
    order: 'desc' | 'asc',
  ) => sql`(select json_build_object('id', p.id, 'number', p.number)
    from forum_posts p where p.thread_id = ${threadId} and p.number ${sql.raw(compared)} ${number} and p.deleted_at is null
    order by p.number ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ previous: NeighbourRow; next: NeighbourRow }>`select
    ${beside('<', 'desc')} as previous, ${beside('>', 'asc')} as next`.execute(db);
  return rows[0] ?? { previous: null, next: null };
}
