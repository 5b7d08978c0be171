import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** A resource in any status, with the columns that decide whether it may be downloaded. */
export function findDownloadable(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('resources')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select([
      'resources.id',
      'title',
      'users.username as author',
      'author_id as authorId',
      'is_premium as isPremium',
      'licence',
      'version',
      'status',
      'hidden_at as hiddenAt',
      'resources.deleted_at as deletedAt',
    ])
    .where('resources.id', '=', id)
    .executeTakeFirst();
}
export type Downloadable = NonNullable<Awaited<ReturnType<typeof findDownloadable>>>;

/** The number of a resource's current version. */
export async function findCurrentVersion(db: Kysely<DB>, id: string): Promise<number> {
  const row = await db.selectFrom('resources').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version ?? 1;
}

/** The row of `resources` with the files of a public version, and when that version was deleted. */
export function findVersionFiles(db: Kysely<DB>, resourceId: string, number: number) {
  return db
    .selectFrom('resource_versions')
    .innerJoin('resources', 'resources.id', 'resource_versions.files_id')
    .select(['resource_versions.files_id as filesId', 'resources.deleted_at as deletedAt'])
    .where('resource_versions.resource_id', '=', resourceId)
    .where('resource_versions.number', '=', number)
    .where('resource_versions.published_at', 'is not', null)
    .executeTakeFirst();
}

/** One file of a resource by its exact path. */
export function findFile(db: Kysely<DB>, resourceId: string, path: string) {
  return db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'crc32', 'storage_key as storageKey', 'created_at as createdAt'])
    .select('media_type as mediaType')
    .where('resource_id', '=', resourceId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/**
 * Ranges of paths, in "C" collation, that the chosen paths cover. A file path covers only that file. A folder path (with a
 * trailing slash) covers everything below the folder. '0' is the character after the slash.
 */
const rangesOf = (paths: readonly string[]) => {
  const ends = paths.map((path) => (path.endsWith('/') ? `${path.slice(0, -1)}0` : `${path}\x01`));
  return sql<{ path: string }>`unnest(${paths}::text[], ${ends}::text[]) as chosen (path, ending)`;
};

/**
 * Files within those ranges. `offset 0` forces one index lookup per path. Otherwise, the planner could choose a plan that
 * compares all paths with all files.
 */
const filesBeneath = (resourceId: string, columns: RawBuilder<unknown>) => sql`lateral (
    select ${columns} from resource_files
    where resource_id = ${resourceId} and path collate "C" >= chosen.path collate "C"
      and path collate "C" < chosen.ending collate "C"
    offset 0
  ) f`;

/** Number and total size of the files covered by the paths. No path may be inside another listed folder. */
export async function measureChosen(
  db: Kysely<DB>,
  resourceId: string,
  paths: readonly string[],
): Promise<{ files: number; size: number }> {
  const { rows } = await sql<{ files: number; size: number }>`
    select count(*) as files, coalesce(sum(f.size), 0)::bigint as size
    from ${rangesOf(paths)}, ${filesBeneath(resourceId, sql`size`)}`.execute(db);
  return rows[0] ?? { files: 0, size: 0 };
}

/** Whether every path covers at least one file. */
export async function hasAllChosen(db: Kysely<DB>, resourceId: string, paths: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean }>`
    select bool_and(exists (select from ${filesBeneath(resourceId, sql`path`)})) as complete
    from ${rangesOf(paths)}`.execute(db);
  return rows[0]?.complete === true;
}

/** The files covered by the paths. No path may be inside another listed folder. */
export async function findChosen(db: Kysely<DB>, resourceId: string, paths: readonly string[]) {
  const { rows } = await sql<ChosenFile>`
    select f.path, f.size, f.sha256, f.crc32, f.storage_key as "storageKey", f.created_at as "createdAt"
    from ${rangesOf(paths)}, ${filesBeneath(resourceId, sql`*`)}`.execute(db);
  return rows;
}
type ChosenFile = {
  path: string;
  size: number;
  sha256: string;
  crc32: number;
  storageKey: string;
  createdAt: Date;
};

