import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { TRIES_PER_SIGN_IN } from './rules.ts';

/**
 * The user who is logging in, with the columns that the login depends on. The row is share-locked until the transaction ends, so
 * that no session can be created during a password change or while two-factor is being turned on.
 */
export function lockForSignIn(trx: Kysely<DB>, userId: string) {
  return trx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'username',
      'role',
      'demo',
      'password_hash as passwordHash',
      'suspended_at as suspendedAt',
      'suspended_until as suspendedUntil',
    ])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}
export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockForSignIn>>>;

/** Records a user's browser. `isAnother` is true if the browser is new and the user already had other known browsers. */
export async function noteDevice(
  trx: Kysely<DB>,
  device: { userId: string; deviceHash: Buffer; now: Date },
): Promise<{ isAnother: boolean }> {
  const known = await trx
    .selectFrom('known_devices')
    .select((row) => [
      row.fn.countAll<number>().as('all'),
      row.fn.countAll<number>().filterWhere('device_hash', '=', device.deviceHash).as('same'),
    ])
    .where('user_id', '=', device.userId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('known_devices')
    .values({ user_id: device.userId, device_hash: device.deviceHash, seen_at: device.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: device.now }))
    .execute();
  return { isAnother: Number(known.all) > 0 && Number(known.same) === 0 };
}

/** Stores a login that waits for its second factor, and deletes the user's expired pending logins. */
export async function insertPending(
  trx: Kysely<DB>,
  pending: {
    tokenHash: Buffer;
    userId: string;
    applies: boolean;
    expiresAt: Date;
    now: Date;
  },
): Promise<void> {
  await trx
    .deleteFrom('pending_sign_ins')
    .where('user_id', '=', pending.userId)
    .where('expires_at', '<=', pending.now)
    .execute();
  await trx
    .insertInto('pending_sign_ins')
    .values({
      token_hash: pending.tokenHash,
      user_id: pending.userId,
      applies: pending.applies,
      expires_at: pending.expiresAt,
    })
    .execute();
}

/** The pending login for a token; undefined if it has expired or its attempts are used up. */
export function findPending(db: Kysely<DB>, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id as userId', 'applies', 'suspended_at as suspendedAt', 'suspended_until as suspendedUntil'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('failures', '<', TRIES_PER_SIGN_IN)
    .executeTakeFirst();
}

/** Uses up one attempt of a pending login before its code is checked, so that the limit also holds for concurrent attempts. */
export async function consumeOtpAttempt(db: Kysely<DB>, tokenHash: Buffer): Promise<boolean> {
  const taken = await db
    .updateTable('pending_sign_ins')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('failures', '<', TRIES_PER_SIGN_IN)
    .returning('failures')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Uses up a pending login. Returns whether it still existed, which is true for only one of several concurrent attempts. */
export async function spendPending(trx: Kysely<DB>, tokenHash: Buffer): Promise<boolean> {
  const spent = await trx
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes all of a user's pending logins, because their first factor may no longer be valid. */
export async function endPendingOf(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}

/** Locks an account while its two-factor settings change, so that changes and logins are serialised. */
export function lockForChange(trx: Kysely<DB>, userId: string) {
  return trx
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A user's two-factor data, even if two-factor has been set up but not turned on. */
export function findTwoFactor(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('two_factors')
    .select(['secret', 'enabled_at as enabledAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores a new secret and replaces any earlier one. If two-factor is already on, changes nothing and returns false. */
export async function putSecret(trx: Kysely<DB>, userId: string, secret: Buffer, now: Date): Promise<boolean> {
  const put = await trx
    .insertInto('two_factors')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('two_factors.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return put !== undefined;
}

/**
 * Uses up a time step of the app's codes. Once a step is used, that step and all earlier steps are rejected. Returns whether the
 * step was accepted.
 */
export async function consumeOtpStep(trx: Kysely<DB>, userId: string, step: number): Promise<boolean> {
  const taken = await trx
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function turnOn(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await trx.updateTable('two_factors').set({ enabled_at: now }).where('user_id', '=', userId).execute();
}

/** Deletes a user's two-factor secret and recovery codes. */
export async function turnOff(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('two_factors').where('user_id', '=', userId).execute();
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(trx: Kysely<DB>, userId: string, hashes: Buffer[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Uses up a recovery code. Returns whether it existed. */
export async function spendRecoveryCode(trx: Kysely<DB>, userId: string, hash: Buffer): Promise<boolean> {
  const spent = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function countRecoveryCodes(db: Kysely<DB>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((codes) => codes.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

/** When the user last confirmed their identity in this session. */
export async function findConfirmedAt(db: Kysely<DB>, sessionId: string): Promise<Date | undefined> {
  const row = await db.selectFrom('sessions').select('confirmed_at').where('id', '=', sessionId).executeTakeFirst();
  return row?.confirmed_at;
}

export async function confirmSession(db: Kysely<DB>, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', sessionId).execute();
}

export async function findPasswordHash(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

/** A user's login methods, for /settings. */
export function findSecurity(db: Kysely<DB>, { userId, now }: { userId: string; now: Date }) {
  return db
    .selectFrom('users')
    .leftJoin('two_factors', 'two_factors.user_id', 'users.id')
    .select((row) => [
      'users.email_verified_at as emailVerifiedAt',
      row('users.password_hash', 'is not', null).as('hasPassword'),
      'two_factors.enabled_at as twoFactorSince',
      row
        .selectFrom('mail_tokens')
        .select('mail_tokens.email')
        .where('mail_tokens.user_id', '=', userId)
        .where('mail_tokens.purpose', '=', 'change-email')
        .where('mail_tokens.expires_at', '>', now)
        .as('pendingEmail'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Identities linked to an account. */
export function listLinkedIdentities(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'username', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
}

const MOST_SESSIONS_SHOWN = 200;

/** A user's sessions, most recently used first. Some may already have expired, depending on the user's current role. */
export function listSessionsOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent as userAgent', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS_SHOWN)
    .execute();
}

/** Ends one of the user's sessions. Returns whether it existed. */
export async function endSessionOf(db: Kysely<DB>, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Deletes known browsers that were last used for a login before the given time. */
export async function deleteDevices(db: Kysely<DB>, unseenSince: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<', unseenSince).execute();
}

/** Deletes two-factor secrets that were created before the given time, if two-factor was never turned on with them. */
export async function deleteUnfinishedSignIns(db: Kysely<DB>, madeBefore: Date): Promise<void> {
  await db.deleteFrom('two_factors').where('enabled_at', 'is', null).where('created_at', '<', madeBefore).execute();
}
