import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { insertNotifications, toldCount } from '#server/features/notifications/public.ts';
import { KEEPS_ITS_PLAN } from '#server/kit/db/prepared-statements.ts';
import { readDirection } from '#server/kit/http/list-query.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import type { AnyNotification } from '#server/platform/notices/notification-kinds.ts';

type Step = { likes: 1 | -1 } | { saves: 1 | -1 };
type Marked = { resourceId: string; userId: string; now: Date };

/** Uses literals so the cached plan can use the partial indexes. */
export const isVisible = sql<boolean>`(resources.status = 'APPROVED' and resources.hidden_at is null
  and resources.deleted_at is null)`;

// Every like or save locks the resource first and its author last, so that two of them cannot deadlock. If the resource has been
// hidden in the meantime, nothing is changed. A single statement is used, so that the row locks of a popular resource are not
// held across round trips.
const changeMark = async (db: Kysely<DB>, step: Step, { resourceId, userId, now }: Marked) => {
  const [table, by] = Object.entries(step)[0] as ['likes' | 'saves', 1 | -1];
  const count = sql.ref(table);
  const changed =
    by === 1
      ? sql`insert into ${sql.table(table)} (user_id, resource_id, created_at)
          select ${userId}::uuid, id, ${now}::timestamptz from target on conflict do nothing returning resource_id`
      : sql`delete from ${sql.table(table)} mark using target
          where mark.user_id = ${userId} and mark.resource_id = target.id returning mark.resource_id`;
  const { rows } = await sql<{ count: number }>`${KEEPS_ITS_PLAN}
    with target as (
      select id, ${count} as count from resources where id = ${resourceId} and ${isVisible} for no key update
    ), changed as (${changed}), counted as (
      update resources set ${count} = ${count} + ${sql.lit(by)} from changed where resources.id = changed.resource_id
      returning author_id, ${count} as count
    ), credited as (
      update users set total_likes = total_likes + ${sql.lit(by)}, reputation = reputation + ${sql.lit(by)}
      from counted where users.id = counted.author_id and ${sql.lit(table === 'likes')}
    )
    select coalesce((select count from counted), target.count) as count from target`.execute(db);
  return rows[0]?.count;
};

/** The functions below return the resource's new counter, or undefined if there is no visible resource with that id. */
export function addLike(db: Kysely<DB>, marked: Marked) {
  return changeMark(db, { likes: 1 }, marked);
}
export function deleteLike(db: Kysely<DB>, marked: Marked) {
  return changeMark(db, { likes: -1 }, marked);
}
export function addSave(db: Kysely<DB>, marked: Marked) {
  return changeMark(db, { saves: 1 }, marked);
}
export function deleteSave(db: Kysely<DB>, marked: Marked) {
  return changeMark(db, { saves: -1 }, marked);
}

type Following = { followerId: string; leakerId: string };

/** For notifications: whether someone still follows the recipient. */
export const isStillFollowing = sql<boolean>`exists (select from follows
  where follows.follower_id = n.actor_id and follows.leaker_id = n.user_id)`;

// Locks both users in order of their ids, so that two users following each other cannot deadlock. A new follower notifies the
// other user in the same statement, once for each follower.
const changeFollow = async (
  db: Kysely<DB>,
  kind: AnyNotification | null,
  { followerId, leakerId }: Following,
  now: Date,
) => {
  const by = kind ? 1 : -1;
  const both = sql`(select count(*) from held) = 2`;
  const changed =
    by === 1
      ? sql`insert into follows (follower_id, leaker_id, created_at)
          select ${followerId}::uuid, ${leakerId}::uuid, ${now}::timestamptz where ${both}
          on conflict do nothing returning leaker_id`
      : sql`delete from follows where ${both} and follower_id = ${followerId} and leaker_id = ${leakerId}
          returning leaker_id`;
  const told = kind
    ? sql`, told as (${insertNotifications(
        [kind],
        sql`select leaker_id, ${kind.kind}::text, ${`follow ${followerId}`}::text, ${followerId}::uuid, null::uuid,
          '{}'::jsonb from changed`,
        now,
      )})`
    : sql``;
  const { rows } = await sql<{ followers: number }>`
    with held as (
      select id, followers_count from users where id in (${followerId}, ${leakerId}) order by id for no key update
    ), changed as (${changed}), counted as (
      update users set
        followers_count = followers_count + case when users.id = changed.leaker_id then ${sql.lit(by)} else 0 end,
        following_count = following_count + case when users.id = changed.leaker_id then 0 else ${sql.lit(by)} end
      from changed where users.id in (${followerId}, ${leakerId})
      returning users.id, followers_count
    )${told}
    select coalesce(counted.followers_count, held.followers_count) as followers${kind ? sql`, ${toldCount} as told` : sql``}
    from held left join counted using (id) where held.id = ${leakerId}`.execute(db);
  return rows[0]?.followers;
};

/** Follows a user and notifies them. @returns the user's new follower count */
export function addFollow(db: Kysely<DB>, kind: AnyNotification, following: Following, now: Date) {
  return changeFollow(db, kind, following, now);
}

/** @returns the user's new follower count */
export function deleteFollow(db: Kysely<DB>, following: Following, now: Date) {
  return changeFollow(db, null, following, now);
}

