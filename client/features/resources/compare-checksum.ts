// Compares a downloaded file's checksum with those of a resource's files.
import { lastPart } from '#client/features/resources/components/files/folder-view.ts';

export type ChecksumResult =
  /** A file of the resource has the same content; `name` is its name. */
  | { kind: 'match'; name: string }
  /** The resource has a file with this name, but its content differs. */
  | { kind: 'differs'; name: string }
  | { kind: 'unknown'; name: string };

/** Compares contents before names, because browsers may rename a file to "clip (1).mov". */
export function compareChecksum(
  files: readonly { name: string; sha256: string }[],
  name: string,
  sha256: string,
): ChecksumResult {
  const same = files.find((file) => file.sha256.toLowerCase() === sha256.toLowerCase());
  if (same) return { kind: 'match', name: lastPart(same.name) };
  return { kind: files.some((file) => lastPart(file.name) === name) ? 'differs' : 'unknown', name };
}
