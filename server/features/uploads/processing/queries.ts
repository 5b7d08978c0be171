import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { foldersAbove } from '#server/kit/zip/zip-names.ts';

/**
 * Holds the right to store, reuse or remove contents until the transaction ends: who reuses a stored file and who removes
 * it would else not see each other. Taken before the turn of the counters and any row, in one order.
 */
export async function lockContents(trx: Kysely<DB>, hashes: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(hash, 0))
    from (select distinct hash from unnest(${[...hashes]}::text[]) as given (hash) order by hash) as ordered`.execute(
    trx,
  );
}

/** Which of these storage keys some file has. */
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

/** A session that is to be checked, in whatever state it is; undefined when it was given up. */
export function findCheckedSession(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('upload_sessions')
    .select(['id', 'resource_id as resourceId', 'path', 'is_bundle as isBundle', 'size', 'state'])
    .select((eb) => eb.ref('manifest').$castTo<{ path: string; size: number }[] | null>().as('manifest'))
    .where('id', '=', id)
    .executeTakeFirst();
}
export type CheckedSession = NonNullable<Awaited<ReturnType<typeof findCheckedSession>>>;

/** How far the checks of a session are, in bytes of this step. */
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

/** Where the site has content with these checksums and sizes already: one key each. */
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
 * Adds files to a resource that the caller holds; answers the paths that were free: no file has them, or stands where one of
 * their folders would, and none of them is a folder already.
 */
export async function insertFiles(
  trx: Kysely<DB>,
  resourceId: string,
  files: readonly NewFile[],
  now: Date,
): Promise<Set<string>> {
  const given = files.map((file) => ({ ...file, folders: [...foldersAbove(file.path)] }));
  // The offsets keep both a question for each file, which an index answers.
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

/** Counts what was added to a resource. */
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
    })
    .where('id', '=', resourceId)
    .execute();
}

/** Holds a session that is being checked; answers whether it is still there. To be called with its resource held. */
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

/** Keeps a session as one that came to nothing, or not to all. */
export function refuseSession(trx: Kysely<DB>, id: string, refusal: string, now: Date) {
  return trx
    .updateTable('upload_sessions')
    .set({ state: 'REFUSED', refusal, step: null, touched_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether anything of a resource is still being checked. */
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
 * Sessions of which nothing was heard since a time and no job will look at any more: those whose check is not over, and refused
 * ones whose job failed at its last try, in taking away what they had brought.
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

/** Removes the job of a session that has used up its tries. */
export async function deleteSpentJob(trx: Kysely<DB>, id: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key = ${`check:${id}`} and locked_at is null and attempts >= max_attempts))`.execute(
    trx,
  );
}
