// Restores a backup into an empty site. Everything is checked first, files are restored before rows, and all rows are loaded in
// one transaction.
import { join } from 'node:path';
import type pg from 'pg';
import { forEachConcurrently, hashStored } from '#server/kit/backup/backup-files.ts';
import {
  checkPart,
  filesFolder,
  type KeptFile,
  type Manifest,
  type openBackup,
  readFileList,
  readPart,
} from '#server/kit/backup/backup-store.ts';
import { connectForCopy, hasContent, loadDatabase, readFacts } from '#server/kit/db/database-copy.ts';
import { refuseBeforeBaseline } from '#server/kit/db/migrations.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { describeBytes, listSome } from './rules.ts';

const BATCH = 256;
const TOLD_EVERY_MS = 10_000;

export type Backup = Awaited<ReturnType<typeof openBackup>>;
type Tell = (line: string) => void;
type Connection = pg.ClientConfig | { connectionString: string };

async function* batchesOf(list: AsyncIterable<KeptFile>): AsyncGenerator<KeptFile[]> {
  let batch: KeptFile[] = [];
  for await (const file of list) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Calls `run` for every file in a backup, eight at a time, and reports progress regularly. */
const forFiles = async (
  { folder, manifest }: Backup,
  tell: Tell,
  run: (file: KeptFile) => Promise<void>,
): Promise<void> => {
  if (!manifest.files) return;
  let [count, bytes, told] = [0, 0, Date.now()];
  for await (const batch of batchesOf(readFileList(folder, manifest.files.list))) {
    await forEachConcurrently(batch, run);
    count += batch.length;
    bytes += batch.reduce((sum, { size }) => sum + size, 0);
    if (Date.now() - told < TOLD_EVERY_MS) continue;
    told = Date.now();
    tell(`  ${count} of ${manifest.files.count} files, ${describeBytes(bytes)}`);
  }
  if (count !== manifest.files.count) throw new Error(`the list of files in ${folder} is incomplete`);
};

/**
 * Fully verifies the selected content of a backup: the SHA-256 of every part and every file.
 * @param options.leaveOut reports damaged or missing files one by one instead of throwing
 * @returns the keys of those files
 * @throws Error with a one-sentence message that names what is damaged or missing
 */
export async function checkBackup(
  backup: Backup,
  tell: Tell,
  { database = true, files = true, leaveOut = false }: { database?: boolean; files?: boolean; leaveOut?: boolean } = {},
): Promise<ReadonlySet<string>> {
  const { store, folder, manifest } = backup;
  if (database) for (const part of manifest.database?.tables ?? []) await checkPart(folder, part);
  const bad = new Set<string>();
  if (!files || !manifest.files) return bad;
  await checkPart(folder, manifest.files.list);
  const kept = createDiskStorage(filesFolder(store));
  await forFiles(backup, tell, async ({ key, sha256 }) => {
    if ((await hashStored(kept, key))?.sha256 === sha256) return;
    bad.add(key);
    if (leaveOut) tell(`  Damaged or missing in the backup, skipped: ${key}`);
  });
  if (bad.size > 0 && !leaveOut)
    throw new Error(`files of the backup in ${folder} are damaged or missing: ${listSome([...bad])}`);
  return bad;
}

/**
 * Checks that the backup can be restored into the database.
 * @throws Error with a one-sentence message if the database is not empty, predates the baseline, or has migrations that the
 *   backup lacks
 */
export async function refuseUnfit(owner: Connection, migrations: readonly string[]): Promise<void> {
  const client = await connectForCopy(owner, 'helix restore');
  try {
    if (await hasContent(client)) throw new Error('this site is not empty, and existing data is never overwritten');
    const { migrations: applied } = await readFacts(client);
    await refuseBeforeBaseline(applied);
    const further = applied.find((name) => !migrations.includes(name));
    if (further)
      throw new Error(
        `the database is newer than the backup, which lacks ${further}: changes that later migrations make to rows would be missing; create a new database, or move DATA_DIR/postgres aside`,
      );
  } finally {
    await client.end();
  }
}

/**
 * Copies the files into the site's storage, whatever its kind. Files left by an earlier attempt are verified and are kept if they
 * are correct.
 * @param leftOut keys of files to skip
 */
export async function restoreFiles(
  backup: Backup,
  storage: Storage,
  tell: Tell,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  const kept = createDiskStorage(filesFolder(backup.store));
  await storage.ready();
  await forFiles(backup, tell, async ({ key, size, sha256 }) => {
    if (leftOut.has(key)) return;
    if ((await storage.stat(key))?.size === size && (await hashStored(storage, key))?.sha256 === sha256) return;
    const stored = await storage.put(key, await kept.openRange(key, 0, size));
    if (stored.sha256 === sha256) return;
    await storage.delete(key);
    throw new Error(`${key} changed while it was read from ${join(backup.store, 'files')}`);
  });
}

/** Loads the rows. The database must have the schema that the backup's migrations create. */
export async function restoreRows(
  { folder, manifest }: Backup & { manifest: { database: NonNullable<Manifest['database']> } },
  owner: Connection,
): Promise<void> {
  const { tables, sequences, migrations } = manifest.database;
  const partOf = ({ schema, name }: { schema: string; name: string }) => {
    const part = tables.find((table) => table.schema === schema && table.name === name);
    if (!part) throw new Error(`the backup has no table ${name}`);
    return part;
  };
  await loadDatabase(
    owner,
    { tables, sequences, migrations },
    { read: (table) => readPart(folder, partOf(table)), rowsOf: (table) => partOf(table).rows },
  );
}
