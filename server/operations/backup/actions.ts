// Backs up the database and files of a running site: first files, then a database snapshot, then files added in the meantime.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '#db/types.ts';
import { deleteUnlisted, gatherFiles } from '#server/kit/backup/backup-files.ts';
import {
  beginBackup,
  type Content,
  deleteBackups,
  filesFolder,
  finishBackup,
  type KeptFile,
  listBackups,
  type Manifest,
  openBackup,
  readFileList,
  readPart,
  writeDurably,
  writePart,
} from '#server/kit/backup/backup-store.ts';
import { lockBackupPlace, withSnapshot } from '#server/kit/db/database-copy.ts';
import { linesOf } from '#server/kit/db/line-stream.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { findHashes, namedFiles } from './queries.ts';
import {
  describeBytes,
  isMadeAnew,
  type KeptBackup,
  keyOfLine,
  kindOf,
  listSome,
  outdatedBackups,
  secretMark,
} from './rules.ts';

/** Maximum length of each of the two lists in a manifest: missing files and damaged files. */
const MOST_NAMED = 1000;
const TOLD_EVERY_MS = 10_000;

export type BackupSource = {
  /** Connection as the role that owns the tables. */
  connection: pg.ClientConfig | { connectionString: string };
  db: Kysely<DB>;
  storage: Storage;
  /** The site's secret; null if it has been lost. */
  secret: Buffer | null;
  /** Content of the site's key file; null if the backup should not include it. */
  secretText: string | null;
  now(): Date;
  tell(line: string): void;
};

export type BackupWish = {
  database: boolean;
  files: boolean;
  /** Number of backups of this kind to keep in the folder, including the new one; null keeps all. */
  keep: number | null;
};

/** Keys of missing and damaged files. `isCut`: the lists are incomplete because there are too many files. */
type Trouble = { missing: string[]; damaged: string[]; isCut: boolean };
/**
 * Files in `missing` and `damaged` are not in the backup. Files in `inSite` are missing or damaged on the site, but the backup
 * has them.
 */
type Gathered = Trouble & { list: Content; count: number; bytes: number; inSite: Trouble };

const noTrouble = (): Trouble => ({ missing: [], damaged: [], isCut: false });

async function* keysOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    const key = keyOfLine(line);
    if (key) yield key;
  }
}

/** Storage keys that the database rows of a snapshot refer to. */
export function readNamedKeys(snapshot: { readQuery(query: string): AsyncIterable<Buffer> }): AsyncGenerator<string> {
  return keysOf(linesOf(snapshot.readQuery(namedFiles)));
}

const gather = async (
  source: BackupSource,
  place: { folder: string; store: string; file: string },
  given: { before: { folder: string; list: Content } | null; named: AsyncIterable<string> | null },
): Promise<Gathered> => {
  const to = createDiskStorage(filesFolder(place.store));
  await to.ready();
  // Remove partial files of interrupted backups; no other process is writing here now.
  await to.removeAbandoned(new Date());
  const found = { count: 0, bytes: 0, ...noTrouble(), inSite: noTrouble() };
  const name = (kind: 'missing' | 'damaged', key: string, isKept: boolean): void => {
    const trouble = isKept ? found.inSite : found;
    if (trouble[kind].length < MOST_NAMED) trouble[kind].push(key);
    else trouble.isCut = true;
  };
  let [copied, told] = [0, Date.now()];
  const lines = gatherFiles({
    from: source.storage,
    to,
    scratch: join(place.folder, 'scratch'),
    known: given.before ? readFileList(given.before.folder, given.before.list) : null,
    named: given.named,
    isLeftOut: isMadeAnew,
    findHashes: (keys) => findHashes(source.db, keys),
    onFile: ({ size }, wasCopied) => {
      found.count += 1;
      found.bytes += size;
      if (wasCopied) copied += size;
      if (Date.now() - told < TOLD_EVERY_MS) return;
      told = Date.now();
      source.tell(`  ${found.count} files so far, ${describeBytes(copied)} copied`);
    },
    onMissing: (key, isKept) => name('missing', key, isKept),
    onDamaged: (key, isKept) => name('damaged', key, isKept),
  });
  const list = await writePart(place.folder, place.file, lines);
  return { list, ...found };
};

const dumpDatabase = (source: BackupSource, folder: string): Promise<NonNullable<Manifest['database']>> =>
  withSnapshot(source.connection, async (snapshot) => {
    const tables: NonNullable<Manifest['database']>['tables'] = [];
    for (const table of snapshot.tables) {
      const { stream, rows } = snapshot.readTable(table);
      const part = await writePart(folder, `database/${table.schema}.${table.name}.copy.gz`, stream);
      tables.push({ ...table, ...part, rows: rows() });
    }
    if (snapshot.others.length > 0)
      source.tell(
        `  Tables of other programs, not in the backup: ${listSome(snapshot.others.map(({ name }) => name))}`,
      );
    await writePart(folder, 'named.gz', snapshot.readQuery(namedFiles));
    const { postgres, migrations, queue } = snapshot;
    return { postgres, migrations, queue, tables, sequences: await snapshot.sequences() };
  });

/**
 * Finds the newest readable backup that includes files, so that those files do not have to be read again. A damaged backup must
 * not prevent new backups.
 */
