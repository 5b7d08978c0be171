import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { LOCKS, lockAdvisory } from '#server/kit/db/locks.ts';
import { foldersOf } from '#server/kit/zip/zip-names.ts';
import { isSuspendedAt } from '#server/platform/account-status.ts';
import type { Viewer } from '#server/platform/viewer.ts';

type Db = Kysely<DB>;

/** A file in a bundle; its bytes follow those of the previous file. */
export type BundledFile = { path: string; size: number };

/** Session columns that are shown to clients. */
export const sessionColumns = [
  'id',
  'user_id as userId',
  'resource_id as resourceId',
  'path',
  'is_bundle as isBundle',
  'size',
  'received',
  'modified_at as modifiedAt',
  'state',
  'step',
  'checked',
  'refusal',
] as const;

/** An upload session of this user, in any state. */
export function findOwnUploadSession(db: Db, id: string, userId: string) {
  return db
    .selectFrom('upload_sessions')
    .select(sessionColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
export type SessionRow = NonNullable<Awaited<ReturnType<typeof findOwnUploadSession>>>;

/** Like `findOwnUploadSession`, locked until the transaction ends. */
export function lockOwnUploadSession(trx: Db, id: string, userId: string) {
  return trx
    .selectFrom('upload_sessions')
    .select(sessionColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks one of this user's resources; undefined if it or its asset does not exist or is deleted, or if it is an earlier version. */
export function lockOwnResource(trx: Db, id: string, userId: string) {
  return trx
    .selectFrom('resources')
    .select(['id', 'version_of as versionOf'])
    .where('id', '=', id)
    .where('author_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'REPLACED')
    .where(sql<boolean>`not exists (select from resources asset
      where asset.id = resources.version_of and asset.deleted_at is not null)`)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks a user whose quota is about to be used, so that concurrent uploads are checked one after the other. */
export function lockPerson(trx: Db, id: string) {
  return trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Whether a user may still upload, i.e. is a leaker or administrator, is not suspended, and has a valid session or token. */
export async function mayStillUpload(
  db: Db,
  { id, sessionId, byToken }: Pick<Viewer, 'id' | 'sessionId' | 'byToken'>,
  now: Date,
): Promise<boolean> {
  const credential =
    byToken === undefined
      ? sql`select from sessions where id = ${sessionId} and user_id = ${id}`
      : sql`select from access_tokens where id = ${byToken} and user_id = ${id} and expires_at > ${now}`;
  const { rows } = await sql`
    select from users u
    where u.id = ${id} and u.deleted_at is null and u.role in ('LEAKER', 'ADMIN')
      and not ${isSuspendedAt(now, 'u')} and exists (${credential})`.execute(db);
  return rows.length > 0;
}

export type Usage = {
  /** Bytes of files in resources that are not deleted, and of pictures without a resource. */
  used: number;
  /** Bytes reserved for uploads in progress. */
  reserved: number;
  /** Number of uploads being received. */
  receiving: number;
};

/** Bytes of a user's versions, as SQL. Content that the asset or another version of it has counts once. */
export function versionBytesOf(userId: string): RawBuilder<number> {
  return sql`(select coalesce(sum(size), 0)::bigint from (
    select distinct v.version_of, f.storage_key, f.size
    from resources v join resources r on r.id = v.version_of and r.deleted_at is null
    join resource_files f on f.resource_id = v.id
    where v.author_id = ${userId} and v.version_of is not null and v.deleted_at is null
      and not exists (select from resource_files shared where shared.storage_key = f.storage_key
        and shared.resource_id = v.version_of)) kept)`;
}

/** A user's storage usage, including bytes reserved for uploads. */
export async function measureUsage(db: Db, userId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select
      (select coalesce(sum(f.size), 0)::bigint from resources r join resource_files f on f.resource_id = r.id
        where r.author_id = ${userId} and r.version_of is null and r.deleted_at is null)
        + ${versionBytesOf(userId)}
        + (select coalesce(sum(size), 0)::bigint from sent_pictures where user_id = ${userId}) as used,
      coalesce(sum(size), 0)::bigint as reserved,
      count(*) filter (where state = 'RECEIVING') as receiving
    from upload_sessions where user_id = ${userId} and state <> 'REFUSED'`.execute(db);
  return rows[0] ?? { used: 0, reserved: 0, receiving: 0 };
}

/** Number of files in a resource, including those of uploads in progress. */
export async function countPlannedFiles(db: Db, resourceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from resource_files where resource_id = ${resourceId})
      + (select coalesce(sum(case when manifest is null then 1 else jsonb_array_length(manifest) end), 0)
          from upload_sessions where resource_id = ${resourceId} and state <> 'REFUSED') as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Returns the first path of a stored file or of another upload that conflicts with the given paths: a path that equals one of
 * them, is a parent folder of one, or lies below one. Undefined if there is no conflict. Files of an unfinished bundle that lie
 * below one of the paths are not compared here, because that would be too expensive; the later checks find such a conflict.
 * With `replaces`, a stored file at one of the paths is no conflict.
 */
export async function findTakenPath(
  db: Db,
  resourceId: string,
  paths: readonly string[],
  { exceptSession, replaces }: { exceptSession: string | null; replaces: boolean },
): Promise<string | undefined> {
  const own = [...paths, ...foldersOf(paths)];
  const stored = replaces ? [...foldersOf(paths)] : own;
  const { rows } = await sql<{ path: string }>`
    select path from resource_files where resource_id = ${resourceId} and path = any(${stored}::text[])
    union all
    select beneath.path from unnest(${paths}::text[]) as wanted (path), lateral (
      select path from resource_files where resource_id = ${resourceId}
        and path collate "C" >= wanted.path || '/' collate "C" and path collate "C" < wanted.path || '0' collate "C"
      limit 1) beneath
    union all
    select path from upload_sessions
      where resource_id = ${resourceId} and not is_bundle and state <> 'REFUSED' and id is distinct from ${exceptSession}::uuid
        and (path = any(${own}::text[])
          or exists (select from unnest(${paths}::text[]) as wanted (path)
            where starts_with(upload_sessions.path, wanted.path || '/')))
    union all
    select file->>'path' from upload_sessions, jsonb_array_elements(manifest) file
      where resource_id = ${resourceId} and is_bundle and state = 'CHECKING' and file->>'path' = any(${own}::text[])
        and id is distinct from ${exceptSession}::uuid
    limit 1`.execute(db);
  return rows[0]?.path;
}

/** Serialises decisions on disk space. Call after taking all other locks. */
export async function lockStorageRoom(trx: Db): Promise<void> {
  await lockAdvisory(trx, LOCKS.uploadRoom);
}

/** Bytes that are reserved for uploads on this site but have not arrived yet. */
export async function sumPromised(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size - received), 0)::bigint as bytes from upload_sessions
    where state = 'RECEIVING'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

export function insertUploadSession(
  trx: Db,
  session: {
    id: string;
    userId: string;
    resourceId: string;
    path: string;
    isBundle: boolean;
    size: number;
    modifiedAt: Date | null;
    now: Date;
  },
) {
  return trx
    .insertInto('upload_sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      resource_id: session.resourceId,
      path: session.path,
      is_bundle: session.isBundle,
      size: session.size,
      modified_at: session.modifiedAt,
      created_at: session.now,
      touched_at: session.now,
    })
    .execute();
}

/** Acknowledges received bytes unless another writer has changed the offset in the meantime. Returns whether it succeeded. */
export async function saveReceived(
  db: Db,
  id: string,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload_sessions')
    .set({ received: to, touched_at: now })
    .where('id', '=', id)
    .where('received', '=', from)
    .where('state', '=', 'RECEIVING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets the state of an upload whose bytes have all arrived to CHECKING. */
export function beginChecking(trx: Db, id: string, manifest: readonly BundledFile[] | null, now: Date) {
  return trx
    .updateTable('upload_sessions')
    .set({
      state: 'CHECKING',
      step: 'reading',
      checked: 0,
      manifest: manifest === null ? null : JSON.stringify(manifest),
      touched_at: now,
    })
    .where('id', '=', id)
    .returning(sessionColumns)
    .executeTakeFirstOrThrow();
}

export function deleteSession(db: Db, id: string) {
  return db.deleteFrom('upload_sessions').where('id', '=', id).execute();
}

/** Number of uploads by state. */
export function countSessionsByState(db: Db): Promise<{ state: string; count: number }[]> {
  return db
    .selectFrom('upload_sessions')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
}

/** Uploads without activity since a given time, oldest first. */
export function findAbandoned(db: Db, before: Date) {
  return db
    .selectFrom('upload_sessions')
    .select('id')
    .where('state', '=', 'RECEIVING')
    .where('touched_at', '<', before)
    .orderBy('touched_at')
    .limit(1000)
    .execute();
}

/** Deletes an abandoned upload unless it became active again; returns whether it was deleted. */
export async function deleteAbandoned(db: Db, id: string, before: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('upload_sessions')
    .where('id', '=', id)
    .where('state', '=', 'RECEIVING')
    .where('touched_at', '<', before)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Of the given ids, those of sessions that exist and are not refused. The bytes of these sessions are still needed. */
export async function findNeededSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from upload_sessions where id = any(${ids}::uuid[]) and state <> 'REFUSED'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const isEmptyDraft = (before: Date) => sql<boolean>`r.submitted_at is null and r.status = 'PENDING'
  and r.created_at < ${before}
  and not exists (select from resource_files where resource_id = r.id)
  and not exists (select from upload_sessions where resource_id = r.id)
  and not exists (select from resource_decisions where resource_id = r.id)`;

/**
 * Deletes drafts that are still empty after a day and returns their pictures; submitted resources are never deleted. Call after
 * taking the counter lock. The drafts are locked and then checked again. If an upload starts in the meantime, either this check
 * sees it or the upload no longer finds the draft.
 */
export async function deleteEmptyDrafts(trx: Db, before: Date): Promise<{ thumbnailKey: string | null }[]> {
  const held = await sql<{ id: string }>`
    select r.id from resources r where ${isEmptyDraft(before)} for update skip locked`.execute(trx);
  const ids = held.rows.map(({ id }) => id);
  const { rows } = await sql<{ thumbnailKey: string | null }>`
    delete from resources r where r.id = any(${ids}::uuid[]) and ${isEmptyDraft(before)}
    returning r.thumbnail_key as "thumbnailKey"`.execute(trx);
  return rows;
}
