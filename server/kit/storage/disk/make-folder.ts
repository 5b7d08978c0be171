// Makes a folder and those above it. Node's own recursive mkdir never ends below /proc, and reports ENOENT for a read-only disk.
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const REASONS: Record<string, string> = {
  EEXIST: 'a file is in the way',
  EROFS: 'the file system there is read-only',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
};

/** The failure in words, with the code and path of the system's own; unchanged where the system's words are clear enough. */
const inWords = (error: NodeJS.ErrnoException, path: string): Error => {
  const reason = REASONS[error.code ?? ''];
  if (reason === undefined) return error;
  return Object.assign(new Error(`${reason} (${error.code} for ${path})`, { cause: error }), {
    code: error.code,
    path,
  });
};

/**
 * @returns the topmost folder that was made; undefined when there was nothing to make
 * @throws in words what the system refused
 */
export async function makeFolder(path: string, options: { mode?: number } = {}): Promise<string | undefined> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return undefined;
  const above = dirname(path) === path ? undefined : await makeFolder(dirname(path), options);
  try {
    await mkdir(path, options);
    return above ?? path;
  } catch (error) {
    // Somebody else made it meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory()) return above;
    throw inWords(error as NodeJS.ErrnoException, path);
  }
}

/** Makes a folder like `makeFolder`. @throws also when it lies on a read-only file system; whose it is does not matter */
export async function makeWritableFolder(path: string): Promise<void> {
  await makeFolder(path);
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') throw inWords(error as NodeJS.ErrnoException, path);
  }
}
