// Creates a folder and its parents. Node's own recursive mkdir hangs below /proc, and reports ENOENT on a read-only disk.
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const REASONS: Record<string, string> = {
  EEXIST: 'a file is in the way',
  EROFS: 'the file system there is read-only',
  ENOENT: 'cannot create folders there',
  ENOSPC: 'the disk is full',
};

/**
 * Gives the error a readable reason, with the system's code and path; if the system's message is clear enough, returns the error
 * unchanged.
 */
const inWords = (error: NodeJS.ErrnoException, path: string): Error => {
  const reason = REASONS[error.code ?? ''];
  if (reason === undefined) return error;
  return Object.assign(new Error(`${reason} (${error.code} for ${path})`, { cause: error }), {
    code: error.code,
    path,
  });
};

/**
 * Creates a folder and its parents.
 * @returns the topmost folder created; undefined if the folder already existed
 * @throws Error with a readable reason if the system refuses
 */
export async function makeFolder(path: string, options: { mode?: number } = {}): Promise<string | undefined> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return undefined;
  const above = dirname(path) === path ? undefined : await makeFolder(dirname(path), options);
  try {
    await mkdir(path, options);
    return above ?? path;
  } catch (error) {
    // Another process has just created it.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory()) return above;
    throw inWords(error as NodeJS.ErrnoException, path);
  }
}

/** Like `makeFolder`, but also throws if the folder is on a read-only file system. File permissions are not checked. */
export async function makeWritableFolder(path: string): Promise<void> {
  await makeFolder(path);
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') throw inWords(error as NodeJS.ErrnoException, path);
  }
}
