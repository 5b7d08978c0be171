import { type Kysely, sql } from 'kysely';
import type { AdminReport } from '#contract/reports/api.ts';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/public.ts';
import { isOwnUploadKept, isUploadPublic } from '#server/features/uploads/public.ts';
import { idsMeant } from '#server/kit/db/id-search.ts';
import { containing } from '#server/kit/db/like.ts';
import { readDirection } from '#server/kit/http/list-query.ts';
import type { Named } from './rules.ts';

/** The reported subject, with its name at the time of the report. */
export type ReportSubject = { kind: 'resource' | 'profile' | 'post'; id: string; label: string };

const findResource = (db: Kysely<DB>, by: 'id' | 'slug', name: string) =>
  db
    .selectFrom('resources')
    .select(['id', 'title as label'])
    .where(by, '=', name)
    .where('submitted_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const findPerson = (db: Kysely<DB>, by: 'id' | 'username', name: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username as label'])
    .where(by, '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const findPost = (db: Kysely<DB>, named: Extract<Named, { kind: 'post' }>) => {
  const posts = db
    .selectFrom('forum_posts as post')
    .innerJoin('forum_threads as thread', 'thread.id', 'post.thread_id')
    .select(['post.id', 'thread.title as label'])
    .where('post.deleted_at', 'is', null)
    .where('thread.deleted_at', 'is', null);
  return named.by === 'id'
    ? posts.where('post.id', '=', named.name).executeTakeFirst()
    : posts.where('thread.id', '=', named.name).where('post.number', '=', named.number).executeTakeFirst();
};

/** Finds the subject that a report refers to; undefined if it does not exist. */
export async function findReportSubject(
  db: Kysely<DB>,
  named: Named | { kind: 'profile'; by: 'id'; name: string },
): Promise<ReportSubject | undefined> {
  const { kind, name } = named;
  if (named.kind === 'resource') {
    const row = await findResource(db, named.by, name);
    return row && { kind, ...row };
  }
  if (named.kind === 'post') {
    const row = await findPost(db, named);
    return row && { kind, ...row };
  }
  const row = await findPerson(db, named.by, name);
  return row && { kind, ...row };
}

export async function findEmail(db: Kysely<DB>, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email;
}

type NewReport = {
  kind: string;
  subjectId: string | null;
  label: string;
  address: string;
  reason: string;
  details: string;
  reporterId: string | null;
  email: string;
};

