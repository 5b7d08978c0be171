// What of an earlier visit a chosen file goes on with, and what has no room.
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import type { Batch } from './batches.ts';

/** Letters and digits alone: the server writes some of the others in another way. */
const roughly = (path: string): string => path.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]+/gu, '');

export type Match =
  | { kind: 'new' }
  /** The same file: its upload goes on behind the bytes that arrived. */
  | { kind: 'continue'; session: UploadSession }
  /** Another version of the file: what arrived of the old one is of no use. */
  | { kind: 'changed'; session: UploadSession };

/** Whether a file on the disk is the one that an upload was begun with, as far as size and time tell. */
export function isSameFile(
  { size, modifiedAt }: Pick<UploadSession, 'size' | 'modifiedAt'>,
  file: Pick<File, 'size' | 'lastModified'>,
): boolean {
  return size === file.size && modifiedAt !== null && Date.parse(modifiedAt) === file.lastModified;
}

/**
 * The unfinished upload that a parcel belongs to. A bundle goes on only with one of which nothing has arrived: that the
 * same names and bytes are behind one another cannot be known.
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

/** What a leaker may still send, in bytes. */
export type Space = { used: number; reserved: number; quota: number; maxFileBytes: number };

/** What is said of the files that cannot be sent, before a byte of them is; null for the others. They count in order. */
export function objectionsTo(parcels: readonly Batch[], space: Space | null): (string | null)[] {
  if (!space) return parcels.map(() => null);
  const all = Math.max(0, space.quota - space.used - space.reserved);
  let left = all;
  return parcels.map(({ size }) => {
    if (size > space.maxFileBytes) return `Larger than the ${formatBytes(space.maxFileBytes)} that one file may have.`;
    if (size > left) return `Not enough room: ${formatBytes(all)} are left in your storage.`;
    left -= size;
    return null;
  });
}
