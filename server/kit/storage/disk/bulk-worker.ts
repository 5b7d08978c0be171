/** Worker thread that reads many small files, or their sizes, with synchronous system calls, to keep the event loop free. */

import { closeSync, constants, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { BulkReply, BulkTask, SmallFile } from './bulk.ts';
import { relativePath } from './path.ts';

const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const UNUSABLE_CODES: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EISDIR', 'ESPIPE'];

parentPort?.on('message', (task: BulkTask) => {
  const reply = answerTo(task);
  parentPort?.postMessage(reply, reply.body ? [reply.body] : []);
});

function answerTo({ id, objects, keys, files }: BulkTask): BulkReply {
  try {
    const pathOf = pathsIn(objects);
    if (keys) return { id, sizes: keys.map((key) => sizeOf(pathOf(key))) };
    return { id, ...readAll(pathOf, files ?? []) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}

function sizeOf(path: string | null): number | null {
  if (path === null) return null;
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? found.size : null;
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  }
}

/** Reads all files into one buffer. Reads up to one byte more than the recorded size, to detect files that are longer. */
function readAll(
  pathOf: (key: string) => string | null,
  files: readonly SmallFile[],
): Pick<BulkReply, 'body' | 'missing'> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const bytes = new Uint8Array(total + 1);
  let at = 0;
  for (const { key, size } of files) {
    const found = readOne(pathOf(key), bytes.subarray(at, at + size + 1));
    if (found !== size) {
      return { missing: `stored file ${key} has ${countOf(found, size)} bytes instead of the recorded ${size}` };
    }
    at += size;
  }
  return { body: bytes.buffer };
}

const countOf = (found: number | null, size: number): string =>
  found === null ? 'no' : found > size ? 'more' : String(found);

/** Reads one file. Returns the number of bytes read, or null if there is no such file. */
function readOne(path: string | null, into: Uint8Array): number | null {
  if (path === null) return null;
  let handle: number | undefined;
  try {
    handle = openSync(path, READ_FLAGS);
    let filled = 0;
    while (filled < into.byteLength) {
      const count = readSync(handle, into, filled, into.byteLength - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * Maps a key to its path, or to null if a parent folder is missing or is a symbolic link. Parent folders are checked because
 * O_NOFOLLOW only protects the last path segment. Each folder is checked once per task, because calling `realpath` for each file
 * would take longer than reading it.
 */
function pathsIn(objects: string): (key: string) => string | null {
  const areFolders = new Map([[objects, isItself(objects)]]);
  const isFolder = (path: string): boolean => {
    const known = areFolders.get(path);
    if (known !== undefined) return known;
    const found = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    areFolders.set(path, found);
    return found;
  };
  return (key) => {
    const [outer = '', inner = '', name = ''] = relativePath(key).split('/');
    const folders = [objects, `${objects}/${outer}`, `${objects}/${outer}/${inner}`];
    return folders.every(isFolder) ? `${objects}/${outer}/${inner}/${name}` : null;
  };
}

function isItself(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch (error) {
    if (isUnusable(error)) return false;
    throw error;
  }
}

const isUnusable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNUSABLE_CODES.includes(error.code);
