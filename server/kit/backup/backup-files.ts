/**
 * Copies stored files into a backup and lists what it contains. There may be too many file names to fit in memory, so they are
 * first distributed over 256 scratch files ("parts") by the hash that determines a file's path. Then one part is processed at a
 * time.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOf } from '#server/kit/db/line-stream.ts';
import { relativePath } from '#server/kit/storage/disk/path.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { type KeptFile, lineOf } from './backup-store.ts';

const AT_ONCE = 8;
const BUFFERED_CHARACTERS = 16_384;
const PLACES = Array.from({ length: 256 }, (_, place) => place.toString(16).padStart(2, '0'));

/** The part (one of 256) that a key belongs to. */
const placeOf = (key: string): string => relativePath(key).slice(0, 2);

/** Writes each line to the file of its part, which depends on the key at the start of the line. */
const spread = async (folder: string, lines: AsyncIterable<string>): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const waiting = new Map<string, string>();
  for await (const line of lines) {
    const place = placeOf(line.split('\t', 1)[0] ?? '');
    const text = `${waiting.get(place) ?? ''}${line}\n`;
    waiting.set(place, text.length > BUFFERED_CHARACTERS ? '' : text);
    if (text.length > BUFFERED_CHARACTERS) await appendFile(join(folder, place), text);
  }
  for (const [place, text] of waiting) if (text) await appendFile(join(folder, place), text);
};

