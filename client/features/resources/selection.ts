// What a person has chosen to download: paths of files, and of folders with a slash at their end. A chosen folder stands
// for everything beneath it, so nothing beneath it is in the set.

export type Chosen = ReadonlySet<string>;

type StoredFile = { name: string; size: number };

/** The folders above a path: "a/b/c.mov" lies in "a/" and "a/b/", "a/b/" in "a/". */
const foldersAbove = (path: string): string[] => {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1 && at < path.length - 1; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at + 1));
  }
  return folders;
};

/** Whether a file or folder is chosen, by itself or with a folder above it. */
export const isChosen = (chosen: Chosen, path: string): boolean =>
  chosen.has(path) || (chosen.size > 0 && foldersAbove(path).some((folder) => chosen.has(folder)));

/** The folders that hold something chosen and are not chosen themselves. */
export const partlyChosen = (chosen: Chosen): Set<string> => new Set([...chosen].flatMap(foldersAbove));

/** What stands in each of the folders ("" is the root), folders with their slash. */
const childrenOf = (files: readonly StoredFile[], folders: Iterable<string>): Map<string, Set<string>> => {
  const children = new Map([...folders].map((folder) => [folder, new Set<string>()]));
  for (const { name } of files) {
    const above = foldersAbove(name);
    for (const [depth, folder] of ['', ...above].entries()) children.get(folder)?.add(above[depth] ?? name);
  }
  return children;
};

const add = (chosen: Chosen, paths: readonly string[]): Set<string> => {
  const added = new Set(paths);
  const rest = [...chosen].filter((path) => !foldersAbove(path).some((folder) => added.has(folder)));
  const fresh = paths.filter((path) => !isChosen(chosen, path));
  return new Set([...rest, ...fresh]);
};

const remove = (chosen: Chosen, paths: readonly string[], files: readonly StoredFile[]): Set<string> => {
  const left = new Set(chosen);
  for (const path of paths) {
    // A chosen folder above is opened: what else stands in it stays chosen.
    for (const folder of foldersAbove(path)) {
      if (left.delete(folder)) for (const child of childrenOf(files, [folder]).get(folder) ?? []) left.add(child);
    }
  }
  const gone = new Set(paths);
  return new Set([...left].filter((path) => !gone.has(path) && !foldersAbove(path).some((folder) => gone.has(folder))));
};

/** The choice after `paths` were chosen, or taken out of it. */
export const withPaths = (
  chosen: Chosen,
  paths: readonly string[],
  on: boolean,
  files: readonly StoredFile[],
): Set<string> => (on ? add(chosen, paths) : remove(chosen, paths, files));

/** Bytes of everything that is chosen. */
export const chosenSize = (chosen: Chosen, files: readonly StoredFile[]): number =>
  files.reduce((sum, { name, size }) => (isChosen(chosen, name) ? sum + size : sum), 0);

/**
 * The choice in as few paths as it takes: a folder whose whole content is chosen stands for it. "" is everything. What
 * was chosen alone stays what it is.
 */
export const pathsToAsk = (chosen: Chosen, files: readonly StoredFile[]): string[] => {
  if (chosen.size === 1) return [...chosen];
  const paths = new Set(chosen);
  const folders = childrenOf(files, [...partlyChosen(chosen), '']);
  // Longer paths first, so that a folder is whole before the one above it is looked at.
  for (const [folder, children] of [...folders].sort(([left], [right]) => right.length - left.length)) {
    if (![...children].every((child) => paths.has(child))) continue;
    for (const child of children) paths.delete(child);
    paths.add(folder);
  }
  return [...paths].sort();
};
