// What a folder's page shows. The server lists one folder at a time, with full paths as names.

import type { Choosable } from '#client/features/resources/selection.ts';
import type { FileListing } from '#contract/resources/api.ts';

/** The last segment of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

/** Breadcrumbs from the root, whose path is empty, to the folder itself. */
export function crumbsOf(folder: string): { name: string; path: string }[] {
  const parts = folder ? folder.split('/') : [];
  return [
    { name: 'Root', path: '' },
    ...parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') })),
  ];
}

/** All entries of a listing that can be selected, from top to bottom. */
export function choosableIn({ folders, files }: FileListing): Choosable[] {
  return [
    ...folders.map((folder) => ({ path: `${folder.name}/`, files: folder.files, size: folder.size })),
    ...files.map(({ name, size }) => ({ path: name, files: 1, size })),
  ];
}

/** File type for display: the extension in upper case, or "FILE" if there is no short extension. */
export function fileKind(name: string): string {
  return /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? 'FILE';
}
