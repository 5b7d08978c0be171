// What may be wrong with the storage, and with the files that rows name.
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
/** Younger files may belong to an upload that is being checked, or to a picture that nobody has taken yet. */
const SETTLED_MS = 2 * 86_400_000;
const MOST_NAMED = 100;
/** Of fewer files all may be gone for a reason of their own. */
const MANY = 10;

/** Writes a file, reads it back, and removes it. */
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
      return [good(`The storage keeps what is written: ${where}.`)];
    return [
      problem(
        `The storage gave back other bytes than it was given: ${where}.`,
        'Files are damaged while they are written or read.',
        'Stop the site and look at the disk (smartctl, dmesg) or at the storage service.',
      ),
    ];
  } catch (error) {
    await storage.delete(key).catch(() => {});
    return [
      problem(
        `The storage cannot be used (${where}): ${error instanceof Error ? error.message : String(error)}.`,
        'Nothing can be uploaded or downloaded.',
        'See that the folder belongs to the account that runs the site, or what STORAGE_URL says.',
      ),
    ];
  }
}

/** How many there are, and the names of the first: there may be millions. */
type Tally = { count: number; names: string[] };
const tally = (names: readonly string[] = []): Tally => ({ count: names.length, names: names.slice(0, MOST_NAMED) });
const add = (to: Tally, key: string): void => {
  to.count += 1;
  if (to.names.length < MOST_NAMED) to.names.push(key);
};

const tellMissing = ({ count, names }: Tally, of: string): Finding =>
  problem(
    `Files that rows name and the storage lacks: ${count}${of}: ${listSome(names, count)}.`,
    'Their downloads fail.',
    'Bring them back from a backup: npm run restore -- FOLDER --files.',
  );

const tellDamaged = ({ count, names }: Tally, of: string): Finding =>
  problem(
    `Files of another length than their rows say: ${count}${of}: ${listSome(names, count)}.`,
    'Their downloads break.',
    'Remove them from the storage and bring them back from a backup: npm run restore -- FOLDER --files.',
  );

const tellElsewhere = (count: number, where: string): Finding =>
  problem(
    `Not one of ${count} files that rows name is in the storage: ${where}.`,
    'It is not the one that the site wrote them to: downloads fail, and new files come to another place than the old ones.',
    'Name that one (STORAGE_URL, or DATA_DIR where there is none) for every process; npm run storage:move brings files to another.',
  );

/** A sample of the files that rows name. `where` names the storage in a sentence. */
export async function checkSampleFiles(db: Kysely<DB>, storage: Storage, where: string): Promise<Finding[]> {
  if (!(await queries.hasTables(db))) return [good('No file is named yet: the first start fills the database.')];
  const files = await queries.sampleFiles(db, SAMPLED);
  const sizes = await storage.sizes(files.map(({ key }) => key));
  const of = ` (of ${files.length} looked at; --all looks at every one)`;
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
  return found.length > 0 ? found : [good(`Files that were looked at: ${files.length}, all as their rows say.`)];
}

/** The widths and kinds of a thumbnail stand or fall with its smallest. */
const groupOf = (key: string): string => key.replace(/^(t\/.*)-\d+\.(webp|jpg)$/, '$1-320.webp');

async function* listGroups(storage: Storage): AsyncGenerator<string> {
  for await (const { key, size } of storage.list())
    if (!isMadeAnew(key) && !key.startsWith('probe/')) yield `${groupOf(key)}\t${key}\t${size}`;
}

/** Every file that rows name, and every file that none names. `named` are keys, a line each. */
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
        `Files in the storage that belong to nothing: ${orphans.count}: ${listSome(orphans.names, orphans.count)}.`,
        'They take room, and nobody can open them.',
        'Nothing is lost by leaving them. Before you remove one, see that the database is not an older one than the files.',
      ),
    );
  return findings.length > 0 ? findings : [good(`Files that rows name: ${count}, all there, and no others.`)];
}
