// Compares the checksum of a downloaded file with those of a resource.
import { lastPart } from '#client/features/resources/components/files/folder-view.ts';

export type ChecksumResult =
  /** `name` is the matching file of the resource. */
  | { kind: 'match'; name: string }
  /** There is a file with this name, but its content differs. */
  | { kind: 'differs'; name: string }
  | { kind: 'unknown'; name: string };

/** Compares by content first, because browsers may rename a file to "clip (1).mov". */
export function compareChecksum(
  files: readonly { name: string; sha256: string }[],
  name: string,
  sha256: string,
): ChecksumResult {
  const same = files.find((file) => file.sha256.toLowerCase() === sha256.toLowerCase());
  if (same) return { kind: 'match', name: lastPart(same.name) };
  return { kind: files.some((file) => lastPart(file.name) === name) ? 'differs' : 'unknown', name };
}
