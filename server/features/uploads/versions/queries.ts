import { type Kysely, sql } from 'kysely';
import type { VersionChanges } from '#contract/uploads/versions.ts';
import type { DB } from '#db/types.ts';
import { notifySelected } from '#server/features/notifications/public.ts';
import { isVisible } from '#server/features/resources/public.ts';
import type { AnyNotification } from '#server/platform/notices/notification-kinds.ts';

/** Versions of a resource, public or not, without deleted ones. */
export function listVersionRows(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('resource_versions')
    .innerJoin('resources', 'resources.id', 'resource_versions.files_id')
    .select([
      'resource_versions.number',
      'resource_versions.files_id as filesId',
      'resource_versions.published_at as publishedAt',
    ])
    .where('resource_versions.resource_id', '=', resourceId)
    .where('resources.deleted_at', 'is', null)
    .execute();
}
export type ResourceVersionRow = Awaited<ReturnType<typeof listVersionRows>>[number];

/** The highest number that a version of a resource has or had; deleted ones count until they are erased. */
export async function findLastNumber(db: Kysely<DB>, resourceId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(version, (select max(number) from resource_versions where resource_id = resources.id)) as last
    from resources where id = ${resourceId}`.execute(db);
  return rows[0]?.last ?? 1;
}

type NewVersion = { resourceId: string; filesFrom: string; number: number; note: string; now: Date };

/**
 * Creates the hidden row of a new version, with the files and previews of `filesFrom`: the locked resource or an earlier version of
 * it. Nothing is copied in the storage. @returns the id of the row
 */
export async function insertVersion(trx: Kysely<DB>, version: NewVersion): Promise<string> {
  const { resourceId, filesFrom, number, note, now } = version;
  const { rows } = await sql<{ id: string }>`
    insert into resources (author_id, title, description, category, editor, editor_min_version, type, tags, licence,
      rights_declared_at, sale_declared_at, submitted_at, thumbnail_key, thumbnail_hash, strip_key, strip_kind, media_label,
      preview_state, preview_note, facts, file_count, file_size, demo, created_at, updated_at, version, version_of)
    select r.author_id, r.title, r.description, r.category, r.editor, r.editor_min_version, r.type, r.tags, r.licence,
      r.rights_declared_at, r.sale_declared_at, null, f.thumbnail_key, f.thumbnail_hash, f.strip_key, f.strip_kind,
      f.media_label, f.preview_state, f.preview_note, f.facts, f.file_count, f.file_size, r.demo, ${now}, ${now},
      ${number}::int, r.id
    from resources r, resources f where r.id = ${resourceId} and f.id = ${filesFrom} returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the files of the new version have no resource');
  await sql`
    insert into resource_files (resource_id, path, size, sha256, crc32, storage_key, media_type, facts, findings, created_at)
    select ${id}, path, size, sha256, crc32, storage_key, media_type, facts, findings, created_at
    from resource_files where resource_id = ${filesFrom}`.execute(trx);
  await sql`
    insert into file_previews (file_id, kind, is_premium, keys, size, details, made_at)
    select copied.id, p.kind, p.is_premium, p.keys, p.size, p.details, p.made_at
    from resource_files copied
    join resource_files f on f.resource_id = ${filesFrom} and f.path = copied.path
    join file_previews p on p.file_id = f.id
    where copied.resource_id = ${id}`.execute(trx);
  await trx
    .insertInto('resource_versions')
    .values({ resource_id: resourceId, number, files_id: id, note, created_at: now.toISOString() })
    .execute();
  return id;
}

/** The resource and number of a version's row, and its note; undefined for a resource. */
export async function findVersion(db: Kysely<DB>, filesId: string) {
  return await db
    .selectFrom('resource_versions')
    .select(['resource_id as resourceId', 'number', 'note'])
    .where('files_id', '=', filesId)
    .whereRef('resource_id', '<>', 'files_id')
    .executeTakeFirst();
}

