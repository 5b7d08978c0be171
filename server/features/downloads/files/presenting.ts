// Maps rows to the contract's types.

import { directDownloadPath, downloadPath, textPath } from '#contract/paths.ts';
import { type FilePreview, fileFacts, type ResourceFile, type ResourceFolder } from '#contract/resources/api.ts';
import { isText } from '#server/kit/media/file-kind.ts';
import type { FolderRow, ListedFileRow, ShownRow } from './queries.ts';
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

/** Replaces keys by URLs; a LUT's table has none for people who may not download it. */
const withUrls = (preview: Record<string, unknown>, mayDownload: boolean): Record<string, unknown> => {
  const urlOf = (key: unknown) => (typeof key === 'string' ? `/public/previews/${key}` : key);
  return Object.fromEntries(
    Object.entries(preview).map(([name, value]) => {
      if (name === 'tableUrl' && !mayDownload) return [name, null];
      if (/urls$/i.test(name) && Array.isArray(value)) return [name, value.map(urlOf)];
      return [name, /url$/i.test(name) ? urlOf(value) : value];
    }),
  );
};

/** How a viewer may use a resource's files. */
export type FileRights = { seesAds: boolean; mayDownload: boolean };

export function presentFile(
  id: string,
  file: ListedFileRow,
  shown: ShownRow | undefined,
  { seesAds, mayDownload }: FileRights,
): ResourceFile {
  return {
    name: file.path,
    size: file.size,
    url: seesAds ? downloadPath(id, file.path) : directDownloadPath(id, file.path),
    sha256: file.sha256,
    textUrl: isOpenText(file) || (mayDownload && isText(shown?.mediaType ?? null)) ? textPath(id, file.path) : null,
    facts: fileFacts.safeParse(shown?.facts).data ?? null,
    preview: shown?.preview ? (withUrls(shown.preview, mayDownload) as FilePreview) : null,
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
