/** Signs short claims into tokens for addresses and reads them back: HMAC-SHA256, one key per purpose, keys that can be changed. */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

type LinkClaims = Readonly<Record<string, string>>;

/** What a token of ours said, once its signature and expiry have been checked. */
type VerifiedLink = {
  claims: LinkClaims;
  issuedAt: Date;
  expiresAt: Date;
};

/** Signs and verifies for one purpose. */
export type LinkSigner = {
  /** A token of the characters A-Z a-z 0-9 - _ . that holds the claims, readable by anyone, for so many seconds. */
  sign(claims: LinkClaims, ttlSeconds: number): string;
  /** What the token says, or null when it was altered, has expired, was made for another purpose or is none of ours. */
  verify(token: string): VerifiedLink | null;
};

const VERSION = 'v1';
const MIN_SECRET_BYTES = 32;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
// Far above what a link needs, and the address of a request is limited to 4 kB (quality, input).
const MAX_TOKEN_LENGTH = 3000;

type SigningKey = {
  id: string;
  key: Buffer;
};

type Payload = {
  claims: LinkClaims;
  issuedAt: number;
  expiresAt: number;
};

/**
 * Makes a signer for one purpose, such as "download-ticket": a token of one purpose is never valid for another.
 *
 * With several secrets the first signs and all verify, so that a secret can be changed without breaking links that are
 * out. Throws when a secret has fewer than 32 bytes. Times have whole seconds.
 */
export function createLinkSigner(
  secrets: string | Buffer | readonly (string | Buffer)[],
  purpose: string,
  now: () => Date,
): LinkSigner {
  const list = typeof secrets === 'string' || Buffer.isBuffer(secrets) ? [secrets] : secrets;
  const keys = list.map((secret) => deriveKey(secret, purpose));
  const [signingKey] = keys;
  if (!signingKey) throw new Error('a link signer needs a secret');

  return {
    sign(claims, ttlSeconds) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const payload: Payload = { claims, issuedAt, expiresAt: issuedAt + ttlSeconds };
      const body = `${VERSION}.${signingKey.id}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
      const token = `${body}.${authenticate(signingKey.key, body).toString('base64url')}`;
      if (token.length > MAX_TOKEN_LENGTH)
        throw new Error('too many claims for a signed link: name things by their id');
      return token;
    },

    verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const [version, keyId, encoded, signature, ...rest] = token.split('.');
      const key = keys.find((candidate) => candidate.id === keyId)?.key;
      if (version !== VERSION || !key || encoded === undefined || signature === undefined || rest.length > 0)
        return null;
      if (!isAuthentic(key, `${version}.${keyId}.${encoded}`, signature)) return null;
      // Only what we signed comes this far, so its shape is ours.
      const payload: Payload = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
      if (now().getTime() >= payload.expiresAt * 1000) return null;
      return {
        claims: payload.claims,
        issuedAt: new Date(payload.issuedAt * 1000),
        expiresAt: new Date(payload.expiresAt * 1000),
      };
    },
  };
}

function deriveKey(secret: string | Buffer, purpose: string): SigningKey {
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) {
    throw new Error(`a secret for signed links needs at least ${MIN_SECRET_BYTES} bytes`);
  }
  // The id comes from the same derivation, not from the key itself: it tells nothing about it.
  const derived = Buffer.from(hkdfSync('sha256', secret, '', `helix signed link ${purpose}`, KEY_BYTES + KEY_ID_BYTES));
  return { key: derived.subarray(0, KEY_BYTES), id: derived.subarray(KEY_BYTES).toString('hex') };
}

function authenticate(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(body).digest();
}

/** Compares the text of the signatures: decoding first would let several spellings of one signature pass. */
function isAuthentic(key: Buffer, body: string, signature: string): boolean {
  const expected = Buffer.from(authenticate(key, body).toString('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
