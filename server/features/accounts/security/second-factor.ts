// Two-factor codes, checked and used up in the transaction of the action that requires them.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { createSeal, type SealKeys } from '#server/kit/security/seal.ts';
import * as queries from './queries.ts';
import { hashOfRecoveryCode, isAppCode, newRecoveryCodes, stepOfCode } from './rules.ts';

const sealOf = (keys: SealKeys) => createSeal(keys, 'totp');

/** Encrypts an authenticator secret for storage. It can only be decrypted by this site, and only in this user's row. */
export function sealSecret(deps: SealKeys, userId: string, secret: string): Buffer {
  return sealOf(deps).seal(secret, userId);
}

/**
 * Checks a code from the app and uses it up. Afterwards, this code and all earlier ones count as wrong.
 * @param sealed the user's encrypted secret, read in this transaction
 */
export async function spendAppCode(
  deps: SealKeys,
  trx: Kysely<DB>,
  { userId, sealed, code, now }: { userId: string; sealed: Buffer; code: string; now: Date },
): Promise<boolean> {
  const secret = sealOf(deps).open(sealed, userId);
  if (secret === null) throw new Error('An authenticator app secret cannot be decrypted with this key.');
  const step = isAppCode(code) ? stepOfCode(secret, code, now) : null;
  return step !== null && (await queries.consumeOtpStep(trx, userId, step));
}

/** Uses up a code and returns its kind; null if the code is wrong or was already used. */
export async function spendAnyCode(
  deps: SealKeys,
  trx: Kysely<DB>,
  attempt: { userId: string; sealed: Buffer; code: string; now: Date },
): Promise<'app' | 'recovery' | null> {
  if (isAppCode(attempt.code)) return (await spendAppCode(deps, trx, attempt)) ? 'app' : null;
  const hash = hashOfRecoveryCode(attempt.code);
  return (await queries.spendRecoveryCode(trx, attempt.userId, hash)) ? 'recovery' : null;
}

/** Replaces all recovery codes and returns the new ones, which cannot be retrieved later. */
export async function renewCodes(trx: Kysely<DB>, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await queries.replaceRecoveryCodes(trx, userId, codes.map(hashOfRecoveryCode));
  return codes;
}
