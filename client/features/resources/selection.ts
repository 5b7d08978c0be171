// What a person has chosen to download. Each word about a path holds for everything beneath it, until a nearer one says
// otherwise: "all of Clips/, but not Clips/one.mov". So nothing has to be known of folders that were never opened.

/** Something with a box: a file, or a folder with a slash at the end of its path. */
export type Choosable = { path: string; files: number; size: number };

/** Every word differs from what holds above it. */
export type SelectedFiles = ReadonlyMap<string, Choosable & { on: boolean }>;

/** What a page of a folder shows, from top to bottom, and the folder itself. */
export type ShownEntries = { entries: readonly Choosable[]; folder: Choosable; isWholeFolder: boolean };

/** The root as a folder. */
export const EVERYTHING = '/';

/** The folders above a path: "a/b/c.mov" lies in "/", "a/" and "a/b/". */
const foldersAbove = (path: string): string[] => {
  if (path === EVERYTHING) return [];
  const folders = [EVERYTHING];
  for (let at = path.indexOf('/'); at !== -1 && at < path.length - 1; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at + 1));
  }
  return folders;
};

/** Whether a file or folder is chosen, itself or with a folder above it. */
export function isChosen(chosen: SelectedFiles, path: string): boolean {
  const nearest = [...foldersAbove(path), path].findLast((each) => chosen.has(each));
  return chosen.get(nearest ?? '')?.on === true;
}

/** The folders that are neither chosen whole nor left out whole. */
export function partlyChosen(chosen: SelectedFiles): Set<string> {
  return new Set(
    [...chosen].flatMap(([path, { on }]) => foldersAbove(path).filter((folder) => isChosen(chosen, folder) !== on)),
  );
}

const isBeneath = (path: string, folder: string): boolean => foldersAbove(path).includes(folder);

/** Files and bytes that are chosen. */
export function measure(chosen: SelectedFiles): { files: number; size: number } {
  const total = { files: 0, size: 0 };
  for (const { on, files, size } of chosen.values()) {
    total.files += on ? files : -files;
    total.size += on ? size : -size;
  }
  return total;
}

/** The choice after `entries` were chosen, or left out. */
export function withEntries(chosen: SelectedFiles, entries: readonly Choosable[], on: boolean): SelectedFiles {
  const next = new Map(chosen);
  for (const entry of entries) {
    for (const path of next.keys()) if (path === entry.path || isBeneath(path, entry.path)) next.delete(path);
    if (isChosen(next, entry.path) !== on) next.set(entry.path, { ...entry, on });
  }
  return measure(next).files === 0 ? new Map() : next;
}
