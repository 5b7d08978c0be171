import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { foldersAbove } from '#server/kit/zip/zip-names.ts';

/**
 * Locks file contents, identified by their hashes, until the transaction ends. Call this before storing, reusing or removing a
 * stored file, because reusing it could otherwise race with removing it. Also call it before taking the counter lock or any row
 * lock. Locks in a fixed order.
 */
export async function lockContents(trx: Kysely<DB>, hashes: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(hash, 0))
    from (select distinct hash from unnest(${[...hashes]}::text[]) as given (hash) order by hash) as ordered`.execute(
    trx,
  );
}

/** Which of these storage keys are used by a file. */
export async function findNamedKeys(db: Kysely<DB>, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('resource_files')
    .select('storage_key')
    .distinct()
    .where(sql<boolean>`storage_key = any(${[...keys]}::text[])`)
    .execute();
  return new Set(rows.map(({ storage_key }) => storage_key));
}

/** A session to be checked, in any state; undefined if it was cancelled. */
export function findCheckedSession(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('upload_sessions')
    .select(['id', 'resource_id as resourceId', 'path', 'is_bundle as isBundle', 'size', 'state'])
    .select((eb) => eb.ref('manifest').$castTo<{ path: string; size: number }[] | null>().as('manifest'))
    .where('id', '=', id)
    .executeTakeFirst();
}
export type CheckedSession = NonNullable<Awaited<ReturnType<typeof findCheckedSession>>>;

/** Saves the progress of a check, in bytes of the current step. */
export function saveProgress(
  db: Kysely<DB>,
  id: string,
  { step, checked, now }: { step: 'reading' | 'unpacking' | 'storing'; checked: number; now: Date },
) {
  return db
    .updateTable('upload_sessions')
    .set({ step, checked, touched_at: now })
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .execute();
}

/** Storage keys of content that is already stored, one for each checksum and size. */
export async function findStoredContents(
  db: Kysely<DB>,
  contents: readonly { sha256: string; size: number }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sha256: string; storage_key: string }>`
    select given.sha256, found.storage_key
    from unnest(${contents.map(({ sha256 }) => sha256)}::text[], ${contents.map(({ size }) => size)}::bigint[])
      as given (sha256, size)
    cross join lateral (
      select storage_key from resource_files f where f.sha256 = given.sha256 and f.size = given.size limit 1
    ) as found`.execute(db);
  return new Map(rows.map((row) => [row.sha256, row.storage_key]));
}

export type NewFile = {
  path: string;
  size: number;
  sha256: string;
  crc32: number;
  storageKey: string;
  mediaType: string | null;
  findings: readonly { code: string; sentence: string }[];
};

/**
 * Adds files to a resource that the caller has locked. Returns the paths that were added. A path is skipped if a file or folder
 * already exists there, or if one of its parent folders is a file.
 */
export async function insertFiles(
  trx: Kysely<DB>,
  resourceId: string,
  files: readonly NewFile[],
  now: Date,
): Promise<Set<string>> {
  const given = files.map((file) => ({ ...file, folders: [...foldersAbove(file.path)] }));
  // Because of `offset 0`, each of the two subqueries remains a single index lookup per file.
  const { rows } = await sql<{ path: string }>`
    insert into resource_files (resource_id, path, size, sha256, crc32, storage_key, media_type, findings, created_at)
    select ${resourceId}, f.path, f.size, f.sha256, f.crc32, f."storageKey", f."mediaType", f.findings, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as f
      (path text, size bigint, sha256 text, crc32 bigint, "storageKey" text, "mediaType" text, findings jsonb,
        folders text[])
    where not exists (select from resource_files there where there.resource_id = ${resourceId}
        and there.path = any(f.folders) offset 0)
      and not exists (select from resource_files there where there.resource_id = ${resourceId}
        and there.path collate "C" >= f.path || '/' collate "C" and there.path collate "C" < f.path || '0' collate "C"
        offset 0)
    on conflict (resource_id, path) do nothing
    returning path`.execute(trx);
  return new Set(rows.map(({ path }) => path));
}

/** Updates file count and size of a resource after adding files. */
export function addToResource(
  trx: Kysely<DB>,
  resourceId: string,
  { files, bytes, now }: { files: number; bytes: number; now: Date },
) {
  return trx
    .updateTable('resources')
    .set({
      file_count: sql`file_count + ${files}`,
      file_size: sql`file_size + ${bytes}::bigint`,
      updated_at: now,
      files_changed_at: now.toISOString(),
    })
    .where('id', '=', resourceId)
    .execute();
}

/** Locks a session that is being checked; returns whether it still exists. Call with its resource locked. */
export async function lockUploadSession(trx: Kysely<DB>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('upload_sessions')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a session whose files are part of the resource. */
export function deleteUploadSession(trx: Kysely<DB>, id: string) {
  return trx.deleteFrom('upload_sessions').where('id', '=', id).execute();
}

/** Marks a session as refused, entirely or in part. */
export function refuseSession(trx: Kysely<DB>, id: string, refusal: string, now: Date) {
  return trx
    .updateTable('upload_sessions')
    .set({ state: 'REFUSED', refusal, step: null, touched_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether any file of a resource is still being checked. */
export async function hasChecks(trx: Kysely<DB>, resourceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('upload_sessions')
    .select('id')
    .where('resource_id', '=', resourceId)
    .where('state', '=', 'CHECKING')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sessions without activity since the given time that no job will process any more: unfinished checks, and refused sessions whose
 * job failed on its last attempt while removing their bytes.
 */
export function findStalledChecks(db: Kysely<DB>, before: Date) {
  return db
    .selectFrom('upload_sessions')
    .select('id')
    .where('state', 'in', ['CHECKING', 'REFUSED'])
    .where('touched_at', '<', before)
    .where(
      sql<boolean>`not exists (select from graphile_worker.jobs job where job.key = 'check:' || upload_sessions.id
        and (job.locked_at is not null or job.attempts < job.max_attempts))`,
    )
    .where(
      sql<boolean>`(state = 'CHECKING'
        or exists (select from graphile_worker.jobs job where job.key = 'check:' || upload_sessions.id))`,
    )
    .orderBy('touched_at')
    .limit(1000)
    .execute();
}

/** Removes a session's job that has used up its attempts. */
export async function deleteSpentJob(trx: Kysely<DB>, id: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key = ${`check:${id}`} and locked_at is null and attempts >= max_attempts))`.execute(
    trx,
  );
}
