/** Makes stored files available to external programs as local files, which are temporary copies unless storage is on disk. */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCodeOf, FULL_CODES, writeWhole } from '#server/kit/storage/disk/files.ts';
import type { Storage } from './storage.ts';

/** A stored file as recorded in its database row. */
export type CopiedFile = {
  storageKey: string;
  /** Bytes. */
  size: number;
  /** CRC-32 of the content. */
  crc32: number;
};

export type LocalCopies = {
  /**
   * Calls `use` with a local path of the file and returns its result, or `null` if there is not enough disk space for a copy. The
   * path is valid until `use` settles.
   * @throws FileMissing if there is no such file, DamagedContent if its checksum is wrong, StorageUnavailable
   */
  with<T>(file: CopiedFile, use: (path: string) => Promise<T>): Promise<T | null>;
  /** Whether files have to be copied, which is the case with remote storage. */
  readonly copies: boolean;
  /** Removes all copies. */
  close(): Promise<void>;
};

type Copy = { path: string; size: number; users: number; made: Promise<boolean> };

const BLOCK_BYTES = 1024 * 1024;
/** Maximum disk space for one job's copies: the largest upload plus some headroom. */
const MOST_BYTES = 20_000_000_000;
/** Free disk space to leave when copying. */
const KEPT_FREE_BYTES = 1_000_000_000;
const ABANDONED_MS = 86_400_000;

/**
 * Manages the copies for one job, in a separate folder below `folder`. A copy is kept until its disk space is needed for another
 * copy, or until the job ends.
 * @param options.keptFreeBytes, options.mostBytes override the limits in tests
 */
export async function openLocalCopies(
  storage: Storage,
  folder: string,
  options: { signal?: AbortSignal; mostBytes?: number; keptFreeBytes?: number } = {},
): Promise<LocalCopies> {
  const { signal, mostBytes = MOST_BYTES, keptFreeBytes = KEPT_FREE_BYTES } = options;
  const own = join(folder, `${hostname()}~${process.pid}~${await beginOf(process.pid)}~${randomUUID()}`);
  const kept = new Map<string, Copy>();
  if (storage.remote) await removeAbandonedCopies(folder);

  const usedBytes = (): number => [...kept.values()].reduce((sum, { size }) => sum + size, 0);

  async function forget(key: string): Promise<void> {
    const copy = kept.get(key);
    kept.delete(key);
    if (copy) await rm(copy.path, { force: true });
  }

  // Removes unused copies, oldest first, until there is enough space for a new copy. Returns false if that is impossible.
  async function makeRoom(size: number): Promise<boolean> {
    await mkdir(own, { recursive: true, mode: 0o700 });
    for (;;) {
      const { bavail, bsize } = await statfs(own);
      if (usedBytes() + size <= mostBytes && bavail * bsize - size >= keptFreeBytes) return true;
      const idle = [...kept].find(([, { users }]) => users === 0);
      if (!idle) return false;
      await forget(idle[0]);
    }
  }

  // Returns false if the disk fills up while copying, or the size differs from the recorded one.
  async function fetchCopy({ storageKey, crc32, size }: CopiedFile, path: string): Promise<boolean> {
    const file = await storage.open(storageKey, crc32);
    const handle = await open(path, 'wx', 0o600);
    try {
      const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, file.size));
      for (let at = 0; at < file.size; at += BLOCK_BYTES) {
        signal?.throwIfAborted();
        const bytes = block.subarray(0, Math.min(BLOCK_BYTES, file.size - at));
        await file.read(bytes, at);
        await writeWhole(handle, bytes);
      }
      return file.size === size;
    } catch (error) {
      if (FULL_CODES.includes(errorCodeOf(error))) return false;
      throw error;
    } finally {
      await handle.close();
      await file.close();
    }
  }

  async function copyOf(file: CopiedFile): Promise<Copy | null> {
    const known = kept.get(file.storageKey);
    if (known) return known;
    if (!(await makeRoom(file.size))) return null;
    const concurrent = kept.get(file.storageKey);
    if (concurrent) return concurrent;
    const path = join(own, randomUUID());
    const copy = { path, size: file.size, users: 0, made: fetchCopy(file, path) };
    copy.made.catch(() => {});
    kept.set(file.storageKey, copy);
    return copy;
  }

  return {
    copies: storage.remote,

    async with(file, use) {
      const path = await storage.localPath(file.storageKey);
      if (path !== null) return await use(path);
      const copy = await copyOf(file);
      if (!copy) return null;
      copy.users += 1;
      try {
        if (await copy.made) return await use(copy.path);
        await forget(file.storageKey);
        return null;
      } catch (error) {
        await forget(file.storageKey);
        throw error;
      } finally {
        copy.users -= 1;
      }
    },

    async close() {
      await Promise.allSettled([...kept.values()].map(({ made }) => made));
      await rm(own, { recursive: true, force: true });
    },
  };
}

/**
 * Removes copies left by processes on this machine that are no longer running. Copies left by other machines are removed after a
 * day.
 */
async function removeAbandonedCopies(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [host, pid, begin] = name.split('~');
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    const isOld = found !== null && Date.now() - found.mtimeMs > ABANDONED_MS;
    const isOurs = host === hostname();
    if (isOld || (isOurs && !(await isAlive(Number(pid), begin)))) await rm(path, { recursive: true, force: true });
  }
}

/** Whether a process is still running. Compares its start time too, because process IDs are reused after a container restarts. */
async function isAlive(pid: number, begin: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCodeOf(error) !== 'EPERM') return false;
  }
  return begin === (await beginOf(pid));
}

/** Start time of a process in clock ticks since boot; empty if it is unknown, for example outside Linux. */
async function beginOf(pid: number): Promise<string> {
  const told = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the process name in parentheses, which may contain any character; the start time is field 22.
  return told.slice(told.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
