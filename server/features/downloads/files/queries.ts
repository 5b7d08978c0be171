import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import {
  hasMediaPreview,
  hasPdfPreview,
  hasSevenZipPreview,
  hasStillPreview,
  previewJobKeys,
} from '#server/features/resources/public.ts';

/** Matches paths below a folder ("" is the root) as a range in "C" collation; '0' follows '/'. */
const below = (folder: string) =>
  folder === ''
    ? sql`true`
    : sql`path collate "C" >= ${`${folder}/`} collate "C" and path collate "C" < ${`${folder}0`} collate "C"`;

/** Path relative to the folder. Computed in SQL, because lengths in SQL count code points. */
const rest = (folder: string) =>
  folder === '' ? sql<string>`path` : sql<string>`substr(path, char_length(${`${folder}/`}) + 1)`;

export type ListedFileRow = { path: string; size: number; sha256: string };
export type FolderRow = { name: string; items: number; files: number; size: number };
type Page = { limit: number; offset: number };

type ListedFolder = {
  /** Number of folders and files directly in the folder. */
  entries: number;
  /** Number of files anywhere below the folder. */
  fileCount: number;
  size: number;
  /** The entries on this page: folders before files, each in natural order. */
  folders: FolderRow[];
  files: ListedFileRow[];
};

type Totals = { folders: number; ownFiles: number; fileCount: number; totalSize: number };
type Entry =
  | { isFile: false; name: string; items: number; files: number; size: number }
  | { isFile: true; name: string; size: number; sha256: string };

/** One page of a folder, with totals of the folder and its subfolders. */
export async function listFolder(
  db: Kysely<DB>,
  resourceId: string,
  folder: string,
  { limit, offset }: Page,
): Promise<ListedFolder> {
  const { rows } = await sql<Totals & (Entry | { isFile: null })>`
    with parts as (
      -- One row for each child of a folder, and one without a name for all files of this folder itself.
      select case when strpos(rest, '/') > 0 then split_part(rest, '/', 1) end as name, split_part(rest, '/', 2) as child,
        count(*) as files, sum(size) as size
      from (select ${rest(folder)} as rest, size from resource_files where resource_id = ${resourceId} and ${below(folder)}) f
      group by 1, 2
    ), grouped as (
      select name, case when name is not null then count(*) end as items, sum(files)::bigint as files, sum(size)::bigint as size
      from parts group by name
    ), totals as (
      select count(name) as folders, coalesce(sum(files) filter (where name is null), 0)::bigint as "ownFiles",
        coalesce(sum(files), 0)::bigint as "fileCount", coalesce(sum(size), 0)::bigint as "totalSize" from grouped
    )
    select totals.*, page.* from totals left join (
      (select false as "isFile", name, items, files, size, null as sha256 from grouped where name is not null
        order by name collate natural_order limit ${limit} offset ${offset})
      union all
      (select true, path, null, null, size, sha256 from resource_files
        where resource_id = ${resourceId} and ${below(folder)} and strpos(${rest(folder)}, '/') = 0
        order by ${rest(folder)} collate natural_order
        limit (select case when "ownFiles" = 0 then 0 else least(${limit}, greatest(0, ${offset}::bigint + ${limit} - folders)) end
          from totals)
        offset (select greatest(0, ${offset}::bigint - folders) from totals))
    ) page on true
    order by page."isFile", page.name collate natural_order`.execute(db);
  const [{ folders = 0, ownFiles = 0, fileCount = 0, totalSize = 0 } = {}] = rows;
  return {
    entries: folders + ownFiles,
    fileCount,
    size: totalSize,
    folders: rows.flatMap((row) =>
      row.isFile === false ? [{ name: row.name, items: row.items, files: row.files, size: row.size }] : [],
    ),
    files: rows.flatMap((row) => (row.isFile ? [{ path: row.name, size: row.size, sha256: row.sha256 }] : [])),
  };
}

type Sought = { folder?: string | undefined; search?: string | undefined };

const fits = (resourceId: string, { folder = '', search }: Sought) =>
  sql`resource_id = ${resourceId} and ${below(folder)} and
    ${search === undefined ? sql`true` : sql`strpos(lower(path), lower(${search})) > 0`}`;

