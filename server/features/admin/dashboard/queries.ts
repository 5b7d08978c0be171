// Site-wide statistics. Past days are counted once and then stored; live counts use an index.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { IdRange } from '#server/kit/db/id-search.ts';
import { containing } from '#server/kit/db/like.ts';
import type { Direction } from '#server/kit/http/list-query.ts';
import { hasPremiumAt, isOpenAt, runsAt } from '#server/platform/premium-grants.ts';

/** Kinds of counts in `daily_counts`: events per day, and net changes of totals per day. */
export const dayKinds = [
  'users',
  'uploads',
  'downloads',
  'premium',
  'net.users',
  'net.leakers',
  'net.premium',
  'net.uploads',
] as const;
export type DayKind = (typeof dayKinds)[number];
export type DayCount = { kind: DayKind; day: string; count: number };

/** The first and last day with stored counts; null before the job's first run. */
export async function findCountedDays(db: Kysely<DB>): Promise<{ first: string; last: string } | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day) as first, max(day) as last from daily_counts where kind = 'users'`.execute(db);
  const [row] = rows;
  return row?.first && row.last ? { first: row.first, last: row.last } : null;
}

export async function findDayCounts(db: Kysely<DB>, from: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select kind, day, count from daily_counts where day >= ${from}::date`.execute(db);
  return rows;
}

/**
 * Counts events per day in a time range; days without events are left out. A resource counts as public from its first approval
 * until it is hidden or deleted.
 */
export async function countDays(db: Kysely<DB>, from: Date, until: Date): Promise<DayCount[]> {
  const day = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`;
  const isApproved = sql`status = 'APPROVED' and approved_at is not null`;
  const { rows } = await sql<DayCount>`
    select 'users' as kind, ${day('created_at')} as day, count(*) as count
    from users where deleted_at is null and ${within('created_at')} group by 2
    union all select 'uploads', ${day('submitted_at')}, count(*)
    from resources where submitted_at is not null and deleted_at is null and ${within('submitted_at')} group by 2
    union all select 'downloads', ${day('created_at')}, count(*) from downloads where ${within('created_at')} group by 2
    union all select 'premium', ${day('starts_at')}, count(*) from grants where ${within('starts_at')} group by 2
    union all select 'net.users', ${day('at')}, sum((role_after is not null)::int - (role_before is not null)::int)
    from role_changes where ${within('at')} group by 2
    union all select 'net.leakers', ${day('at')},
      sum(coalesce((role_after = 'LEAKER')::int, 0) - coalesce((role_before = 'LEAKER')::int, 0))
    from role_changes where ${within('at')} group by 2
    union all select 'net.premium', day, sum(step) from (
      select ${day('starts_at')} as day, 1 as step from grants where ${within('starts_at')}
      union all select ${day('ends_at')}, -1 from grants where ends_at is not null and ${within('ends_at')}
    ) granted group by 2
    union all select 'net.uploads', day, sum(step) from (
      select ${day('approved_at')} as day, 1 as step from resources where ${isApproved} and ${within('approved_at')}
      union all select ${day('deleted_at')}, -1 from resources
        where ${isApproved} and hidden_at is null and deleted_at is not null and ${within('deleted_at')}
      union all select ${day('hidden_at')}, -1 from resources
        where ${isApproved} and hidden_at is not null and deleted_at is null and ${within('hidden_at')}
      union all select ${day('hidden_at')}, -1 from resources
        where ${isApproved} and deleted_at is not null and deleted_at >= ${from} and ${within('hidden_at')}
    ) shown group by 2`.execute(db);
  return rows;
}

/** Time of the first event that is counted; null on an empty site. */
export async function findFirstMoment(db: Kysely<DB>): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(created_at) from users where deleted_at is null),
      (select min(at) from role_changes),
      (select min(created_at) from downloads),
      (select min(starts_at) from grants),
      (select min(approved_at) from resources where approved_at is not null)) as at`.execute(db);
  return rows[0]?.at ?? null;
}

/** Stores daily counts. Existing counts are kept, so it is safe to run this again. */
export async function keepDayCounts(db: Kysely<DB>, counts: readonly DayCount[]): Promise<void> {
  await sql`
    insert into daily_counts (kind, day, count)
    select * from unnest(${counts.map(({ kind }) => kind)}::text[], ${counts.map(({ day }) => day)}::date[],
      ${counts.map(({ count }) => count)}::bigint[])
    on conflict do nothing`.execute(db);
}

