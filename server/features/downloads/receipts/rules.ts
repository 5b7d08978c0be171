// Pure functions for receipts. No I/O.
import { createHash } from 'node:crypto';
import { RECEIPT_FILES_MAX } from '#contract/downloads/limits.ts';
import { type ListedReceipt, type Receipt, receipt } from '#contract/downloads/receipts.ts';
import { receiptPath } from '#contract/paths.ts';
import { licenceOf } from '#contract/resources/licences.ts';
import { checksumLine } from '#server/features/downloads/files/rules.ts';
import type { CsvColumn } from '#server/kit/http/csv.ts';
import type { Viewer } from '#server/platform/viewer.ts';

/**
 * Whether a download results in a receipt: for members who download another person's published asset. Nobody needs a licence for
 * their own work, and an unpublished asset gives none.
 */
export function givesReceipt(resource: { authorId: string; status: string }, viewer: Viewer | null): boolean {
  return viewer !== null && viewer.id !== resource.authorId && resource.status === 'APPROVED';
}

export type SentFile = Receipt['files'][number];

/** Number, size, checksum and first paths of the files of a download. */
export function sumUpFiles(found: readonly SentFile[]): Pick<Receipt, 'fileCount' | 'size' | 'sha256' | 'files'> {
  const files = found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const [first] = files;
  const list = createHash('sha256');
  let size = 0;
  for (const file of files) {
    size += file.size;
    list.update(checksumLine(file));
  }
  return {
    fileCount: files.length,
    size,
    sha256: files.length === 1 && first ? first.sha256 : list.digest('hex'),
    files: files.slice(0, RECEIPT_FILES_MAX).map(({ path, size, sha256 }) => ({ path, size, sha256 })),
  };
}

export type Downloaded = {
  id: string;
  site: string;
  at: Date;
  person: { username: string; displayName: string | null };
  resource: { id: string; title: string; author: string; licence: string | null };
  version: { version: number; changedAt: Date };
  path: string | null;
  files: readonly SentFile[];
  textSha256: string | null;
};

/** The record to sign. */
export function receiptOf({ id, site, at, person, resource, version, path, files, textSha256 }: Downloaded): Receipt {
  const { licence } = resource;
  return {
    id,
    site,
    downloadedAt: at.toISOString(),
    person: { username: person.username, name: person.displayName ?? person.username },
    asset: {
      id: resource.id,
      title: resource.title,
      creator: resource.author,
      version: version.version,
      updatedAt: version.changedAt.toISOString(),
    },
    path,
    ...sumUpFiles(files),
    licence: licence === null ? null : { name: licence, spdx: licenceOf(licence)?.spdx ?? null, textSha256 },
  };
}

/** A stored record as data; null if it is no receipt. */
export function readRecord(record: string): Receipt | null {
  try {
    return receipt.safeParse(JSON.parse(record)).data ?? null;
  } catch {
    return null;
  }
}

export function presentReceipt({ id, record }: { id: string; record: string }): ListedReceipt | null {
  const found = readRecord(record);
  if (!found) return null;
  const { asset, path, fileCount, licence, downloadedAt } = found;
  const { title, creator } = asset;
  return { id, title, creator, path, fileCount, licence: licence?.name ?? null, downloadedAt };
}

export const receiptColumns: readonly CsvColumn<Receipt>[] = [
  { header: 'Downloaded', value: ({ downloadedAt }) => downloadedAt },
  { header: 'Asset', value: ({ asset }) => asset.title },
  { header: 'Creator', value: ({ asset }) => asset.creator },
  { header: 'Version', value: ({ asset }) => asset.version },
  { header: 'File or folder', value: ({ path }) => path },
  { header: 'Files', value: ({ fileCount }) => fileCount },
  { header: 'Bytes', value: ({ size }) => size },
  { header: 'SHA-256', value: ({ sha256 }) => sha256 },
  { header: 'Licence', value: ({ licence }) => licence?.name },
  { header: 'Licence id', value: ({ licence }) => licence?.spdx },
  { header: 'Licence text SHA-256', value: ({ licence }) => licence?.textSha256 },
  { header: 'Downloaded by', value: ({ person }) => person.username },
  { header: 'Verify at', value: ({ id, site }) => site + receiptPath(id) },
];
