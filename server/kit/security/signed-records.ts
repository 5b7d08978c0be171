/** Signatures of records that are kept for years: HMAC-SHA256 with a key for each purpose, and the secret that signed is named. */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SealKeys } from './seal.ts';

const VERSION = 'r1';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;

/** Number of characters with which a signature names its key. */
export const SIGNATURE_PREFIX_CHARACTERS = VERSION.length + 2 * KEY_ID_BYTES + 2;

type Key = { id: string; key: Buffer };

const keyFor = (secret: Buffer, purpose: string): Key => {
  const derived = Buffer.from(
    hkdfSync('sha256', secret, '', `helix signed record ${purpose}`, KEY_BYTES + KEY_ID_BYTES),
  );
  return { key: derived.subarray(0, KEY_BYTES), id: derived.subarray(KEY_BYTES).toString('hex') };
};

/**
 * Creates the functions for one purpose. A signature covers the record's exact text and is only valid for this purpose. The site's
 * current secret signs, and former ones still verify.
 */
export function createRecordSigner({ secret, oldSecrets = [] }: SealKeys, purpose: string) {
  const current = keyFor(secret, purpose);
  const keys = [current, ...oldSecrets.map((old) => keyFor(old, purpose))];

  const signWith = ({ id, key }: Key, record: string): string =>
    `${VERSION}.${id}.${createHmac('sha256', key).update(record, 'utf8').digest('base64url')}`;

  return {
    // The signature: only the characters A-Z a-z 0-9 - _ and dots.
    sign: (record: string): string => signWith(current, record),

    // Whether this site signed exactly this text. False too if the secret that signed it is no longer known.
    verify: (record: string, signature: string): boolean => {
      const given = Buffer.from(signature);
      return keys.some((key) => {
        const expected = Buffer.from(signWith(key, record));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },

    // What the signatures with each of the former secrets begin with.
    formerPrefixes: keys.slice(1).map(({ id }) => `${VERSION}.${id}.`),
  };
}
