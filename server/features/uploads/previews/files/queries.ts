import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import {
  hasMediaPreview,
  hasPdfPreview,
  hasSevenZipPreview,
  hasStillPreview,
} from '#server/features/resources/public.ts';
import type { FileFacts, KnownFile } from '#server/features/uploads/previews/rules.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { FRAME_TYPES } from '#server/kit/media/ffmpeg.ts';
import type { Programs } from '#server/kit/media/file-tools.ts';

export type PreviewedFile = {
  id: string;
  path: string;
  storageKey: string;
  size: number;
  crc32: number;
  mediaType: string | null;
  /** `{}` if the file has not been read yet. */
  facts: FileFacts | Record<string, never>;
  isPremium: boolean;
  title: string;
  tags: string[];
};

export type Wanted = {
  /** Which programs are there. Without ffmpeg, clips and sounds wait. */
  programs: Programs;
  /** Previews made earlier are made again. */
  since?: Date | undefined;
  /** Only files without a result are tried again, including those that could not be read when they arrived. */
  onlyFailed?: boolean | undefined;
};

const FRAMES = sql.join(FRAME_TYPES.map((type) => sql.lit(type)));
/** Pictures that may be frames of a sequence, even if they can't be shown alone. */
const isFrame = sql<boolean>`(f.media_type in (${FRAMES}) and f.path ~ '[0-9]{3}\\.[A-Za-z]{3,4}$')`;

const isPreviewable = ({ programs, onlyFailed }: Wanted): RawBuilder<boolean> => {
  const conditions = [hasStillPreview];
  if (programs.media) conditions.push(hasMediaPreview, isFrame);
  if (programs.sevenZip) conditions.push(hasSevenZipPreview);
  if (programs.pdf) conditions.push(hasPdfPreview);
  if (programs.media && onlyFailed) conditions.push(sql<boolean>`f.facts ->> 'kind' = 'unreadable'`);
  return sql`(${sql.join(conditions, sql` or `)})`;
};

/** A preview made before the resource became Premium, or stopped being Premium, does not count. */
const withPreview = ({ since, onlyFailed }: Wanted) => sql`
  from resource_files f join resources r on r.id = f.resource_id
  left join file_previews p on p.file_id = f.id and p.is_premium = r.is_premium
    ${since ? sql`and (p.made_at >= ${since} ${onlyFailed ? sql`or p.kind <> 'none'` : sql``})` : sql``}`;

/** Files of a resource after a path that could have a preview and have none, ordered by path. */
export async function findUnpreviewed(
  db: Kysely<DB>,
  resourceId: string,
  { after, limit }: { after: string; limit: number },
  wanted: Wanted,
): Promise<PreviewedFile[]> {
  const { rows } = await sql<PreviewedFile>`
    select f.id, f.path, f.storage_key as "storageKey", f.size, f.crc32, f.media_type as "mediaType", f.facts,
      r.is_premium as "isPremium", r.title, r.tags ${withPreview(wanted)}
    where f.resource_id = ${resourceId} and f.path collate "C" > ${after} collate "C"
      and ${isPreviewable(wanted)} and p.file_id is null
    order by f.path collate "C" limit ${limit}`.execute(db);
  return rows;
}

export type FrameRow = PreviewedFile & {
  /** Frames of the sequence whose clip is the preview of this file; null if it has none. */
  shownFrames: number | null;
};

/** Pictures whose paths are `start`, a number and `ending`, up to `limit`. */
export async function findFrames(
  db: Kysely<DB>,
  resourceId: string,
  { start, ending }: { start: string; ending: string },
  limit: number,
  wanted: Wanted,
): Promise<FrameRow[]> {
  const { rows } = await sql<FrameRow>`
    select f.id, f.path, f.storage_key as "storageKey", f.size, f.crc32, f.media_type as "mediaType", f.facts,
      r.is_premium as "isPremium", r.title, r.tags, (p.details -> 'sequence' ->> 'frames')::int as "shownFrames"
      ${withPreview(wanted)}
    where f.resource_id = ${resourceId} and f.path collate "C" >= ${`${start}0`} collate "C"
      and f.path collate "C" < ${`${start}:`} collate "C"
      and right(f.path, ${ending.length}::int) = ${ending} and f.media_type in (${FRAMES})
    order by f.path collate "C" limit ${limit}`.execute(db);
  return rows;
}

