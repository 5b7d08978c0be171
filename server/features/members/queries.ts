import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { selectVisible } from '#server/features/accounts/public.ts';
import { cardColumns } from '#server/features/resources/public.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';
import { containing, startingWith } from '#server/kit/db/like.ts';
import { LOCKS, lockAdvisory } from '#server/kit/db/locks.ts';
import { PLANNED_EACH_TIME } from '#server/kit/db/prepared-statements.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import { hasPremiumAt } from '#server/platform/premium-grants.ts';

/** Members with an approved resource, highest reputation first; `views` sums the views of their resources. */
export function findTopUsers(db: Kysely<DB>, limit: number, now: Date) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      'users.username',
      'users.avatar',
      'users.posts_count as forumPosts',
      'users.uploads_count as uploads',
      'users.reputation',
      eb
        .selectFrom('resources')
        .select(sql<number>`coalesce(sum(resources.views), 0)`.as('views'))
        .whereRef('resources.author_id', '=', 'users.id')
        .where('resources.status', '=', 'APPROVED')
        .where('resources.hidden_at', 'is', null)
        .where('resources.deleted_at', 'is', null)
        .as('views'),
    ])
    .where('users.uploads_count', '>', 0)
    .where(isActiveAt(now))
    .orderBy('users.reputation', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

/** Maximum number of creators, highest reputation first, whose names are compared. */
const CREATORS_COMPARED = 1000;
/** Maximum number of names per way to find them. The indexes stop there, however many names match. */
const NAMES_COMPARED = 100;
const NAMES_COMPARED_FOR_TYPOS = 300;
/** Shorter texts are inside of too many names, or resemble too many. */
const LEAST_INSIDE_CHARACTERS = 3;
const LEAST_ALIKE_CHARACTERS = 4;
/** Minimum similarity of a name to a mistyped text. */
const LEAST_NAME_SIMILARITY = 0.3;

/** Up to `most` existing names that start with a text, in their order. */
const namesFrom = (text: string, most: number) => sql`(select id, username from users
  where username like ${startingWith(text)} and deleted_at is null order by username using ~<~ limit ${sql.lit(most)})`;

/**
 * Active people for the first letters of a name: names that start with them, then names that contain them, then similar names;
 * among equals, those with more uploads come first. Compares a limited number of names, whatever the number of accounts: typing
 * errors are forgiven in the names of creators, and in names that begin with the same two letters.
 */
export async function findPeopleLike(
  db: Kysely<DB>,
  { text, limit, now }: { text: string; limit: number; now: Date },
): Promise<{ username: string; uploads: number }[]> {
  const [start, inside] = [startingWith(text), containing(text)];
  const isAlike =
    text.length < LEAST_ALIKE_CHARACTERS
      ? sql`false`
      : sql`similarity(username, ${text}) >= ${sql.lit(LEAST_NAME_SIMILARITY)}`;
  const candidates = sql.join(
    [
      // Names are read in their order, so the best known of many would be missing without the creators.
      sql`(select id from (select id, username from users where uploads_count > 0 order by reputation desc, id
        limit ${sql.lit(CREATORS_COMPARED)}) known where username like ${inside} or ${isAlike})`,
      sql`(select id from ${namesFrom(text, NAMES_COMPARED)} beginning)`,
      ...(text.length < LEAST_INSIDE_CHARACTERS
        ? []
        : [sql`(select id from users where username like ${inside} limit ${sql.lit(NAMES_COMPARED)})`]),
      ...(text.length < LEAST_ALIKE_CHARACTERS
        ? []
        : [4, 3, 2].map(
            (letters) =>
              sql`(select id from ${namesFrom(text.slice(0, letters), NAMES_COMPARED_FOR_TYPOS)} near where ${isAlike})`,
          )),
    ],
    sql` union `,
  );
  const { rows } = await sql<{
    username: string;
    uploads: number;
  }>`select ${PLANNED_EACH_TIME} users.username, users.uploads_count as uploads
    from users where users.id = any (array(${candidates})) and ${isActiveAt(now)}
    order by case when users.username = ${text} then 0 when users.username like ${start} then 1
        when users.username like ${inside} then 2 else 3 end,
      case when users.username like ${inside} then 0 else 1 - similarity(users.username, ${text}) end,
      users.uploads_count desc, users.username
    limit ${limit}`.execute(db);
  return rows;
}

/** Avatar of an active user. Undefined if there is no such user. The column is null if the user has no avatar. */
export function findAvatar(db: Kysely<DB>, username: string, now: Date) {
  return selectVisible(db, username, now).select('users.avatar').executeTakeFirst();
}

type Asker = { id: string; seesAll: boolean } | null;

type ProfileValues = { username: string; askerId: string | null; seesAll: boolean; now: Date };

const findFace = createCompiledQuery((db, { username, askerId, seesAll, now }: ProfileValues) =>
  selectVisible(db, username, now)
    .select([
      'users.id',
      'users.username',
      'users.display_name as displayName',
      'users.bio',
      'users.avatar',
      'users.banner',
      'users.badges',
      'users.followers_count as followers',
      'users.following_count as following',
      'users.total_likes as totalLikes',
      'users.verified',
      'users.created_at as createdAt',
      hasPremiumAt(now).as('isPremium'),
      sql<{ name: string; description: string; tone: string }[]>`(select coalesce(json_agg(json_build_object(
        'name', name, 'description', description, 'tone', tone) order by name), '[]')
        from badges where name = any(users.badges))`.as('badgeLooks'),
      sql<number>`case when (${seesAll} or users.id = ${askerId}) then (select count(*) from resources where author_id = users.id
        and submitted_at is not null and hidden_at is null and deleted_at is null and version_of is null)::int
        else users.uploads_count end`.as('uploads'),
      sql<number>`(select count(*) from collections where user_id = users.id
        and (is_public or user_id = ${askerId}))::int`.as('collections'),
      sql<boolean>`exists (select from follows where follower_id = ${askerId}
        and leaker_id = users.id)`.as('isFollowing'),
    ])
    .compile(),
);

/** A public profile and the viewer's relation to it, read in one statement. */
export async function findProfile(db: Kysely<DB>, username: string, asker: Asker, now: Date) {
  // Owners and admins see more than others.
  const given = { username, askerId: asker?.id ?? null, seesAll: asker?.seesAll ?? false, now };
  const [profile] = await findFace(db, given);
  return profile;
}
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

type UploadFilter = { authorId: string; seesAll: boolean; patterns: readonly string[] };

/** Finds an author's rows by index and compares each one with the patterns, because every author has few enough rows to scan. */
const selectUploads = (db: Kysely<DB>, { authorId, seesAll, patterns }: UploadFilter) =>
  db
    .selectFrom('resources')
    .where('resources.author_id', '=', authorId)
    // Drafts and new versions only appear on their author's dashboard.
    .where('resources.submitted_at', 'is not', null)
    .where('resources.version_of', 'is', null)
    .where('resources.hidden_at', 'is', null)
    .where('resources.deleted_at', 'is', null)
    .$if(!seesAll, (query) => query.where('resources.status', '=', 'APPROVED'))
    .$if(patterns.length > 0, (query) =>
      // Patterns contain no line breaks, so no match spans two fields.
      query.where(
        sql<boolean>`lower(concat_ws(chr(10), resources.title, resources.editor, resources.description,
          array_to_string(resources.tags, chr(10)))) like all (array(select lower(p) from unnest(${[...patterns]}::text[]) p))`,
      ),
    );

export async function countUploads(db: Kysely<DB>, filter: UploadFilter): Promise<number> {
  const { total } = await selectUploads(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of a user's resources, as card rows with the additional columns of profiles. */
export function listProfileUploads(
  db: Kysely<DB>,
  filter: UploadFilter,
  page: { sort: 'newest' | 'oldest'; limit: number; offset: number },
) {
  const direction = page.sort === 'oldest' ? 'asc' : 'desc';
  return selectUploads(db, filter)
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select(cardColumns)
    .select(['resources.description', 'resources.status'])
    .orderBy('resources.created_at', direction)
    .orderBy('resources.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
export type ProfileUploadRow = Awaited<ReturnType<typeof listProfileUploads>>[number];

/**
 * Blocks other changes to this user's profile until the transaction ends. Uses an advisory lock instead of a row lock, because a
 * rename first waits for the resource counters, and a transaction that holds those may be waiting for the row.
 */
export async function lockProfile(trx: Kysely<DB>, userId: string): Promise<void> {
  await lockAdvisory(trx, LOCKS.profiles, userId);
}

/** Current values that a profile change replaces. */
export function findOwnProfile(trx: Kysely<DB>, userId: string) {
  return trx
    .selectFrom('users')
    .select(['username', 'display_name as displayName', 'avatar', 'banner'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Columns of a profile to change; the others stay unchanged. */
export type ProfileColumns = {
  username?: string;
  display_name?: string | null;
  bio?: string;
  avatar?: string | null;
  banner?: string | null;
};

export async function updateProfileColumns(trx: Kysely<DB>, userId: string, changes: ProfileColumns, now: Date) {
  await trx
    .updateTable('users')
    .set({ ...changes, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** A user's former names that still redirect to them, ordered by expiry. */
export function findFormerNames(trx: Kysely<DB>, userId: string, now: Date) {
  return trx
    .selectFrom('former_usernames')
    .select(['username', 'until'])
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .orderBy('until')
    .execute();
}

/** Redirects a name to the user who just gave it up, replacing any earlier former owner. */
export async function keepFormerName(
  trx: Kysely<DB>,
  former: { username: string; user_id: string; until: Date },
): Promise<void> {
  await trx
    .insertInto('former_usernames')
    .values(former)
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ user_id: former.user_id, until: former.until }))
    .execute();
}

/** Names that no longer redirect to their former owner and can be taken by others. */
export function findFreedNames(db: Kysely<DB>, now: Date) {
  return db.selectFrom('former_usernames').select(['username', 'until']).where('until', '<', now).execute();
}

/** Deletes the record of a former name that has expired. */
export async function deleteFreedName(db: Kysely<DB>, freed: { username: string; until: Date }): Promise<void> {
  await db
    .deleteFrom('former_usernames')
    .where('username', '=', freed.username)
    .where('until', '=', freed.until)
    .execute();
}

/** Deletes a former name that its owner has taken back. Expired ones are deleted by a job, which also updates their mentions. */
export async function deleteFormerName(trx: Kysely<DB>, username: string, userId: string): Promise<void> {
  await trx.deleteFrom('former_usernames').where('username', '=', username).where('user_id', '=', userId).execute();
}

/** A user's avatar and banner, as stored. */
export function findProfilePictures(db: Kysely<DB>, userId: string) {
  return db.selectFrom('users').select(['avatar', 'banner']).where('id', '=', userId).executeTakeFirst();
}