/** Stores a selection. If it already exists, only updates the time when it was last used. */
export async function keepSelection(
  db: Kysely<DB>,
  selection: { id: string; resourceId: string; paths: readonly string[]; now: Date },
): Promise<void> {
  await db
    .insertInto('download_selections')
    .values({
      id: selection.id,
      resource_id: selection.resourceId,
      paths: [...selection.paths],
      used_at: selection.now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: selection.now }))
    .execute();
}

/** Paths of a resource's selection, and when it was last used. */
export function findSelection(db: Kysely<DB>, resourceId: string, id: string) {
  return db
    .selectFrom('download_selections')
    .select(['paths', 'used_at as usedAt'])
    .where('id', '=', id)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
}

export function touchSelection(db: Kysely<DB>, id: string, now: Date) {
  return db.updateTable('download_selections').set({ used_at: now }).where('id', '=', id).execute();
}

/** Removes selections last used before the given time. */
export function deleteSelections(db: Kysely<DB>, usedBefore: Date) {
  return db.deleteFrom('download_selections').where('used_at', '<', usedBefore).execute();
}

/** A fingerprint of the resource's file rows, computed without fetching them. */
export async function findFilesVersion(db: Kysely<DB>, resourceId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || ' ' || coalesce(sum(hash_record_extended(f, 0)::numeric), 0) as version
    from resource_files f where resource_id = ${resourceId}`.execute(db);
  return rows[0]?.version ?? '';
}

/** Time of a ticket's first use; null if it is unused. */
export async function findFirstUse(db: Kysely<DB>, ticketHash: string): Promise<Date | null> {
  const row = await db
    .selectFrom('download_tickets')
    .select('first_used_at')
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst();
  return row?.first_used_at ?? null;
}

/** Records the time of a ticket's first use. An already recorded time is kept. */
export async function recordFirstUse(
  db: Kysely<DB>,
  use: { ticketHash: string; resourceId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('download_tickets')
    .values({ ticket_hash: use.ticketHash, resource_id: use.resourceId, first_used_at: use.now })
    .onConflict((conflict) => conflict.column('ticket_hash').doNothing())
    .execute();
}

/** The version that a ticket's download started with; null if it has not started. */
export async function findPackVersion(db: Kysely<DB>, ticketHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('download_tickets')
    .select('version')
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst();
  return row?.version ?? null;
}

/**
 * Binds a used ticket to a version, unless it is already bound. Of two concurrent calls, the first wins. Returns the bound
 * version.
 */
export async function bindVersion(db: Kysely<DB>, ticketHash: string, version: string): Promise<string> {
  await db
    .updateTable('download_tickets')
    .set({ version })
    .where('ticket_hash', '=', ticketHash)
    .where('version', 'is', null)
    .execute();
  return (await findPackVersion(db, ticketHash)) ?? version;
}

/** Records which version the latest download started with. The row is stored like a ticket and expires like one. */
export async function keepVersion(
  db: Kysely<DB>,
  begun: { key: string; resourceId: string; version: string; now: Date },
): Promise<void> {
  const { key, resourceId, version, now } = begun;
  await db
    .insertInto('download_tickets')
    .values({ ticket_hash: key, resource_id: resourceId, first_used_at: now, version })
    .onConflict((conflict) => conflict.column('ticket_hash').doUpdateSet({ first_used_at: now, version }))
    .execute();
}

/** Removes tickets first used before the given time. */
export function deleteTickets(db: Kysely<DB>, usedBefore: Date) {
  return db.deleteFrom('download_tickets').where('first_used_at', '<', usedBefore).execute();
}

export type CountedDownload = {
  resourceId: string;
  userId: string | null;
  person: string;
  file: string | undefined;
  at: Date;
};

/** Records a download once per person, resource and UTC day. Returns whether it is new. */
export async function recordDownload(trx: Kysely<DB>, download: CountedDownload): Promise<boolean> {
  const row = await trx
    .insertInto('downloads')
    .values({
      resource_id: download.resourceId,
      user_id: download.userId,
      person: download.person,
      day: download.at.toISOString().slice(0, 10),
      file_path: download.file ?? null,
      created_at: download.at,
    })
    .onConflict((conflict) => conflict.columns(['resource_id', 'person', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function addToDownloads(trx: Kysely<DB>, resourceId: string) {
  return trx
    .updateTable('resources')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', resourceId)
    .execute();
}
