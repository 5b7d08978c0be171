/** Storage in a folder: durable writes through a temporary file, two levels of fan-out, and no way out of the folder. */

import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { PutOptions, Storage, StoredContent, StoredFile } from './storage.ts';
import { findSizes, readSmallFiles } from './storage-bulk.ts';
import { FileMissing, StorageFull, StoredFileTooLarge } from './storage-errors.ts';
import { assertStorageKey } from './storage-key.ts';
import { relativePath } from './storage-path.ts';

const READ_AHEAD_BYTES = 1024 * 1024;
// O_NONBLOCK: opening a pipe that somebody laid in the folder would otherwise hold a thread for ever.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const ABSENT_CODES: readonly unknown[] = ['ENOENT', 'ENOTDIR'];
// ELOOP is what O_NOFOLLOW answers for a symbolic link.
const UNUSABLE_CODES: readonly unknown[] = [...ABSENT_CODES, 'ELOOP', 'ENXIO', 'EISDIR'];

/**
 * Keeps files below `root`, which `ready()` makes when it is not there.
 *
 * Everything readable lies in `root/objects` (what a front server may be given), half-written files in `root/incoming`,
 * so both must be on one file system.
 */
export function createDiskStorage(root: string): Storage {
  const objects = join(root, 'objects');
  const incoming = join(root, 'incoming');
  let prepared: Promise<string> | undefined;

  async function prepare(): Promise<string> {
    await makeDurableFolder(objects);
    await makeDurableFolder(incoming);
    return await realpath(objects);
  }

  /** The real path of the objects folder; a failed preparation is tried again by the next call. */
  async function realObjects(): Promise<string> {
    prepared ??= prepare();
    try {
      return await prepared;
    } catch (error) {
      prepared = undefined;
      throw error;
    }
  }

  async function openFile(key: string): Promise<StoredFile & { handle: FileHandle }> {
    assertStorageKey(key);
    const path = join(await realObjects(), relativePath(key));
    try {
      await refuseLinkedFolder(path);
      const handle = await open(path, READ_FLAGS);
      return await describeHandle(handle, key);
    } catch (error) {
      throw UNUSABLE_CODES.includes(codeOf(error)) ? new FileMissing(`no stored file under ${key}`) : error;
    }
  }

  async function put(key: string, source: Readable | Uint8Array, options: PutOptions = {}): Promise<StoredContent> {
    assertStorageKey(key);
    const path = join(await realObjects(), relativePath(key));
    const temporary = join(incoming, randomUUID());
    try {
      const content = await writeDurably(temporary, source, options.maxBytes ?? Number.POSITIVE_INFINITY);
      await makeDurableFolder(dirname(path));
      await refuseLinkedFolder(path);
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return content;
    } catch (error) {
      await rm(temporary, { force: true });
      throw FULL_CODES.includes(codeOf(error)) ? new StorageFull(`no room to store ${key}`, { cause: error }) : error;
    }
  }

  return {
    put,
    open: openFile,
    frontPath: (key) => {
      assertStorageKey(key);
      return relativePath(key);
    },
    signedLink: async () => null,

    async stat(key) {
      assertStorageKey(key);
      const path = join(await realObjects(), relativePath(key));
      try {
        await refuseLinkedFolder(path);
        const found = await lstat(path);
        return found.isFile() ? { size: found.size, modifiedAt: found.mtime } : null;
      } catch (error) {
        if (UNUSABLE_CODES.includes(codeOf(error))) return null;
        throw error;
      }
    },

    async sizes(keys) {
      for (const key of keys) assertStorageKey(key);
      return await findSizes(await realObjects(), keys);
    },

    async readSmall(files) {
      for (const { key } of files) assertStorageKey(key);
      return await readSmallFiles(await realObjects(), files);
    },

    async openRange(key, start, end) {
      const file = await openFile(key);
      if (start < 0 || end < start || end > file.size) {
        await file.close();
        throw new FileMissing(`stored file ${key} has ${file.size} bytes, not ${start} to ${end}`);
      }
      if (start === end) {
        await file.close();
        return Readable.from([]);
      }
      return file.handle.createReadStream({ start, end: end - 1, highWaterMark: READ_AHEAD_BYTES });
    },

    async delete(key) {
      assertStorageKey(key);
      const path = join(await realObjects(), relativePath(key));
      try {
        await refuseLinkedFolder(path);
        await unlink(path);
        await syncFolder(dirname(path));
      } catch (error) {
        if (!ABSENT_CODES.includes(codeOf(error))) throw error;
      }
    },

    async ready() {
      const folder = await realObjects();
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      await access(incoming, constants.W_OK | constants.X_OK);
    },
  };
}

/**
 * Removes what killed processes left half-written below `root` before the given time, and answers how many files that were.
 * The time must lie further back than the longest write takes, since another process may be writing.
 */
export async function removeAbandonedWrites(root: string, before: Date): Promise<number> {
  const incoming = join(root, 'incoming');
  let removed = 0;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isFile() || found.mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Only the last part of a path is guarded by O_NOFOLLOW: the two folders above it are compared with their real path. */
async function refuseLinkedFolder(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await realpath(folder)) !== folder) throw new FileMissing('a folder of the storage is a symbolic link');
}

async function describeHandle(handle: FileHandle, key: string): Promise<StoredFile & { handle: FileHandle }> {
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new FileMissing(`what is stored under ${key} is not a file`);
    return {
      handle,
      size: found.size,
      read: (buffer, position) => fillBuffer(handle, buffer, position),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function fillBuffer(handle: FileHandle, buffer: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < buffer.byteLength) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.byteLength - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

async function writeDurably(path: string, source: Readable | Uint8Array, maxBytes: number): Promise<StoredContent> {
  const handle = await open(path, CREATE_FLAGS, 0o640);
  try {
    const hash = createHash('sha256');
    let size = 0;
    let checksum = 0;
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.byteLength;
      if (size > maxBytes) throw new StoredFileTooLarge(`more than ${maxBytes} bytes`);
      hash.update(bytes);
      checksum = crc32(bytes, checksum);
      await writeWhole(handle, bytes);
    }
    await handle.datasync();
    return { size, sha256: hash.digest('hex'), crc32: checksum };
  } finally {
    await handle.close();
  }
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  // A write that meets the end of the disk is short first and fails only when it is repeated.
  while (written < bytes.byteLength) {
    written += (await handle.write(bytes, written, bytes.byteLength - written)).bytesWritten;
  }
}

/** Makes a folder with its parents so that they survive a power cut: each new entry's parent is synced. */
async function makeDurableFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o750 });
  if (firstMade === undefined) return;
  for (let folder = path; folder.length >= firstMade.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
