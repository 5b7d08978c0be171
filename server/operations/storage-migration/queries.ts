import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Recorded data of a stored file, and the title of one resource that uses it. */
export type KnownContent = { key: string; size: number; sha256: string; path: string; title: string };

/** Of the given files, those that belong to resources, by key. */
export async function findKnownContents(db: Kysely<DB>, keys: readonly string[]): Promise<Map<string, KnownContent>> {
  const rows = await db
    .selectFrom('resource_files as f')
    .innerJoin('resources as r', 'r.id', 'f.resource_id')
    .distinctOn('f.storage_key')
    .select(['f.storage_key as key', 'f.size', 'f.sha256', 'f.path', 'r.title'])
    .where('f.storage_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .orderBy('f.storage_key')
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Value of `size_there` while a file is being migrated. Until it is replaced, the row does not show whether the file arrived. */
const BEGUN = -1;

/** Of the given files, those that have been migrated, with their recorded size in each storage backend. */
export async function findMoved(
  db: Kysely<DB>,
  route: string,
  keys: readonly string[],
): Promise<Map<string, { size: number; sizeThere: number }>> {
  const rows = await db
    .selectFrom('moved_files')
    .select(['key', 'size', 'size_there as sizeThere'])
    .where('route', '=', route)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .where('size_there', '!=', BEGUN)
    .execute();
  return new Map(rows.map(({ key, ...sizes }) => [key, sizes]));
}

export async function noteMoved(
  db: Kysely<DB>,
  route: string,
  file: { key: string; size: number; sizeThere: number; now: Date },
): Promise<void> {
  const sizes = { size: file.size, size_there: file.sizeThere, moved_at: file.now };
  await db
    .insertInto('moved_files')
    .values({ route, key: file.key, ...sizes })
    .onConflict((conflict) => conflict.columns(['route', 'key']).doUpdateSet(sizes))
    .execute();
}

/** Call this before writing to the new storage, so that the file can be found there if the run is killed. */
export async function noteBegun(
  db: Kysely<DB>,
  route: string,
  files: readonly { key: string; size: number }[],
  now: Date,
): Promise<void> {
  const rows = files.map(({ key, size }) => ({ route, key, size, size_there: BEGUN, moved_at: now }));
  await db
    .insertInto('moved_files')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['route', 'key']).doUpdateSet({ size_there: BEGUN }))
    .execute();
}

/** Keys after `behind`, in order, of files whose migration was started but never recorded as complete. */
export async function findBegun(
  db: Kysely<DB>,
  route: string,
  { behind, limit }: { behind: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('moved_files')
    .select('key')
    .where('route', '=', route)
    .where('size_there', '=', BEGUN)
    .where('key', '>', behind)
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Deletes a migration's records. Call this once the old storage is empty. */
export function deleteMoveRecords(db: Kysely<DB>, route: string) {
  return db.deleteFrom('moved_files').where('route', '=', route).execute();
}

/** Resource files with a key after `behind`, ordered by key, unless they have already been migrated. */
export async function findUnmoved(
  db: Kysely<DB>,
  route: string,
  { behind, limit }: { behind: string; limit: number },
): Promise<KnownContent[]> {
  const { rows } = await sql<KnownContent>`
    select distinct on (f.storage_key) f.storage_key as key, f.size, f.sha256, f.path, r.title
    from resource_files f join resources r on r.id = f.resource_id
    where f.storage_key > ${behind}
      and not exists (select from moved_files m
        where m.route = ${route} and m.key = f.storage_key and m.size_there <> ${BEGUN})
    order by f.storage_key limit ${limit}`.execute(db);
  return rows;
}
