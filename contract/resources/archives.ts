// What the stage tells of an archive inside an asset. The list is a file of its own, because it can be long.

/** Names in the list of an archive's contents. */
export const ARCHIVE_NAMES_MAX = 20_000;

/** Kinds of files by which an archive's contents are summed up. */
export const archivedKinds = [
  'clips',
  'sounds',
  'pictures',
  'LUTs',
  'fonts',
  'models',
  'projects',
  'texts',
  'archives',
  'programs',
  'other files',
] as const;
export type ArchivedKind = (typeof archivedKinds)[number];

/**
 * An entry of an archive: its path, its size in bytes, and whether it's a link or has a path that leads out of the folder it is
 * unpacked to. Paths of folders end with a slash.
 */
export type ArchivedEntry = readonly [path: string, size: number, mark?: 'link' | 'unsafe'];
