import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/events.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { hit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Passwords } from '#server/kit/security/passwords.ts';
import { isSuspended } from '#server/platform/account-status.ts';
import { writeActivity } from '#server/platform/activity.ts';
import type { AwaitsSecondFactor, SignedIn, SignInOutcome } from '#server/platform/session-cookies.ts';
import { sessionEnd } from '#server/platform/session-life.ts';
import { createSession, endSession } from '#server/platform/sessions.ts';
import { presentRole, type Viewer } from '#server/platform/viewer.ts';
import { type AttemptDeps, countCode, countConfirmation } from './attempts.ts';
import * as queries from './queries.ts';
import { confirmedUntil, describeDevice, newToken, PENDING_SIGN_IN_MS, tokenHashOf } from './rules.ts';
import { spendAnyCode, spendAppCode } from './second-factor.ts';

const TOLD_ONCE = { limit: 1, windowSeconds: 86_400 };

type NoticeDeps = Parameters<typeof sendNotice>[0];

/** The browser used for a login. `deviceToken` is the value of its `device` cookie (platform/session-cookies.ts). */
export type SigningBrowser = {
  userAgent: string;
  deviceToken: string | null;
  /** The session that the request was sent with; the new session replaces it. */
  oldSessionId: string | null;
};

/**
 * Opens a session for a user who has passed all factors, in the caller's transaction. Emails the user if the browser is new.
 * @param person.isNew whether the user has just signed up, which is logged as a separate activity
 * @throws Problem WRONG_CREDENTIALS if the account was deleted
 */
export async function openSession(
  deps: NoticeDeps,
  trx: Kysely<DB>,
  person: SigningBrowser & { userId: string; now: Date; isNew?: boolean },
): Promise<SignedIn> {
  const held = await queries.lockForSignIn(trx, person.userId);
  if (!held) throw new Problem('WRONG_CREDENTIALS');
  return openFor(deps, trx, held, person);
}

const openFor = async (
  deps: NoticeDeps,
  trx: Kysely<DB>,
  held: queries.LockedAccount,
  { userAgent, deviceToken, oldSessionId, now, isNew }: SigningBrowser & { now: Date; isNew?: boolean },
): Promise<SignedIn> => {
  if (oldSessionId) await endSession(trx, oldSessionId);
  const token = await createSession(trx, { userId: held.id, userAgent, now });
  if (!isNew) {
    await writeActivity(trx, { type: 'LOGIN', userId: held.id, details: 'Logged in', at: now, demo: held.demo });
  }
  const device = deviceToken ?? newToken();
  const { isAnother } = await queries.noteDevice(trx, { userId: held.id, deviceHash: tokenHashOf(device), now });
  if (isAnother) {
    const to = { email: held.email, name: held.username };
    await sendNotice(deps, trx, to, { kind: 'new-device', device: describeDevice(userAgent) });
  }
  const policy = await deps.settings.get();
  const expiresAt = sessionEnd(presentRole(held.role, false), { createdAt: now, lastSeenAt: now }, policy);
  return { state: 'signed-in', token, deviceToken: device, at: now, expiresAt };
};

export type FirstFactor = SigningBrowser & {
  userId: string;
  /** Whether the user chose "Apply as Leaker" before the login. */
  applies: boolean;
  /** The password hash that matched, if the factor was a password. If the password has changed since, the login fails. */
  matchedHash?: string;
  /** Checks, while the account is locked, that the identity used as the factor is still linked to the user. */
  stillHolds?: (trx: Kysely<DB>) => Promise<boolean>;
};

/**
 * Continues a login after its first factor: opens a session, or stores the login until the second factor is provided.
 * @throws Problem BANNED, or WRONG_CREDENTIALS if the account or its password has changed in the meantime
 */
export function passFirstFactor(deps: NoticeDeps & Pick<Deps, 'db' | 'now'>, first: FirstFactor) {
  return deps.db.transaction().execute(async (trx): Promise<SignInOutcome> => {
    const now = deps.now();
    const held = await queries.lockForSignIn(trx, first.userId);
    if (!held) throw new Problem('WRONG_CREDENTIALS');
    if (first.matchedHash !== undefined && first.matchedHash !== held.passwordHash) {
      throw new Problem('WRONG_CREDENTIALS');
    }
    if (first.stillHolds && !(await first.stillHolds(trx))) throw new Problem('WRONG_CREDENTIALS');
    if (isSuspended(held, now)) throw new Problem('BANNED');
    // Must be a separate statement after the lock, because a statement that waits for a lock sees the state from before the wait.
    const factor = await queries.findTwoFactor(trx, first.userId);
    return factor?.enabledAt ? keepWaiting(trx, first, now) : openFor(deps, trx, held, { ...first, now });
  });
}

const keepWaiting = async (
  trx: Kysely<DB>,
  { userId, applies }: FirstFactor,
  now: Date,
): Promise<AwaitsSecondFactor> => {
  const pendingToken = newToken();
  const expiresAt = new Date(now.getTime() + PENDING_SIGN_IN_MS);
  await queries.insertPending(trx, { tokenHash: tokenHashOf(pendingToken), userId, applies, expiresAt, now });
  return { state: 'second-factor', pendingToken, at: now, expiresAt };
};

/**
 * Completes a pending login with a code from the app or a recovery code. Only wrong codes count towards the account's limit. In
 * addition, each pending login allows only five attempts.
 * @throws Problem TWO_FACTOR_WRONG, TWO_FACTOR_EXPIRED, BANNED, DEMO_ACCOUNT_REFUSED, TOO_MANY_REQUESTS
 */
