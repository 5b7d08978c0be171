import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/public.ts';

/** Locks a user who has not been erased, whether deleted or not. The lock is released when the transaction ends. */
export function lockDeletedUser(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'avatar', 'banner', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A user's stored role, even if the user is deleted. */
export async function findRole(db: Kysely<DB>, id: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role;
}

/** Whether a user is deleted. This cannot change while the counter lock is held, because deleting and restoring wait for it. */
export async function isDeleted(trx: Kysely<DB>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setUserDeleted(
  trx: Kysely<DB>,
  id: string,
  { deletedBy, at, now }: { deletedBy: string | null; at: Date | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ deleted_at: at, deleted_by: deletedBy, updated_at: now })
    .where('id', '=', id)
    .execute();
}

const chunkOf = (trx: Kysely<DB>, userId: string, most: number) =>
  trx
    .selectFrom('resources')
    .select(['id', 'status', 'likes', 'hidden_at as hiddenAt'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .limit(most)
    .forNoKeyUpdate();

/** Locks a batch of a user's resources that are not deleted. Call while holding the counter lock. */
export function lockPresentUser(trx: Kysely<DB>, userId: string, most: number) {
  return chunkOf(trx, userId, most).where('deleted_at', 'is', null).execute();
}

/** Locks a batch of the resources that were deleted along with a user. Call while holding the counter lock. */
export function lockGoneUser(trx: Kysely<DB>, userId: string, most: number) {
  return chunkOf(trx, userId, most)
    .where('deleted_at', 'is not', null)
    .where('deleted_with_author', '=', true)
    .execute();
}

export async function hideResources(
  trx: Kysely<DB>,
  ids: string[],
  { deletedBy, now }: { deletedBy: string | null; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('resources')
    .set({ deleted_at: now, deleted_by: deletedBy, deleted_with_author: true })
    .where('id', 'in', ids)
    .execute();
}

export async function showResources(trx: Kysely<DB>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('resources')
    .set({ deleted_at: null, deleted_by: null, deleted_with_author: false })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Deletes the upload sessions of these resources. @returns their ids, which are also the keys of the received bytes in storage
 */
export async function deleteUploadSessionsOf(trx: Kysely<DB>, resourceIds: string[]): Promise<string[]> {
  if (resourceIds.length === 0) return [];
  const rows = await trx
    .deleteFrom('upload_sessions')
    .where('resource_id', 'in', resourceIds)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Users to erase, earliest deletion first. `after` is the last user of the previous page. */
export async function findErasable(
  db: Kysely<DB>,
  { before, after, most }: { before: Date; after: { id: string } | null; most: number },
) {
  return db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '<', before)
    .where('erased_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(deleted_at, id) > ((select deleted_at from users where id = ${after?.id}), ${after?.id}::uuid)`,
      ),
    )
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/**
 * Deletes a batch of a user's likes and updates the counters of the resources, then those of their authors. Adding a like
 * (library) uses the same lock order. @returns number of deleted likes
 */
export async function deleteLikes(trx: Kysely<DB>, userId: string, most: number): Promise<number> {
  const { rows } = await sql<{ id: string; authorId: string; visible: boolean }>`
    select resources.id, resources.author_id as "authorId", ${isVisible} as visible from resources
    where id in (select resource_id from likes where user_id = ${userId} order by resource_id limit ${most})
    order by id for no key update`.execute(trx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await trx.updateTable('resources').set({ likes: sql`likes - 1` }).where('id', 'in', ids).execute();
  await trx.deleteFrom('likes').where('user_id', '=', userId).where('resource_id', 'in', ids).execute();
  const credits = Map.groupBy(
    rows.filter(({ visible }) => visible),
    ({ authorId }) => authorId,
  );
  for (const authorId of [...credits.keys()].sort()) {
    const count = credits.get(authorId)?.length ?? 0;
    await trx
      .updateTable('users')
      .set({ total_likes: sql`total_likes - ${count}`, reputation: sql`reputation - ${count}` })
      .where('id', '=', authorId)
      .execute();
  }
  return rows.length;
}

/** Like `deleteLikes`, for saves, which do not count towards an author's total. */
export async function deleteSaves(trx: Kysely<DB>, userId: string, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('resources')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('saves').select('resource_id').where('user_id', '=', userId).orderBy('resource_id').limit(most),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await trx.updateTable('resources').set({ saves: sql`saves - 1` }).where('id', 'in', ids).execute();
  await trx.deleteFrom('saves').where('user_id', '=', userId).where('resource_id', 'in', ids).execute();
  return rows.length;
}

/** Like `deleteLikes`, for follows: either those where the user follows others, or those where others follow the user. */
export async function deleteFollows(
  trx: Kysely<DB>,
  userId: string,
  kind: 'following' | 'followers',
  most: number,
): Promise<number> {
  const [own, other, counter] =
    kind === 'following'
      ? (['follower_id', 'leaker_id', 'followers_count'] as const)
      : (['leaker_id', 'follower_id', 'following_count'] as const);
  const found = await trx
    .selectFrom('follows')
    .select(`${other} as id`)
    .where(own, '=', userId)
    .orderBy(other)
    .limit(most)
    .execute();
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  // Lock the users in id order, as when a user is followed.
  await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
  const gone = await trx
    .deleteFrom('follows')
    .where(own, '=', userId)
    .where(other, 'in', ids)
    .returning(`${other} as id`)
    .execute();
  if (gone.length > 0) {
    await trx
      .updateTable('users')
      .set({ [counter]: sql`${sql.ref(counter)} - 1` })
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  }
  return found.length;
}

/** Like `deleteLikes`, for forum reactions. Locks the posts first, then their authors, as when a reaction is added. */
export async function deleteReactions(trx: Kysely<DB>, userId: string, most: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select p.id from forum_posts p join forum_threads t on t.id = p.thread_id
    where p.id in (select post_id from forum_reactions where user_id = ${userId} order by post_id limit ${most})
    order by p.id for no key update of p for key share of t`.execute(trx);
  if (rows.length === 0) return 0;
  const posts = sql`any (${rows.map(({ id }) => id)}::uuid[])`;
  const authors = sql`(select author_id from forum_posts where id = ${posts})`;
  await sql`select id from users where id in ${authors} order by id for no key update`.execute(trx);
  await sql`
    with gone as (
      delete from forum_reactions where user_id = ${userId} and post_id = ${posts} returning post_id
    ), uncounted as (
      update forum_posts p set like_count = p.like_count - 1 from gone, forum_threads t
      where p.id = gone.post_id and t.id = p.thread_id
      returning p.author_id, p.deleted_at is null and t.deleted_at is null as is_counted
    )
    update users u set reputation = u.reputation - debts.likes
    from (select author_id, count(*) as likes from uncounted where is_counted group by author_id) debts
    where u.id = debts.author_id`.execute(trx);
  return rows.length;
}

/** Deletes a batch of a user's reading positions in threads. @returns number of deleted rows */
export async function deleteVisits(trx: Kysely<DB>, userId: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from forum_visits where user_id = ${userId} and thread_id in
    (select thread_id from forum_visits where user_id = ${userId} limit ${most})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Anonymises one batch each of the user's downloads, activity and requests. The rows are kept, because charts and voters still
 * need them.
 * @returns size of the largest of the three batches
 */
export async function loosenHistory(trx: Kysely<DB>, userId: string, most: number): Promise<number> {
  const downloads = await sql`update downloads set user_id = null, person = gen_random_uuid()::text
    where id in (select id from downloads where user_id = ${userId} limit ${most})`.execute(trx);
  const activity = await sql`update activity set user_id = null, details = ''
    where id in (select id from activity where user_id = ${userId} limit ${most})`.execute(trx);
  const requests = await sql`update resource_requests set user_id = null
    where id in (select id from resource_requests where user_id = ${userId} limit ${most})`.execute(trx);
  return Math.max(...[downloads, activity, requests].map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)));
}

const OWNED = [
  'sessions',
  'access_tokens',
  'two_factors',
  'recovery_codes',
  'known_devices',
  'pending_sign_ins',
  'mail_tokens',
  'identities',
  'grants',
  'collections',
  'download_receipts',
  'leaker_applications',
  'leaker_wishes',
  'former_usernames',
  'forum_list_reads',
  'forum_subscriptions',
  'forum_moderators',
] as const;

/** Deletes the user's remaining data and any queued emails to them, and anonymises their reports. */
export async function deleteBelongings(trx: Kysely<DB>, userId: string, email: string): Promise<void> {
  for (const table of OWNED) await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  await trx.deleteFrom('mail_outbox').where('to_address', '=', email).execute();
  await trx.updateTable('reports').set({ reporter_id: null, email: '' }).where('reporter_id', '=', userId).execute();
}

/** Replaces a user with an anonymous placeholder that nobody can log in to. */
export async function bury(
  trx: Kysely<DB>,
  userId: string,
  { username, email }: { username: string; email: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      username,
      email,
      email_verified_at: null,
      proven_elsewhere: false,
      password_hash: null,
      role: 'USER',
      display_name: null,
      bio: '',
      avatar: null,
      banner: null,
      verified: false,
      badges: [],
      invited_at: null,
      suspended_at: null,
      suspended_until: null,
      suspend_reason: null,
      suspended_by: null,
      followers_count: 0,
      following_count: 0,
      erased_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}