/** Number of users with an active grant, by stored role, now and at an earlier time. */
export async function countPremiumByRole(db: Kysely<DB>, now: Date, then: Date) {
  const running = (at: Date) => sql`${runsAt(at, 'g')}
    and (u.deleted_at is null or u.deleted_at > ${at})`;
  const { rows } = await sql<{ role: string; now: number; before: number }>`
    select u.role, count(distinct u.id) filter (where ${running(now)}) as now,
      count(distinct u.id) filter (where ${running(then)}) as before
    from grants g join users u on u.id = g.user_id
    where ${isOpenAt(then, 'g')} group by 1`.execute(db);
  return rows;
}

/** Counts up to `most` files. If there are more, returns the planner's estimate. */
export async function countAllFiles(db: Kysely<DB>, most: number): Promise<{ fileCount: number; isEstimate: boolean }> {
  const { rows } = await sql<{ counted: number; estimate: number }>`
    select (select count(*) from (select 1 from resource_files limit ${most + 1}) found) as counted,
      (select greatest(reltuples, 0)::bigint from pg_class where oid = 'resource_files'::regclass) as estimate`.execute(
    db,
  );
  const { counted = 0, estimate = 0 } = rows[0] ?? {};
  const isEstimate = counted > most;
  return { fileCount: isEstimate ? Math.max(counted, estimate) : counted, isEstimate };
}

/** Time of the oldest open application, upload, report and request, and the number of reports (up to `most`). */
export async function findWaiting(db: Kysely<DB>, most: number) {
  type Waiting = Record<'application' | 'upload' | 'report' | 'request', Date | null> & { reports: number };
  const { rows } = await sql<Waiting>`
    select
      (select created_at from leaker_applications where status = 'PENDING' order by created_at limit 1) as application,
      (select submitted_at from resources where status = 'PENDING' and submitted_at is not null and deleted_at is null
        order by submitted_at, id limit 1) as upload,
      (select min(created_at) from reports where (status = 'OPEN') = true) as report,
      (select created_at from resource_requests where status = 'Pending' and removed_at is null
        order by created_at limit 1) as request,
      (select count(*) from (select 1 from reports where (status = 'OPEN') = true limit ${most}) open) as reports`.execute(
    db,
  );
  return rows[0] ?? { application: null, upload: null, report: null, request: null, reports: 0 };
}

