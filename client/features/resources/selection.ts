// The files selected for download. An entry applies to everything below its path unless a deeper entry overrides it: "all of
// Clips/, but not Clips/one.mov". This way, folders that were never opened don't have to be loaded.

/** An item with a checkbox: a file, or a folder with a trailing slash. */
export type Choosable = { path: string; files: number; size: number };

/** Selection entries by path. Each one differs from the state inherited from its parent folders. */
export type SelectedFiles = ReadonlyMap<string, Choosable & { on: boolean }>;

/** Entries on one page of a folder, from top to bottom, and the folder itself. */
export type ShownEntries = { entries: readonly Choosable[]; folder: Choosable; isWholeFolder: boolean };

/** Path of the root folder. */
export const EVERYTHING = '/';

/** Parent folders of a path: "/", "a/" and "a/b/" for "a/b/c.mov". */
const foldersAbove = (path: string): string[] => {
  if (path === EVERYTHING) return [];
  const folders = [EVERYTHING];
  for (let at = path.indexOf('/'); at !== -1 && at < path.length - 1; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at + 1));
  }
  return folders;
};

/** Whether a file or folder is selected, directly or through a parent folder. */
export function isChosen(chosen: SelectedFiles, path: string): boolean {
  const nearest = [...foldersAbove(path), path].findLast((each) => chosen.has(each));
  return chosen.get(nearest ?? '')?.on === true;
}

/** Folders that are only partly selected. */
export function partlyChosen(chosen: SelectedFiles): Set<string> {
  return new Set(
    [...chosen].flatMap(([path, { on }]) => foldersAbove(path).filter((folder) => isChosen(chosen, folder) !== on)),
  );
}

const isBeneath = (path: string, folder: string): boolean => foldersAbove(path).includes(folder);

/** Number of selected files and their total size in bytes. */
export function measure(chosen: SelectedFiles): { files: number; size: number } {
  const total = { files: 0, size: 0 };
  for (const { on, files, size } of chosen.values()) {
    total.files += on ? files : -files;
    total.size += on ? size : -size;
  }
  return total;
}

/** Returns the selection with `entries` selected or deselected. */
export function withEntries(chosen: SelectedFiles, entries: readonly Choosable[], on: boolean): SelectedFiles {
  const next = new Map(chosen);
  for (const entry of entries) {
    for (const path of next.keys()) if (path === entry.path || isBeneath(path, entry.path)) next.delete(path);
    if (isChosen(next, entry.path) !== on) next.set(entry.path, { ...entry, on });
  }
  return measure(next).files === 0 ? new Map() : next;
}