/** One page of the files below a folder, in index order or reversed. Only includes paths that contain the search text. */
export async function findFilesOf(
  db: Kysely<DB>,
  resourceId: string,
  { limit, offset }: Page,
  sought: Sought & { direction?: 'asc' | 'desc' } = {},
): Promise<ListedFileRow[]> {
  const direction = sought.direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<ListedFileRow>`
    select path, size, sha256 from resource_files where ${fits(resourceId, sought)}
    order by path collate "C" ${direction} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Total number and size of the files that `findFilesOf` returns over all pages. */
export async function sumFilesOf(
  db: Kysely<DB>,
  resourceId: string,
  sought: Sought,
): Promise<{ fileCount: number; size: number }> {
  const { rows } = await sql<{ fileCount: number; size: number }>`
    select count(*) as "fileCount", coalesce(sum(size), 0)::bigint as size
    from resource_files where ${fits(resourceId, sought)}`.execute(db);
  return rows[0] ?? { fileCount: 0, size: 0 };
}

/** Up to `limit` files of a resource with paths after `last`. */
export async function findFilesAfter(
  db: Kysely<DB>,
  resourceId: string,
  last: string,
  limit: number,
): Promise<ListedFileRow[]> {
  const { rows } = await sql<ListedFileRow>`
    select path, size, sha256 from resource_files
    where resource_id = ${resourceId} and path collate "C" > ${last} collate "C"
    order by path collate "C" limit ${limit}`.execute(db);
  return rows;
}

/**
 * Up to `limit` paths directly in a folder; subfolder paths end with a slash. Skips from one child to the next in the index, so
 * the cost depends on the number of children, not on the number of files below them.
 */
export async function findPathsIn(
  db: Kysely<DB>,
  resourceId: string,
  folder: string,
  limit: number,
): Promise<string[]> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const childOf = sql`${prefix}::text || split_part(${rest(folder)}, '/', 1) ||
    case when strpos(${rest(folder)}, '/') > 0 then '/' else '' end`;
  const first = (from: RawBuilder<unknown>) => sql`
    select ${childOf} as child from resource_files
    where resource_id = ${resourceId} and ${below(folder)} and path collate "C" >= (${from}) collate "C"
    order by path collate "C" limit 1`;
  const { rows } = await sql<{ path: string }>`
    with recursive children as (
      select child, 1 as number from (${first(sql`${prefix}::text`)}) found
      union all
      select found.child, number + 1 from children, lateral (
        -- All below "a/" sorts before "a0"; the next path after a file "a" is at least "a" and the lowest character.
        ${first(sql`case when right(child, 1) = '/' then left(child, -1) || '0' else child || E'\\x01' end`)}
      ) found
      where number < ${limit}
    )
    select child as path from children limit ${limit}`.execute(db);
  return rows.map(({ path }) => path);
}

/** What is known about a file, and its preview with keys in place of URLs. */
export type ShownRow = { mediaType: string | null; facts: object; preview: Record<string, unknown> | null };

const shown = sql`
  from resource_files f join resources r on r.id = f.resource_id
  left join file_previews p on p.file_id = f.id and p.is_premium = r.is_premium and p.kind <> 'none'`;

/** What can be shown of these files, by path. */
export async function findShownFiles(
  db: Kysely<DB>,
  resourceId: string,
  paths: readonly string[],
): Promise<Map<string, ShownRow>> {
  if (paths.length === 0) return new Map();
  const { rows } = await sql<ShownRow & { path: string }>`
    select f.path, f.media_type as "mediaType", f.facts, p.details as preview ${shown}
    where f.resource_id = ${resourceId} and f.path = any(${[...paths]}::text[])`.execute(db);
  return new Map(rows.map(({ path, ...row }) => [path, row]));
}

/**
 * The first file of a resource with a preview: clips, then sounds, LUTs and pictures, each in the order of the list. Sound packs
 * begin with their sounds, like their cards.
 */
export async function findFirstShown(
  db: Kysely<DB>,
  resourceId: string,
): Promise<(ListedFileRow & ShownRow) | undefined> {
  const { rows } = await sql<ListedFileRow & ShownRow>`
    select f.path, f.size, f.sha256, f.media_type as "mediaType", f.facts, p.details as preview ${shown}
    where f.resource_id = ${resourceId} and p.kind is not null
    order by (p.kind = 'sound' and r.type in ('sound effect', 'music')) desc,
      array_position(array['clip', 'sound', 'look', 'picture', 'model', 'lottie', 'font', 'archive', 'pdf'], p.kind), f.path collate natural_order
    limit 1`.execute(db);
  return rows[0];
}

/**
 * Whether there are previews that have not been tried yet, by the program they need: ffmpeg, 7zz, pdftoppm, or none; of one file, or
 * of any. `isAwaited` tells whether a job will try: not if the queue has given it up.
 */
export async function findUntried(db: Kysely<DB>, resourceId: string, path: string | undefined): Promise<Untried> {
  const keys = Object.values(previewJobKeys(resourceId));
  const { rows } = await sql<{ [Name in keyof Untried]: boolean | null }>`
    select exists (select from graphile_worker.jobs where key = any(${keys}::text[])
        and (attempts < max_attempts or locked_at is not null)) as "isAwaited",
      bool_or(${hasMediaPreview}) as media, bool_or(${hasStillPreview}) as stills,
      bool_or(${hasSevenZipPreview}) as "sevenZip", bool_or(${hasPdfPreview}) as pdf
    from resource_files f join resources r on r.id = f.resource_id
    left join file_previews p on p.file_id = f.id and p.is_premium = r.is_premium
    where f.resource_id = ${resourceId} and p.file_id is null ${path === undefined ? sql`` : sql`and f.path = ${path}`}`.execute(
    db,
  );
  const { media, stills, sevenZip, pdf, isAwaited } = rows[0] ?? {};
  return {
    media: media ?? false,
    stills: stills ?? false,
    sevenZip: sevenZip ?? false,
    pdf: pdf ?? false,
    isAwaited: isAwaited ?? false,
  };
}
type Untried = { media: boolean; stills: boolean; sevenZip: boolean; pdf: boolean; isAwaited: boolean };

/** Why a file has no preview, as people read it; null if that is not known. */
export async function findReason(db: Kysely<DB>, resourceId: string, path: string): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select p.details ->> 'reason' as reason from file_previews p join resource_files f on f.id = p.file_id
    where f.resource_id = ${resourceId} and f.path = ${path}`.execute(db);
  return rows[0]?.reason ?? null;
}
