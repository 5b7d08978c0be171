import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { DB } from '#db/types.ts';
import { idsMeant } from '#server/kit/db/id-search.ts';
import { beginningWith, containing } from '#server/kit/db/like.ts';
import { PLANNED_EACH_TIME } from '#server/kit/db/prepared-statements.ts';
import { readDirection } from '#server/kit/http/list-query.ts';

type ReviewedStatus = LeakerApplication['status'];
type Filter = { search: string | undefined; status: ReviewedStatus | undefined };
type Page = { limit: number; offset: number };

const MOST = sql.lit(MOST_COUNTED_HITS + 1);

/** Uses the same expression as the queue's index, so that queries for decided applications can also use that index. */
const inStatus = (status: ReviewedStatus | undefined): RawBuilder<boolean> =>
  status === undefined
    ? sql`true`
    : sql`(leaker_applications.status = ${sql.lit(status)}
        and (leaker_applications.status = 'PENDING') = ${sql.lit(status === 'PENDING')})`;

const fits = (search: string | undefined): RawBuilder<boolean> => {
  if (search === undefined) return sql`true`;
  const range = idsMeant(search);
  const text = containing(search);
  return range
    ? sql`leaker_applications.id between ${range.from}::uuid and ${range.to}::uuid`
    : sql`(users.username ilike ${text} or users.email ilike ${text})`;
};

/** Applications that match a filter, or those whose ids are in `hits`. Excludes applications by deleted users. */
const selectApplications = (db: Kysely<DB>, { search, status }: Filter, hits: readonly string[] | null = null) =>
  db
    .selectFrom('leaker_applications')
    .innerJoin('users', 'users.id', 'leaker_applications.user_id')
    .where('users.deleted_at', 'is', null)
    .where(inStatus(status))
    .where(
      hits
        ? sql<boolean>`leaker_applications.id = any (string_to_array(${hits.join(',')}, ',')::uuid[])`
        : fits(search),
    );

const withDecider = (applications: ReturnType<typeof selectApplications>) =>
  applications
    .leftJoin('users as deciders', 'deciders.id', 'leaker_applications.decided_by')
    .select([
      'leaker_applications.id',
      'leaker_applications.user_id as userId',
      'users.username',
      'users.email',
      'users.role',
      'users.suspended_at as suspendedAt',
      'users.suspended_until as suspendedUntil',
      'leaker_applications.status',
      'leaker_applications.reason',
      'leaker_applications.created_at as createdAt',
      'leaker_applications.decided_at as decidedAt',
      'deciders.username as decidedBy',
    ]);

const inOrder = (applications: ReturnType<typeof selectApplications>, sort?: 'newest' | 'oldest') =>
  withDecider(applications)
    .$if(sort === undefined, (query) => query.orderBy(sql`(leaker_applications.status = 'PENDING')`, 'desc'))
    .orderBy('leaker_applications.created_at', readDirection(sort))
    .orderBy('leaker_applications.id', readDirection(sort));

/** What `findingsOf` needs; of decided applications, nothing is looked up. */
const withFindings = (applications: ReturnType<typeof withDecider>) =>
  applications.select([
    'users.created_at as joinedAt',
    'users.email_verified_at as emailVerifiedAt',
    sql<boolean>`(leaker_applications.status = 'PENDING' and exists (select from leaker_applications earlier
      where earlier.user_id = users.id and earlier.status = 'REJECTED'))`.as('wasRejected'),
    sql<boolean>`(leaker_applications.status = 'PENDING' and exists (select from reports
      where reports.subject_id = users.id and reports.status = 'OPEN'))`.as('isReported'),
  ]);

/**
 * One page of applications, with pending ones first. If `sort` is set, they are sorted by time alone. `hits` comes from
 * `searchApplicationIds`.
 */
export function listApplications(
  db: Kysely<DB>,
  filter: Filter,
  { hits, page, sort }: { hits: readonly string[] | null; page: Page; sort: 'newest' | 'oldest' | undefined },
) {
  return withFindings(inOrder(selectApplications(db, filter, hits), sort))
    .limit(sql.lit(page.limit))
    .offset(sql.lit(page.offset))
    .$if(filter.search !== undefined && hits === null, (query) => query.modifyFront(PLANNED_EACH_TIME))
    .execute();
}
export type ListedApplicationRow = Awaited<ReturnType<typeof listApplications>>[number];
type ReviewedApplicationRow = Awaited<ReturnType<ReturnType<typeof withDecider>['execute']>>[number];

