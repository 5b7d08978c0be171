// Lets users change their own password or email, which requires the current password (product.md, ID-9).

import { requirePassword } from '#server/features/accounts/security/actions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Passwords } from '#server/kit/security/passwords.ts';
import { endSessionsOf, renewToken, requireSession } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { sendNotice } from './events.ts';
import { issueLink } from './links.ts';
import { requireGoodPassword } from './password-policy.ts';
import * as queries from './queries.ts';
import { counterNameOf, foldEmail } from './rules.ts';

export type ChangeDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'settings' | 'publicUrl' | 'secret'> & {
  passwords: Passwords;
};

/** Checks the viewer's password. Returns their account and the hash that the password matched. */
export async function requireOwner(deps: ChangeDeps, viewer: Viewer, password: string) {
  const matchedHash = await requirePassword(deps, viewer, password);
  const person = await queries.findWaysIn(deps.db, viewer.id);
  if (!person) throw new Problem('SIGN_IN_REQUIRED');
  return { person, matchedHash };
}
export type Owner = Awaited<ReturnType<typeof requireOwner>>;

/**
 * Locks the owner's account for a change. Fails if the password was changed or the account was suspended in the meantime.
 * @throws Problem WRONG_PASSWORD, BANNED, SIGN_IN_REQUIRED
 */
export async function lockOwner(trx: Deps['db'], viewer: Viewer, { matchedHash }: Owner, now: Date) {
  const held = await queries.lockWaysIn(trx, viewer.id);
  if (held?.passwordHash !== matchedHash) throw new Problem('WRONG_PASSWORD');
  await requireSession(trx, viewer.sessionId, now);
  return held;
}

/**
 * Checks a new password and returns a function that saves it in a transaction. Saving it ends all other sessions, invalidates all
 * emailed links and gives the current session a new token.
 * @throws Problem BAD_INPUT for a guessable password
 */
export async function preparePassword(deps: ChangeDeps, viewer: Viewer, owner: Owner, newPassword: string) {
  await requireGoodPassword(deps, { field: 'newPassword', password: newPassword, person: owner.person });
  const [passwordHash, policy] = await Promise.all([deps.passwords.hash(newPassword), deps.settings.get()]);
  return async (trx: Deps['db'], now: Date): Promise<{ token: string; expiresAt: Date }> => {
    const held = await lockOwner(trx, viewer, owner, now);
    await queries.updateWaysIn(trx, viewer.id, { passwordHash }, now);
    await endSessionsOf(trx, viewer.id, viewer.sessionId);
    await queries.deleteLinksAndPending(trx, viewer.id);
    const renewed = await renewToken(trx, viewer, now, policy);
    if (!renewed) throw new Problem('SIGN_IN_REQUIRED');
    await sendNotice(deps, trx, { email: held.email, name: held.username }, { kind: 'password-changed' });
    return renewed;
  };
}

/**
 * Checks a new email and returns a function that sends the confirmation link in a transaction. Nothing changes until the link is
 * used (proving.ts).
 * @throws Problem EMAIL_TAKEN, TOO_MANY_REQUESTS, or BAD_INPUT for the current email
 */
export async function prepareEmail(
  deps: ChangeDeps,
  { viewer, network }: { viewer: Viewer; network: string },
  { person }: Pick<Owner, 'person'>,
  address: string,
) {
  const email = foldEmail(address);
  if (email === person.email) {
    throw new Problem('BAD_INPUT', { fields: { email: 'This is already your email address.' } });
  }
  const now = deps.now();
  const { linkMails } = deps.limits;
  // Count before the lookup, so that nobody can find out which of many addresses have an account.
  await requireWithinLimit(deps, `mail network ${network}`, linkMails.perNetwork, now);
  if (await queries.isEmailTaken(deps.db, email)) throw new Problem('EMAIL_TAKEN');
  await requireWithinLimit(deps, `mail change ${counterNameOf(email)}`, linkMails.perAddress, now);
  return async (trx: Deps['db']): Promise<void> => {
    const link = await issueLink(deps, trx, { purpose: 'change-email', userId: viewer.id, email });
    await sendNotice(deps, trx, { email, name: person.username }, { kind: 'change-email', link });
  };
}

/**
 * Changes the password, ends all other sessions, invalidates all emailed links and gives the current session a new token.
 * @returns the renewed session, for its cookies
 * @throws Problem WRONG_PASSWORD, NO_PASSWORD, or BAD_INPUT for a guessable password
 */
export async function changePassword(
  deps: ChangeDeps,
  viewer: Viewer,
  given: { currentPassword: string; newPassword: string },
): Promise<{ token: string; expiresAt: Date }> {
  const owner = await requireOwner(deps, viewer, given.currentPassword);
  const write = await preparePassword(deps, viewer, owner, given.newPassword);
  const now = deps.now();
  return deps.db.transaction().execute((trx) => write(trx, now));
}

/**
 * Emails a link to a new address. Nothing changes until the link is used (proving.ts).
 * @throws Problem WRONG_PASSWORD, NO_PASSWORD, EMAIL_TAKEN, TOO_MANY_REQUESTS
 */
export async function changeEmail(
  deps: ChangeDeps,
  asker: { viewer: Viewer; network: string },
  given: { email: string; currentPassword: string },
): Promise<void> {
  const owner = await requireOwner(deps, asker.viewer, given.currentPassword);
  const mail = await prepareEmail(deps, asker, owner, given.email);
  await deps.db.transaction().execute(async (trx) => {
    // Fails if the password has been changed since the check. Otherwise, an attacker who has just been locked out could use the
    // link to take over the account.
    await lockOwner(trx, asker.viewer, owner, deps.now());
    await mail(trx);
  });
}
