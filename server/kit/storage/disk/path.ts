/** Where a key lies in the folder of a disk storage. */

import { createHash } from 'node:crypto';

/**
 * The path of a key below the objects folder. "~" cannot be in a key, so two keys never share a path; nothing needs
 * encoding in an address.
 */
export function relativePath(key: string): string {
  const spread = createHash('sha256').update(key).digest('hex');
  return `${spread.slice(0, 2)}/${spread.slice(2, 4)}/${key.replaceAll('/', '~')}`;
}

/** The key of a file by its name, the last part of its path. */
export function keyOfName(name: string): string {
  return name.replaceAll('~', '/');
}
