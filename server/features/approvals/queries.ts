import { type Kysely, sql } from 'kysely';
import type { UploadStatus } from '#contract/arrivals.ts';
import type { DB } from '#db/types.ts';

/** Waits for the turn of the counters, which comes before the lock of any resource or person (docs/architecture.md). */
export const awaitTurn = async (trx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(712020)`.execute(trx);
};

/** A resource that is not deleted, held until the transaction ends. To be called after `awaitTurn`. */
export const lockResource = (trx: Kysely<DB>, id: string) =>
  trx
    .selectFrom('resources')
    .select([
      'author_id as authorId',
      'title',
      'category',
      'status',
      'status_reason as reason',
      'licence',
      'rights_declared_at as rightsDeclaredAt',
      'sale_declared_at as saleDeclaredAt',
      'submitted_at as submittedAt',
      'file_count as fileCount',
      'likes',
      'hidden_at as hiddenAt',
      'hidden_reason as hiddenReason',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
export type HeldResource = NonNullable<Awaited<ReturnType<typeof lockResource>>>;

/** Whom a notice about a resource goes to, held until the transaction ends; undefined when they have left. */
export const lockAuthor = (trx: Kysely<DB>, id: string) =>
  trx
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

type Standing = { status: UploadStatus; reason: string | null };

/** Sets what was decided; the time of the first approval stays. */
export const setStatus = async (trx: Kysely<DB>, id: string, { status, reason }: Standing, now: Date) => {
  const approvedAt = status === 'APPROVED' ? sql<Date>`coalesce(approved_at, ${now})` : sql<Date | null>`approved_at`;
  await trx
    .updateTable('resources')
    .set({ status, status_reason: reason, approved_at: approvedAt })
    .where('id', '=', id)
    .execute();
};

export const setDeleted = async (trx: Kysely<DB>, id: string, by: string | null, now: Date): Promise<void> => {
  await trx.updateTable('resources').set({ deleted_at: now, deleted_by: by }).where('id', '=', id).execute();
};

/** A resource that was deleted, held until the transaction ends. To be called after `awaitTurn`. */
export const lockDeleted = (trx: Kysely<DB>, id: string) =>
  trx
    .selectFrom('resources')
    .select(['author_id as authorId', 'title', 'status', 'likes', 'hidden_at as hiddenAt', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setRestored = async (trx: Kysely<DB>, id: string): Promise<void> => {
  await trx
    .updateTable('resources')
    .set({ deleted_at: null, deleted_by: null, deleted_with_author: false })
    .where('id', '=', id)
    .execute();
};

type Hiding = { at: Date | null; reason: string | null; by: string | null };

/** Hides a resource, or with nulls shows it again. */
export const setHidden = async (trx: Kysely<DB>, id: string, { at, reason, by }: Hiding): Promise<void> => {
  await trx
    .updateTable('resources')
    .set({ hidden_at: at, hidden_reason: reason, hidden_by: by })
    .where('id', '=', id)
    .execute();
};

/** Credits somebody with the likes of a resource that becomes public, or takes them back. */
export const creditLikes = async (trx: Kysely<DB>, authorId: string, by: number): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ total_likes: sql`total_likes + ${by}`, reputation: sql`reputation + ${by}` })
    .where('id', '=', authorId)
    .execute();
};

type Decision = { resourceId: string; leakerId: string; decidedBy: string | null } & Standing;

export const insertDecision = async (trx: Kysely<DB>, decision: Decision, now: Date): Promise<void> => {
  await trx
    .insertInto('resource_decisions')
    .values({
      resource_id: decision.resourceId,
      leaker_id: decision.leakerId,
      status: decision.status,
      reason: decision.reason,
      decided_by: decision.decidedBy,
      decided_at: now,
    })
    .execute();
};

/** Whether files of a resource are being received or checked. */
export const isUnderWay = async (db: Kysely<DB>, resourceId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('upload_sessions')
    .select('id')
    .where('resource_id', '=', resourceId)
    .where('state', 'in', ['RECEIVING', 'CHECKING'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

type Filter = { search?: string | undefined; status?: UploadStatus | undefined };
type Page = { limit: number; offset: number };

/** What was typed as it stands, wherever it occurs: `%`, `_` and backslashes mean themselves. */
const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;

const selectApplications = (db: Kysely<DB>, { search, status }: Filter) =>
  db
    .selectFrom('leaker_applications')
    .innerJoin('users', 'users.id', 'leaker_applications.user_id')
    .where('users.deleted_at', 'is', null)
    .$if(status !== undefined, (query) => query.where('leaker_applications.status', '=', status ?? ''))
    .$if(search !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('users.username', 'ilike', containing(search ?? '')),
          eb('users.email', 'ilike', containing(search ?? '')),
        ]),
      ),
    );

const withDecider = (applications: ReturnType<typeof selectApplications>) =>
  applications
    .leftJoin('users as deciders', 'deciders.id', 'leaker_applications.decided_by')
    .select([
      'leaker_applications.id',
      'leaker_applications.user_id as userId',
      'users.username',
      'users.email',
      'leaker_applications.status',
      'leaker_applications.reason',
      'leaker_applications.created_at as createdAt',
      'leaker_applications.decided_at as decidedAt',
      'deciders.username as decidedBy',
    ]);

/** A page of applications: those that wait first, then the newest. */
export const findApplications = (db: Kysely<DB>, filter: Filter, page: Page) =>
  withDecider(selectApplications(db, filter))
    .orderBy(sql`leaker_applications.status = 'PENDING'`, 'desc')
    .orderBy('leaker_applications.created_at', 'desc')
    .orderBy('leaker_applications.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
export type ApplicationRow = Awaited<ReturnType<typeof findApplications>>[number];

export const findApplication = (db: Kysely<DB>, id: string): Promise<ApplicationRow | undefined> =>
  withDecider(selectApplications(db, {})).where('leaker_applications.id', '=', id).executeTakeFirst();

export const countApplications = async (db: Kysely<DB>, filter: Filter): Promise<number> => {
  const { total } = await selectApplications(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** Who sent an application, held until the transaction ends: what they are cannot change while it is decided. */
export const lockApplicant = async (trx: Kysely<DB>, applicationId: string) =>
  trx
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'role',
      'demo',
      'suspended_at as suspendedAt',
      'suspended_until as suspendedUntil',
    ])
    .where('id', '=', (eb) => eb.selectFrom('leaker_applications').select('user_id').where('id', '=', applicationId))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Closes an application that is open; answers whether it was. */
export const closeApplication = async (
  trx: Kysely<DB>,
  id: string,
  { status, reason, decidedBy }: Standing & { decidedBy: string | null },
  now: Date,
): Promise<boolean> => {
  const row = await trx
    .updateTable('leaker_applications')
    .set({ status, reason, decided_at: now, decided_by: decidedBy })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const makeLeaker = async (trx: Kysely<DB>, userId: string, now: Date): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ role: 'LEAKER', verified: true, updated_at: now })
    .where('id', '=', userId)
    .execute();
};

/** Without a join, so that what is counted can be counted in an index. */
const selectUploads = (db: Kysely<DB>, { search, status }: Filter) =>
  db
    .selectFrom('resources')
    .where('resources.submitted_at', 'is not', null)
    .where('resources.deleted_at', 'is', null)
    // A literal: with a parameter the plan that is kept could not use the partial index.
    .$if(status !== undefined, (query) => query.where('resources.status', '=', sql.lit(status ?? '')))
    .$if(search !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('resources.title', 'ilike', containing(search ?? '')),
          eb('resources.category', 'ilike', containing(search ?? '')),
          eb('resources.author_id', 'in', (of) =>
            of
              .selectFrom('users')
              .select('id')
              .where('username', 'ilike', containing(search ?? '')),
          ),
        ]),
      ),
    );

const withStanding = (uploads: ReturnType<typeof selectUploads>) =>
  uploads
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select((eb) => [
      'resources.id',
      'resources.title',
      'users.username as leaker',
      'resources.category',
      'resources.editor',
      'resources.type',
      'resources.status',
      'resources.status_reason as reason',
      'resources.is_premium as isPremium',
      'resources.thumbnail_key as thumbnailKey',
      'resources.licence',
      'resources.rights_declared_at as rightsDeclaredAt',
      'resources.file_count as fileCount',
      'resources.file_size as fileSize',
      'resources.views',
      'resources.likes',
      'resources.saves',
      'resources.downloads',
      'resources.submitted_at as submittedAt',
      'resources.created_at as createdAt',
      eb
        .exists(
          eb
            .selectFrom('upload_sessions')
            .select('upload_sessions.id')
            .whereRef('upload_sessions.resource_id', '=', 'resources.id')
            .where('upload_sessions.state', 'in', ['RECEIVING', 'CHECKING']),
        )
        .as('isUnderWay'),
    ]);

/** A page of what was handed in, newest first. */
export const findUploads = (db: Kysely<DB>, filter: Filter, page: Page) =>
  withStanding(selectUploads(db, filter))
    .orderBy('resources.submitted_at', 'desc')
    .orderBy('resources.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
export type UploadRow = Awaited<ReturnType<typeof findUploads>>[number];

export const findUpload = (db: Kysely<DB>, id: string): Promise<UploadRow | undefined> =>
  withStanding(selectUploads(db, {})).where('resources.id', '=', id).executeTakeFirst();

export const countUploads = async (db: Kysely<DB>, filter: Filter): Promise<number> => {
  const { total } = await selectUploads(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** What checks noticed, by resource: the first `most` files each, in the order of their paths. */
export const findFindings = async (db: Kysely<DB>, resourceIds: readonly string[], most: number) => {
  if (resourceIds.length === 0) return [];
  const { rows } = await sql<{ resourceId: string; path: string; findings: { code: string; sentence: string }[] }>`
    select asked.id as "resourceId", noticed.path, noticed.findings
    from unnest(string_to_array(${resourceIds.join(',')}, ',')::uuid[]) asked (id),
      lateral (select path, findings from resource_files where resource_id = asked.id and findings <> '[]'
        order by path limit ${most}) noticed`.execute(db);
  return rows;
};