export async function passSecondFactor(
  deps: NoticeDeps & AttemptDeps & Pick<Deps, 'secret' | 'hooks'>,
  attempt: SigningBrowser & {
    pendingToken: string;
    code: string;
    isLocal: boolean;
    /** Called with the account as soon as it is known, even if the code is wrong. */
    onAccount?: (userId: string) => void;
  },
): Promise<SignedIn & { userId: string }> {
  const { db } = deps;
  const now = deps.now();
  const tokenHash = tokenHashOf(attempt.pendingToken);
  const pending = await queries.findPending(db, tokenHash, now);
  if (!pending) throw new Problem('TWO_FACTOR_EXPIRED');
  const { userId, applies } = pending;
  attempt.onAccount?.(userId);
  if (isSuspended(pending, now)) throw new Problem('BANNED');
  const counted = await countCode(deps, userId).catch(async (error: unknown) => {
    await tellLocked(deps, userId);
    throw error;
  });
  if (!(await queries.consumeOtpAttempt(db, tokenHash))) throw new Problem('TWO_FACTOR_EXPIRED');
  const opened = await db.transaction().execute(async (trx) => {
    const held = await queries.lockForSignIn(trx, userId);
    const factor = await queries.findTwoFactor(trx, userId);
    if (!held || !factor) throw new Problem('TWO_FACTOR_EXPIRED');
    if (held.demo && !attempt.isLocal) throw new Problem('DEMO_ACCOUNT_REFUSED');
    if (isSuspended(held, now)) throw new Problem('BANNED');
    const spent = await spendAnyCode(deps, trx, { userId, sealed: factor.secret, code: attempt.code, now });
    if (spent === null) throw new Problem('TWO_FACTOR_WRONG');
    if (!(await queries.spendPending(trx, tokenHash))) throw new Problem('TWO_FACTOR_EXPIRED');
    if (spent === 'recovery') {
      const left = await queries.countRecoveryCodes(trx, userId);
      await sendNotice(deps, trx, { email: held.email, name: held.username }, { kind: 'recovery-code-used', left });
    }
    return openFor(deps, trx, held, { ...attempt, now });
  });
  await counted.succeeded();
  if (applies) await deps.hooks.afterLeakerSignUp(deps, userId);
  return { ...opened, userId };
}

/** Notifies the owner, at most once a day, that code entry is locked. Someone else probably knows their password. */
const tellLocked = async (deps: NoticeDeps & AttemptDeps, userId: string): Promise<void> => {
  if (!(await hit(deps, `second-factor told ${userId}`, TOLD_ONCE, deps.now())).allowed) return;
  await deps.db.transaction().execute(async (trx) => {
    const held = await queries.lockForSignIn(trx, userId);
    if (held) await sendNotice(deps, trx, { email: held.email, name: held.username }, { kind: 'second-factor-locked' });
  });
};

/**
 * Rejects a sensitive change unless the user has proven their identity in this session within the last ten minutes (or
 * `minutes`), by logging in or with `confirmIdentity`.
 * @throws Problem CONFIRMATION_REQUIRED, SIGN_IN_REQUIRED when the session has ended since the request began
 */
export async function requireConfirmed(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<Viewer, 'sessionId'>,
  minutes?: number,
): Promise<void> {
  const confirmedAt = await queries.findConfirmedAt(deps.db, viewer.sessionId);
  if (!confirmedAt) throw new Problem('SIGN_IN_REQUIRED');
  if (!confirmedUntil(confirmedAt, deps.now(), minutes)) throw new Problem('CONFIRMATION_REQUIRED');
}

/**
 * Confirms the user's identity. If two-factor is on, this requires a code from the app instead of the password.
 * @returns the time until which the confirmation is valid
 * @throws Problem CODE_REQUIRED, WRONG_PASSWORD, NO_PASSWORD, TWO_FACTOR_WRONG, TWO_FACTOR_STATE, TOO_MANY_REQUESTS
 */
export async function confirmIdentity(
  deps: AttemptDeps & Pick<Deps, 'secret'> & { passwords: Passwords },
  viewer: Viewer,
  proof: { password: string } | { code: string },
): Promise<Date> {
  if ('password' in proof) {
    if ((await queries.findTwoFactor(deps.db, viewer.id))?.enabledAt) throw new Problem('CODE_REQUIRED');
    await requirePassword(deps, viewer, proof.password);
  } else await demandAppCode(deps, viewer, proof.code);
  const now = deps.now();
  await queries.confirmSession(deps.db, viewer.sessionId, now);
  return confirmedUntil(now, now) ?? now;
}

/**
 * Checks the viewer's password. Wrong passwords count towards one limit that is shared by all endpoints that ask for the
 * password.
 * @returns the hash that the password matched
 * @throws Problem WRONG_PASSWORD, NO_PASSWORD, TOO_MANY_REQUESTS
 */
export async function requirePassword(
  deps: AttemptDeps & { passwords: Passwords },
  viewer: Viewer,
  password: string,
): Promise<string> {
  const hash = await queries.findPasswordHash(deps.db, viewer.id);
  if (!hash) throw new Problem('NO_PASSWORD');
  const counted = await countConfirmation(deps, viewer.id);
  if (!(await deps.passwords.verifyOrDummy(hash, password)).matches) throw new Problem('WRONG_PASSWORD');
  await counted.succeeded();
  return hash;
}

const demandAppCode = async (deps: AttemptDeps & Pick<Deps, 'secret'>, { id }: Viewer, code: string): Promise<void> => {
  const factor = await queries.findTwoFactor(deps.db, id);
  if (!factor?.enabledAt) throw new Problem('TWO_FACTOR_STATE');
  const counted = await countCode(deps, id);
  const isRight = await spendAppCode(deps, deps.db, { userId: id, sealed: factor.secret, code, now: deps.now() });
  if (!isRight) throw new Problem('TWO_FACTOR_WRONG');
  await counted.succeeded();
};