/** Version, size and migrations of the database. */
export async function describeDatabase(db: Kysely<DB>) {
  const { rows } = await sql<{ version: string; bytes: number; migrations: number; last: string | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from kysely_migration) as migrations, (select max(name) from kysely_migration) as last`.execute(
    db,
  );
  return rows[0] ?? { version: '', bytes: 0, migrations: 0, last: null };
}

/** Minimum length for a trigram search. Shorter search text contains no trigram, so it only matches as a prefix. */
const TRIGRAM = 3;

type Person = { id: string; username: string; email: string; role: string; isPremium: boolean };

const selectPeople = async (db: Kysely<DB>, condition: RawBuilder<unknown>, most: number, now: Date) => {
  const { rows } = await sql<Person>`
    select id, username, email, role, ${hasPremiumAt(now, 'u')} as "isPremium"
    from users u where deleted_at is null and ${condition} limit ${most}`.execute(db);
  return rows;
};

/**
 * A few users whose id matches or whose username starts with the text. If fewer than `most` usernames match, the list is filled
 * with users who have the text anywhere in their username or email.
 */
export async function searchUsers(
  db: Kysely<DB>,
  text: string,
  ids: IdRange | null,
  most: number,
  now: Date,
): Promise<Person[]> {
  if (ids) return selectPeople(db, sql`id between ${ids.from}::uuid and ${ids.to}::uuid`, most, now);
  const name = text.toLowerCase();
  // A range condition, because a generic plan could not use the index for "like".
  const begins = sql`username ~>=~ ${name} and username ~<~ ${`${name}\u{10ffff}`} order by username using ~<~`;
  const named = await selectPeople(db, begins, most, now);
  if (named.length >= most || text.length < TRIGRAM) return named;
  const pattern = containing(text);
  const others = await selectPeople(db, sql`(username ilike ${pattern} or email ilike ${pattern})`, most, now);
  return [...new Map([...named, ...others].map((person) => [person.id, person])).values()].slice(0, most);
}

/** A few uploads that match by id or title. Text that is too short for the trigram index matches no title. */
export async function searchUploads(db: Kysely<DB>, text: string, ids: IdRange | null, most: number) {
  if (!ids && text.length < TRIGRAM) return [];
  const condition = ids
    ? sql`r.id between ${ids.from}::uuid and ${ids.to}::uuid`
    : sql`r.title ilike ${containing(text)}`;
  const { rows } = await sql<{ id: string; title: string; leaker: string; status: string }>`
    select r.id, r.title, u.username as leaker, r.status from resources r join users u on u.id = r.author_id
    where r.submitted_at is not null and r.deleted_at is null and ${condition} limit ${most}`.execute(db);
  return rows;
}

/** A few applications with these ids or by these applicants, newest first. */
export async function searchApplications(
  db: Kysely<DB>,
  { ids, people }: { ids: IdRange | null; people: readonly string[] },
  most: number,
) {
  const condition = ids
    ? sql`(a.id between ${ids.from}::uuid and ${ids.to}::uuid or a.user_id = any (${[...people]}::uuid[]))`
    : sql`a.user_id = any (${[...people]}::uuid[])`;
  const { rows } = await sql<{ id: string; username: string; status: string; createdAt: Date }>`
    select a.id, u.username, a.status, a.created_at as "createdAt" from leaker_applications a
    join users u on u.id = a.user_id where ${condition} order by a.created_at desc, a.id limit ${most}`.execute(db);
  return rows;
}

export type ActivityFilter = {
  type?: string | undefined;
  /** Limits the list to activity by these users; with `ids`, entries with those ids are included too. */
  people?: readonly string[] | undefined;
  ids?: IdRange | null | undefined;
};

const activityWhere = ({ type, people, ids }: ActivityFilter): RawBuilder<unknown> => {
  const conditions = [sql`true`];
  // A literal, so that the cached plan can use the statistics for that type.
  if (type) conditions.push(sql`a.type = ${sql.lit(type)}`);
  if (people) {
    const byPeople = sql`a.user_id = any (${[...people]}::uuid[])`;
    conditions.push(ids ? sql`(${byPeople} or a.id between ${ids.from}::uuid and ${ids.to}::uuid)` : byPeople);
  }
  return sql.join(conditions, sql` and `);
};

/** `cursor` is the time with microseconds, which a Date would truncate. */
export type SiteActivityRow = {
  id: string;
  type: string;
  user: string | null;
  details: string;
  at: Date;
  cursor: string;
};

type ActivityPage = { limit: number; offset: number; direction: Direction };

const selectActivity = (
  filter: ActivityFilter,
  after: RawBuilder<unknown>,
  { limit, offset, direction }: ActivityPage,
) =>
  // Select the page before joining the names, so that the offset only skips index entries.
  sql<SiteActivityRow>`
    select a.id, a.type, u.username as "user", a.details, a.created_at as at, a.created_at::text as cursor
    from (select id, type, user_id, details, created_at from activity a where ${activityWhere(filter)} ${after}
      order by created_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${limit} offset ${offset}) a
    left join users u on u.id = a.user_id order by a.created_at ${sql.raw(direction)}, a.id ${sql.raw(direction)}`;

/** A page of activity, ordered by time. */
export async function listSiteActivity(db: Kysely<DB>, filter: ActivityFilter, page: ActivityPage) {
  return (await selectActivity(filter, sql``, page).execute(db)).rows;
}

/** The entries that follow `last`, in the same order. */
export async function findActivityAfter(
  db: Kysely<DB>,
  filter: ActivityFilter,
  last: SiteActivityRow | undefined,
  limit: number,
) {
  const after = last ? sql`and (a.created_at, a.id) < (${last.cursor}::timestamptz, ${last.id}::uuid)` : sql``;
  return (await selectActivity(filter, after, { limit, offset: 0, direction: 'desc' }).execute(db)).rows;
}

export async function countSiteActivity(db: Kysely<DB>, filter: ActivityFilter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from activity a where ${activityWhere(filter)} limit ${most}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
