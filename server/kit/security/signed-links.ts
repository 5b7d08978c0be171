/** Signed tokens with short claims, for use in URLs: HMAC-SHA256, one key per purpose, rotatable secrets. */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

type LinkClaims = Readonly<Record<string, string>>;

/** Contents of a token whose signature and expiry date have been checked. */
type VerifiedLink = {
  claims: LinkClaims;
  issuedAt: Date;
  expiresAt: Date;
};

/** Signs and verifies tokens for one purpose. */
export type LinkSigner = {
  /**
   * Returns a token with the claims, valid for `ttlSeconds`. Not encrypted. Contains only the characters A-Z a-z 0-9 - _ and
   * dots.
   */
  sign(claims: LinkClaims, ttlSeconds: number): string;
  /**
   * Returns the contents of a token, or null if it was altered, has expired, is for another purpose or was not signed by this
   * site.
   */
  verify(token: string): VerifiedLink | null;
};

const VERSION = 'v1';
const MIN_SECRET_BYTES = 32;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
// Far more than a link needs; request URLs are limited to 4 kB (quality.md, input).
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
 * Creates a signer for one purpose, such as "download-ticket". A token for one purpose is never valid for another.
 *
 * If there are several secrets, the first one signs and all of them verify, so that a secret can be rotated without breaking
 * existing links. Throws if a secret is shorter than 32 bytes. Times are in whole seconds.
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
      if (token.length > MAX_TOKEN_LENGTH) throw new Error('too many claims for a signed link: use IDs');
      return token;
    },

    verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const [version, keyId, encoded, signature, ...rest] = token.split('.');
      const key = keys.find((candidate) => candidate.id === keyId)?.key;
      if (version !== VERSION || !key || encoded === undefined || signature === undefined || rest.length > 0)
        return null;
      if (!isAuthentic(key, `${version}.${keyId}.${encoded}`, signature)) return null;
      // The signature is valid, so we wrote this payload ourselves and know its shape.
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
    throw new Error(`a secret for signed links must have at least ${MIN_SECRET_BYTES} bytes`);
  }
  // The ID is a separate part of the HKDF output, so it reveals nothing about the key.
  const derived = Buffer.from(hkdfSync('sha256', secret, '', `helix signed link ${purpose}`, KEY_BYTES + KEY_ID_BYTES));
  return { key: derived.subarray(0, KEY_BYTES), id: derived.subarray(KEY_BYTES).toString('hex') };
}

function authenticate(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(body).digest();
}

/**
 * Compares signatures as strings. Several base64url strings decode to the same bytes, and all but one of them must be rejected.
 */
function isAuthentic(key: Buffer, body: string, signature: string): boolean {
  const expected = Buffer.from(authenticate(key, body).toString('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