/** Number of a resource's files that could have a preview, and of those that have been tried. */
export async function countPreviewed(
  db: Kysely<DB>,
  resourceId: string,
  wanted: Wanted,
): Promise<{ made: number; total: number }> {
  const { rows } = await sql<{ made: number; total: number }>`
    select count(p.file_id)::int as made, count(*)::int as total ${withPreview(wanted)}
    where f.resource_id = ${resourceId} and ${isPreviewable(wanted)}`.execute(db);
  return rows[0] ?? { made: 0, total: 0 };
}

/** Resources with previews to make, newest first, with the number of files. */
export async function countUnpreviewed(db: Kysely<DB>, wanted: Wanted): Promise<{ id: string; files: number }[]> {
  const { rows } = await sql<{ id: string; files: number }>`
    select r.id, count(*)::int as files ${withPreview(wanted)}
    where r.deleted_at is null and p.file_id is null and ${isPreviewable(wanted)}
    group by r.id order by r.created_at desc`.execute(db);
  return rows;
}

export type NewPreview = {
  fileId: string;
  isPremium: boolean;
  kind: 'none' | 'clip' | 'sound' | 'picture' | 'look' | 'font' | 'lottie' | 'model' | 'pdf' | 'archive';
  keys: string[];
  size: number;
  details: object;
  madeAt: Date;
};

/**
 * Saves the preview of a file in place of an earlier one.
 * @returns the keys that no file has now: those of the earlier preview, or the new ones if the file has been deleted
 */
export async function saveFilePreview(trx: Kysely<DB>, preview: NewPreview): Promise<string[]> {
  const { fileId, isPremium, kind, keys, size, madeAt } = preview;
  // Locks the file, so that it cannot be deleted between these statements.
  const file = await trx
    .selectFrom('resource_files')
    .select('id')
    .where('id', '=', fileId)
    .forKeyShare()
    .executeTakeFirst();
  if (!file) return keys;
  const earlier = await trx
    .selectFrom('file_previews')
    .select('keys')
    .where('file_id', '=', fileId)
    .forUpdate()
    .executeTakeFirst();
  const details = JSON.stringify(preview.details);
  const values = { kind, is_premium: isPremium, keys, size, details, made_at: madeAt.toISOString() };
  await trx
    .insertInto('file_previews')
    .values({ file_id: fileId, ...values })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(values))
    .execute();
  return earlier?.keys ?? [];
}

