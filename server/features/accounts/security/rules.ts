import { createHash, randomBytes } from 'node:crypto';
import Bowser from 'bowser';
import { Secret, TOTP } from 'otpauth';
import { CONFIRMED_MINUTES, RECOVERY_CODES } from '#contract/accounts/limits.ts';
import { MINUTE_MS } from '#contract/durations.ts';

/** How long a sign-in waits for its second factor, and how many codes it may be tried with. */
export const PENDING_SIGN_IN_MS = 5 * MINUTE_MS;
export const TRIES_PER_SIGN_IN = 5;

/** 256 random bits for a cookie, of which the server keeps the hash alone. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Names of products only: the parser falls back to whatever text a browser sent, and these words go into mails. */
const knownName = (name: string | undefined): string | null =>
  name && /^[A-Za-z][A-Za-z0-9 .]{1,30}$/.test(name) ? name : null;

/** A browser in words, "Firefox on Linux", as far as it says what it is. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'an unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const browserName = knownName(browser.name) ?? 'an unknown browser';
  const system = knownName(os.name);
  return system ? `${browserName} on ${system}` : browserName;
}

/** Until when a session counts as confirmed; null when sensitive changes need a confirmation now. */
export function confirmedUntil(confirmedAt: Date, now: Date, minutes = CONFIRMED_MINUTES): Date | null {
  const until = new Date(confirmedAt.getTime() + minutes * MINUTE_MS);
  return until > now ? until : null;
}

const SECRET_BYTES = 20;

/** A new secret for an authenticator app in base32: 160 bits, the length that RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What authenticator apps read as a picture: the secret with whose it is. */
export function secretAddress(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  return new TOTP({ issuer: siteName, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The 30-second step whose code this is, one step before or after now included (RFC 6238, section 5.2); null when the code
 * is of none of them. Whether the step was used already is for the caller to know.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: plainCode(code), timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** A code as it is compared: without the spaces and dashes that are for the eye. */
const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** Whether a code can be an app's; any other can only be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(plainCode(code));
}

// Crockford's alphabet: nothing in it looks like something else, and what is misread as a letter is read as the digit.
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

/** What is kept of a recovery code. At 120 random bits a plain hash cannot be guessed back. */
export function hashOfRecoveryCode(code: string): Buffer {
  return tokenHashOf(plainCode(code).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1'));
}
