// What the page of a folder shows. The server lists one folder at a time; names there are whole paths.

import type { Choosable } from '#client/features/resources/selection.ts';
import type { FileListing } from '#contract/resources/api.ts';

/** The last part of a path. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** From the root, whose path is empty, to the folder itself. */
export const crumbsOf = (folder: string): { name: string; path: string }[] => {
  const parts = folder ? folder.split('/') : [];
  return [
    { name: 'Root', path: '' },
    ...parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') })),
  ];
};

/** The rows of a listing from top to bottom, as they can be chosen. */
export const choosableIn = ({ folders, files }: FileListing): Choosable[] => [
  ...folders.map((folder) => ({ path: `${folder.name}/`, files: folder.files, size: folder.size })),
  ...files.map(({ name, size }) => ({ path: name, files: 1, size })),
];

/** The kind of a file as the list shows it: its extension in capitals, "FILE" without a short one. */
export const fileKind = (name: string): string => /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? 'FILE';
