import { createHash, randomBytes } from 'node:crypto';
import Bowser from 'bowser';
import { Secret, TOTP } from 'otpauth';
import { CONFIRMED_MINUTES, RECOVERY_CODES } from '#contract/accounts/limits.ts';
import { MINUTE_MS } from '#contract/durations.ts';

/** How long a login waits for its second factor, and how many codes can be tried. */
export const PENDING_SIGN_IN_MS = 5 * MINUTE_MS;
export const TRIES_PER_SIGN_IN = 5;

/** 256 random bits for a cookie, stored only as a hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Accepts only plausible product names: the parser can return any text that a browser sent, and it goes into emails. */
const knownName = (name: string | undefined): string | null =>
  name && /^[A-Za-z][A-Za-z0-9 .]{1,30}$/.test(name) ? name : null;

/** Describes a browser, for example "Firefox on Linux", from its User-Agent. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'an unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const browserName = knownName(browser.name) ?? 'an unknown browser';
  const system = knownName(os.name);
  return system ? `${browserName} on ${system}` : browserName;
}

/** Until when a session is confirmed; null if sensitive changes need a confirmation now. */
export function confirmedUntil(confirmedAt: Date, now: Date, minutes = CONFIRMED_MINUTES): Date | null {
  const until = new Date(confirmedAt.getTime() + minutes * MINUTE_MS);
  return until > now ? until : null;
}

const SECRET_BYTES = 20;

/** A new secret for an authenticator app in base32: 160 bits, the length that RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth:` URI for a QR code: the secret with the site and the account. */
export function secretAddress(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  return new TOTP({ issuer: siteName, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The 30-second step of a code, from one step before to one after now (RFC 6238, section 5.2); null if it matches none. The
 * caller has to check whether the step was already used.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: plainCode(code), timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Removes the spaces and dashes of a code for comparison. */
const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** Whether a code has the format of an app code. Otherwise it can only be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(plainCode(code));
}

// Crockford's alphabet avoids similar characters, and letters misread for a digit are accepted as that digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CHARACTERS = 24;

/** Ten codes of 120 random bits in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(RECOVERY_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

/** Stored hash of a recovery code. A plain hash is enough for 120 random bits. */
export function hashOfRecoveryCode(code: string): Buffer {
  return tokenHashOf(plainCode(code).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1'));
}
