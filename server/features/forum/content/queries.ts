import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { startingWith } from '#server/kit/db/like.ts';
import { isActiveAt } from '#server/platform/account-status.ts';

type Trx = Kysely<DB>;

/** Of the given lower-case names, those that belong to an existing account. */
export async function findNames(db: Trx, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('username', 'in', names)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ username }) => username));
}

/** Ids and slugs of the given resources that are public. */
export async function findLinked(db: Trx, { ids, slugs }: { ids: readonly string[]; slugs: readonly string[] }) {
  if (ids.length + slugs.length === 0) return [];
  return await db
    .selectFrom('resources')
    .select(['id', 'slug'])
    .where((eb) =>
      eb.or([...(ids.length > 0 ? [eb('id', 'in', ids)] : []), ...(slugs.length > 0 ? [eb('slug', 'in', slugs)] : [])]),
    )
    .where('status', '=', sql.lit('APPROVED'))
    .where('hidden_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Maximum number of participants whose names are searched, starting with those who posted in the thread first. */
const PARTICIPANTS_LOOKED_AT = 200;

/**
 * A thread's participants whose names start with `prefix`, in the order in which they first posted. Empty if the thread was
 * removed.
 */
export function findParticipants(
  db: Trx,
  { threadId, prefix, limit, now }: { threadId: string; prefix: string; limit: number; now: Date },
) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('forum_participants')
        .innerJoin('forum_threads', 'forum_threads.id', 'forum_participants.thread_id')
        .select(['user_id', 'first_number'])
        .where('thread_id', '=', threadId)
        .where('forum_threads.deleted_at', 'is', null)
        .orderBy('first_number')
        .limit(PARTICIPANTS_LOOKED_AT)
        .as('taking_part'),
    )
    .innerJoin('users', 'users.id', 'taking_part.user_id')
    .select(['users.username', 'users.avatar'])
    .where('users.username', 'like', startingWith(prefix))
    .where(isActiveAt(now))
    .orderBy('taking_part.first_number')
    .limit(limit)
    .execute();
}

/** Active users whose names start with `prefix`, by name. */
export function listMentionable(db: Trx, { prefix, limit, now }: { prefix: string; limit: number; now: Date }) {
  return db
    .selectFrom('users')
    .select(['username', 'avatar'])
    .where('username', 'like', startingWith(prefix))
    .where(isActiveAt(now))
    .orderBy(sql`username using ~<~`)
    .limit(limit)
    .execute();
}

/** Records a picture that no post shows yet. */
export async function insertPicture(
  db: Trx,
  { file, userId, now }: { file: string; userId: string; now: Date },
): Promise<void> {
  await db.insertInto('forum_pictures').values({ file, user_id: userId, created_at: now }).execute();
}

/**
 * Deletes the rows of pictures that no post shows and that were uploaded before `before`. Skips pictures that a post is claiming
 * concurrently. Once its row is deleted, a picture can no longer be claimed.
 */
export async function claimUnusedPictures(
  trx: Trx,
  { before, userId, limit }: { before: Date; userId?: string; limit: number },
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('forum_pictures')
    .where('file', 'in', (eb) =>
      eb
        .selectFrom('forum_pictures')
        .select('file')
        .where('post_id', 'is', null)
        .where('created_at', '<', before)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('file')
    .execute();
  return rows.map(({ file }) => file);
}

/** Of the given files, those that a readable post shows. */
export async function findShown(db: Trx, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const rows = await db
    .selectFrom('forum_pictures')
    .innerJoin('forum_posts', 'forum_posts.id', 'forum_pictures.post_id')
    .innerJoin('forum_threads', 'forum_threads.id', 'forum_posts.thread_id')
    .select('forum_pictures.file')
    .where('forum_pictures.file', 'in', files)
    .where('forum_posts.deleted_at', 'is', null)
    .where('forum_threads.deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ file }) => file));
}

export async function deleteUnusedPictures(db: Trx, files: readonly string[]): Promise<void> {
  if (files.length > 0) await db.deleteFrom('forum_pictures').where('file', 'in', files).execute();
}

/** A user's current username, and the former ones that still redirect to them. */
export async function findNamesOf(db: Trx, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .union(db.selectFrom('former_usernames').select('username').where('user_id', '=', userId).where('until', '>', now))
    .execute();
  return rows.map(({ username }) => username);
}

/**
 * Turns mentions of these names into plain text in posts written before the given time, because someone else may take the names.
 * Renderer 0 marks the HTML as outdated, so it is rendered again on every read until a job stores the new HTML.
 * @returns how many posts were changed
 */
export async function loosenMentions(
  trx: Trx,
  { names, before, most }: { names: readonly string[]; before: Date; most: number },
): Promise<number> {
  const given = sql`${[...names]}::text[]`;
  const { numAffectedRows } = await sql`update forum_posts
    set mentions = array(select name from unnest(mentions) name where name <> all(${given})), renderer = 0
    where id in (select id from forum_posts where mentions && ${given} and mentions <> '{}'
      and coalesce(edited_at, created_at) < ${before} order by id limit ${most} for no key update)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Up to `most` posts whose HTML was made by a renderer older than this version. */
export function findOldHtml(db: Trx, renderer: number, most: number) {
  return db
    .selectFrom('forum_posts')
    .select(['id', 'content', 'mentions', 'version', 'renderer'])
    .where('renderer', '<', renderer)
    .limit(most)
    .execute();
}
type OldHtml = Awaited<ReturnType<typeof findOldHtml>>[number];

/** Stores a post's new HTML, unless the post has changed since it was read. @returns whether it was stored */
export async function keepHtml(
  db: Trx,
  { id, version, mentions, renderer }: OldHtml,
  made: { html: string; renderer: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('forum_posts')
    .set(made)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('renderer', '=', renderer)
    .where(sql<boolean>`mentions = ${mentions}::text[]`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
