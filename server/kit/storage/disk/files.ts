/** How the disk storage touches the disk: durable folders, whole writes, reads by position, and no way through a link. */

import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { StoredFile } from '#server/kit/storage/storage.ts';
import { makeFolder } from './make-folder.ts';

/** O_NONBLOCK: opening a pipe that somebody laid in the folder would otherwise hold a thread for ever. */
export const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** No room on the disk, in a quota, or within the file size limit of the process. */
export const FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];
export const ABSENT_CODES: readonly unknown[] = ['ENOENT', 'ENOTDIR'];
/** ELOOP is what O_NOFOLLOW answers for a symbolic link. */
export const UNUSABLE_CODES: readonly unknown[] = [...ABSENT_CODES, 'ELOOP', 'ENXIO', 'EISDIR'];

/** Only the last part of a path is guarded by O_NOFOLLOW: the two folders above it are compared with their real path. */
export async function refuseLinkedFolder(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await realpath(folder)) !== folder) throw new FileMissing('a folder of the storage is a symbolic link');
}

export async function describeHandle(handle: FileHandle, key: string): Promise<StoredFile & { handle: FileHandle }> {
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

/** Writes all the bytes from a position on, or where the last write ended. */
export async function writeWhole(handle: FileHandle, bytes: Uint8Array, position: number | null = null): Promise<void> {
  let written = 0;
  // A write that meets the end of the disk is short first and fails only when it is repeated.
  while (written < bytes.byteLength) {
    const at = position === null ? null : position + written;
    written += (await handle.write(bytes, written, bytes.byteLength - written, at)).bytesWritten;
  }
}

/** Makes a folder with its parents so that they survive a power cut: each new entry's parent is synced. */
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
