/**
 * Storage in a folder: durable writes through a temporary file, two levels of subfolders, no access to paths outside the folder.
 */

import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, opendir, readdir, realpath, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { FileMissing, StorageFull, StoredFileTooLarge } from '#server/kit/storage/errors.ts';
import { assertStorageKey } from '#server/kit/storage/key.ts';
import type { DiskSpace, PutOptions, Storage, StoredContent, StoredFile } from '#server/kit/storage/storage.ts';
import { findSizes, readSmallFiles } from './bulk.ts';
import {
  ABSENT_CODES,
  describeHandle,
  errorCodeOf,
  FULL_CODES,
  makeDurableFolder,
  READ_FLAGS,
  refuseLinkedFolder,
  syncFolder,
  UNUSABLE_CODES,
  writeWhole,
} from './files.ts';
import { createDiskPartials } from './partials.ts';
import { keyOfName, relativePath } from './path.ts';

const READ_AHEAD_BYTES = 1024 * 1024;
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Stores files below `root`, which `ready()` creates if necessary.
 *
 * Finished files are in `root/objects` (the folder a front server may serve), partial writes in `root/incoming` and uploads in
 * progress in `root/partial`. All three must be on the same file system.
 * @param options.measureDisk replaces the disk space check in tests
 * @param options.saveEveryMs maximum time before received data is saved to disk
 */
export function createDiskStorage(
  root: string,
  options: { measureDisk?: () => Promise<DiskSpace>; saveEveryMs?: number } = {},
): Storage {
  const objects = join(root, 'objects');
  const incoming = join(root, 'incoming');
  let prepared: Promise<string> | undefined;

  async function prepare(): Promise<string> {
    await makeDurableFolder(objects);
    await makeDurableFolder(incoming);
    return await realpath(objects);
  }

  // Real path of the objects folder. If preparing it fails, the next call tries again.
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
      throw UNUSABLE_CODES.includes(errorCodeOf(error)) ? new FileMissing(`no stored file under ${key}`) : error;
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
      throw FULL_CODES.includes(errorCodeOf(error))
        ? new StorageFull(`no room to store ${key}`, { cause: error })
        : error;
    }
  }

  return {
    remote: false,
    linkSeconds: null,
    put,
    partials: createDiskPartials(root, {
      placeOf: async (key) => {
        assertStorageKey(key);
        return join(await realObjects(), relativePath(key));
      },
      measureDisk: options.measureDisk,
      saveEveryMs: options.saveEveryMs,
    }),
    open: openFile,
    frontPath: (key) => {
      assertStorageKey(key);
      return relativePath(key);
    },
    localPath: async (key) => {
      assertStorageKey(key);
      return join(await realObjects(), relativePath(key));
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
        if (UNUSABLE_CODES.includes(errorCodeOf(error))) return null;
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
        if (!ABSENT_CODES.includes(errorCodeOf(error))) throw error;
      }
    },

    async *list() {
      const folder = await realObjects();
      for await (const entry of await opendir(folder, { recursive: true })) {
        if (!entry.isFile()) continue;
        const found = await lstat(join(entry.parentPath, entry.name)).catch(() => null);
        if (found?.isFile()) yield { key: keyOfName(entry.name), size: found.size };
      }
    },

    removeAbandoned: (before) => removeAbandonedWrites(incoming, before),

    async ready() {
      const folder = await realObjects();
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      await access(incoming, constants.W_OK | constants.X_OK);
    },
  };
}

async function removeAbandonedWrites(incoming: string, before: Date): Promise<number> {
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
