import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';

type Trx = Kysely<DB>;

const of = sql`from forum_moderators m join users u on u.id = m.user_id and u.deleted_at is null where m.category_id = c.id`;

/** Ids of the moderators of category `c` in the statement, as JSON, in the order of their appointment. */
export const moderatorIds: RawBuilder<string[]> =
  sql`(select coalesce(json_agg(u.id order by m.created_at, u.id), '[]') ${of})`;

/** Usernames of the moderators of category `c` in the statement, as JSON. */
export const moderatorNames: RawBuilder<string[]> =
  sql`(select coalesce(json_agg(u.username order by m.created_at, u.id), '[]') ${of})`;

/** Whether a person moderates the category that the subcategory belongs to. */
export async function isModerator(
  trx: Trx,
  { userId, subcategoryId }: { userId: string; subcategoryId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('forum_moderators')
    .innerJoin('forum_subcategories', 'forum_subcategories.category_id', 'forum_moderators.category_id')
    .select('user_id')
    .where('forum_subcategories.id', '=', subcategoryId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of the categories that a person moderates. */
export async function findModeratedCategories(db: Trx, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('forum_moderators').select('category_id').where('user_id', '=', userId).execute();
  return rows.map(({ category_id }) => category_id);
}

/** Moderators of all categories. */
export function listModerators(db: Trx) {
  return db
    .selectFrom('forum_moderators')
    .innerJoin('users', 'users.id', 'forum_moderators.user_id')
    .select(['category_id as categoryId', 'users.id', 'users.username', 'users.avatar'])
    .where('users.deleted_at', 'is', null)
    .orderBy('forum_moderators.created_at')
    .orderBy('users.id')
    .execute();
}
export type ModeratorRow = Awaited<ReturnType<typeof listModerators>>[number];

/** Id of the account with a username; undefined if nobody has it. */
export async function findAppointee(trx: Trx, username: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export async function insertModerator(trx: Trx, categoryId: string, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('forum_moderators')
    .values({ category_id: categoryId, user_id: userId, created_at: now })
    .execute();
}

export async function deleteModerator(trx: Trx, categoryId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('forum_moderators')
    .where('category_id', '=', categoryId)
    .where('user_id', '=', userId)
    .execute();
}
