// What the checksum of a downloaded file says about it.
import { lastPart } from '#client/features/resources/components/files/folder-view.ts';

export type ChecksumResult =
  /** `name` is the resource's file that it equals. */
  | { kind: 'match'; name: string }
  /** A file of that name exists, with other content. */
  | { kind: 'differs'; name: string }
  | { kind: 'unknown'; name: string };

/** Compares by content first: a browser may have renamed the file to "clip (1).mov". */
export function compareChecksum(
  files: readonly { name: string; sha256: string }[],
  name: string,
  sha256: string,
): ChecksumResult {
  const same = files.find((file) => file.sha256.toLowerCase() === sha256.toLowerCase());
  if (same) return { kind: 'match', name: lastPart(same.name) };
  return { kind: files.some((file) => lastPart(file.name) === name) ? 'differs' : 'unknown', name };
}
