// A resource's files as its page lists them.

import { directDownloadPath, downloadPath } from '#contract/paths.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folders before files, each in natural order; compared part by part. */
export const comparePaths = (left: string, right: string): number => {
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
};

/** Where a file's download starts: the ad route, or the direct address for those who see no ads. */
export const fileUrl = (id: string, path: string, seesAds: boolean): string =>
  seesAds ? downloadPath(id, path) : directDownloadPath(id, path);
