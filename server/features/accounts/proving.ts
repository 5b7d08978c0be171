// What mailed links do: they prove an address, and with it who its account belongs to (notes on pre-hijacking below).

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
 * Asks for the mail with a link for a new password. It does the same work for every address, and what goes on after the
 * answer is a job, so neither words nor time tell whether the address belongs to somebody.
 */
export async function askForReset(
  deps: ProveDeps,
  { email: typed, network }: { email: string; network: string },
): Promise<void> {
  const email = foldEmail(typed);
  const name = counterNameOf(email);
  const now = deps.now();
  await requireWithinLimit(deps, `mail network ${network}`, deps.limits.linkMails.perNetwork, now);
  // Beyond an address's own limit nothing is said: the limit would tell that somebody else asks for it too.
  const verdict = await hit(deps, `mail reset ${name}`, deps.limits.linkMails.perAddress, now);
  if (verdict.allowed) await enqueue(deps.db, sendResetLink, { email }, { key: `reset ${name}` });
}

/** Mails the verifying link again. Nothing happens when the address is verified. */
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

/** An invitation is taken up as a lost password is replaced: by whoever reads the mail. */
const PASSWORD_LINKS = ['reset-password', 'invitation'] as const;

/**
 * Sets a new password by a mailed link and ends everything that was signed in. It signs nobody in, so a second factor is
 * still asked for. When the address was not verified yet, or by somebody who was not signed in, whoever made the account may
 * be somebody else, who waits for the address's owner to use it: then their linked accounts go too, and a second factor
 * that they turned on before the address was verified, which would keep its owner out for good.
 * @throws Problem LINK_EXPIRED, BAD_INPUT for a password that others would guess
 */
export async function resetPassword(
  deps: ProveDeps & { passwords: Passwords },
  { token, password, onAccount }: { token: string; password: string; onAccount?: (userId: string) => void },
): Promise<void> {
  const found = await findLinkPerson(deps.db, token, PASSWORD_LINKS, deps.now());
  onAccount?.(found.userId);
  const before = await queries.findWaysIn(deps.db, found.userId);
  if (!before) throw new Problem('LINK_EXPIRED');
  // A password that is refused leaves the link as it was.
  await requireGoodPassword(deps, { field: 'password', password, person: before });
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const link = await spendLink(trx, token, PASSWORD_LINKS, now);
    const person = await queries.lockWaysIn(trx, link.userId);
    // The link proves the address that it was sent to, and that address must still be the account's.
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
 * Spends a link that verifies an address. Sessions of the person end, but for the one that asks: an account whose address
 * is proven only now may have been made, and still be held, by somebody else. Whoever asks without such a session proves the
 * mailbox alone: that is kept in mind, so that nobody joins the account by its address until a new password has been set.
 * @throws Problem LINK_EXPIRED, EMAIL_TAKEN when a new address became somebody else's meanwhile
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