/** @returns whether there is such a version */
export async function setNote(trx: Kysely<DB>, resourceId: string, number: number, note: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('resource_versions')
    .set({ note })
    .where('resource_id', '=', resourceId)
    .where('number', '=', number)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const sameContent = sql`mine.sha256 = theirs.sha256 and mine.size = theirs.size`;
/** The time of a file is in the ZIP, so a file that was sent again is another one there. */
const sameInZip = sql`${sameContent} and mine.created_at = theirs.created_at`;

/** How two file lists differ, by path: `mine` is the row in the resource, `theirs` the one in the new version. */
const compared = (resourceId: string, versionId: string, isSame = sameContent) => sql`(
  select coalesce(mine.path, theirs.path) as path, mine.id as mine, theirs.id as theirs, mine.size as "sizeBefore",
    theirs.size,
    case when mine.id is null then 'added' when theirs.id is null then 'removed'
      when ${isSame} then 'unchanged' else 'replaced' end as kind
  from (select * from resource_files where resource_id = ${resourceId}) mine
  full join (select * from resource_files where resource_id = ${versionId}) theirs on theirs.path = mine.path) compared`;

/** What a new version changes; `most` bounds the list of files. */
export async function compareVersion(
  db: Kysely<DB>,
  { resourceId, versionId }: { resourceId: string; versionId: string },
  most: number,
): Promise<VersionChanges> {
  const { rows } = await sql<{ kind: 'added' | 'replaced' | 'removed' | 'unchanged'; files: number; bytes: number }>`
    select kind, count(*)::int as files, sum(coalesce(size, "sizeBefore"))::bigint as bytes
    from ${compared(resourceId, versionId)} group by kind`.execute(db);
  const changed = await sql<VersionChanges['files'][number]>`
    select kind, path, "sizeBefore", size from ${compared(resourceId, versionId)}
    where kind <> 'unchanged' order by path collate "C" limit ${most}`.execute(db);
  const of = (kind: string) => {
    const { files, bytes } = rows.find((row) => row.kind === kind) ?? { files: 0, bytes: 0 };
    return { files, bytes };
  };
  return {
    added: of('added'),
    replaced: of('replaced'),
    removed: of('removed'),
    unchanged: of('unchanged'),
    files: changed.rows,
  };
}

/** Whether any file differs. */
export async function hasChanges(db: Kysely<DB>, resourceId: string, versionId: string): Promise<boolean> {
  const { rows } = await sql`select from ${compared(resourceId, versionId)} where kind <> 'unchanged' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

type Swap = { resourceId: string; versionId: string; number: number; now: Date };

/**
 * Exchanges the files of a resource and of a version of it, both locked, so that the version's row has those that were current. Rows
 * of files that stay the same are not touched, so a large pack with one new file costs one row.
 */
export async function swapFiles(trx: Kysely<DB>, { resourceId, versionId }: Swap): Promise<void> {
  const { rows } = await sql<{ leaving: string[]; replaced: string[]; coming: string[] }>`
    select coalesce(array_agg(mine) filter (where kind = 'removed'), '{}') as leaving,
      coalesce(array_agg(mine) filter (where kind = 'replaced'), '{}') as replaced,
      coalesce(array_agg(theirs) filter (where kind in ('added', 'replaced')), '{}') as coming
    from ${compared(resourceId, versionId, sameInZip)}`.execute(trx);
  const [{ leaving, replaced, coming } = { leaving: [], replaced: [], coming: [] }] = rows;
  // Jobs that read files lock them in this order, too.
  await sql`select from resource_files where id = any(${[...leaving, ...replaced, ...coming]}::uuid[])
    order by id for update`.execute(trx);
  await sql`update resource_files set resource_id = ${versionId} where id = any(${leaving}::uuid[])`.execute(trx);
  // Until the other file has left, a replaced one has a path that no upload can have.
  await sql`update resource_files set resource_id = ${versionId}, path = path || chr(1)
    where id = any(${replaced}::uuid[])`.execute(trx);
  await sql`update resource_files set resource_id = ${resourceId} where id = any(${coming}::uuid[])`.execute(trx);
  await sql`update resource_files set path = left(path, -1) where id = any(${replaced}::uuid[])`.execute(trx);
}

/**
 * Exchanges what was read from the files of the two rows, makes `number` current and the other row REPLACED. A thumbnail that the
 * creator chose stays. Call after `swapFiles`, with the counters locked.
 */
export async function swapVersions(trx: Kysely<DB>, { resourceId, versionId, number, now }: Swap): Promise<void> {
  const pair = sql`(a.id = ${resourceId} and b.id = ${versionId} or a.id = ${versionId} and b.id = ${resourceId})`;
  const pictures = ['thumbnail_key', 'thumbnail_hash'].map(
    (name) => sql`${sql.ref(name)} = case when a.thumbnail_chosen or b.thumbnail_chosen then a.${sql.ref(name)}
      else b.${sql.ref(name)} end`,
  );
  await sql`update resources a set version = b.version, file_count = b.file_count, file_size = b.file_size, facts = b.facts,
      media_label = b.media_label, strip_key = b.strip_key, strip_kind = b.strip_kind, preview_state = b.preview_state,
      preview_note = b.preview_note, ${sql.join(pictures)}
    from resources b where ${pair}`.execute(trx);
  await sql`update resources set status = 'REPLACED', status_reason = null, submitted_at = null where id = ${versionId}`.execute(
    trx,
  );
  await sql`update resources set updated_at = ${now}, files_changed_at = ${now} where id = ${resourceId}`.execute(trx);
  await sql`update resource_versions
    set files_id = case when number = ${number} then ${resourceId}::uuid else ${versionId}::uuid end,
      published_at = case when number = ${number} then ${now} else published_at end
    where resource_id = ${resourceId} and files_id in (${resourceId}, ${versionId})`.execute(trx);
  // The first version has no row until now.
  await sql`insert into resource_versions (resource_id, number, files_id, note, created_at, published_at)
    select r.id, v.version, v.id, '', r.created_at, coalesce(r.approved_at, r.created_at)
    from resources r join resources v on v.version_of = r.id where r.id = ${resourceId} and v.id = ${versionId}
    on conflict (resource_id, number) do nothing`.execute(trx);
}

/** Moves decisions on a version and the messages about it to its resource, whose history they belong to. */
export async function moveHistory(trx: Kysely<DB>, { resourceId, versionId }: Swap): Promise<void> {
  await sql`update resource_decisions set resource_id = ${resourceId} where resource_id = ${versionId}`.execute(trx);
  await sql`update upload_messages set resource_id = ${resourceId} where resource_id = ${versionId}`.execute(trx);
}

/** The hidden rows of a resource's versions, deleted or not, locked. Call with the counters locked. */
export function lockVersions(trx: Kysely<DB>, resourceId: string) {
  return trx
    .selectFrom('resources')
    .select(['id', 'thumbnail_key as thumbnailKey', 'strip_key as stripKey'])
    .where('version_of', '=', resourceId)
    .forUpdate()
    .execute();
}

/** Files of a resource at these paths, which new files are about to replace. */
export function findFilesAt(db: Kysely<DB>, resourceId: string, paths: readonly string[]) {
  return db
    .selectFrom('resource_files')
    .select(['path', 'size'])
    .where('resource_id', '=', resourceId)
    .where(sql<boolean>`path = any(${[...paths]}::text[])`)
    .execute();
}

type Batch = { resourceId: string; number: number; after: string | null; most: number };

/**
 * Notifies the next `most` followers and past downloaders about a version of a public resource, in the order of their ids.
 * @returns number of people, of whom some may not be notified, and the last one
 */
export async function notifySomeOfVersion(
  trx: Kysely<DB>,
  kind: AnyNotification,
  { resourceId, number, after, most }: Batch,
  now: Date,
): Promise<{ taken: number; last: string | null }> {
  const { rows } = await sql<{ person: string }>`
    select person from (
      (select follower_id as person from follows join resources on resources.author_id = leaker_id
        where resources.id = ${resourceId} and ${isVisible}
          and (${after}::uuid is null or follower_id > ${after}::uuid) order by 1 limit ${most})
      union
      (select distinct user_id as person from downloads join resources on resources.id = resource_id
        where resource_id = ${resourceId} and ${isVisible} and user_id is not null
          and (${after}::uuid is null or user_id > ${after}::uuid) order by 1 limit ${most})
    ) people order by person limit ${most}`.execute(trx);
  if (rows.length === 0) return { taken: 0, last: null };
  const people = rows.map(({ person }) => person);
  const source = sql`select reader.id, ${kind.kind}::text, ${`version ${resourceId} ${number}`}::text, author_id, resources.id,
      jsonb_build_object('id', resources.id, 'title', title, 'number', v.number, 'note', left(v.note, 200))
    from resources join resource_versions v on v.resource_id = resources.id and v.number = ${number}
    cross join unnest(${people}::uuid[]) as reader (id)
    where resources.id = ${resourceId} and ${isVisible}`;
  await notifySelected(trx, [kind], source, now);
  return { taken: rows.length, last: people.at(-1) ?? null };
}
