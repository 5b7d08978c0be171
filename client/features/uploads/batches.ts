// How chosen files travel: each by itself, but many small ones together, because every upload costs three calls.
import {
  BUNDLE_MAX_BYTES,
  BUNDLE_MAX_CHARACTERS,
  BUNDLE_MAX_FILES,
  BUNDLED_FILE_MAX_BYTES,
} from '#contract/uploads/limits.ts';
import type { ChosenFile } from './chosen-files.ts';

/** One upload: a file, or several small ones one behind the other. */
export type Batch = {
  /** The file's place in the resource; of a bundle what a person reads in its place. */
  path: string;
  /** Bytes. */
  size: number;
  /** When the file, or the newest of the bundle, was changed on its disk (ISO 8601). */
  modifiedAt: string;
  files: readonly ChosenFile[];
  isBundle: boolean;
};

/** With fewer small files than this each has its own line, and its own upload. */
export const BUNDLED_FROM_FILES = 25;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const single = (chosen: ChosenFile): Batch => ({
  path: chosen.path,
  size: chosen.size,
  modifiedAt: new Date(chosen.lastModified).toISOString(),
  files: [chosen],
  isBundle: false,
});

/** The folder that all the files are in, as 'loops/warm'; empty when they have none in common. */
const sharedFolder = (files: readonly ChosenFile[]): string => {
  let shared = files[0]?.path.split('/').slice(0, -1) ?? [];
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1);
    let length = 0;
    while (length < shared.length && shared[length] === parts[length]) length += 1;
    shared = shared.slice(0, length);
  }
  return shared.join('/');
};

const bundle = (files: readonly ChosenFile[], number: number): Batch => {
  const folder = sharedFolder(files);
  // No character that the server would write in another way.
  return {
    path: `Small files, part ${number} (${files.length}${folder && ` from ${folder.split('/').at(-1)}`})`,
    size: files.reduce((sum, { size }) => sum + size, 0),
    modifiedAt: new Date(Math.max(...files.map(({ lastModified }) => lastModified))).toISOString(),
    files,
    isBundle: true,
  };
};

/**
 * The uploads that bring these files: the small ones first, in bundles when they are many, then the others as they were
 * chosen. `firstNumber` numbers the bundles of a resource on.
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
