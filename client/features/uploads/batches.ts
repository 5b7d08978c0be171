// Groups chosen files into uploads. Small files are bundled, because each upload costs three API calls.
import {
  BUNDLE_MAX_BYTES,
  BUNDLE_MAX_CHARACTERS,
  BUNDLE_MAX_FILES,
  BUNDLED_FILE_MAX_BYTES,
} from '#contract/uploads/limits.ts';
import type { ChosenFile } from './chosen-files.ts';

/** One upload: a single file, or several small files concatenated. */
export type Batch = {
  /** Path of the file within the resource, or the display name of a bundle. */
  path: string;
  /** In bytes. */
  size: number;
  /** Modification time of the file, or of the newest file in a bundle (ISO 8601). */
  modifiedAt: string;
  files: readonly ChosenFile[];
  isBundle: boolean;
};

/** Minimum number of small files for bundling. If there are fewer, each file gets its own row and upload. */
export const BUNDLED_FROM_FILES = 25;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const single = (chosen: ChosenFile): Batch => ({
  path: chosen.path,
  size: chosen.size,
  modifiedAt: new Date(chosen.lastModified).toISOString(),
  files: [chosen],
  isBundle: false,
});

/** Deepest folder that contains all files, e.g. 'loops/warm'; empty if they share no folder. */
export function sharedFolder(files: readonly { path: string }[]): string {
  let shared = files[0]?.path.split('/').slice(0, -1) ?? [];
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1);
    let length = 0;
    while (length < shared.length && shared[length] === parts[length]) length += 1;
    shared = shared.slice(0, length);
  }
  return shared.join('/');
}

const bundle = (files: readonly ChosenFile[], number: number): Batch => {
  const folder = sharedFolder(files);
  // Use only characters that the server does not rewrite.
  return {
    path: `Small files, part ${number} (${files.length}${folder && ` from ${folder.split('/').at(-1)}`})`,
    size: files.reduce((sum, { size }) => sum + size, 0),
    modifiedAt: new Date(Math.max(...files.map(({ lastModified }) => lastModified))).toISOString(),
    files,
    isBundle: true,
  };
};

/**
 * Batches for the chosen files. If many of them are small, the small files are bundled and come first. All other files keep their
 * order. `firstNumber` continues the resource's bundle numbering.
 */
export function batchesOf(chosen: readonly ChosenFile[], firstNumber = 1): Batch[] {
  const small = chosen.filter(({ size }) => size <= BUNDLED_FILE_MAX_BYTES);
  if (small.length < BUNDLED_FROM_FILES) return chosen.map(single);
  const groups: ChosenFile[][] = [];
  let group: ChosenFile[] = [];
  let bytes = 0;
  let characters = 0;
  for (const next of small) {
    const length = bytesOf(next.path);
    const isFull =
      group.length >= BUNDLE_MAX_FILES ||
      bytes + next.size > BUNDLE_MAX_BYTES ||
      characters + length > BUNDLE_MAX_CHARACTERS;
    if (isFull && group.length > 0) {
      groups.push(group);
      group = [];
      bytes = 0;
      characters = 0;
    }
    group.push(next);
    bytes += next.size;
    characters += length;
  }
  if (group.length > 0) groups.push(group);
  return [
    ...groups.map((files, index) => bundle(files, firstNumber + index)),
    ...chosen.filter(({ size }) => size > BUNDLED_FILE_MAX_BYTES).map(single),
  ];
}
