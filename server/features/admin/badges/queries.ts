import { type Kysely, sql, type Updateable } from 'kysely';
import type { Badges, DB } from '#db/types.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { runsAt } from '#server/platform/premium-grants.ts';

/** The first condition allows PostgreSQL to use the partial index, which contains only users who have badges. */
const holds = (name: string | ReturnType<typeof sql.ref>) =>
  sql<boolean>`badges <> '{}' and badges @> array[${name}]::text[]`;

const withHolders = (db: Kysely<DB>) =>
  db.selectFrom('badges').select([
    'badges.name',
    'badges.description',
    'badges.tone',
    sql<number>`(select count(*)::int from users where users.badges <> '{}' and users.badges @> array[badges.name]
        and users.deleted_at is null)`.as('holders'),
  ]);

/** All badges by name, with the number of users who have each one. */
export function listBadges(db: Kysely<DB>) {
  return withHolders(db).orderBy('badges.name').execute();
}
export type BadgeFound = Awaited<ReturnType<typeof listBadges>>[number];

export function findBadge(db: Kysely<DB>, name: string) {
  return withHolders(db).where('badges.name', '=', name).executeTakeFirst();
}

/** Names of all badges. Locks the table until the transaction ends, so that no badge can be added concurrently. */
export async function findNamesAlone(trx: Kysely<DB>): Promise<string[]> {
  await sql`lock table badges in share row exclusive mode`.execute(trx);
  return (await trx.selectFrom('badges').select('name').execute()).map(({ name }) => name);
}

export async function insertBadge(
  trx: Kysely<DB>,
  badge: { name: string; description: string; tone: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('badges')
    .values({ ...badge, created_at: now })
    .execute();
}

export function lockBadge(trx: Kysely<DB>, name: string) {
  return trx
    .selectFrom('badges')
    .select(['name', 'description', 'tone'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateBadge(trx: Kysely<DB>, name: string, change: Updateable<Badges>): Promise<void> {
  await trx.updateTable('badges').set(change).where('name', '=', name).execute();
}

export async function deleteBadgeRow(trx: Kysely<DB>, name: string): Promise<void> {
  await trx.deleteFrom('badges').where('name', '=', name).execute();
}

/**
 * Removes a badge from all users, including deleted ones. Locks users in the order of their ids. Returns how many had the badge.
 */
export async function revokeBadgeFromAll(trx: Kysely<DB>, name: string): Promise<number> {
  const held = await trx.selectFrom('users').select('id').where(holds(name)).orderBy('id').forUpdate().execute();
  if (held.length === 0) return 0;
  await trx
    .updateTable('users')
    .set({ badges: sql`array_remove(badges, ${name})` })
    .where(holds(name))
    .execute();
  return held.length;
}

/** Number of users per stored role, read from the counters. */
export function countRoles(db: Kysely<DB>): Promise<Record<string, number>> {
  return readListCounts(db, 'users');
}

/** Users with the stored role USER who are shown as PREMIUM because of an active grant (product.md, "Stored roles"). */
export async function countPresentedPremium(db: Kysely<DB>, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people
    from grants join users on users.id = grants.user_id and users.role = 'USER' and users.deleted_at is null
    where ${runsAt(now)}`.execute(db);
  return rows[0]?.people ?? 0;
}

/** Number of users with an active grant from each source; deleted users are left out. */
export async function countSources(db: Kysely<DB>, now: Date): Promise<{ source: string; people: number }[]> {
  const { rows } = await sql<{ source: string; people: number }>`
    select source, count(distinct user_id)::int as people
    from grants join users on users.id = grants.user_id and users.deleted_at is null
    where ${runsAt(now)}
    group by source`.execute(db);
  return rows;
}
