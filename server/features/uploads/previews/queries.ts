import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { FONTS, MODEL_NAME, PDF, PHOTOSHOP, READ_PICTURES } from '#server/kit/media/file-kind.ts';
import type { FileFacts } from './rules.ts';

export type PreviewState = 'NONE' | 'WAITING' | 'MAKING' | 'READY' | 'FAILED';

/** Sets the preview state of a resource. Does not change any columns on which the listing counters depend. */
export function setPreviewState(db: Kysely<DB>, id: string, state: PreviewState, note: string | null = null) {
  return db.updateTable('resources').set({ preview_state: state, preview_note: note }).where('id', '=', id).execute();
}

/** Resources whose previews were requested before a given time and are still missing. */
export async function findUnmade(db: Kysely<DB>, before: Date): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`select id from resources
    where preview_state in ('WAITING', 'MAKING') and deleted_at is null and updated_at < ${before}
    order by updated_at limit 1000`.execute(db);
  return rows;
}

/** Whether any resource shows this thumbnail or strip, by the key stored in the row. */
export async function isPictureShown(db: Kysely<DB>, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('resources')
    .select('id')
    .where((eb) => eb.or([eb('thumbnail_key', '=', key), eb('strip_key', '=', key)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a picture that does not yet belong to a resource, so that it counts towards its sender's quota. */
export async function addSentPicture(
  db: Kysely<DB>,
  { key, size, userId }: { key: string; size: number; userId: string },
): Promise<void> {
  await db.insertInto('sent_pictures').values({ key, size, user_id: userId }).execute();
}

export async function clearSentPicture(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom('sent_pictures').where('key', '=', key).execute();
}

/** The resources that show a picture, with the columns that decide who may see them. */
export function findPictureOwners(db: Kysely<DB>, key: string) {
  return db
    .selectFrom('resources')
    .select(['author_id as authorId', 'status', 'hidden_at as hiddenAt', 'deleted_at as deletedAt'])
    .where((eb) => eb.or([eb('thumbnail_key', '=', key), eb('strip_key', '=', key)]))
    .execute();
}

/** The resource columns that previews need; undefined if the resource no longer exists. */
export function findPreviewSubject(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('resources')
    .select(['type', 'category', 'title', 'tags', 'thumbnail_chosen as hasChosen'])
    .where('id', '=', id)
    .executeTakeFirst();
}

// Skips hidden and system files.
const isWork = sql<boolean>`path !~ '(^|/)(\\.|__MACOSX/)'`;

/** Files of a resource that could be media files, ordered by path with pictures last. */
export function findMedia(db: Kysely<DB>, resourceId: string, limit: number) {
  return (
    db
      .selectFrom('resource_files')
      .select(['id', 'path', 'storage_key as storageKey', 'size', 'crc32', 'media_type as mediaType'])
      .select((eb) => eb.ref('facts').$castTo<FileFacts | Record<string, never>>().as('facts'))
      .where('resource_id', '=', resourceId)
      .where(isWork)
      .where((eb) =>
        eb.or([
          eb('media_type', 'like', 'video/%'),
          eb('media_type', 'like', 'audio/%'),
          eb('media_type', 'in', READ_PICTURES),
          eb('media_type', 'in', ['application/mxf', 'application/x-cube-lut', PHOTOSHOP]),
          eb('path', 'ilike', '%.cube'),
          eb('path', '~*', MODEL_NAME),
        ]),
      )
      // A clip among thousands of numbered frames is likely the main content.
      .orderBy(sql`media_type like 'image/%' and media_type is not null`)
      .orderBy('path')
      .limit(limit)
      .execute()
  );
}
export type MediaRow = Awaited<ReturnType<typeof findMedia>>[number];

/** Up to `limit` fonts and PDFs, fonts first. */
export function findDocuments(db: Kysely<DB>, resourceId: string, limit: number) {
  return db
    .selectFrom('resource_files')
    .select(['id', 'path', 'storage_key as storageKey', 'size', 'crc32', 'media_type as mediaType'])
    .select((eb) => eb.ref('facts').$castTo<FileFacts | Record<string, never>>().as('facts'))
    .where('resource_id', '=', resourceId)
    .where(isWork)
    .where('media_type', 'in', [...FONTS, PDF])
    .orderBy(sql`media_type = ${PDF}`)
    .orderBy('path')
    .limit(limit)
    .execute();
}

/** Number of files by extension, in lower case without the dot. */
export async function countEndings(db: Kysely<DB>, resourceId: string) {
  const { rows } = await sql<{ ending: string; count: number }>`
    select lower(coalesce(substring(path from '\\.([^./]{1,20})$'), '')) as ending, count(*)::int as count
    from resource_files where resource_id = ${resourceId} and ${isWork} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** A hash that changes whenever a file is added to or removed from the resource. */
export async function findPreviewVersion(db: Kysely<DB>, resourceId: string): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    select md5(string_agg(id::text, ',' order by id)) as version from resource_files
    where resource_id = ${resourceId}`.execute(db);
  return rows[0]?.version ?? '';
}

/** Saves the facts read from files. Adds one finding to each file that could not be read. */
export async function saveFacts(
  db: Kysely<DB>,
  files: readonly { id: string; facts: FileFacts }[],
  unreadable: { code: string; sentence: string },
): Promise<void> {
  if (files.length === 0) return;
  const finding = JSON.stringify([unreadable]);
  const known = JSON.stringify([{ code: unreadable.code }]);
  await sql`
    with held as materialized (
      select id from resource_files where id = any(${files.map(({ id }) => id)}::uuid[]) order by id for no key update
    )
    update resource_files set facts = given.facts, findings = case
      when given.facts ->> 'kind' <> 'unreadable' or findings @> ${known}::jsonb then findings
      else findings || ${finding}::jsonb end
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as given (id uuid, facts jsonb)
    join held on held.id = given.id
    where resource_files.id = given.id`.execute(db);
}

export type Previews = {
  facts: Record<string, number | boolean | string>;
  label: string;
  thumbnail: { key: string; hash: string } | null;
  strip: { key: string; kind: 'frames' | 'lut' | 'waveform' } | null;
  state: PreviewState;
  note: string | null;
};

/**
 * Saves a resource's previews, keeping a thumbnail that its leaker chose. Takes the counter lock, then locks the resource.
 * @returns the previous pictures, or null if the files have changed or the resource no longer exists
 */
export async function savePreviews(trx: Kysely<DB>, id: string, version: string, made: Previews) {
  await lockCounters(trx);
  const before = await trx
    .selectFrom('resources')
    .select(['thumbnail_key as thumbnailKey', 'strip_key as stripKey', 'thumbnail_chosen as hasChosen', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before || (await findPreviewVersion(trx, id)) !== version) return null;
  await trx
    .updateTable('resources')
    .set({
      facts: JSON.stringify(made.facts),
      media_label: made.label,
      strip_key: made.strip?.key ?? null,
      strip_kind: made.strip?.kind ?? 'frames',
      preview_state: made.state,
      preview_note: made.note,
      ...(!before.hasChosen && {
        thumbnail_key: made.thumbnail?.key ?? null,
        thumbnail_hash: made.thumbnail?.hash ?? null,
      }),
    })
    .where('id', '=', id)
    .execute();
  return before;
}
