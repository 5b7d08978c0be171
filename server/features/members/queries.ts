import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { selectVisible } from '#server/features/accounts/public.ts';
import { cardColumns } from '#server/features/resources/public.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';
import { LOCKS, lockAdvisory } from '#server/kit/db/locks.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import { hasPremiumAt } from '#server/platform/premium-grants.ts';

/** Members with an approved resource, those with the most reputation first; views are those of their resources. */
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

/** The picture of somebody who can be seen; undefined for nobody, null for nobody's own picture. */
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
        and submitted_at is not null and hidden_at is null and deleted_at is null)::int
        else users.uploads_count end`.as('uploads'),
      sql<number>`(select count(*) from collections where user_id = users.id
        and (is_public or user_id = ${askerId}))::int`.as('collections'),
      sql<boolean>`exists (select from follows where follower_id = ${askerId}
        and leaker_id = users.id)`.as('isFollowing'),
    ])
    .compile(),
);

/** A person's public face with what the one who asks has to do with them, in one statement. */
export async function findProfile(db: Kysely<DB>, username: string, asker: Asker, now: Date) {
  // Who asks sees what others do not where it is about themselves, or when they are an administrator.
  const given = { username, askerId: asker?.id ?? null, seesAll: asker?.seesAll ?? false, now };
  const [profile] = await findFace(db, given);
  return profile;
}
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

type UploadFilter = { authorId: string; seesAll: boolean; patterns: readonly string[] };

/** One author's rows are few enough to be looked through: their index finds them, and each is compared. */
const selectUploads = (db: Kysely<DB>, { authorId, seesAll, patterns }: UploadFilter) =>
  db
    .selectFrom('resources')
    .where('resources.author_id', '=', authorId)
    // Drafts stand on their leaker's dashboard alone.
    .where('resources.submitted_at', 'is not', null)
    .where('resources.hidden_at', 'is', null)
    .where('resources.deleted_at', 'is', null)
    .$if(!seesAll, (query) => query.where('resources.status', '=', 'APPROVED'))
    .$if(patterns.length > 0, (query) =>
      // No pattern holds a line break, so none is found across two fields.
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

/** A page of somebody's resources, as their cards and what a profile says besides. */
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
 * Holds back every other change of this person's profile until the transaction ends. It is not their row that is locked:
 * a rename waits for the counters of all resources first, and whoever has those may want the row.
 */
export async function lockProfile(trx: Kysely<DB>, userId: string): Promise<void> {
  await lockAdvisory(trx, LOCKS.profiles, userId);
}

/** What a change of a profile replaces. */
export function findOwnProfile(trx: Kysely<DB>, userId: string) {
  return trx
    .selectFrom('users')
    .select(['username', 'display_name as displayName', 'avatar', 'banner'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Columns of a profile that change; the others stay as they are. */
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

/** Names that lead to somebody who had them, the one that ends first at the front. */
export function findFormerNames(trx: Kysely<DB>, userId: string, now: Date) {
  return trx
    .selectFrom('former_usernames')
    .select(['username', 'until'])
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .orderBy('until')
    .execute();
}

/** Makes a name lead to who has just given it up, in place of whoever had it long before. */
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

/** Names that no longer lead to whoever had them, and that others may have. */
export function findFreedNames(db: Kysely<DB>, now: Date) {
  return db.selectFrom('former_usernames').select(['username', 'until']).where('until', '<', now).execute();
}

/** Forgets that a name led to somebody until then. */
export async function deleteFreedName(db: Kysely<DB>, freed: { username: string; until: Date }): Promise<void> {
  await db
    .deleteFrom('former_usernames')
    .where('username', '=', freed.username)
    .where('until', '=', freed.until)
    .execute();
}

/** Forgets that a name was a former one of somebody who takes it back. That of others is forgotten by a job, with its links. */
export async function deleteFormerName(trx: Kysely<DB>, username: string, userId: string): Promise<void> {
  await trx.deleteFrom('former_usernames').where('username', '=', username).where('user_id', '=', userId).execute();
}

/** The values of somebody's pictures. */
export function findProfilePictures(db: Kysely<DB>, userId: string) {
  return db.selectFrom('users').select(['avatar', 'banner']).where('id', '=', userId).executeTakeFirst();
}
