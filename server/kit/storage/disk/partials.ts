/** Appends to uploads in progress in disk storage, saves them, and finally moves them into place. */

import { constants } from 'node:fs';
import { lstat, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drain } from '#server/kit/db/drain.ts';
import { FileMissing, InvalidStorageKey, StorageFull } from '#server/kit/storage/errors.ts';
import type { DiskSpace, PartialFiles } from '#server/kit/storage/storage.ts';
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

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const APPEND_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const WRITE_BYTES = 1024 * 1024;
/** Data is saved after this many bytes, so no more than this is lost if the server is killed. */
const SAVE_EVERY_BYTES = 64 * 1024 * 1024;
/** Data is also saved once it has waited this long, which matters on slow connections. */
const SAVE_EVERY_MS = 2000;

type Handle = Awaited<ReturnType<typeof open>>;

/** @param options.placeOf validates a key and returns its path */
export function createDiskPartials(
  root: string,
  options: {
    placeOf(key: string): Promise<string>;
    measureDisk?: (() => Promise<DiskSpace>) | undefined;
    saveEveryMs?: number | undefined;
  },
): PartialFiles {
  const folder = join(root, 'partial');
  const { saveEveryMs = SAVE_EVERY_MS } = options;

  function pathOf(id: string): string {
    if (!ID.test(id)) throw new InvalidStorageKey('not an upload ID');
    return join(folder, id);
  }

  async function openForWriting(id: string): Promise<Handle> {
    const path = pathOf(id);
    await makeDurableFolder(folder);
    try {
      return await open(path, APPEND_FLAGS, 0o640);
    } catch (error) {
      throw FULL_CODES.includes(errorCodeOf(error))
        ? new StorageFull('no room for an upload', { cause: error })
        : error;
    }
  }

  return {
    async begin(id) {
      await (await openForWriting(id)).close();
      await syncFolder(folder);
    },

    async append(id, offset, source, onSaved) {
      const handle = await openForWriting(id);
      try {
        const { size } = await handle.stat();
        if (size < offset) throw new FileMissing(`upload ${id} has ${size} bytes, not ${offset}`);
        // A server that was killed may have written more than it acknowledged.
        if (size > offset) await handle.truncate(offset);
        if (size === 0) await syncFolder(folder);
        return await appendFrom({ source, handle, saveEveryMs, onSaved }, offset);
      } finally {
        await handle.close();
      }
    },

    async size(id) {
      try {
        const found = await lstat(pathOf(id));
        return found.isFile() ? found.size : null;
      } catch (error) {
        if (UNUSABLE_CODES.includes(errorCodeOf(error))) return null;
        throw error;
      }
    },

    async open(id) {
      try {
        return await describeHandle(await open(pathOf(id), READ_FLAGS), id);
      } catch (error) {
        throw UNUSABLE_CODES.includes(errorCodeOf(error)) ? new FileMissing(`no upload ${id}`) : error;
      }
    },

    async adopt(id, key, size) {
      const from = pathOf(id);
      const to = await options.placeOf(key);
      const arrived = await lstat(from).catch(() => null);
      if (arrived && arrived.size !== size)
        throw new FileMissing(`upload ${id} has ${arrived.size} bytes, not ${size}`);
      await makeDurableFolder(dirname(to));
      await refuseLinkedFolder(to);
      try {
        await rename(from, to);
      } catch (error) {
        if (!ABSENT_CODES.includes(errorCodeOf(error))) throw error;
        const moved = await lstat(to).catch(() => null);
        if (!moved?.isFile() || moved.size !== size) throw new FileMissing(`no upload ${id}`);
      }
      await syncFolder(dirname(to));
      await syncFolder(folder);
    },

    async drop(id) {
      await rm(pathOf(id), { force: true });
    },

    async list() {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(
        names
          .filter((name) => ID.test(name))
          .map(async (id) => ({ id, stat: await lstat(join(folder, id)).catch(() => null) })),
      );
      return found.flatMap(({ id, stat }) => (stat ? [{ id, modifiedAt: stat.mtime }] : []));
    },

    async space() {
      if (options.measureDisk) return await options.measureDisk();
      await makeDurableFolder(folder);
      const { bsize, bavail, blocks } = await statfs(folder);
      return { free: bavail * bsize, total: blocks * bsize };
    },
  };
}

type Appending = {
  source: AsyncIterable<Uint8Array>;
  handle: Handle;
  saveEveryMs: number;
  onSaved(length: number): Promise<void>;
};

/** Buffers small chunks, so that a client sending single bytes causes neither high memory use nor a write per byte. */
async function appendFrom({ source, handle, saveEveryMs, onSaved }: Appending, offset: number): Promise<number> {
  const gathered = Buffer.allocUnsafeSlow(WRITE_BYTES);
  let filled = 0;
  let written = offset;
  let saved = offset;
  let savedAt = performance.now();

  const write = async (): Promise<void> => {
    await writeWhole(handle, gathered.subarray(0, filled), written);
    written += filled;
    filled = 0;
  };
  const save = async (): Promise<void> => {
    await write();
    if (written === saved) return;
    await handle.datasync();
    await onSaved(written);
    saved = written;
    savedAt = performance.now();
  };
  const take = async (chunk: Uint8Array): Promise<void> => {
    for (let at = 0; at < chunk.byteLength; ) {
      const count = Math.min(chunk.byteLength - at, WRITE_BYTES - filled);
      gathered.set(chunk.subarray(at, at + count), filled);
      at += count;
      filled += count;
      if (filled === WRITE_BYTES) await write();
    }
    if (written - saved >= SAVE_EVERY_BYTES || performance.now() - savedAt >= saveEveryMs) await save();
  };

  const orFull = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!FULL_CODES.includes(errorCodeOf(error))) throw error;
      await handle.truncate(saved).catch(() => {});
      throw new StorageFull('no room for an upload', { cause: error });
    }
  };
  await drain(source, { take: (chunk) => orFull(() => take(chunk)), save: () => orFull(save) });
  return saved;
}
