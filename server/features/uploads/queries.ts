import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { sessionColumns } from '#server/features/uploads/sessions/queries.ts';

/** Findings that are told at once: whoever has more has the first of them to begin with. */
const MOST_FINDINGS = 200;
const MOST_SESSIONS = 200;
/** Comes before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

type FoundInFile = { path: string; findings: { code: string; sentence: string }[] };

/** What the checks noticed in the files of `resources`, file by file. */
const findingsOfFiles = sql<FoundInFile[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'findings', f.findings) order by f.path), '[]')
  from (select path, findings from resource_files where resource_id = resources.id and findings <> '[]'
    order by path limit ${sql.lit(MOST_FINDINGS)}) f)`;

const progressColumns = [
  'resources.id',
  'resources.author_id as authorId',
  'resources.status',
  'resources.submitted_at as submittedAt',
  'resources.file_count as fileCount',
  'resources.file_size as fileSize',
  'resources.preview_state as previewState',
  'resources.preview_note as previewNote',
] as const;

const detailColumns = [
  'resources.title',
  'resources.description',
  'resources.category',
  'resources.type',
  'resources.editor',
  'resources.editor_min_version as editorMinVersion',
  'resources.tags',
  'resources.licence',
  'resources.rights_declared_at as rightsDeclaredAt',
  'resources.sale_declared_at as saleDeclaredAt',
  'resources.status_reason as reason',
  'resources.thumbnail_key as thumbnailKey',
  'resources.created_at as createdAt',
  'resources.approved_at as approvedAt',
] as const;

const selectPresent = (db: Kysely<DB>, id: string) =>
  db.selectFrom('resources').where('resources.id', '=', id).where('resources.deleted_at', 'is', null);

/** How far a resource is, in any state but deleted; whether somebody may see it is for the caller to decide. */
export function findProgress(db: Kysely<DB>, id: string) {
  return selectPresent(db, id).select(progressColumns).select(findingsOfFiles.as('findings')).executeTakeFirst();
}
export type ProgressRow = NonNullable<Awaited<ReturnType<typeof findProgress>>>;

/** A resource as its leaker edits it, in any state but deleted. */
export function findOwnUpload(db: Kysely<DB>, id: string) {
  return selectPresent(db, id)
    .select([...progressColumns, ...detailColumns])
    .select(findingsOfFiles.as('findings'))
    .executeTakeFirst();
}
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findOwnUpload>>>;

/** What is on its way to a resource, oldest first. */
export function listUploadSessions(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('upload_sessions')
    .select(sessionColumns)
    .where('resource_id', '=', resourceId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_SESSIONS)
    .execute();
}

/**
 * A resource that is not deleted, held until the transaction ends, with what changes of it replace. To be called after
 * the turn of the counters (docs/architecture.md, "Data").
 */
export function lockUpload(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('resources')
    .select(detailColumns)
    .select([
      'author_id as authorId',
      'status',
      'submitted_at as submittedAt',
      'file_count as fileCount',
      'strip_key as stripKey',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type HeldUpload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>;

/** What is kept of a leaker's words; declarations are told by their times. */
export type DetailColumns = {
  title: string;
  description: string;
  category: string;
  type: string;
  editor: string;
  editor_min_version: string | null;
  tags: string[];
  licence: string | null;
  rights_declared_at: Date | null;
  sale_declared_at: Date | null;
};

type NewUpload = { id?: string; authorId: string; details: DetailColumns; submittedAt: Date | null; now: Date };

/**
 * Adds a PENDING resource without files; one that was not handed in is a draft.
 * @returns its id, or undefined when there is one of the given id
 */
export async function insertUpload(trx: Kysely<DB>, upload: NewUpload): Promise<string | undefined> {
  const row = await trx
    .insertInto('resources')
    .values({
      ...upload.details,
      ...(upload.id === undefined ? {} : { id: upload.id }),
      author_id: upload.authorId,
      status: 'PENDING',
      submitted_at: upload.submittedAt,
      preview_state: 'NONE',
      created_at: upload.now,
      updated_at: upload.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whose resource an id is and in what state, deleted ones too. */
export function findUploadOwner(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('resources')
    .select(['author_id as authorId', 'status', 'title', 'submitted_at as submittedAt', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findLeaker(db: Kysely<DB>, id: string) {
  return db.selectFrom('users').select(['id', 'username']).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function updateDetails(trx: Kysely<DB>, id: string, details: DetailColumns, now: Date): Promise<void> {
  await trx
    .updateTable('resources')
    .set({ ...details, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** A resource waits for a decision from now on. */
export async function setSubmitted(trx: Kysely<DB>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('resources')
    .set({ status: 'PENDING', status_reason: null, submitted_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** How many uploads of a resource are still being received, and being checked. */
export async function countSessionsOf(db: Kysely<DB>, resourceId: string) {
  const { rows } = await sql<{ receiving: number; checking: number }>`
    select count(*) filter (where state = 'RECEIVING')::int as receiving,
      count(*) filter (where state = 'CHECKING')::int as checking
    from upload_sessions where resource_id = ${resourceId}`.execute(db);
  return rows[0] ?? { receiving: 0, checking: 0 };
}

/** Ends everything that is on its way to a resource. @returns the ids, under which their bytes lie in the storage */
export async function deleteSessionsOfUpload(trx: Kysely<DB>, resourceId: string): Promise<string[]> {
  const rows = await trx.deleteFrom('upload_sessions').where('resource_id', '=', resourceId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** The contents of a resource's files, each once. */
export async function findContents(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('resource_files')
    .select(['storage_key as storageKey', 'sha256'])
    .distinct()
    .where('resource_id', '=', resourceId)
    .execute();
}

export async function deleteUploadRow(trx: Kysely<DB>, id: string): Promise<void> {
  await trx.deleteFrom('resources').where('id', '=', id).execute();
}

/** Takes the files out of a resource whose paths lie in a range. @returns what they held */
export function deleteFileRows(trx: Kysely<DB>, resourceId: string, range: { from: string; before: string }) {
  return trx
    .deleteFrom('resource_files')
    .where('resource_id', '=', resourceId)
    .where(
      sql<boolean>`path collate "C" >= ${range.from} collate "C" and path collate "C" < ${range.before} collate "C"`,
    )
    .returning(['storage_key as storageKey', 'sha256', 'size'])
    .execute();
}

/** A resource has fewer files and bytes. */
export async function lessenFiles(
  trx: Kysely<DB>,
  id: string,
  { files, bytes }: { files: number; bytes: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('resources')
    .set({
      file_count: sql`file_count - ${files}`,
      file_size: sql`file_size - ${bytes}`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** The picture of a resource that its leaker chose. */
export async function setThumbnail(
  trx: Kysely<DB>,
  id: string,
  thumbnail: { key: string; hash: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('resources')
    .set({ thumbnail_key: thumbnail.key, thumbnail_hash: thumbnail.hash, thumbnail_chosen: true, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export type Purgeable = { id: string; deletedAt: Date };

/** Some resources that were deleted before a time, those of longest ago first, from behind the last one on. */
export async function findPurgeable(
  db: Kysely<DB>,
  { before, last }: { before: Date; last: Purgeable | undefined },
  limit: number,
): Promise<Purgeable[]> {
  const { rows } = await sql<Purgeable>`
    select id, deleted_at as "deletedAt" from resources
    where deleted_at < ${before} and (deleted_at, id) > (${last?.deletedAt ?? new Date(0)}, ${last?.id ?? NO_ID}::uuid)
    order by deleted_at, id limit ${limit}`.execute(db);
  return rows;
}

/** A resource that was deleted before a time, held until the transaction ends; undefined when it was restored. */
export function lockPurgeable(trx: Kysely<DB>, id: string, before: Date) {
  return (
    trx
      .selectFrom('resources')
      .select(['thumbnail_key as thumbnailKey', 'strip_key as stripKey'])
      .where('id', '=', id)
      .where('deleted_at', '<', before)
      // What comes back with its leaker's account may still be on its way.
      .where((eb) =>
        eb.or([
          eb('deleted_with_author', '=', false),
          eb.exists(
            eb
              .selectFrom('users')
              .select('users.id')
              .whereRef('users.id', '=', 'resources.author_id')
              .where('users.deleted_at', 'is not', null),
          ),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
  );
}

/** A resource that was deleted, held until the transaction ends. To be called after the turn of the counters. */
export function lockDeleted(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('resources')
    .select(['author_id as authorId', 'title', 'status', 'likes', 'hidden_at as hiddenAt', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setRestored(trx: Kysely<DB>, id: string): Promise<void> {
  await trx
    .updateTable('resources')
    .set({ deleted_at: null, deleted_by: null, deleted_with_author: false })
    .where('id', '=', id)
    .execute();
}
