import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { sessionColumns } from '#server/features/uploads/sessions/queries.ts';

/** Maximum number of files with findings in one response. */
const MOST_FINDINGS = 200;
const MOST_SESSIONS = 200;
/** Placeholder that sorts before every real id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

type FoundInFile = { path: string; findings: { code: string; sentence: string }[] };

/** Findings from the checks, grouped by file, for each row of `resources`. */
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
  'resources.updated_at as updatedAt',
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
  'resources.version',
  'resources.version_of as versionOf',
] as const;

/** Earlier versions are not uploads any more. */
const selectPresent = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('resources')
    .where('resources.id', '=', id)
    .where('resources.deleted_at', 'is', null)
    .where('resources.status', '<>', 'REPLACED');

/** Processing state of a resource in any state except deleted. The caller must check permissions. */
export function findProgress(db: Kysely<DB>, id: string) {
  return selectPresent(db, id).select(progressColumns).select(findingsOfFiles.as('findings')).executeTakeFirst();
}
export type ProgressRow = NonNullable<Awaited<ReturnType<typeof findProgress>>>;

/** A resource as shown in its leaker's edit form, in any state except deleted. */
export function findOwnUpload(db: Kysely<DB>, id: string) {
  return selectPresent(db, id)
    .select([...progressColumns, ...detailColumns])
    .select([
      findingsOfFiles.as('findings'),
      sql<string | null>`(select note from resource_versions where files_id = resources.id)`.as('note'),
      sql<string | null>`(select files_id from resource_versions where resource_id = resources.id
        and published_at is null)`.as('nextVersion'),
    ])
    .executeTakeFirst();
}
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findOwnUpload>>>;

/** Upload sessions of a resource, oldest first. */
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
 * Locks a resource until the transaction ends, unless it is deleted or an earlier version, and returns its details and state. Call after taking the
 * counter lock (docs/architecture.md, "Data").
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
    .where('status', '<>', 'REPLACED')
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type HeldUpload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>;

/** Stored details of a resource. Declarations are stored as the time when they were made. */
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
 * Inserts a PENDING resource without files; if `submittedAt` is missing, it is a draft.
 * @returns its id, or undefined if the given id is taken
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

/** Owner and state of a resource, including deleted ones. */
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
    .where(sql<boolean>`(id = ${id} or version_of = ${id} and status <> 'REPLACED')`)
    .execute();
}

/** Marks a resource as submitted and waiting for a decision. */
export async function setSubmitted(trx: Kysely<DB>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('resources')
    .set({ status: 'PENDING', status_reason: null, submitted_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** How many uploads of a resource are being received, and how many are being checked. */
export async function countSessionsOf(db: Kysely<DB>, resourceId: string) {
  const { rows } = await sql<{ receiving: number; checking: number }>`
    select count(*) filter (where state = 'RECEIVING')::int as receiving,
      count(*) filter (where state = 'CHECKING')::int as checking
    from upload_sessions where resource_id = ${resourceId}`.execute(db);
  return rows[0] ?? { receiving: 0, checking: 0 };
}

/** Deletes all sessions of a resource and of its versions. @returns their ids, which also identify their bytes in the storage */
export async function deleteSessionsOfUpload(trx: Kysely<DB>, resourceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from upload_sessions where resource_id = ${resourceId}
    or resource_id in (select id from resources where version_of = ${resourceId}) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Storage keys and hashes of a resource's files, without duplicates. */
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

/** Deletes the files of a resource whose paths are in a range. @returns the storage key, hash and size of each */
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

/** Subtracts removed files and bytes from a resource's totals. */
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
      files_changed_at: now.toISOString(),
    })
    .where('id', '=', id)
    .execute();
}

/** Sets the thumbnail that the leaker chose. */
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

/** A batch of resources deleted before a given time, oldest first, starting after `last`. */
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

/** Locks a resource until the transaction ends, if it was deleted before a given time; undefined if it was restored. */
export function lockPurgeable(trx: Kysely<DB>, id: string, before: Date) {
  return (
    trx
      .selectFrom('resources')
      .select(['thumbnail_key as thumbnailKey', 'strip_key as stripKey'])
      .where('id', '=', id)
      .where('deleted_at', '<', before)
      // Skip a resource that was deleted with its leaker's account if the account has been restored, because the resource is
      // restored with it.
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

/** Locks a resource until the transaction ends, deleted or not. Call after taking the counter lock. */
export function lockDeleted(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('resources')
    .select(['author_id as authorId', 'title', 'status', 'likes', 'hidden_at as hiddenAt', 'deleted_at as deletedAt'])
    .where('id', '=', id)
    .where('status', '<>', 'REPLACED')
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