async function* readPlace(folder: string, place: string): AsyncGenerator<string> {
  try {
    yield* linesOf(createReadStream(join(folder, place)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Yields the listed files (lines that start with a key and a tab) and the named keys of one part at a time, so that only one of
 * the 256 parts is in memory. `scratch` is a temporary folder.
 */
export async function* comparePlaces(
  scratch: string,
  listed: AsyncIterable<string>,
  named: AsyncIterable<string> | null,
): AsyncGenerator<{ place: string; listed: string[]; named: Set<string> }> {
  const folders = { listed: join(scratch, 'listed'), named: join(scratch, 'named') };
  try {
    await spread(folders.listed, listed);
    if (named) await spread(folders.named, named);
    for (const place of PLACES) {
      const wanted = new Set(await Array.fromAsync(readPlace(folders.named, place)));
      yield { place, listed: await Array.fromAsync(readPlace(folders.listed, place)), named: wanted };
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Reads a list that is sorted by part. The returned function returns the entries of one part and must be called for the parts in
 * order.
 */
const inStep = (list: AsyncIterator<KeptFile> | null) => {
  let ahead: KeptFile | null = null;
  return async (place: string): Promise<Map<string, KeptFile>> => {
    const found = new Map<string, KeptFile>();
    while (list) {
      ahead ??= (await list.next()).value ?? null;
      if (!ahead || placeOf(ahead.key) > place) break;
      found.set(ahead.key, ahead);
      ahead = null;
    }
    return found;
  };
};

export async function forEachConcurrently<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function* keysOf(storage: Storage, isLeftOut: (key: string) => boolean): AsyncGenerator<string> {
  for await (const { key, size } of storage.list()) if (!isLeftOut(key)) yield `${key}\t${size}`;
}

export type Gathering = {
  /** The site's stored files. */
  from: Storage;
  /** The files stored with the backups. */
  to: Storage;
  /** Folder for scratch files; removed afterwards. */
  scratch: string;
  /** Files of an earlier backup, sorted by part. A file that is still stored with the same size is not read again. */
  known: AsyncIterator<KeptFile> | null;
  /** Keys named by database rows, one per line; null to rely on the site's stored files alone. */
  named: AsyncIterable<string> | null;
  isLeftOut(key: string): boolean;
  /** SHA-256 hashes recorded in database rows; files without a recorded hash are left out. */
  findHashes(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  onFile?(file: KeptFile, wasCopied: boolean): void;
  /** Called when a row names a file that the site no longer has. `isKept`: whether the backups still have it. */
  onMissing?(key: string, isKept: boolean): void;
  /** Called when the site's file differs from the original content. `isKept`: whether the backups have the correct content. */
  onDamaged?(key: string, isKept: boolean): void;
};

/**
 * Copies files that the backups do not have yet, eight at a time, verifying each. Yields a line for every file in the backup,
 * sorted by part.
 */
export async function* gatherFiles(gathering: Gathering): AsyncGenerator<string> {
  const { from, scratch, known, isLeftOut } = gathering;
  const nextKnown = inStep(known);
  for await (const { place, listed, named } of comparePlaces(scratch, keysOf(from, isLeftOut), gathering.named)) {
    const wanted = new Set([...named].filter((key) => !isLeftOut(key)));
    const sizes = new Map<string, number | null>([...wanted].map((key) => [key, null]));
    for (const line of listed) {
      const [key = '', size] = line.split('\t');
      sizes.set(key, Number(size));
    }
    yield* await gatherPlace(gathering, { sizes, named: wanted, before: await nextKnown(place) });
  }
}

type Place = {
  /** File sizes on the site; null for files that rows name but the site does not have. */
  sizes: ReadonlyMap<string, number | null>;
  named: ReadonlySet<string>;
  before: ReadonlyMap<string, KeptFile>;
};

const gatherPlace = async (
  { from, to, findHashes, onFile, onMissing, onDamaged }: Gathering,
  { sizes, named, before }: Place,
): Promise<string[]> => {
  const keys = [...sizes.keys()].sort();
  if (keys.length === 0) return [];
  const [there, hashes] = [await to.sizes(keys), await findHashes(keys)];
  const kept = new Map<string, KeptFile>();

  // Finds the backups' copy of a file or creates it. Older manifests refer to the same copy, and each key is written only once,
  // so the copy is kept even if the site's file is damaged. If the copy itself is damaged, it is replaced with the correct
  // content.
  const keep = async (key: string, inStore: number | null): Promise<{ file: KeptFile | null; isNew: boolean }> => {
    const [last, expected] = [before.get(key), hashes.get(key)];
    const known = expected ?? last?.sha256;
    const isThere = (sizes.get(key) ?? null) !== null;
    if (last && last.size === inStore && last.sha256 === known) return { file: last, isNew: false };
    // The copy was left behind by an interrupted backup or is only listed in an older backup. It is complete but unverified.
    const found = inStore === null ? null : await hashStored(to, key);
    if (found && (known === undefined || found.sha256 === known)) return { file: { key, ...found }, isNew: false };
    const isRight = isThere && (!found || (await hashStored(from, key))?.sha256 === known);
    return { file: isRight ? await copyFile(from, to, key) : null, isNew: true };
  };

  await forEachConcurrently([...keys.entries()], async ([index, key]) => {
    const [size, inStore, expected] = [sizes.get(key) ?? null, there[index] ?? null, hashes.get(key)];
    const { file, isNew } = await keep(key, inStore);
    if (!file) {
      if (size !== null && inStore !== null) onDamaged?.(key, false);
      else if (named.has(key)) onMissing?.(key, false);
      return;
    }
    if (expected !== undefined && expected !== file.sha256) {
      // This copy was just made from the site's damaged file: an existing copy is accepted only if its content is correct.
      await to.delete(key);
      return onDamaged?.(key, false);
    }
    if (size === null) onMissing?.(key, true);
    else if (!isNew && size !== file.size) onDamaged?.(key, true);
    kept.set(key, file);
    onFile?.(file, isNew);
  });
  return keys.flatMap((key) => {
    const file = kept.get(key);
    return file ? [lineOf(file)] : [];
  });
};

/** Copies one file. Returns null if it no longer exists. */
const copyFile = async (from: Storage, to: Storage, key: string): Promise<KeptFile | null> => {
  try {
    const size = (await from.stat(key))?.size;
    if (size === undefined) return null;
    const stored = await to.put(key, await from.openRange(key, 0, size));
    return { key, size: stored.size, sha256: stored.sha256 };
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
};

/** Size and SHA-256 of a stored file, computed in constant memory; null if the file does not exist. */
export async function hashStored(storage: Storage, key: string): Promise<{ size: number; sha256: string } | null> {
  const size = (await storage.stat(key))?.size;
  if (size === undefined) return null;
  const hash = createHash('sha256');
  try {
    for await (const chunk of await storage.openRange(key, 0, size)) hash.update(chunk as Buffer);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Removes stored files that are no longer on any of the lists. @returns how many were removed */
export async function deleteUnlisted(
  store: Storage,
  scratch: string,
  lists: readonly AsyncIterator<KeptFile>[],
): Promise<number> {
  let dropped = 0;
  const all = keysOf(store, () => false);
  const steps = lists.map(inStep);
  for await (const { place, listed } of comparePlaces(scratch, all, null)) {
    const named = new Set<string>();
    for (const step of steps) for (const key of (await step(place)).keys()) named.add(key);
    for (const line of listed) {
      const key = line.split('\t', 1)[0] ?? '';
      if (named.has(key)) continue;
      await store.delete(key);
      dropped += 1;
    }
  }
  return dropped;
}
