import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { FileFacts } from '#server/features/uploads/previews/rules.ts';
import type { FilePreviewDetails } from './rules.ts';

export type PreviewedFile = {
  id: string;
  path: string;
  storageKey: string;
  size: number;
  crc32: number;
  mediaType: string;
  facts: FileFacts;
  isPremium: boolean;
};

/**
 * Clips and sounds of a resource without a preview, ordered by path. A preview made before the resource became Premium, or
 * stopped being Premium, does not count.
 */
export async function findUnpreviewed(db: Kysely<DB>, resourceId: string, limit: number): Promise<PreviewedFile[]> {
  const { rows } = await sql<PreviewedFile>`
    select f.id, f.path, f.storage_key as "storageKey", f.size, f.crc32, f.media_type as "mediaType", f.facts,
      r.is_premium as "isPremium"
    from resource_files f join resources r on r.id = f.resource_id
    left join file_previews p on p.file_id = f.id and p.is_premium = r.is_premium
    where f.resource_id = ${resourceId} and f.facts ->> 'kind' in ('video', 'sound') and p.file_id is null
    order by f.path limit ${limit}`.execute(db);
  return rows;
}

/** Number of clips and sounds of a resource, and of those that have a preview. */
export async function countPreviewed(db: Kysely<DB>, resourceId: string): Promise<{ made: number; total: number }> {
  const { rows } = await sql<{ made: number; total: number }>`
    select count(p.file_id)::int as made, count(*)::int as total
    from resource_files f join resources r on r.id = f.resource_id
    left join file_previews p on p.file_id = f.id and p.is_premium = r.is_premium
    where f.resource_id = ${resourceId} and f.facts ->> 'kind' in ('video', 'sound')`.execute(db);
  return rows[0] ?? { made: 0, total: 0 };
}

export type NewPreview = { fileId: string; isPremium: boolean } & (
  | { kind: 'none' }
  | { kind: FilePreviewDetails['kind']; key: string; size: number; details: FilePreviewDetails }
);

/**
 * Saves the preview of a file in place of an earlier one.
 * @returns whether it was saved, which it is not if the file has been deleted, and the key of the earlier preview
 */
export async function saveFilePreview(
  trx: Kysely<DB>,
  preview: NewPreview,
): Promise<{ isSaved: boolean; earlierKey: string | null }> {
  const { fileId, isPremium, kind } = preview;
  const made = kind === 'none' ? { key: null, size: 0, details: {} } : preview;
  // Locks the file, so that it cannot be deleted between these statements.
  const file = await trx
    .selectFrom('resource_files')
    .select('id')
    .where('id', '=', fileId)
    .forKeyShare()
    .executeTakeFirst();
  if (!file) return { isSaved: false, earlierKey: null };
  const earlier = await trx
    .selectFrom('file_previews')
    .select('key')
    .where('file_id', '=', fileId)
    .forUpdate()
    .executeTakeFirst();
  const values = { kind, is_premium: isPremium, key: made.key, size: made.size, details: JSON.stringify(made.details) };
  await trx
    .insertInto('file_previews')
    .values({ file_id: fileId, ...values })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(values))
    .execute();
  return { isSaved: true, earlierKey: earlier?.key ?? null };
}

/** Keys of the previews of a resource's files; with a range, only of the files whose paths (in "C" collation) are in it. */
export async function findPreviewKeys(
  db: Kysely<DB>,
  resourceId: string,
  range?: { from: string; before: string },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select p.key from resource_files f join file_previews p on p.file_id = f.id
    where f.resource_id = ${resourceId} and p.key is not null and ${
      range
        ? sql`f.path collate "C" >= ${range.from} collate "C" and f.path collate "C" < ${range.before} collate "C"`
        : sql`true`
    }`.execute(db);
  return rows.map(({ key }) => key);
}

/** Of these keys, those of files' previews. */
export async function findNamedPreviews(db: Kysely<DB>, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from file_previews where key = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The resources whose files have a preview, with the columns that decide who may see them. */
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
    ])
    .where('file_previews.key', '=', key)
    .execute();
}
