// Emailed links prove that a user controls an address, and therefore owns the account. `resetPassword` and `verifyEmail` also
// lock out an attacker who created the account beforehand.

import { deleteIdentities } from '#server/features/accounts/oauth/queries.ts';
import { turnOff } from '#server/features/accounts/security/queries.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { hit, requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Passwords } from '#server/kit/security/passwords.ts';
import { endSessionsOf } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { sendNotice, sendVerification } from './events.ts';
import { sendResetLink } from './jobs.ts';
import { findLinkPerson, spendLink } from './links.ts';
import { requireGoodPassword } from './password-policy.ts';
import * as queries from './queries.ts';
import { counterNameOf, foldEmail } from './rules.ts';

type ProveDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'settings' | 'publicUrl' | 'secret' | 'bus' | 'hooks'>;

/**
 * Requests an email with a password reset link. Does the same work for every address and leaves the rest to a job, so neither the
 * reply nor its timing reveals whether the address has an account.
 */
export async function askForReset(
  deps: ProveDeps,
  { email: typed, network }: { email: string; network: string },
): Promise<void> {
  const email = foldEmail(typed);
  const name = counterNameOf(email);
  const now = deps.now();
  await requireWithinLimit(deps, `mail network ${network}`, deps.limits.linkMails.perNetwork, now);
  // If the address's limit is exceeded, do nothing. An error would reveal that someone else requested a link for it.
  const verdict = await hit(deps, `mail reset ${name}`, deps.limits.linkMails.perAddress, now);
  if (verdict.allowed) await enqueue(deps.db, sendResetLink, { email }, { key: `reset ${name}` });
}

/** Resends the verification link. Does nothing if the address is already verified. */
export async function resendVerification(
  deps: ProveDeps,
  { userId, network }: { userId: string; network: string },
): Promise<void> {
  const now = deps.now();
  const { linkMails } = deps.limits;
  const person = await queries.findWaysIn(deps.db, userId);
  if (!person || person.emailVerifiedAt) return;
  await requireWithinLimit(deps, `mail network ${network}`, linkMails.perNetwork, now);
  await requireWithinLimit(deps, `mail verify ${counterNameOf(person.email)}`, linkMails.perAddress, now);
  await deps.db.transaction().execute((trx) => sendVerification(deps, trx, { ...person, userId }));
}

/** Accepting an invitation works like resetting a password, because both prove access to the mailbox. */
const PASSWORD_LINKS = ['reset-password', 'invitation'] as const;

/**
 * Sets a new password with an emailed link and ends all sessions. Does not log in, so a second factor is still required. If the
 * address was not verified yet, or was verified outside a session of the account, an attacker may have created the account and be
 * waiting for the address's owner to use it. In that case, linked accounts are removed too. If the address was not verified yet,
 * two-factor is also turned off, because an attacker's second factor would lock out the owner permanently.
 * @throws Problem LINK_EXPIRED, or BAD_INPUT for a guessable password
 */
export async function resetPassword(
  deps: ProveDeps & { passwords: Passwords },
  { token, password, onAccount }: { token: string; password: string; onAccount?: (userId: string) => void },
): Promise<void> {
  const found = await findLinkPerson(deps.db, token, PASSWORD_LINKS, deps.now());
  onAccount?.(found.userId);
  const before = await queries.findWaysIn(deps.db, found.userId);
  if (!before) throw new Problem('LINK_EXPIRED');
  // A rejected password does not use up the link.
  await requireGoodPassword(deps, { field: 'password', password, person: before });
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const link = await spendLink(trx, token, PASSWORD_LINKS, now);
    const person = await queries.lockWaysIn(trx, link.userId);
    // The link proves ownership of the address it was sent to, which must still be the account's address.
    if (!person || person.email !== link.email) throw new Problem('LINK_EXPIRED');
    const isFirstProof = person.emailVerifiedAt === null;
    const changes = { passwordHash, provenElsewhere: false, ...(isFirstProof && { emailVerifiedAt: now }) };
    await queries.updateWaysIn(trx, person.id, changes, now);
    if (isFirstProof || person.provenElsewhere) {
      await deleteIdentities(trx, person.id);
      await deps.hooks.onIdentitiesDeleted(deps, trx, person.id);
    }
    if (isFirstProof) await turnOff(trx, person.id);
    await endSessionsOf(trx, person.id, null);
    await queries.deleteLinksAndPending(trx, person.id);
    if (isFirstProof) await deps.hooks.onEmailVerified(trx, { userId: person.id, now });
    await sendNotice(deps, trx, { email: person.email, name: person.username }, { kind: 'password-changed' });
  });
}

/**
 * Uses up a link that verifies an address. Ends all of the user's sessions except the current one, because someone else may have
 * created the account and may still be using it. A link that is used without a session of the account only proves access to the
 * mailbox. This is recorded as `provenElsewhere`. Until a new password is set, no identity is then linked to the account merely
 * because both have the same address.
 * @throws Problem LINK_EXPIRED, or EMAIL_TAKEN if another account has taken the new address in the meantime
 */
export async function verifyEmail(
  deps: ProveDeps,
  { token, viewer, onAccount }: { token: string; viewer: Viewer | null; onAccount?: (userId: string) => void },
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const link = await spendLink(trx, token, ['verify-email', 'change-email'], now);
    onAccount?.(link.userId);
    const person = await queries.lockWaysIn(trx, link.userId);
    if (!person) throw new Problem('LINK_EXPIRED');
    const isNewAddress = link.purpose === 'change-email';
    if (!isNewAddress && person.email !== link.email) throw new Problem('LINK_EXPIRED');
    if (!isNewAddress && person.emailVerifiedAt) return;
    if (isNewAddress) await queries.lockEmail(trx, link.email);
    if (isNewAddress && (await queries.isEmailTaken(trx, link.email))) throw new Problem('EMAIL_TAKEN');
    const own = viewer?.id === person.id ? viewer.sessionId : null;
    const changes = { email: link.email, emailVerifiedAt: now, provenElsewhere: own === null };
    await queries.updateWaysIn(trx, person.id, changes, now);
    await endSessionsOf(trx, person.id, own);
    await queries.deleteLinksAndPending(trx, person.id);
    await deps.hooks.onEmailVerified(trx, { userId: person.id, now });
    const old = { email: person.email, name: person.username };
    if (isNewAddress) await sendNotice(deps, trx, old, { kind: 'email-changed', newEmail: link.email });
  });
}
