// Checks the storage and the files that database rows refer to.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { comparePlaces, hashStored } from '#server/kit/backup/backup-files.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { isMadeAnew, listSome } from '#server/operations/backup/rules.ts';
import * as queries from './queries.ts';
import { type Finding, good, problem, warning } from './rules.ts';

const PROBE_BYTES = 64 * 1024;
const SAMPLED = 1000;
/** Files newer than this may belong to an upload that is still being checked, or may be pictures that are not in use yet. */
const SETTLED_MS = 2 * 86_400_000;
const MOST_NAMED = 100;
/** If at least this many files are checked and all of them are missing, the storage is assumed to be the wrong one. */
const MANY = 10;

/** Writes a file, reads it back and deletes it. */
export async function checkStorage(storage: Storage, where: string): Promise<Finding[]> {
  const key = `probe/${randomUUID()}`;
  try {
    await storage.ready();
    const bytes = randomBytes(PROBE_BYTES);
    const given = createHash('sha256').update(bytes).digest('hex');
    const stored = await storage.put(key, bytes);
    const found = await hashStored(storage, key);
    await storage.delete(key);
    if (stored.sha256 === given && found?.sha256 === given)
      return [good(`The storage stores and returns data correctly: ${where}.`)];
    return [
      problem(
        `The storage returned different data than was written: ${where}.`,
        'Files are corrupted while being written or read.',
        'Stop the site and check the disk (smartctl, dmesg) or the storage service.',
      ),
    ];
  } catch (error) {
    await storage.delete(key).catch(() => {});
    return [
      problem(
        `The storage cannot be used (${where}): ${error instanceof Error ? error.message : String(error)}.`,
        'Nothing can be uploaded or downloaded.',
        'Check that the folder belongs to the account that runs the site, or check STORAGE_URL.',
      ),
    ];
  }
}

/** The number of files, with the names of only the first few, because there can be millions. */
type Tally = { count: number; names: string[] };
const tally = (names: readonly string[] = []): Tally => ({ count: names.length, names: names.slice(0, MOST_NAMED) });
const add = (to: Tally, key: string): void => {
  to.count += 1;
  if (to.names.length < MOST_NAMED) to.names.push(key);
};

const tellMissing = ({ count, names }: Tally, of: string): Finding =>
  problem(
    `Files missing from the storage: ${count}${of}: ${listSome(names, count)}.`,
    'Their downloads fail.',
    'Restore them from a backup: npm run restore -- FOLDER --files.',
  );

const tellDamaged = ({ count, names }: Tally, of: string): Finding =>
  problem(
    `Files with an unexpected size: ${count}${of}: ${listSome(names, count)}.`,
    'Their downloads break.',
    'Delete them from the storage and restore them from a backup: npm run restore -- FOLDER --files.',
  );

const tellElsewhere = (count: number, where: string): Finding =>
  problem(
    `None of the ${count} checked files is in the storage: ${where}.`,
    'It is not the storage the site wrote them to: downloads fail, and new files end up in a different place.',
    'Configure that storage (STORAGE_URL, or DATA_DIR without it) for every process; npm run storage:move migrates files to another.',
  );

/** Checks a random sample of the files in the database. `where` describes the storage in messages. */
export async function checkSampleFiles(db: Kysely<DB>, storage: Storage, where: string): Promise<Finding[]> {
  if (!(await queries.hasTables(db))) return [good('No files in the database yet: the first start fills it.')];
  const files = await queries.sampleFiles(db, SAMPLED);
  const sizes = await storage.sizes(files.map(({ key }) => key));
  const of = ` (of ${files.length} checked; --all checks every file)`;
  const [missing, damaged] = [tally(), tally()];
  for (const [index, { key, size }] of files.entries()) {
    const there = sizes[index] ?? null;
    if (there === null) add(missing, key);
    else if (there !== size) add(damaged, key);
  }
  if (missing.count === files.length && files.length >= MANY) return [tellElsewhere(files.length, where)];
  const found = [
    ...(missing.count > 0 ? [tellMissing(missing, of)] : []),
    ...(damaged.count > 0 ? [tellDamaged(damaged, of)] : []),
  ];
  return found.length > 0 ? found : [good(`Files checked: ${files.length}, all present with the right size.`)];
}

/** All sizes and formats of a thumbnail count as one file, represented by the smallest. */
const groupOf = (key: string): string => key.replace(/^(t\/.*)-\d+\.(webp|jpg)$/, '$1-320.webp');

async function* listGroups(storage: Storage): AsyncGenerator<string> {
  for await (const { key, size } of storage.list())
    if (!isMadeAnew(key) && !key.startsWith('probe/')) yield `${groupOf(key)}\t${key}\t${size}`;
}

/** Checks every file in the database, and finds files that no row refers to. `named` yields the keys that rows refer to. */
export async function checkAllFiles(
  { db, storage, dataDir, now }: { db: Kysely<DB>; storage: Storage; dataDir: string; now(): Date },
  named: AsyncIterable<string>,
): Promise<Finding[]> {
  const [missing, damaged, orphans] = [tally(), tally(), tally()];
  let count = 0;
  const scratch = join(dataDir, `doctor-${randomUUID()}`);
  for await (const place of comparePlaces(scratch, listGroups(storage), named)) {
    const groups = new Map<string, { key: string; size: number }>();
    for (const line of place.listed) {
      const [group = '', key = '', size] = line.split('\t');
      groups.set(group, { key, size: Number(size) });
    }
    const lengths = await queries.findLengths(db, [...place.named]);
    for (const key of place.named) {
      count += 1;
      const [file, length] = [groups.get(key), lengths.get(key)];
      if (!file) add(missing, key);
      else if (length !== undefined && file.size !== length) add(damaged, key);
    }
    for (const [group, { key }] of groups) {
      if (place.named.has(group)) continue;
      const made = (await storage.stat(key))?.modifiedAt.getTime() ?? now().getTime();
      if (now().getTime() - made > SETTLED_MS) add(orphans, key);
    }
  }
  const findings: Finding[] = [];
  if (missing.count > 0) findings.push(tellMissing(missing, ` (of ${count})`));
  if (damaged.count > 0) findings.push(tellDamaged(damaged, ` (of ${count})`));
  if (orphans.count > 0)
    findings.push(
      warning(
        `Files in the storage that nothing refers to: ${orphans.count}: ${listSome(orphans.names, orphans.count)}.`,
        'They take up space, and no one can open them.',
        'Keeping them does no harm. Before you delete any, make sure the database is not older than the files.',
      ),
    );
  return findings.length > 0
    ? findings
    : [good(`Files in the database: ${count}, all present, and no others in the storage.`)];
}
