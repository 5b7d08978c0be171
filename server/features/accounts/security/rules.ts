import { createHash, randomBytes } from 'node:crypto';
import Bowser from 'bowser';
import { Secret, TOTP } from 'otpauth';
import { CONFIRMED_MINUTES, RECOVERY_CODES } from '#contract/accounts/limits.ts';
import { MINUTE_MS } from '#contract/durations.ts';

/** How long a login waits for its second factor, and how many codes the user can try. */
export const PENDING_SIGN_IN_MS = 5 * MINUTE_MS;
export const TRIES_PER_SIGN_IN = 5;

/** 256 random bits for a cookie; only a hash of them is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Accepts only plausible product names. The parser may return any text that a browser sent, and the name appears in emails. */
const knownName = (name: string | undefined): string | null =>
  name && /^[A-Za-z][A-Za-z0-9 .]{1,30}$/.test(name) ? name : null;

/** Describes a browser by its User-Agent, for example "Firefox on Linux". */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'an unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const browserName = knownName(browser.name) ?? 'an unknown browser';
  const system = knownName(os.name);
  return system ? `${browserName} on ${system}` : browserName;
}

/** The time until which a session counts as confirmed; null if sensitive changes require a new confirmation. */
export function confirmedUntil(confirmedAt: Date, now: Date, minutes = CONFIRMED_MINUTES): Date | null {
  const until = new Date(confirmedAt.getTime() + minutes * MINUTE_MS);
  return until > now ? until : null;
}

const SECRET_BYTES = 20;

/** A new base32 secret for an authenticator app: 160 bits, the length that RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth:` URI for a QR code, with the secret, the site and the account. */
export function secretAddress(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  return new TOTP({ issuer: siteName, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The 30-second time step that a code belongs to, or null if the code is wrong. Accepts the current step, the one before and the
 * one after (RFC 6238, section 5.2). The caller must check whether the step was already used.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: plainCode(code), timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Removes spaces and dashes from a code for comparison. */
const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** Whether a code has the format of an app code. If not, it can only be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(plainCode(code));
}

// Crockford's alphabet avoids similar-looking characters. Letters that can be mistaken for a digit are accepted as that digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CHARACTERS = 24;

/** Ten codes with 120 random bits each, in groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(RECOVERY_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

/** Hash of a recovery code, for storage. With 120 random bits, a plain hash is enough. */
export function hashOfRecoveryCode(code: string): Buffer {
  return tokenHashOf(plainCode(code).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1'));
}
