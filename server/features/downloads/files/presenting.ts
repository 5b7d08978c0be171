// Maps rows to the contract's types.

import { directDownloadPath, downloadPath, textPath } from '#contract/paths.ts';
import type { FilePreview, ResourceFile, ResourceFolder } from '#contract/resources/api.ts';
import type { FolderRow, ListedFileRow } from './queries.ts';
import { isOpenText } from './rules.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares paths segment by segment: folders before files, each in natural order. */
export function comparePaths(left: string, right: string): number {
  const a = left.split('/');
  const b = right.split('/');
  for (let depth = 0; ; depth += 1) {
    const [x = '', y = ''] = [a[depth], b[depth]];
    const xIsFolder = depth < a.length - 1;
    const yIsFolder = depth < b.length - 1;
    if (xIsFolder !== yIsFolder) return xIsFolder ? -1 : 1;
    const order = collator.compare(x, y) || (x < y ? -1 : x > y ? 1 : 0);
    if (order !== 0 || !xIsFolder) return order;
  }
}

export function presentFile(
  id: string,
  file: ListedFileRow,
  { seesAds, preview }: { seesAds: boolean; preview: { key: string; details: object } | undefined },
): ResourceFile {
  return {
    name: file.path,
    size: file.size,
    url: seesAds ? downloadPath(id, file.path) : directDownloadPath(id, file.path),
    sha256: file.sha256,
    textUrl: isOpenText(file) ? textPath(id, file.path) : null,
    preview: preview ? ({ ...preview.details, url: `/public/previews/${preview.key}` } as FilePreview) : null,
  };
}

export function presentFolder(folder: string, { name, items, files, size }: FolderRow): ResourceFolder {
  return {
    name: folder === '' ? name : `${folder}/${name}`,
    items,
    files,
    size,
  };
}