/** Ids of liked and saved resources and usernames of followed users, newest first. */
export async function findMarks(db: Kysely<DB>, userId: string, most: number, now: Date) {
  const { rows } = await sql<{ liked: string[]; saved: string[]; following: string[] }>`
    select
      array(select resource_id from likes where user_id = ${userId} order by created_at desc limit ${most}) as liked,
      array(select resource_id from saves where user_id = ${userId} order by created_at desc limit ${most}) as saved,
      array(select username from follows join users on users.id = follows.leaker_id and ${isActiveAt(now)}
        where follower_id = ${userId} order by follows.created_at desc limit ${most}) as following`.execute(db);
  return rows[0] ?? { liked: [], saved: [], following: [] };
}

type Listed = { search?: string | undefined; sort?: 'newest' | 'oldest' | undefined };
type SavedFilter = Listed & { category?: string | undefined };
type Page = { limit: number; offset: number };

const selectSaved = (db: Kysely<DB>, userId: string, { search, category }: SavedFilter) =>
  db
    .selectFrom('saves')
    .innerJoin('resources', 'resources.id', 'saves.resource_id')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .where('saves.user_id', '=', userId)
    .where(isVisible)
    .$if(Boolean(category), (query) => query.where(sql`lower(resources.category)`, '=', sql`lower(${category})`))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(chr(1), resources.title, resources.editor, users.username,
          users.display_name)), lower(${search})) > 0`,
      ),
    );

/** A page of a user's saved resources that are still visible, newest first by default. */
export function findSaved(db: Kysely<DB>, userId: string, filter: SavedFilter, page: Page) {
  return selectSaved(db, userId, filter)
    .select([
      'resources.id',
      'resources.title',
      'resources.category',
      'resources.editor',
      'resources.thumbnail_key as thumbnailKey',
      'resources.is_premium as isPremium',
      'users.username as author',
      'saves.created_at as savedAt',
    ])
    .orderBy('saves.created_at', readDirection(filter.sort))
    .orderBy('saves.resource_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countSaved(db: Kysely<DB>, userId: string, filter: SavedFilter): Promise<number> {
  const { total } = await selectSaved(db, userId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const selectFollowed = (db: Kysely<DB>, userId: string, { search }: Listed, now: Date) =>
  db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.leaker_id')
    .where('follows.follower_id', '=', userId)
    .where(isActiveAt(now))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(chr(1), users.username, users.display_name)), lower(${search})) > 0`,
      ),
    );

/** A page of the users that someone follows, newest first by default. */
export function findFollowed(db: Kysely<DB>, userId: string, asked: Listed, page: Page, now: Date) {
  return selectFollowed(db, userId, asked, now)
    .select((eb) => [
      'users.id',
      'users.username',
      'users.display_name as displayName',
      'users.avatar',
      'users.uploads_count as uploads',
      eb
        .selectFrom('resources')
        .select('resources.created_at')
        .whereRef('resources.author_id', '=', 'users.id')
        .where(isVisible)
        .orderBy('resources.created_at', 'desc')
        .limit(1)
        .as('lastActive'),
    ])
    .orderBy('follows.created_at', readDirection(asked.sort))
    .orderBy('users.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countFollowed(db: Kysely<DB>, userId: string, asked: Listed, now: Date): Promise<number> {
  const { total } = await selectFollowed(db, userId, asked, now)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Counts for the dashboard cards, consistent with the lists they link to. */
export async function findSummary(db: Kysely<DB>, userId: string, now: Date) {
  const { rows } = await sql<{
    savedItems: number;
    following: number;
    downloads: number;
    collections: number;
    savedCategories: string[];
  }>`
    with saved as (
      select category from saves join resources on resources.id = saves.resource_id and ${isVisible}
      where user_id = ${userId}
    )
    select
      (select count(*) from saved) as "savedItems",
      (select count(*) from follows join users on users.id = follows.leaker_id and ${isActiveAt(now)}
        where follower_id = ${userId}) as following,
      (select count(*) from downloads where user_id = ${userId}) as downloads,
      (select count(*) from collections where user_id = ${userId}) as collections,
      array(select distinct category from saved order by category) as "savedCategories"`.execute(db);
  const [summary] = rows;
  if (!summary) throw new Error('The summary query returned no rows.');
  return summary;
}

const selectDownloads = (db: Kysely<DB>, userId: string, { search }: Listed) =>
  db
    .selectFrom('downloads')
    .innerJoin('resources', 'resources.id', 'downloads.resource_id')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .where('downloads.user_id', '=', userId)
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(chr(1), resources.title, users.username, downloads.file_path)),
          lower(${search})) > 0`,
      ),
    );

/** A page of a user's downloads, newest first, including resources that are no longer available. */
export function findDownloads(db: Kysely<DB>, userId: string, asked: Listed, page: Page) {
  return selectDownloads(db, userId, asked)
    .select([
      'downloads.id',
      'downloads.file_path as file',
      'downloads.created_at as downloadedAt',
      'resources.id as resourceId',
      'resources.title',
      'resources.thumbnail_key as thumbnailKey',
      'resources.author_id as authorId',
      'resources.status',
      'resources.hidden_at as hiddenAt',
      'resources.deleted_at as deletedAt',
      'resources.files_changed_at as filesChangedAt',
      'users.username as author',
    ])
    .orderBy('downloads.created_at', readDirection(asked.sort))
    .orderBy('downloads.id', readDirection(asked.sort))
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
export type PastDownloadRow = Awaited<ReturnType<typeof findDownloads>>[number];

export async function countDownloads(db: Kysely<DB>, userId: string, asked: Listed): Promise<number> {
  const { total } = await selectDownloads(db, userId, asked)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
