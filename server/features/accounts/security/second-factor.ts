// The codes of a second factor: judged and spent inside the transaction of what they are asked for.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { createSeal, type SealKeys } from '#server/kit/security/seal.ts';
import * as queries from './queries.ts';
import { hashOfRecoveryCode, isAppCode, newRecoveryCodes, stepOfCode } from './rules.ts';

const sealOf = (keys: SealKeys) => createSeal(keys, 'totp');

/** The secret of an authenticator app as it is kept: only this site can read it, and only in this person's row. */
export function sealSecret(deps: SealKeys, userId: string, secret: string): Buffer {
  return sealOf(deps).seal(secret, userId);
}

/**
 * Whether a code is the app's at this moment, and spends it: every later use of it, or of an earlier one, is wrong.
 * @param sealed the person's secret as it was read in this transaction
 */
export async function spendAppCode(
  deps: SealKeys,
  trx: Kysely<DB>,
  { userId, sealed, code, now }: { userId: string; sealed: Buffer; code: string; now: Date },
): Promise<boolean> {
  const secret = sealOf(deps).open(sealed, userId);
  if (secret === null) throw new Error('The secret of an authenticator app cannot be opened with this key.');
  const step = isAppCode(code) ? stepOfCode(secret, code, now) : null;
  return step !== null && (await queries.consumeOtpStep(trx, userId, step));
}

/** Which kind of code was spent; null when it is wrong or was spent before. */
export async function spendAnyCode(
  deps: SealKeys,
  trx: Kysely<DB>,
  attempt: { userId: string; sealed: Buffer; code: string; now: Date },
): Promise<'app' | 'recovery' | null> {
  if (isAppCode(attempt.code)) return (await spendAppCode(deps, trx, attempt)) ? 'app' : null;
  const hash = hashOfRecoveryCode(attempt.code);
  return (await queries.spendRecoveryCode(trx, attempt.userId, hash)) ? 'recovery' : null;
}

/** Makes new recovery codes in place of all old ones, and answers them: they can be read this once. */
export async function renewCodes(trx: Kysely<DB>, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await queries.replaceRecoveryCodes(trx, userId, codes.map(hashOfRecoveryCode));
  return codes;
}