/** Saves that these files have no preview, for a reason. Files deleted by now are left out. @returns keys of earlier previews */
export async function saveUnpreviewed(
  trx: Kysely<DB>,
  fileIds: readonly string[],
  { isPremium, reason, madeAt }: { isPremium: boolean; reason: string; madeAt: Date },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with given as (select id from resource_files where id = any(${[...fileIds]}::uuid[]) order by id for key share),
    earlier as (select unnest(keys) as key from file_previews where file_id in (select id from given)),
    saved as (
      insert into file_previews (file_id, kind, is_premium, keys, size, details, made_at)
      select id, 'none', ${isPremium}, '{}', 0, ${JSON.stringify({ reason })}::jsonb, ${madeAt} from given
      on conflict (file_id) do update set kind = excluded.kind, is_premium = excluded.is_premium, keys = excluded.keys,
        size = excluded.size, details = excluded.details, made_at = excluded.made_at
    )
    select key from earlier`.execute(trx);
  return rows.map(({ key }) => key);
}

/** Saves what was read from a file, which is therefore readable. */
export async function saveFileFacts(db: Kysely<DB>, fileId: string, facts: FileFacts): Promise<void> {
  await sql`update resource_files set facts = ${JSON.stringify(facts)}::jsonb,
    findings = jsonb_path_query_array(findings, '$[*] ? (@.code != "unreadable")') where id = ${fileId}`.execute(db);
}

/** A resource's type and its sounds; undefined if it has none. */
export async function findSounds(
  db: Kysely<DB>,
  resourceId: string,
): Promise<{ type: string; sounds: KnownFile[] } | undefined> {
  const { rows } = await sql<{ type: string; sounds: KnownFile[] }>`
    select r.type, json_agg(json_build_object('path', f.path, 'facts', f.facts) order by f.path collate "C") as sounds
    from resources r join resource_files f on f.resource_id = r.id and f.facts ->> 'kind' = 'sound'
    where r.id = ${resourceId} group by r.id`.execute(db);
  return rows[0];
}

/** Saves what listings filter sounds by. Takes the counter lock if it changes anything. */
export async function saveMusicFacts(
  db: Kysely<DB>,
  resourceId: string,
  facts: { tempo?: number; key?: string },
): Promise<void> {
  const given = sql`(facts - 'tempo' - 'key') || ${JSON.stringify(facts)}::jsonb`;
  const changing = sql`resources where id = ${resourceId} and facts <> ${given}`;
  await db.transaction().execute(async (trx) => {
    if ((await sql`select from ${changing}`.execute(trx)).rows.length === 0) return;
    await lockCounters(trx);
    await sql`update resources set facts = ${given} where id = ${resourceId}`.execute(trx);
  });
}

/** Files whose paths (in "C" collation) are in this range. */
type PathRange = { from: string; before: string };

const isIn = ({ from, before }: PathRange): RawBuilder<boolean> =>
  sql`(f.path collate "C" >= ${from} collate "C" and f.path collate "C" < ${before} collate "C")`;

/** Lets other frames of the sequences whose clips belong to files in this range be read again. */
export async function forgetFrames(trx: Kysely<DB>, resourceId: string, range: PathRange): Promise<void> {
  const start = sql`regexp_replace(f.path, '[0-9]+\\.[A-Za-z]+$', '')`;
  await sql`
    with ended as (
      select ${start} as start from resource_files f join file_previews p on p.file_id = f.id
      where f.resource_id = ${resourceId} and ${isIn(range)} and p.details ? 'sequence'
    )
    delete from file_previews p using resource_files f
    where p.file_id = f.id and f.resource_id = ${resourceId} and p.kind = 'none'
      and ${start} in (select start from ended)`.execute(trx);
}

/** Keys of the previews of a resource's files; with a range, only of the files in it. */
export async function findPreviewKeys(db: Kysely<DB>, resourceId: string, range?: PathRange): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select unnest(p.keys) as key from resource_files f join file_previews p on p.file_id = f.id
    where f.resource_id = ${resourceId} and ${range ? isIn(range) : sql`true`}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Of these keys, those of files' previews. */
export async function findNamedPreviews(db: Kysely<DB>, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select unnest(keys) as key from file_previews where keys && ${[...keys]}::text[]`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The resources whose files have a preview that fits them, with the columns that decide who may see them. */
export function findPreviewOwners(db: Kysely<DB>, key: string) {
  return db
    .selectFrom('file_previews')
    .innerJoin('resource_files', 'resource_files.id', 'file_previews.file_id')
    .innerJoin('resources', 'resources.id', 'resource_files.resource_id')
    .select([
      'resources.author_id as authorId',
      'resources.status',
      'resources.hidden_at as hiddenAt',
      'resources.deleted_at as deletedAt',
      'resources.is_premium as isPremium',
    ])
    .where('file_previews.keys', '@>', sql<string[]>`array[${key}]`)
    .whereRef('file_previews.is_premium', '=', 'resources.is_premium')
    .execute();
}