/** Applications that follow a given one in list order, for exports. `at` is the creation time at full precision. */
export function findApplicationsAfter(
  db: Kysely<DB>,
  filter: Filter,
  last: ApplicationExportRow | undefined,
  limit: number,
) {
  return inOrder(selectApplications(db, filter))
    .select(sql<string>`leaker_applications.created_at::text`.as('at'))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`((leaker_applications.status = 'PENDING'), leaker_applications.created_at, leaker_applications.id)
          < (${last?.status === 'PENDING'}, ${last?.at}::timestamptz, ${last?.id}::uuid)`,
      ),
    )
    .limit(sql.lit(limit))
    .execute();
}
export type ApplicationExportRow = ReviewedApplicationRow & { at: string };

/** An application with details about the applicant. */
export function findApplication(db: Kysely<DB>, id: string) {
  return withFindings(withDecider(selectApplications(db, { search: undefined, status: undefined })))
    .select([
      'users.display_name as displayName',
      'users.bio',
      'users.uploads_count as uploads',
      'users.followers_count as followers',
    ])
    .where('leaker_applications.id', '=', id)
    .executeTakeFirst();
}

/** Number of applications that match a filter, counted up to 10,001. */
export async function countApplications(db: Kysely<DB>, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from leaker_applications join users on users.id = leaker_applications.user_id
      where users.deleted_at is null and ${inStatus(filter.status)} and ${fits(filter.search)} limit ${MOST}
    ) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Number of applications by deleted users; the counters still include them. */
export async function countOfDeleted(db: Kysely<DB>, status: ReviewedStatus | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from users join leaker_applications on leaker_applications.user_id = users.id
    where users.deleted_at is not null and users.erased_at is null and ${inStatus(status)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Ids of all applications that match a search, for lists that are too long to scan; null if there may be more than 10,000.
 * Searches shorter than three characters only match the start of usernames.
 */
export async function searchApplicationIds(
  db: Kysely<DB>,
  { status }: Filter,
  search: string,
): Promise<string[] | null> {
  const text = containing(search);
  const { from, before } = beginningWith(search);
  const named =
    [...search].length < 3
      ? sql`username ~>=~ ${from} and username ~<~ ${before} and deleted_at is null`
      : sql`(username ilike ${text} or email ilike ${text}) and deleted_at is null`;
  if (idsMeant(search)) return null;
  const { rows } = await sql<{ people: number; ids: string[] | null }>`
    with named as materialized (select id from users where ${named} limit ${MOST})
    select (select count(*)::int from named) as people, (select array_agg(id) from (
      select leaker_applications.id from named join leaker_applications on leaker_applications.user_id = named.id
      where ${inStatus(status)} limit ${MOST}) found) as ids`.execute(db);
  const { people = 0, ids = null } = rows[0] ?? {};
  return people > MOST_COUNTED_HITS || (ids?.length ?? 0) > MOST_COUNTED_HITS ? null : (ids ?? []);
}

/** Locks the applicant's row until the transaction ends, so that their role cannot change. */
export async function lockApplicantForDecision(trx: Kysely<DB>, applicationId: string) {
  return trx
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'role',
      'verified',
      'demo',
      'suspended_at as suspendedAt',
      'suspended_until as suspendedUntil',
    ])
    .where('id', '=', (eb) => eb.selectFrom('leaker_applications').select('user_id').where('id', '=', applicationId))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Closes a pending application. Returns false if it was no longer pending. */
export async function closeApplication(
  trx: Kysely<DB>,
  id: string,
  { status, reason, decidedBy }: { status: ReviewedStatus; reason: string | null; decidedBy: string | null },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('leaker_applications')
    .set({ status, reason, decided_at: now, decided_by: decidedBy })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function makeLeaker(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ role: 'LEAKER', verified: true, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
