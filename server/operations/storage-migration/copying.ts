// Brings one file from a storage to another, and believes neither: what arrives is read again where it arrived.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { digestFile } from '#server/kit/storage/content-hash.ts';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { Storage, StoredEntry, StoredFile } from '#server/kit/storage/storage.ts';
import type { KnownContent } from './queries.ts';

export type StorageRoute = { from: Storage; to: Storage };

/** Where a file lies now. `there`: it had been brought before; `newer`: the site has stored another content since. */
export type CopyResult = { state: 'moved' | 'there' | 'newer'; sizeThere: number } | { state: 'gone' };

/** A file whose bytes are not those that the site knows of it; its message says what is wrong. */
export class DamagedFile extends Error {}

const BLOCK_BYTES = 1024 * 1024;

/** Whether it is of an upload, whose key nobody uses twice. A picture may be made anew under its key. */
export function isOfUpload(key: string): boolean {
  return key.startsWith('r/');
}

export type KnownFileState = {
  /** What the database says of the content; without it, both ends are compared. */
  known: KnownContent | undefined;
  /** Bytes under the key at the other end, null for none. */
  sizeThere: number | null;
  /** Bytes that were there when the file was brought over the last time, null when it never was. */
  sizeBrought: number | null;
  /** Whether a try before may have left something of its own there. */
  isAgain: boolean;
  /** Whether a resource has the file by now. */
  isNamed(): Promise<boolean>;
  /** Is told of bytes that were read to be sent. */
  onBytes(count: number): void;
};

/** @throws DamagedFile, then nothing has changed at the other end; what the storages and `onBytes` throw */
export async function moveFile(route: StorageRoute, entry: StoredEntry, facts: KnownFileState): Promise<CopyResult> {
  const { known, sizeThere, sizeBrought } = facts;
  if (sizeThere !== null) {
    const isThere = await compareThere(route, entry, known, sizeThere);
    if (isThere) return { state: 'there', sizeThere };
    // What the database does not know by its hash are pictures, made anew under their old key: where the site writes by now, or
    // where it still did when the last run brought what is there.
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
      // The site may have made it anew since it was looked for there.
      const now = (await to.stat(key))?.size ?? null;
      if (now !== null && now !== sizeThere) return { state: 'newer', sizeThere: now };
    }
    const source = Readable.from(readSound(file, known, onBytes), { objectMode: false, highWaterMark: BLOCK_BYTES });
    const { size, sha256 } = await to.put(key, source);
    if ((await hashOf(to, key)) !== sha256) {
      // Never the only copy, whoever removed the other one.
      if (await from.stat(key)) await to.delete(key);
      throw new StorageUnavailable(`${key} came out of the new storage with other bytes than it was given`);
    }
    if (await from.stat(key)) return { state: 'moved', sizeThere: size };
    // Whoever removed it meanwhile has removed it at both ends, but perhaps before it was here. Unless it was another run,
    // begun because this one has lost its lock: that has seen the file at the other end, and relies on it.
    if (isOfUpload(key) && !(await isNamed())) await to.delete(key);
    return { state: 'gone' };
  } finally {
    await file.close();
  }
};

/** The bytes of a file; the end comes only when all of them are those that the site knows, so nothing else is ever stored. */
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
  if (known && hash.digest('hex') !== known.sha256) throw new DamagedFile('its bytes are not those that were uploaded');
}
