// Matches chosen files with unfinished uploads from an earlier visit, and finds files that exceed the quota.
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import type { Batch } from './batches.ts';

/** The path reduced to letters and digits, because the server rewrites some other characters. */
const roughly = (path: string): string => path.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]+/gu, '');

export type Match =
  | { kind: 'new' }
  /** Same file: the upload resumes after the bytes already received. */
  | { kind: 'continue'; session: UploadSession }
  /** Another version of the file: the bytes received earlier cannot be used. */
  | { kind: 'changed'; session: UploadSession };

/** Whether a local file is the one that an upload was started with, judging by its size and modification time. */
export function isSameFile(
  { size, modifiedAt }: Pick<UploadSession, 'size' | 'modifiedAt'>,
  file: Pick<File, 'size' | 'lastModified'>,
): boolean {
  return size === file.size && modifiedAt !== null && Date.parse(modifiedAt) === file.lastModified;
}

/**
 * Finds the unfinished upload that a parcel belongs to. A bundle only matches an upload that has not received any bytes, because
 * there is no way to tell whether it contains the same files in the same order.
 */
export function matchSession(parcel: Batch, sessions: readonly UploadSession[]): Match {
  const open = sessions.filter(({ state, isBundle }) => state === 'RECEIVING' && isBundle === parcel.isBundle);
  const file = { size: parcel.size, lastModified: Date.parse(parcel.modifiedAt) };
  const isSame = (session: UploadSession): boolean =>
    isSameFile(session, file) && (!parcel.isBundle || session.received === 0);
  const named = open.find(({ path }) => path.normalize('NFC') === parcel.path.normalize('NFC'));
  if (named) return { kind: isSame(named) ? 'continue' : 'changed', session: named };
  const alike = open.find((one) => roughly(one.path) === roughly(parcel.path) && isSame(one));
  return alike ? { kind: 'continue', session: alike } : { kind: 'new' };
}

/** A leaker's storage quota and usage, in bytes. */
export type Space = { used: number; reserved: number; quota: number; maxFileBytes: number };

/** For each parcel, the reason why it cannot be uploaded, or null if it can. Parcels use up the remaining quota in order. */
export function objectionsTo(parcels: readonly Batch[], space: Space | null): (string | null)[] {
  if (!space) return parcels.map(() => null);
  const all = Math.max(0, space.quota - space.used - space.reserved);
  let left = all;
  return parcels.map(({ size }) => {
    if (size > space.maxFileBytes) return `Too large: the limit is ${formatBytes(space.maxFileBytes)} per file.`;
    if (size > left) return `Not enough storage: ${formatBytes(all)} left.`;
    left -= size;
    return null;
  });
}
