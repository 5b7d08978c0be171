import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { IdRange } from '#server/kit/db/id-search.ts';
import { PLANNED_EACH_TIME } from '#server/kit/db/prepared-statements.ts';
import { isSuspendedAt } from '#server/platform/account-status.ts';
import { hasPremiumAt, runsAt } from '#server/platform/premium-grants.ts';

/** Lists without a counter can be counted and paged up to this many rows. */
export const MOST_COUNTED = 10_000;

export type UserFilter = {
  /** Text to find in usernames and emails; short text only matches the beginning of a username. */
  search: { pattern: string; prefix: string; isShort: boolean; role: string | null } | null;
  /** Ids that the search term may refer to. */
  ids: IdRange | null;
  role: 'USER' | 'PREMIUM' | 'LEAKER' | 'ADMIN' | undefined;
  status: 'active' | 'suspended' | 'deleted' | 'invited' | undefined;
  premium: boolean;
};

export type UserOrder = { sort: 'createdAt' | 'username' | 'email' | 'premiumSince'; order: 'asc' | 'desc' };

const byRole = (role: string, now: Date): RawBuilder<SqlBool> => {
  // Literals rather than parameters, so that the partial indexes are used.
  if (role === 'PREMIUM') return sql<SqlBool>`(users.role = 'USER' and ${hasPremiumAt(now)})`;
  if (role === 'USER') return sql<SqlBool>`(users.role = 'USER' and not ${hasPremiumAt(now)})`;
  return sql<SqlBool>`users.role = ${sql.lit(role)}`;
};

const byStatus = (status: UserFilter['status'], now: Date): RawBuilder<SqlBool> => {
  if (status === 'deleted') return sql<SqlBool>`(users.deleted_at is not null and users.erased_at is null)`;
  const here = sql<SqlBool>`users.deleted_at is null`;
  if (status === 'suspended') return sql<SqlBool>`(${here} and ${isSuspendedAt(now)})`;
  if (status === 'invited') return sql<SqlBool>`(${here} and users.invited_at is not null)`;
  if (status === 'active') {
    return sql<SqlBool>`(${here} and users.invited_at is null and not ${isSuspendedAt(now)})`;
  }
  return here;
};

/** The conditions of a search, each of which is covered by an index. Usernames and emails are stored in lower case. */
const waysOf = ({ search, ids }: UserFilter, now: Date) => {
  const pattern = search?.pattern.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [
    ...(ids ? [sql<SqlBool>`users.id between ${ids.from}::uuid and ${ids.to}::uuid`] : []),
    ...(search?.isShort ? [sql<SqlBool>`users.username like ${search.prefix}`] : []),
    ...(search && !search.isShort
      ? [sql<SqlBool>`(users.username like ${pattern} or users.email like ${pattern})`]
      : []),
    ...(search?.role ? [byRole(search.role, now)] : []),
  ];
};

const byAll = ({ status, role, premium }: UserFilter, now: Date) =>
  sql<SqlBool>`(${sql.join(
    [byStatus(status, now), ...(role ? [byRole(role, now)] : []), ...(premium ? [hasPremiumAt(now)] : [])],
    sql` and `,
  )})`;

const select = (db: Kysely<DB>, filter: UserFilter, now: Date) => {
  const ways = waysOf(filter, now);
  return db
    .selectFrom('users')
    .where(byAll(filter, now))
    .$if(ways.length > 0, (query) => query.where(sql<SqlBool>`(${sql.join(ways, sql` or `)})`));
};

const linked = (provider: 'patreon' | 'discord') => sql<string | null>`(select i.username from identities i
  where i.user_id = users.id and i.provider = ${sql.lit(provider)})`;

