// The contents of an archive as folders. No DOM.
import type { ArchivedEntry } from '#contract/resources/archives.ts';

export type ArchivedFile = { name: string; size: number; mark: 'link' | 'unsafe' | undefined };
export type ArchivedFolder = {
  name: string;
  folders: Map<string, ArchivedFolder>;
  files: ArchivedFile[];
  /** Of the folder and all below it. */
  fileCount: number;
  size: number;
};

const newFolder = (name: string): ArchivedFolder => ({ name, folders: new Map(), files: [], fileCount: 0, size: 0 });

/** Deeper paths are shown as they are. */
const DEEPEST = 60;

/** Arranges entries in folders. Paths that lead out of the archive are no folders: their files are at the top, with their paths. */
export function treeOf(entries: readonly ArchivedEntry[]): ArchivedFolder {
  const root = newFolder('');
  for (const [path, size, mark] of entries) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const isFolder = path.endsWith('/');
    const isPlain = mark !== 'unsafe' && parts.length <= DEEPEST;
    if (isPlain && parts.length === 0) continue;
    const name = isPlain && !isFolder ? (parts.pop() ?? path) : path;
    let folder = root;
    const above = [root];
    for (const part of isPlain ? parts : []) {
      const next = folder.folders.get(part) ?? newFolder(part);
      folder.folders.set(part, next);
      folder = next;
      above.push(next);
    }
    if (isPlain && isFolder) continue;
    folder.files.push({ name, size, mark });
    for (const one of above) {
      one.fileCount += 1;
      one.size += size;
    }
  }
  return root;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name);

/** Folders, then files, each in natural order. */
export function sortedIn({ folders, files }: ArchivedFolder): { folders: ArchivedFolder[]; files: ArchivedFile[] } {
  return { folders: [...folders.values()].sort(byName), files: files.toSorted(byName) };
}

/** The folder at a path, or the nearest one above it that exists. */
export function folderAt(root: ArchivedFolder, path: readonly string[]): ArchivedFolder {
  let folder = root;
  for (const part of path) folder = folder.folders.get(part) ?? folder;
  return folder;
}