const findLast = async ({ tell }: BackupSource, store: string): Promise<{ folder: string; list: Content } | null> => {
  for (const name of (await listBackups(store)).finished.reverse()) {
    try {
      const { folder, manifest } = await openBackup(join(store, name));
      if (!manifest.files) continue;
      const { list } = manifest.files;
      const reading = readFileList(folder, list);
      while (!(await reading.next()).done);
      return { folder, list };
    } catch (error) {
      tell(`  ${name} is damaged and was skipped: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return null;
};

/**
 * Creates a backup in a folder of backups. Files that an earlier backup contains are not copied again.
 * @returns the new folder, whether the backup includes every file that rows refer to, and whether the site itself still has all
 *   of them
 * @throws Error if another backup into the same folder is in progress; errors of the database and the storage
 */
export async function makeBackup(
  source: BackupSource,
  store: string,
  wish: BackupWish,
): Promise<{ folder: string; isWhole: boolean; isSiteWhole: boolean }> {
  const release = await lockBackupPlace(source.connection, store);
  if (!release) throw new Error(`another backup into ${store} is in progress`);
  try {
    await deleteBackups(store, (await listBackups(store)).unfinished);
    const { folder } = await beginBackup(store, source.now());
    const place = { folder, store };
    const madeAt = source.now().toISOString();
    let before = wish.files ? await findLast(source, store) : null;
    if (wish.files && wish.database) {
      source.tell('Files …');
      // Copy most files before the snapshot, so that files deleted from the site after the snapshot have already been copied.
      const { list } = await gather(source, { ...place, file: 'before.gz' }, { before, named: null });
      before = { folder, list };
    }
    if (wish.database) source.tell('Database …');
    const database = wish.database ? await dumpDatabase(source, folder) : null;
    if (wish.files) source.tell(wish.database ? 'New files …' : 'Files …');
    const named = database ? keysOf(linesOf(readPart(folder, { file: 'named.gz' }))) : null;
    const files = wish.files ? await gather(source, { ...place, file: 'files.gz' }, { before, named }) : null;
    for (const file of ['before.gz', 'named.gz']) await rm(join(folder, file), { force: true });
    if (source.secretText !== null) await writeDurably(join(folder, 'secret'), source.secretText, 0o600);
    const hasSecret = source.secretText !== null;
    const finished = await finishBackup(folder, {
      format: 1,
      madeAt,
      database,
      files: files && forManifest(files),
      secret: source.secret && secretMark(source.secret),
      hasSecret,
    });
    const lost = files ? await findLost(source, files) : [];
    const lostInSite = files ? await findLost(source, files.inSite) : [];
    tellResult(source, { database, files, lost, lostInSite });
    if (wish.keep !== null) await removeOld(source, store, wish.keep);
    const isWhole = !files || (lost.length === 0 && files.damaged.length === 0);
    const isSiteWhole = isWhole && lostInSite.length === 0 && (files?.inSite.damaged ?? []).length === 0;
    return { folder: finished, isWhole, isSiteWhole };
  } finally {
    await release();
  }
}

const forManifest = ({ isCut: _, inSite: __, ...files }: Gathered): NonNullable<Manifest['files']> => files;

/** The missing files that rows still refer to. The others were deleted during the backup. */
const findLost = async (source: BackupSource, { missing, isCut }: Trouble): Promise<string[]> => {
  if (missing.length === 0 || isCut) return missing;
  const asked = new Set(missing);
  return withSnapshot(source.connection, async (snapshot) => {
    const lost: string[] = [];
    for await (const key of readNamedKeys(snapshot)) if (asked.delete(key)) lost.push(key);
    return lost;
  });
};

const tellResult = (
  { tell }: BackupSource,
  {
    database,
    files,
    lost,
    lostInSite,
  }: {
    database: Manifest['database'];
    files: Gathered | null;
    lost: readonly string[];
    lostInSite: readonly string[];
  },
): void => {
  if (database) {
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    tell(`  ${database.tables.length} tables, ${rows} rows`);
  }
  if (!files) return;
  tell(`  ${files.count} files, ${describeBytes(files.bytes)}`);
  const { missing, damaged, inSite } = files;
  if (missing.length > lost.length)
    tell(`  Files deleted from the site during the backup: ${missing.length - lost.length}`);
  if (lost.length > 0) tell(`  Missing from the storage: ${listSome(lost)}`);
  if (damaged.length > 0) tell(`  Damaged, so not in the backup: ${listSome(damaged)}`);
  if (lostInSite.length > 0) tell(`  Missing from the storage, but in the backup: ${listSome(lostInSite)}`);
  if (inSite.damaged.length > 0) tell(`  Damaged in the storage, intact in the backup: ${listSome(inSite.damaged)}`);
};

const removeOld = async ({ tell }: BackupSource, store: string, keep: number): Promise<void> => {
  const kept: KeptBackup[] = [];
  const lists = new Map<string, AsyncIterator<KeptFile>>();
  for (const name of (await listBackups(store)).finished) {
    const { folder, manifest } = (await openBackup(join(store, name)).catch(() => null)) ?? {};
    kept.push({ name, kind: manifest ? kindOf(manifest) : null });
    if (folder && manifest?.files) lists.set(name, readFileList(folder, manifest.files.list));
  }
  const old = outdatedBackups(kept, keep);
  if (old.length === 0) return;
  await deleteBackups(store, old);
  for (const name of old) lists.delete(name);
  const unread = kept.filter(({ kind }) => kind === null);
  // If any file list cannot be read, it is unknown which files are still needed.
  if (lists.size === 0 || unread.length > 0) {
    const because = unread.length > 0 ? `; their files were kept because ${unread[0]?.name} cannot be read` : '';
    return tell(`Old backups removed: ${old.length}${because}.`);
  }
  const dropped = await deleteUnlisted(createDiskStorage(filesFolder(store)), join(store, 'scratch.unfinished'), [
    ...lists.values(),
  ]);
  tell(`Old backups removed: ${old.length}, files deleted with them: ${dropped}.`);
};
