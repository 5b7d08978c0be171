import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** One process fills the database at a time; the others wait and then find it filled. Ends with the transaction. */
export const lockFilling = (trx: Kysely<DB>) => sql`select pg_advisory_xact_lock(712010)`.execute(trx);

export const findUserByName = (db: Kysely<DB>, username: string) =>
  db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst();

export const findSlugs = async (db: Kysely<DB>): Promise<Set<string>> => {
  const rows = await db.selectFrom('resources').select('slug').where('slug', 'is not', null).execute();
  return new Set(rows.map((row) => row.slug ?? ''));
};

/** Whether anybody but the house account is in the database. */
export const hasPeople = async (db: Kysely<DB>, houseName: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('id').where('username', '<>', houseName).limit(1).executeTakeFirst();
  return row !== undefined;
};

/**
 * Sets every counter that likes, saves, follows and downloads of the demo lead to, from the rows themselves.
 * Views have no rows that stay, so theirs are given.
 */
export const countRelations = async (trx: Kysely<DB>): Promise<void> => {
  await sql`
    update resources r set
      likes = (select count(*) from likes l where l.resource_id = r.id),
      saves = (select count(*) from saves s where s.resource_id = r.id),
      downloads = (select count(*) from downloads d where d.resource_id = r.id)`.execute(trx);
  await sql`
    update users u set
      followers_count = (select count(*) from follows f where f.leaker_id = u.id),
      following_count = (select count(*) from follows f where f.follower_id = u.id),
      total_likes = coalesce((select sum(r.likes) from resources r where r.author_id = u.id and r.status = 'APPROVED'), 0),
      reputation = coalesce((select sum(r.likes) from resources r where r.author_id = u.id and r.status = 'APPROVED'), 0),
      views_count = coalesce((select sum(r.views) from resources r where r.author_id = u.id), 0)`.execute(trx);
};

/** Storage keys of everything that belongs to demo people and their resources. */
export const findDemoKeys = async (db: Kysely<DB>) => {
  const files = await db
    .selectFrom('resource_files')
    .innerJoin('resources', 'resources.id', 'resource_files.resource_id')
    .select('storage_key as key')
    .where('resources.demo', '=', true)
    .execute();
  const thumbnails = await db
    .selectFrom('resources')
    .select(['thumbnail_key as thumbnail', 'strip_key as strip'])
    .where('demo', '=', true)
    .execute();
  const pictures = await db.selectFrom('users').select(['avatar', 'banner']).where('demo', '=', true).execute();
  return { files: files.map((row) => row.key), thumbnails, pictures };
};

/** Takes the demo out: its resources, people and activity. What real people made stays. */
export const deleteDemo = async (trx: Kysely<DB>): Promise<{ resources: number; people: number }> => {
  await trx.deleteFrom('activity').where('demo', '=', true).execute();
  await trx.deleteFrom('downloads').where('demo', '=', true).execute();
  const resources = await trx.deleteFrom('resources').where('demo', '=', true).executeTakeFirst();
  const people = await trx.deleteFrom('users').where('demo', '=', true).executeTakeFirst();
  await countRelations(trx);
  return { resources: Number(resources.numDeletedRows), people: Number(people.numDeletedRows) };
};