/** Stores a report. @returns its id and number */
export function insertReport(trx: Kysely<DB>, report: NewReport, now: Date) {
  return trx
    .insertInto('reports')
    .values({
      kind: report.kind,
      subject_id: report.subjectId,
      subject_label: report.label,
      address: report.address,
      reason: report.reason,
      details: report.details,
      reporter_id: report.reporterId,
      email: report.email,
      created_at: now,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

export type ReportFilter = {
  search?: string | undefined;
  status?: AdminReport['status'] | undefined;
  kind?: string | undefined;
  reason?: string | undefined;
  subject?: string | undefined;
  /** Set for the queue of moderators. */
  queue?: { categoryIds: readonly string[] | null; moderatorId: string } | undefined;
};

/** Reports about posts by others in these categories, or in all of them. */
const inQueue = ({ categoryIds, moderatorId }: NonNullable<ReportFilter['queue']>) =>
  sql<boolean>`(reports.kind = 'post' and exists (select from forum_posts p join forum_threads t on t.id = p.thread_id
    join forum_subcategories s on s.id = t.subcategory_id
    where p.id = reports.subject_id and p.author_id <> ${moderatorId}
      and (${categoryIds === null} or s.category_id = any (${[...(categoryIds ?? [])]}::uuid[]))))`;

/** Author of a reported post, and the subcategory that it is in. */
export function findReportedPlace(db: Kysely<DB>, postId: string) {
  return db
    .selectFrom('forum_posts')
    .innerJoin('forum_threads', 'forum_threads.id', 'forum_posts.thread_id')
    .select(['forum_posts.author_id as authorId', 'forum_threads.subcategory_id as subcategoryId'])
    .where('forum_posts.id', '=', postId)
    .executeTakeFirst();
}

const searched = (search: string, isQueue: boolean) => {
  const range = idsMeant(search);
  if (range) {
    const isMeant = (column: string) =>
      sql<boolean>`${sql.ref(column)} between ${range.from}::uuid and ${range.to}::uuid`;
    return sql<boolean>`(${isMeant('reports.id')} or ${isMeant('reports.subject_id')})`;
  }
  if (/^\d{1,9}$/.test(search)) return sql<boolean>`reports.number = ${Number(search)}`;
  const text = containing(search);
  // Moderators don't see addresses and emails, so their searches don't find them either.
  if (isQueue) return sql<boolean>`reports.subject_label ilike ${text}`;
  return sql<boolean>`(reports.subject_label ilike ${text} or reports.address ilike ${text} or reports.email ilike ${text})`;
};

const selectReports = (db: Kysely<DB>, { search, status, kind, reason, subject, queue }: ReportFilter) =>
  db
    .selectFrom('reports')
    // Uses the same expression as the index `reports_queue`, so that both parts of the index can be read in order.
    .$if(status !== undefined, (query) => query.where(sql<boolean>`(reports.status = 'OPEN') = ${status === 'OPEN'}`))
    .$if(status !== undefined && status !== 'OPEN', (query) => query.where('reports.status', '=', status ?? ''))
    .$if(kind !== undefined, (query) => query.where('reports.kind', '=', kind ?? ''))
    .$if(reason !== undefined, (query) => query.where('reports.reason', '=', reason ?? ''))
    .$if(subject !== undefined, (query) => query.where('reports.subject_id', '=', subject ?? ''))
    .$if(queue !== undefined, (query) => query.where(queue ? inQueue(queue) : sql<boolean>`true`))
    .$if(search !== undefined, (query) => query.where(searched(search ?? '', queue !== undefined)));

/** Maximum number of other reports about the same subject to count. */
const OTHERS_COUNTED = 100;

const withSubject = (reports: ReturnType<typeof selectReports>) =>
  reports
    .leftJoin('resources as thing', (join) =>
      join.onRef('thing.id', '=', 'reports.subject_id').on('reports.kind', '=', 'resource'),
    )
    .leftJoin('forum_posts as post', (join) =>
      join.onRef('post.id', '=', 'reports.subject_id').on('reports.kind', '=', 'post'),
    )
    .leftJoin('forum_threads as thread', 'thread.id', 'post.thread_id')
    .leftJoin('forum_subcategories as subcategory', 'subcategory.id', 'thread.subcategory_id')
    .leftJoin('forum_categories as category', 'category.id', 'subcategory.category_id')
    .leftJoin('users as person', (join) =>
      join.on(
        sql<boolean>`person.id = coalesce(thing.author_id, post.author_id, case reports.kind when 'profile' then reports.subject_id end)`,
      ),
    )
    .leftJoin('users as reporter', 'reporter.id', 'reports.reporter_id')
    .leftJoin('users as decider', 'decider.id', 'reports.decided_by')
    .select([
      'reports.id',
      'reports.number',
      'reports.kind',
      'reports.subject_id as subjectId',
      'reports.subject_label as label',
      'reports.address',
      'reports.reason',
      'reports.details',
      'reports.email',
      'reports.status',
      'reports.decision',
      'reports.decided_at as decidedAt',
      'reports.created_at as createdAt',
      'thing.deleted_at as thingDeletedAt',
      'thing.hidden_at as thingHiddenAt',
      'thing.id as thingId',
      'post.deleted_at as postDeletedAt',
      'thread.id as threadId',
      'thread.deleted_at as threadDeletedAt',
      'post.number as postNumber',
      'thread.post_count as threadPosts',
      'category.slug as categorySlug',
      'subcategory.slug as subcategorySlug',
      'person.username as owner',
      'person.deleted_at as personDeletedAt',
      'reporter.username as reporter',
      'decider.username as decidedBy',
      sql<number>`(select count(*) from (select 1 from reports other
        where other.subject_id = reports.subject_id and other.id <> reports.id limit ${OTHERS_COUNTED}) counted)`.as(
        'others',
      ),
    ]);

/** One page of reports: open ones first, then newest first. */
export function listReports(
  db: Kysely<DB>,
  filter: ReportFilter,
  page: { limit: number; offset: number; sort: 'newest' | 'oldest' | undefined },
) {
  return withSubject(selectReports(db, filter))
    .$if(page.sort === undefined, (query) => query.orderBy(sql`(reports.status = 'OPEN')`, 'desc'))
    .orderBy('reports.created_at', readDirection(page.sort))
    .orderBy('reports.id', readDirection(page.sort))
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

export function findReport(db: Kysely<DB>, id: string): Promise<ReportRow | undefined> {
  return withSubject(selectReports(db, {})).where('reports.id', '=', id).executeTakeFirst();
}

/** Number of reports, counted up to `most`. */
export async function countReports(db: Kysely<DB>, filter: ReportFilter, most: number): Promise<number> {
  const { total } = await db
    .selectFrom(selectReports(db, filter).select('reports.id').limit(most).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Locks a report until the transaction ends. Take the counter lock before this lock, and all other locks after it. */
export function lockReport(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('reports')
    .select([
      'number',
      'kind',
      'subject_id as subjectId',
      'subject_label as label',
      'email',
      'reporter_id as reporterId',
      'status',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
export type HeldReport = NonNullable<Awaited<ReturnType<typeof lockReport>>>;

type Decision = { status: 'UPHELD' | 'DISMISSED'; message: string; by: string | null };

export async function closeReport(
  trx: Kysely<DB>,
  id: string,
  { status, message, by }: Decision,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ status, decision: message, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .execute();
}

/** Email address and name of a reporter; for members, the current address. */
export async function findReporter(
  db: Kysely<DB>,
  { reporterId, email }: Pick<HeldReport, 'reporterId' | 'email'>,
): Promise<{ email: string; name: string } | undefined> {
  const member = await db
    .selectFrom('users')
    .select(['email', 'username as name'])
    .where('id', '=', reporterId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  // Deleted members get no email. For visitors, only the email address is known.
  if (reporterId !== null) return member;
  return email === '' ? undefined : { email, name: 'there' };
}

/**
 * Owner of the reported subject: the author of a resource or post, or the user of a profile. Undefined if the account was
 * deleted.
 */
export async function findSubjectOwner(db: Kysely<DB>, { kind, subjectId }: Pick<HeldReport, 'kind' | 'subjectId'>) {
  if (subjectId === null || kind === 'other') return undefined;
  const people = db
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.email'])
    .where('users.deleted_at', 'is', null);
  const found =
    kind === 'profile'
      ? people.where('users.id', '=', subjectId)
      : people.where('users.id', '=', (eb) =>
          eb
            .selectFrom(kind === 'post' ? 'forum_posts' : 'resources')
            .select('author_id')
            .where('id', '=', subjectId),
        );
  return found.executeTakeFirst();
}

/** The reported asset for links, and whether everyone can see it. Undefined if it is deleted, and for other kinds of reports. */
export async function findReportedAsset(
  db: Kysely<DB>,
  { kind, subjectId }: Pick<HeldReport, 'kind' | 'subjectId'>,
): Promise<{ id: string; isPublic: boolean } | undefined> {
  if (kind !== 'resource' || subjectId === null) return undefined;
  return await db
    .selectFrom('resources')
    .select(['id', isVisible.as('isPublic')])
    .where('id', '=', subjectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** For notifications, whose subject is the asset that they lead to, if any: whether the reporter can open it, and its leaker. */
export const isOpenToReporter = sql<boolean>`(n.subject_id is null or ${isUploadPublic})`;
export const isOpenToOwner = sql<boolean>`(n.subject_id is null or ${isOwnUploadKept})`;
