/** Maps keys to paths in disk storage, and back. */

import { createHash } from 'node:crypto';

/**
 * Path of a key below the objects folder. Keys cannot contain "~", so no two keys share a path, and the path needs no encoding in
 * a URL.
 */
export function relativePath(key: string): string {
  const spread = createHash('sha256').update(key).digest('hex');
  return `${spread.slice(0, 2)}/${spread.slice(2, 4)}/${key.replaceAll('/', '~')}`;
}

/** Key of a stored file, derived from the last segment of its path. */
export function keyOfName(name: string): string {
  return name.replaceAll('~', '/');
}
