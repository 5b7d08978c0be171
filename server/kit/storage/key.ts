/** Format of storage keys, such as `r/<uuid>/<fileId>` or `thumbnails/<uuid>/640.webp`. Keys are never built from user input. */

import { InvalidStorageKey } from './errors.ts';

const MAX_KEY_LENGTH = 200;
// Lower case, so that keys never collide on a case-insensitive disk. Only one dot is allowed, before the extension, so ".." is
// impossible.
const KEY = /^[a-z][a-z0-9-]*(?:\/[a-z0-9][a-z0-9_-]*){1,4}(?:\.[a-z0-9]{1,8})?$/;

export function isStorageKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/** Throws `InvalidStorageKey` unless the key has two to five lower-case segments, at most one extension and 200 characters. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) {
    throw new InvalidStorageKey(`not a storage key: ${JSON.stringify(key.slice(0, MAX_KEY_LENGTH))}`);
  }
}