const facts = (now: Date) =>
  [
    'users.id',
    'users.username',
    'users.email',
    'users.role',
    'users.bio',
    'users.avatar',
    'users.banner',
    'users.display_name as displayName',
    'users.badges',
    'users.followers_count as followers',
    'users.following_count as following',
    'users.total_likes as totalLikes',
    'users.verified',
    'users.uploads_count as uploads',
    'users.email_verified_at as emailVerifiedAt',
    'users.suspended_at as suspendedAt',
    'users.suspended_until as suspendedUntil',
    'users.suspend_reason as suspendReason',
    'users.deleted_at as deletedAt',
    'users.invited_at as invitedAt',
    'users.created_at as createdAt',
    'users.updated_at as updatedAt',
    linked('patreon').as('patreonUsername'),
    linked('discord').as('discordUsername'),
    sql<{ source: 'admin' | 'patreon'; startsAt: string; endsAt: string | null }[]>`coalesce((
      select jsonb_agg(jsonb_build_object('source', g.source, 'startsAt', g.starts_at, 'endsAt', g.ends_at)
        order by g.starts_at) from grants g where g.user_id = users.id and ${runsAt(now, 'g')}), '[]')`.as('running'),
  ] as const;

const columns = { createdAt: 'users.created_at', username: 'users.username', email: 'users.email' } as const;

type Page = { limit: number; offset: number };
export type ColumnOrder = { sort: keyof typeof columns; order: UserOrder['order'] };

/** Maximum number of rows to scan in list order. If too few of them match, all hits are sorted instead. Grows with the offset. */
const walked = ({ limit, offset }: Page): number => 20_000 + 8 * (offset + limit);

/**
 * A page of search hits, and their total, for which counting stops at `MOST_COUNTED` + 1. Rare matches are found by index and
 * then sorted. Frequent matches are expected near the start of the list. If they are not there, all hits are sorted, because
 * scanning further could mean reading a million rows.
 */
export async function seekUsers(
  db: Kysely<DB>,
  filter: UserFilter,
  { sort, order }: ColumnOrder,
  { limit, offset }: Page,
  now: Date,
): Promise<{ total: number; users: UserRow[] }> {
  const [place, direction, most] = [sql.ref(columns[sort]), sql.raw(order), sql.lit(MOST_COUNTED + 1)];
  const [all, ways] = [byAll(filter, now), waysOf(filter, now)];
  const found = (upTo: RawBuilder<unknown>) => {
    const each = (way: RawBuilder<unknown>) =>
      sql`(select users.id, ${place} as place from users where ${all} and ${way} limit ${upTo})`;
    return sql`with found as materialized (select * from (
      ${sql.join((ways.length > 0 ? ways : [sql`true`]).map(each), sql` union `)}) hits limit ${upTo})`;
  };
  const ids = sql`array(select id from found order by place ${direction}, id ${direction}
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as ids`;
  const { rows } = await sql<{ total: number; ids: string[] }>`
    ${found(most)} select (select count(*)::int from found) as total, ${ids}`.execute(db);
  const { total = 0, ids: few = [] } = rows[0] ?? {};
  if (offset >= MOST_COUNTED) return { total, users: [] };
  const users = (chosen: string[]) =>
    db
      .selectFrom('users')
      .select(facts(now))
      .where(sql<SqlBool>`users.id = any (${chosen}::uuid[])`)
      .orderBy(columns[sort], order)
      .orderBy('users.id', order)
      .execute();
  if (total <= MOST_COUNTED) return { total, users: await users(few) };
  const near = await sql<{ ids: string[] }>`
    with found as (select users.id, ${place} as place from (select * from users where ${byStatus(filter.status, now)}
      order by ${place} ${direction}, id ${direction} limit ${sql.lit(walked({ limit, offset }))}) users
      where ${all} and (${sql.join(ways.length > 0 ? ways : [sql`true`], sql` or `)})) select ${ids}`.execute(db);
  if (near.rows[0]?.ids.length === limit) return { total, users: await users(near.rows[0].ids) };
  const sorted = await sql<{ ids: string[] }>`
    ${found(sql`all`)} select ${ids}`.execute(db);
  return { total, users: await users(sorted.rows[0]?.ids ?? []) };
}

