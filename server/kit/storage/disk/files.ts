/** File system primitives for disk storage: durable folders, complete writes, positioned reads, no symbolic links. */

import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { StoredFile } from '#server/kit/storage/storage.ts';
import { makeFolder } from './make-folder.ts';

/** Without O_NONBLOCK, opening a named pipe that someone put in the folder would block a thread forever. */
export const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Error codes for a full disk, an exhausted quota and an exceeded file size limit of the process. */
export const FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];
export const ABSENT_CODES: readonly unknown[] = ['ENOENT', 'ENOTDIR'];
/** ELOOP means that O_NOFOLLOW refused to open a symbolic link. */
export const UNUSABLE_CODES: readonly unknown[] = [...ABSENT_CODES, 'ELOOP', 'ENXIO', 'EISDIR'];

/** O_NOFOLLOW only protects the last path segment, so the parent folder is compared with its real path. */
export async function refuseLinkedFolder(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await realpath(folder)) !== folder) throw new FileMissing('a folder of the storage is a symbolic link');
}

export async function describeHandle(handle: FileHandle, key: string): Promise<StoredFile & { handle: FileHandle }> {
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new FileMissing(`the entry stored under ${key} is not a file`);
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

/** Writes all bytes at a position, or after the last write if none is given. */
export async function writeWhole(handle: FileHandle, bytes: Uint8Array, position: number | null = null): Promise<void> {
  let written = 0;
  // When the disk fills up, a write is cut short first, and only the next one fails.
  while (written < bytes.byteLength) {
    const at = position === null ? null : position + written;
    written += (await handle.write(bytes, written, bytes.byteLength - written, at)).bytesWritten;
  }
}

/** Creates a folder and its parents durably, by syncing the parent of each new folder. */
export async function makeDurableFolder(path: string): Promise<void> {
  const firstMade = await makeFolder(path, { mode: 0o750 });
  if (firstMade === undefined) return;
  for (let folder = path; folder.length >= firstMade.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
  }
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function errorCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
