/** The form of storage keys, such as `r/<uuid>/<fileId>` or `thumbnails/<uuid>/640.webp`: never made from a user's words. */

import { InvalidStorageKey } from './errors.ts';

const MAX_KEY_LENGTH = 200;
// Lower case only, so that two keys never meet on a disk that folds case; no dots but before one extension, so no "..".
const KEY = /^[a-z][a-z0-9-]*(?:\/[a-z0-9][a-z0-9_-]*){1,4}(?:\.[a-z0-9]{1,8})?$/;

export function isStorageKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/** Throws `InvalidStorageKey` for anything but two to five lower-case segments with at most one extension, 200 characters in all. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) {
    throw new InvalidStorageKey(`not a storage key: ${JSON.stringify(key.slice(0, MAX_KEY_LENGTH))}`);
  }
}
