// Writes files into a folder. A browser writes into a temporary file and renames it at the end, so a file is there completely or not at all.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Known } from '#client/features/resources/library/memory.ts';

const find = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if ((error as Error).name === 'NotFoundError') return null;
    throw error;
  }
};

const folderAt = async (root: FileSystemDirectoryHandle, parts: readonly string[]) => {
  let folder = root;
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  return folder;
};

/** `clip.mov`, then `clip (new).mov`, `clip (new 2).mov`: a name that isn't taken, so nothing is overwritten. */
const freeName = async (folder: FileSystemDirectoryHandle, name: string): Promise<string> => {
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 0; ; count += 1) {
    const tried = count === 0 ? name : `${stem} (new${count === 1 ? '' : ` ${count}`})${end}`;
    const taken = await find(folder.getFileHandle(tried));
    // A tab that was closed while it wrote leaves an empty file.
    if (!taken || (await taken.getFile()).size === 0) return tried;
  }
};

/**
 * Saves a file under its path, or beside a file that has its name already. Returns the path that was used.
 * @throws Error if the content doesn't have the expected SHA-256 (nothing is saved), or the disk is full
 */
export async function saveFile(
  root: FileSystemDirectoryHandle,
  path: string,
  content: AsyncIterable<Uint8Array<ArrayBuffer>>,
  expected: string,
  onWritten: (bytes: number) => void,
): Promise<{ path: string; known: Known }> {
  const parts = path.split('/');
  const wanted = parts.pop() ?? '';
  const folder = await folderAt(root, parts);
  const name = await freeName(folder, wanted);
  const handle = await folder.getFileHandle(name, { create: true });
  const hash = sha256.create();
  try {
    const file = await handle.createWritable();
    try {
      for await (const bytes of content) {
        hash.update(bytes);
        await file.write(bytes);
        onWritten(bytes.length);
      }
      if (bytesToHex(hash.digest()) !== expected) throw new Error('It arrived damaged.');
      await file.close();
    } catch (error) {
      await file.abort().catch(() => {});
      throw error;
    }
  } catch (error) {
    await folder.removeEntry(name).catch(() => {});
    throw error;
  }
  const { size, lastModified } = await handle.getFile();
  return { path: [...parts, name].join('/'), known: { size, lastModified, sha256: expected } };
}
