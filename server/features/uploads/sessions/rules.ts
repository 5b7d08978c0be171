// Rules for receiving files, without I/O.
import { z } from 'zod';
import { timestamp, uuid } from '#contract/http.ts';
import { BUNDLE_MAX_BYTES, BUNDLE_MAX_CHARACTERS, BUNDLE_MAX_FILES } from '#contract/uploads/limits.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { DiskSpace } from '#server/kit/storage/storage.ts';
import { cleanUploadPath } from '#server/kit/text/upload-path.ts';
import { foldersOf } from '#server/kit/zip/zip-names.ts';
import type { BundledFile, SessionRow } from './queries.ts';

/** Bytes per GB in the settings. */
export const GB_BYTES = 1024 ** 3;
/** Bytes to keep free on a disk. On a small disk, KEPT_FREE_SHARE of its size is kept free instead. */
const KEPT_FREE_BYTES = GB_BYTES;
const KEPT_FREE_SHARE = 0.05;

/** Whether `size` more bytes fit on a disk with `promised` bytes still to be written; null means unlimited space. */
export function hasRoom(space: DiskSpace | null, size: number, promised: number): boolean {
  return space === null || space.free - promised - size >= Math.min(KEPT_FREE_BYTES, space.total * KEPT_FREE_SHARE);
}

export type NewSession = {
  resourceId: string;
  /** Target path of the file; for a bundle, its display name. */
  path: string;
  size: number;
  modifiedAt: Date | null;
  /** Number of files in a bundle; null for a single file. */
  bundle: number | null;
};

const metadata = z.strictObject({
  resourceId: uuid,
  path: z.string().max(1000).optional(),
  modifiedAt: timestamp.optional(),
  bundle: z
    .string()
    .regex(/^[1-9][0-9]{0,5}$/)
    .optional(),
});

/** Numbers beyond the safe integers are rejected, because no file is that large. */
const isCount = (size: number | undefined): size is number => size !== undefined && Number.isSafeInteger(size);

/**
 * Parses the metadata of a new upload in the tus protocol.
 * @throws Problem BAD_INPUT with fields, FILE_NAME, FILE_TOO_LARGE for a bundle
 */
export function readNewSession(given: Record<string, string | null>, size: number | undefined): NewSession {
  const parsed = metadata.safeParse(given);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => String(issue.path[0] ?? 'Upload-Metadata'));
    throw new Problem('BAD_INPUT', {
      fields: Object.fromEntries(names.map((name) => [name, 'This value in Upload-Metadata is not valid.'])),
    });
  }
  if (!isCount(size)) throw new Problem('BAD_INPUT', { fields: { 'Upload-Length': 'This header is required.' } });
  const { resourceId, path, modifiedAt, bundle } = parsed.data;
  const common = { resourceId, size, modifiedAt: modifiedAt === undefined ? null : new Date(modifiedAt) };
  if (bundle === undefined) return { ...common, path: cleanPath(path ?? ''), bundle: null };
  const count = Number(bundle);
  if (count > BUNDLE_MAX_FILES) throw new Problem('BAD_INPUT', { fields: { bundle: 'Too many files.' } });
  if (size > BUNDLE_MAX_BYTES) throw new Problem('FILE_TOO_LARGE');
  return { ...common, path: count === 1 ? '1 small file' : `${count} small files`, bundle: count };
}

/** @throws Problem FILE_NAME */
const cleanPath = (given: string): string => {
  const path = cleanUploadPath(given);
  if (path === null) throw new Problem('FILE_NAME', { fields: { path: new Problem('FILE_NAME').message } });
  return path;
};

/**
 * Returns the files of a bundle, with sanitised paths.
 * @throws Problem BAD_INPUT with fields if they do not match the bundle, FILE_NAME, FILE_EXISTS for a duplicate path or for a
 *   file and a folder with the same path
 */
export function readManifest(given: readonly BundledFile[] | undefined, size: number): BundledFile[] {
  const refuse = (sentence: string): Problem => new Problem('BAD_INPUT', { fields: { files: sentence } });
  if (!given || given.length === 0) throw refuse('List the files in this bundle.');
  if (given.length > BUNDLE_MAX_FILES) throw refuse('Too many files.');
  if (given.reduce((sum, file) => sum + file.path.length, 0) > BUNDLE_MAX_CHARACTERS)
    throw refuse('The paths of the files are too long in total.');
  if (given.reduce((sum, file) => sum + file.size, 0) !== size)
    throw refuse('The file sizes do not add up to the size of the bundle.');
  const files = given.map((file) => ({ path: cleanPath(file.path), size: file.size }));
  const paths = new Set(files.map(({ path }) => path));
  const isFolder = foldersOf([...paths]);
  if (paths.size < files.length || files.some(({ path }) => isFolder.has(path))) throw new Problem('FILE_EXISTS');
  return files;
}

/** Maps a row to the contract's type. */
export function presentSession(row: SessionRow): UploadSession {
  return {
    id: row.id,
    path: row.path,
    isBundle: row.isBundle,
    size: row.size,
    received: row.received,
    modifiedAt: row.modifiedAt?.toISOString() ?? null,
    state: row.state as UploadSession['state'],
    step: row.step as UploadSession['step'],
    checked: row.checked,
    refusal: row.refusal,
  };
}