/**
 * A page of users. Sorting by `premiumSince` requires `premium` and uses the earliest active grant. The page is selected before
 * anything is joined, so that the offset only skips index entries.
 */
export function findUsers(
  db: Kysely<DB>,
  filter: UserFilter,
  { sort, order }: UserOrder,
  { limit, offset }: Page,
  now: Date,
) {
  const fitting = select(db, filter, now).select('users.id').limit(sql.lit(limit)).offset(sql.lit(offset));
  const page =
    sort === 'premiumSince'
      ? fitting
          .innerJoin('grants', 'grants.user_id', 'users.id')
          .where(runsAt(now))
          .where(
            sql<SqlBool>`not exists (select from grants g where g.user_id = users.id and ${runsAt(now, 'g')}
              and (g.starts_at, g.id) < (grants.starts_at, grants.id))`,
          )
          .select(sql`grants.starts_at`.as('place'))
          .orderBy('grants.starts_at', order)
      : fitting.select(sql.ref(columns[sort]).as('place')).orderBy(columns[sort], order);
  return db
    .selectFrom(page.orderBy('users.id', order).as('page'))
    .innerJoin('users', 'users.id', 'page.id')
    .select(facts(now))
    .orderBy('page.place', order)
    .orderBy('users.id', order)
    .modifyFront(PLANNED_EACH_TIME)
    .execute();
}
export type UserRow = Awaited<ReturnType<typeof findUsers>>[number];

/** Users for the export, newest first: the next `limit` users after `last`. */
export function findUsersAfter(
  db: Kysely<DB>,
  filter: UserFilter,
  { last, limit }: { last: { createdAt: Date; id: string } | undefined; limit: number },
  now: Date,
) {
  return (
    select(db, filter, now)
      .select(facts(now))
      // The database stores times more precisely than a Date can, so compare with the row itself.
      .$if(last !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(users.created_at, users.id) < ((select created_at from users where id = ${last?.id}), ${last?.id}::uuid)`,
        ),
      )
      .orderBy('users.created_at', 'desc')
      .orderBy('users.id', 'desc')
      .limit(limit)
      .modifyFront(PLANNED_EACH_TIME)
      .execute()
  );
}

/** Number of Premium users, counted from the grants because few users have one. Erased users have no grants. */
const countHolders = async (db: Kysely<DB>, now: Date): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from (select distinct user_id from grants g where ${runsAt(now, 'g')}) held where not exists (
        select from users where users.id = held.user_id and users.deleted_at is not null and users.erased_at is null)
      limit ${sql.lit(MOST_COUNTED + 1)}) counted`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Number of matching users. Counting stops at `MOST_COUNTED` + 1. */
export async function countUsers(db: Kysely<DB>, filter: UserFilter, now: Date): Promise<number> {
  const { search, ids, role, status, premium } = filter;
  if (premium && !search && !ids && !role && !status) return countHolders(db, now);
  const fitting = select(db, filter, now)
    .select('users.id')
    .limit(sql.lit(MOST_COUNTED + 1));
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${fitting} counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A user by id, including deleted users who have not been erased yet. */
export function findUser(db: Kysely<DB>, id: string, now: Date) {
  return db
    .selectFrom('users')
    .leftJoin('two_factors', (join) =>
      join.onRef('two_factors.user_id', '=', 'users.id').on('two_factors.enabled_at', 'is not', null),
    )
    .leftJoin('users as suspenders', 'suspenders.id', 'users.suspended_by')
    .leftJoin('users as deleters', 'deleters.id', 'users.deleted_by')
    .select(facts(now))
    .select((eb) => [
      eb('users.password_hash', 'is not', null).as('hasPassword'),
      eb('two_factors.user_id', 'is not', null).as('twoFactor'),
      'suspenders.username as suspendedBy',
      'deleters.username as deletedBy',
    ])
    .where('users.id', '=', id)
    .where('users.erased_at', 'is', null)
    .executeTakeFirst();
}
export type UserDetailRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;
