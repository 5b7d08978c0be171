// Changes of password and address by their owner, each with the current password (product.md, ID-9).
import type { Deps } from '../../deps.ts';
import type { Passwords } from '../../kit/passwords.ts';
import { Problem } from '../../kit/problem.ts';
import { demandWithin } from '../../kit/rate-counters.ts';
import { endSessionsOf, renewToken } from '../../kit/sessions.ts';
import type { Viewer } from '../../kit/viewer.ts';
import { demandPassword } from '../security/actions.ts';
import { sendNotice } from './events.ts';
import { issueLink } from './links.ts';
import { demandGoodPassword } from './password-policy.ts';
import * as queries from './queries.ts';
import { counterNameOf, foldEmail } from './rules.ts';

type ChangeDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'settings' | 'publicUrl'> & { passwords: Passwords };

/** The person who asks, once they have shown that they know their password, and the hash that it matched. */
const demandOwner = async (deps: ChangeDeps, viewer: Viewer, password: string) => {
  const matchedHash = await demandPassword(deps, viewer, password);
  const person = await queries.findWaysIn(deps.db, viewer.id);
  if (!person) throw new Problem('SIGN_IN_REQUIRED');
  return { person, matchedHash };
};

/**
 * Changes the password. Other sessions and all mailed links end; the session that asks gets a new token.
 * @returns the renewed session, for its cookies
 * @throws Problem WRONG_PASSWORD, NO_PASSWORD, BAD_INPUT for a password that others would guess
 */
export const changePassword = async (
  deps: ChangeDeps,
  viewer: Viewer,
  given: { currentPassword: string; newPassword: string },
): Promise<{ token: string; expiresAt: Date }> => {
  const { person, matchedHash } = await demandOwner(deps, viewer, given.currentPassword);
  await demandGoodPassword(deps, { field: 'newPassword', password: given.newPassword, person });
  const passwordHash = await deps.passwords.hash(given.newPassword);
  const now = deps.now();
  return deps.db.transaction().execute(async (trx) => {
    const held = await queries.lockWaysIn(trx, viewer.id);
    // Somebody else who knew the old password was faster: it is not the current one any more.
    if (held?.passwordHash !== matchedHash) throw new Problem('WRONG_PASSWORD');
    await queries.updateWaysIn(trx, viewer.id, { passwordHash }, now);
    await endSessionsOf(trx, viewer.id, viewer.sessionId);
    await queries.deleteLinksAndPending(trx, viewer.id);
    const renewed = await renewToken(trx, viewer, now);
    if (!renewed) throw new Problem('SIGN_IN_REQUIRED');
    await sendNotice(deps, trx, { email: held.email, name: held.username }, { kind: 'password-changed' });
    return renewed;
  });
};

/**
 * Mails a link to a new address. Nothing changes until it is used (proving.ts).
 * @throws Problem WRONG_PASSWORD, NO_PASSWORD, EMAIL_TAKEN, TOO_MANY_REQUESTS
 */
export const changeEmail = async (
  deps: ChangeDeps,
  { viewer, network }: { viewer: Viewer; network: string },
  given: { email: string; currentPassword: string },
): Promise<void> => {
  const { person, matchedHash } = await demandOwner(deps, viewer, given.currentPassword);
  const email = foldEmail(given.email);
  if (email === person.email) {
    throw new Problem('BAD_INPUT', { fields: { email: 'This is your address already.' } });
  }
  const now = deps.now();
  const { linkMails } = deps.limits;
  // Counted before looking, so that nobody can try long lists of addresses here.
  await demandWithin(deps, `mail network ${network}`, linkMails.perNetwork, now);
  if (await queries.isEmailTaken(deps.db, email)) throw new Problem('EMAIL_TAKEN');
  await demandWithin(deps, `mail change ${counterNameOf(email)}`, linkMails.perAddress, now);
  await deps.db.transaction().execute(async (trx) => {
    const held = await queries.lockWaysIn(trx, viewer.id);
    // A new password has taken all links away meanwhile: one more would let its loser move the account.
    if (held?.passwordHash !== matchedHash) throw new Problem('WRONG_PASSWORD');
    const link = await issueLink(deps, trx, { purpose: 'change-email', userId: viewer.id, email });
    await sendNotice(deps, trx, { email, name: person.username }, { kind: 'change-email', link });
  });
};
