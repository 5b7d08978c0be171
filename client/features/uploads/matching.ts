// Matches chosen files to unfinished uploads of an earlier visit, and finds files that don't fit the quota.
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import type { Batch } from './batches.ts';

/** Letters and digits only, because the server rewrites some other characters. */
const roughly = (path: string): string => path.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]+/gu, '');

export type Match =
  | { kind: 'new' }
  /** Same file: the upload resumes after the received bytes. */
  | { kind: 'continue'; session: UploadSession }
  /** Another version of the file: the bytes received earlier are useless. */
  | { kind: 'changed'; session: UploadSession };

/** Whether a local file is the one an upload was started with, judging by size and modification time. */
export function isSameFile(
  { size, modifiedAt }: Pick<UploadSession, 'size' | 'modifiedAt'>,
  file: Pick<File, 'size' | 'lastModified'>,
): boolean {
  return size === file.size && modifiedAt !== null && Date.parse(modifiedAt) === file.lastModified;
}

/**
 * The unfinished upload a parcel belongs to. A bundle only resumes an upload with no bytes yet, because there is no way to
 * tell whether it holds the same files in the same order.
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

/** Quota figures of a leaker, in bytes. */
export type Space = { used: number; reserved: number; quota: number; maxFileBytes: number };

/** Error per file that can't be uploaded, or null. Files use up the remaining space in order. */
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
