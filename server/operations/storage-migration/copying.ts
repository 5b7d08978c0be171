// Copies a file from one storage backend to another. Neither backend is trusted, so the copy is read back and compared.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { digestFile } from '#server/kit/storage/content-hash.ts';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { Storage, StoredEntry, StoredFile } from '#server/kit/storage/storage.ts';
import type { KnownContent } from './queries.ts';

export type StorageRoute = { from: Storage; to: Storage };

/** The outcome for a file. `there`: it had already been migrated. `newer`: the site has put newer content in the new storage. */
export type CopyResult = { state: 'moved' | 'there' | 'newer'; sizeThere: number } | { state: 'gone' };

/** Thrown if a file's content differs from what the site recorded; the message says how. */
export class DamagedFile extends Error {}

const BLOCK_BYTES = 1024 * 1024;

/**
 * Whether the file belongs to an upload. The key of an upload is never reused, whereas pictures can be regenerated under the same
 * key.
 */
export function isOfUpload(key: string): boolean {
  return key.startsWith('r/');
}

export type KnownFileState = {
  /** Recorded size and hash of the content; if unknown, the contents in the two storage backends are compared. */
  known: KnownContent | undefined;
  /** Size in the new storage; null if the file is missing there. */
  sizeThere: number | null;
  /** Size in the new storage when the file was last migrated; null if it was never migrated. */
  sizeBrought: number | null;
  /** Whether an earlier attempt may have left the file in the new storage. */
  isAgain: boolean;
  /** Whether any resource currently uses the file. */
  isNamed(): Promise<boolean>;
  /** Called with the number of bytes read for each block sent. */
  onBytes(count: number): void;
};

/** @throws DamagedFile (the new storage is then unchanged), storage errors, errors from `onBytes` */
export async function moveFile(route: StorageRoute, entry: StoredEntry, facts: KnownFileState): Promise<CopyResult> {
  const { known, sizeThere, sizeBrought } = facts;
  if (sizeThere !== null) {
    const isThere = await compareThere(route, entry, known, sizeThere);
    if (isThere) return { state: 'there', sizeThere };
    // Files without a recorded hash are pictures, which the site regenerates under the same key. If the size in the new storage
    // is not the size that the last run migrated, the site has written a newer picture there. Otherwise, the old storage has the
    // newer picture.
    if (!known && sizeThere !== sizeBrought) return { state: 'newer', sizeThere };
  }
  return await copyFile(route, entry, facts);
}

const compareThere = async (
  { from, to }: StorageRoute,
  { key }: StoredEntry,
  known: KnownContent | undefined,
  sizeThere: number,
): Promise<boolean> => {
  if (known) return sizeThere === known.size && (await hashOf(to, key)) === known.sha256;
  return (await hashOf(to, key)) === (await hashOf(from, key));
};

const hashOf = async (storage: Storage, key: string): Promise<string | null> => {
  const file = await openOrNull(storage, key);
  if (!file) return null;
  try {
    return (await digestFile(file)).sha256;
  } finally {
    await file.close();
  }
};

const openOrNull = async (storage: Storage, key: string): Promise<StoredFile | null> => {
  try {
    return await storage.open(key);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
};

const copyFile = async (
  { from, to }: StorageRoute,
  { key }: StoredEntry,
  { known, sizeThere, isAgain, isNamed, onBytes }: KnownFileState,
): Promise<CopyResult> => {
  const file = await openOrNull(from, key);
  if (!file) return { state: 'gone' };
  try {
    if (!known && !isAgain) {
      // The site may have regenerated the picture since the last check.
      const now = (await to.stat(key))?.size ?? null;
      if (now !== null && now !== sizeThere) return { state: 'newer', sizeThere: now };
    }
    const source = Readable.from(readSound(file, known, onBytes), { objectMode: false, highWaterMark: BLOCK_BYTES });
    const { size, sha256 } = await to.put(key, source);
    if ((await hashOf(to, key)) !== sha256) {
      // If the original has been removed in the meantime, this is the only copy, so keep it.
      if (await from.stat(key)) await to.delete(key);
      throw new StorageUnavailable(`${key} differs after being written to the new storage`);
    }
    if (await from.stat(key)) return { state: 'moved', sizeThere: size };
    // If the file was deleted in the meantime, the site deleted it from both storage backends, but possibly before the copy
    // arrived in the new one. However, the original may also have been removed by another run that started because this one had
    // lost its lock. That run has seen the copy and relies on it, so delete the copy only if no row refers to the file.
    if (isOfUpload(key) && !(await isNamed())) await to.delete(key);
    return { state: 'gone' };
  } finally {
    await file.close();
  }
};

/**
 * Yields a file's content. If the content does not match the recorded hash, throws instead of ending normally, so that it is not
 * stored.
 */
async function* readSound(
  file: StoredFile,
  known: KnownContent | undefined,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  if (known && file.size !== known.size) throw new DamagedFile(`it has ${file.size} bytes, not ${known.size}`);
  const hash = createHash('sha256');
  for (let at = 0; at < file.size; at += BLOCK_BYTES) {
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, file.size - at));
    const count = await file.read(block, at);
    if (count < block.byteLength) throw new DamagedFile(`it ends at byte ${at + count} of ${file.size}`);
    hash.update(block);
    onBytes(count);
    yield block;
  }
  if (known && hash.digest('hex') !== known.sha256) throw new DamagedFile('its content differs from what was uploaded');
}
