import { type Kysely, sql } from 'kysely';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import type { DB } from '#db/types.ts';

/** Decisions on which the usual wait is measured, and how old they may be. */
const WAITS_MEASURED = 50;
const WAITS_DAYS = 90;
/** Files compared per upload, largest first, and files of other uploads considered for each. */
const FILES_COMPARED = 1000;
const TWINS_PER_FILE = 50;
const MOST_DUPLICATES = 20;

/** Literal conditions, so that the partial index `resources_waiting` is used. */
const isWaiting = sql<boolean>`(resources.status = 'PENDING' and resources.status <> 'APPROVED'
  and resources.submitted_at is not null and resources.deleted_at is null)`;

const placeOf = (id: string) => sql`(select submitted_at, id from resources where id = ${id})`;

/**
 * The oldest waiting upload that nobody else reviews, or the first one behind `after`. Files that are still being checked don't
 * keep an upload out: it can be rejected.
 */
export async function findNextWaiting(
  db: Kysely<DB>,
  { after, viewerId, now }: { after: string | null; viewerId: string; now: Date },
): Promise<string | null> {
  const behind = after === null ? sql`true` : sql`(resources.submitted_at, resources.id) > ${placeOf(after)}`;
  const { rows } = await sql<{ id: string }>`select resources.id from resources
    where ${isWaiting} and ${behind} and not exists (select from upload_reviews
      where resource_id = resources.id and reviewer_id <> ${viewerId} and held_until > ${now})
    order by resources.submitted_at, resources.id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Number of waiting uploads that were submitted before this one, and itself; null if it isn't waiting. */
export async function findPosition(db: Kysely<DB>, id: string): Promise<number | null> {
  const { rows } = await sql<{ position: number | null }>`select case when ${isWaiting} then (
      select count(*)::int from resources as resources_before where status = 'PENDING' and status <> 'APPROVED'
        and submitted_at is not null and deleted_at is null
        and (submitted_at, id) <= (resources.submitted_at, resources.id)
    ) end as position from resources where id = ${id}`.execute(db);
  return rows[0]?.position ?? null;
}

/** Median seconds from submission to the first decision after it, over the latest decisions, and their number. */
export async function measureWait(db: Kysely<DB>, now: Date): Promise<{ seconds: number | null; decisions: number }> {
  const since = new Date(now.getTime() - WAITS_DAYS * 86_400_000);
  const { rows } = await sql<{ seconds: number | null; decisions: number }>`
    select percentile_cont(0.5) within group (order by seconds)::float8 as seconds, count(*)::int as decisions from (
      select extract(epoch from d.decided_at - r.submitted_at)::float8 as seconds
      from resource_decisions d join resources r on r.id = d.resource_id
      where d.status <> 'PENDING' and d.decided_at > ${since} and d.decided_at >= r.submitted_at
        and not exists (select from resource_decisions earlier where earlier.resource_id = d.resource_id
          and earlier.decided_at < d.decided_at and earlier.decided_at >= r.submitted_at)
      order by d.decided_at desc limit ${WAITS_MEASURED}
    ) latest`.execute(db);
  return rows[0] ?? { seconds: null, decisions: 0 };
}

/** The lock of an upload, also one whose time is over. */
export function findLock(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('upload_reviews')
    .innerJoin('users', 'users.id', 'upload_reviews.reviewer_id')
    .select(['reviewer_id as reviewerId', 'users.username as reviewer', 'held_until as heldUntil'])
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
}
export type LockRow = NonNullable<Awaited<ReturnType<typeof findLock>>>;

type Hold = { resourceId: string; reviewerId: string; until: Date; now: Date };

/** Locks a waiting upload or renews the lock, unless someone else holds it. */
export async function holdLock(db: Kysely<DB>, { resourceId, reviewerId, until, now }: Hold): Promise<void> {
  await sql`insert into upload_reviews (resource_id, reviewer_id, held_until)
    select resources.id, ${reviewerId}::uuid, ${until} from resources where id = ${resourceId} and ${isWaiting}
    on conflict (resource_id) do update set reviewer_id = excluded.reviewer_id, held_until = excluded.held_until
    where upload_reviews.reviewer_id = excluded.reviewer_id or upload_reviews.held_until <= ${now}`.execute(db);
}

/** Ends a lock; that of one person, or that of any reviewer if `reviewerId` is missing. */
export async function deleteLock(db: Kysely<DB>, resourceId: string, reviewerId?: string): Promise<void> {
  await db
    .deleteFrom('upload_reviews')
    .where('resource_id', '=', resourceId)
    .$if(reviewerId !== undefined, (query) => query.where('reviewer_id', '=', reviewerId ?? ''))
    .execute();
}

type Duplicate = { id: string; title: string; creator: string; status: UploadStatus; files: number; path: string };

/** Other submitted uploads, except other versions, that have files with the same content, most files in common first. */
export async function findDuplicates(db: Kysely<DB>, resourceId: string): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    select other.id, other.title, users.username as creator, other.status, count(*)::int as files, min(mine.path) as path
    from (
      select distinct on (size, sha256) size, sha256, path from resource_files
      where resource_id = ${resourceId} and size > 0 order by size desc, sha256, path limit ${FILES_COMPARED}
    ) mine
    cross join lateral (
      select distinct resource_id from (
        select resource_id from resource_files twin where twin.sha256 = mine.sha256 and twin.size = mine.size
          and twin.resource_id <> ${resourceId} limit ${TWINS_PER_FILE}
      ) twins
    ) twin
    join resources other on other.id = twin.resource_id
    join users on users.id = other.author_id
    where other.deleted_at is null and other.submitted_at is not null
      and coalesce(other.version_of, other.id) <> (select coalesce(version_of, id) from resources where id = ${resourceId})
    group by other.id, users.username
    order by files desc, other.created_at, other.id limit ${MOST_DUPLICATES}`.execute(db);
  return rows;
}

type CreatorHistory = {
  memberSince: Date;
  approved: number;
  rejected: number;
  reports: number;
  openReports: number;
};

/** What is known about the creator of an upload. */
export async function findCreatorHistory(db: Kysely<DB>, userId: string): Promise<CreatorHistory | undefined> {
  const { rows } = await sql<CreatorHistory>`
    select users.created_at as "memberSince", decided.approved, decided.rejected, reported.reports, reported."openReports"
    from users,
      lateral (select count(*) filter (where status = 'APPROVED')::int as approved,
          count(*) filter (where status = 'REJECTED')::int as rejected
        from resource_decisions where leaker_id = users.id) decided,
      lateral (select count(*)::int as reports, count(*) filter (where status = 'OPEN')::int as "openReports"
        from reports where subject_id = users.id
          or subject_id in (select id from resources where author_id = users.id)) reported
    where users.id = ${userId}`.execute(db);
  return rows[0];
}

/** Author and status of a submitted upload; undefined for drafts and deleted ones. */
export function findSubmitted(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('resources')
    .select(['author_id as authorId', 'status'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('submitted_at', 'is not', null)
    .executeTakeFirst();
}
