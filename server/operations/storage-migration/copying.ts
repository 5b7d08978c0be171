// Copies one file from a storage to another and trusts neither: what arrives is read back and compared.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { digestFile } from '#server/kit/storage/content-hash.ts';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { Storage, StoredEntry, StoredFile } from '#server/kit/storage/storage.ts';
import type { KnownContent } from './queries.ts';

export type StorageRoute = { from: Storage; to: Storage };

/** Where a file is now. `there`: it was migrated before; `newer`: the site has stored different content since. */
export type CopyResult = { state: 'moved' | 'there' | 'newer'; sizeThere: number } | { state: 'gone' };

/** A file whose content differs from what the site recorded; the message says how. */
export class DamagedFile extends Error {}

const BLOCK_BYTES = 1024 * 1024;

/** Whether the file belongs to an upload, whose key is never reused. Pictures may be regenerated under the same key. */
export function isOfUpload(key: string): boolean {
  return key.startsWith('r/');
}

export type KnownFileState = {
  /** Recorded data of the content; without it, both storages are compared. */
  known: KnownContent | undefined;
  /** Size under the key in the new storage, null if missing. */
  sizeThere: number | null;
  /** Size in the new storage when the file was last migrated, null if it never was. */
  sizeBrought: number | null;
  /** Whether an earlier attempt may have left a file there. */
  isAgain: boolean;
  /** Whether a resource uses the file by now. */
  isNamed(): Promise<boolean>;
  /** Called with the number of bytes read for sending. */
  onBytes(count: number): void;
};

/** @throws DamagedFile, in which case the new storage is unchanged; errors of the storages and of `onBytes` */
export async function moveFile(route: StorageRoute, entry: StoredEntry, facts: KnownFileState): Promise<CopyResult> {
  const { known, sizeThere, sizeBrought } = facts;
  if (sizeThere !== null) {
    const isThere = await compareThere(route, entry, known, sizeThere);
    if (isThere) return { state: 'there', sizeThere };
    // Files without a recorded hash are pictures, regenerated under the same key: either in the new storage, or in the old one
    // if the site still wrote there when the last run migrated the existing copy.
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
      // The site may have regenerated it since the last check.
      const now = (await to.stat(key))?.size ?? null;
      if (now !== null && now !== sizeThere) return { state: 'newer', sizeThere: now };
    }
    const source = Readable.from(readSound(file, known, onBytes), { objectMode: false, highWaterMark: BLOCK_BYTES });
    const { size, sha256 } = await to.put(key, source);
    if ((await hashOf(to, key)) !== sha256) {
      // Never delete the only copy, in case the other one was removed.
      if (await from.stat(key)) await to.delete(key);
      throw new StorageUnavailable(`${key} differs after being written to the new storage`);
    }
    if (await from.stat(key)) return { state: 'moved', sizeThere: size };
    // A deletion in the meantime covered both storages, but possibly before the file arrived here. Unless another run removed
    // it, started because this one has lost its lock: that run has seen the file in the new storage and relies on it.
    if (isOfUpload(key) && !(await isNamed())) await to.delete(key);
    return { state: 'gone' };
  } finally {
    await file.close();
  }
};

/** Content of a file, ending only if all bytes match the recorded hash, so that nothing else is ever stored. */
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
