// Signing up with email and password (product.md, ID-1).

import { openSession, type SigningBrowser } from '#server/features/accounts/security/actions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { hit, requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Passwords } from '#server/kit/security/passwords.ts';
import type { SignedIn } from '#server/platform/session-cookies.ts';
import type { Deps } from '../../deps.ts';
import { createPerson } from './actions.ts';
import { sendNotice, sendVerification } from './events.ts';
import { requireGoodPassword } from './password-policy.ts';
import * as queries from './queries.ts';
import { counterNameOf, foldEmail, usernameFrom } from './rules.ts';

type RegisterDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'settings' | 'bus' | 'publicUrl' | 'secret'> & {
  passwords: Passwords;
};

export type Registration = {
  email: string;
  password: string;
  /** Preferred username; by default it is derived from the email. */
  username?: string | undefined;
  /** The client's network, for rate limits. */
  network: string;
  browser: SigningBrowser;
};

/**
 * Creates an account, logs in and sends the verification link, all in one transaction. If the address is taken, the caller gets
 * an error, and the owner of the address is notified by email. That the address is taken cannot be hidden, because a successful
 * sign-up logs in immediately (specification, section 7).
 * @throws Problem REGISTRATION_CLOSED, EMAIL_TAKEN, TOO_MANY_REQUESTS, or BAD_INPUT for a guessable password
 */
export async function register(
  deps: RegisterDeps,
  { password, username, network, browser, ...given }: Registration,
): Promise<{ outcome: SignedIn; account: queries.AccountRow }> {
  const email = foldEmail(given.email);
  const wish = username?.trim() || email;
  const { registrationEnabled } = await deps.settings.get();
  if (!registrationEnabled) throw new Problem('REGISTRATION_CLOSED');
  // Check the password before counting the sign-up, because a rejected password creates no account.
  await requireGoodPassword(deps, { field: 'password', password, person: { email, username: usernameFrom(wish) } });
  const now = deps.now();
  await requireWithinLimit(deps, `register ${network}`, deps.limits.registrations, now);
  const passwordHash = await deps.passwords.hash(password);
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const person = { email, wish, passwordHash, emailVerifiedAt: null, displayName: null, now };
      const { id, username: name } = await createPerson(deps, trx, person);
      await sendVerification(deps, trx, { userId: id, email, username: name });
      const outcome = await openSession(deps, trx, { ...browser, userId: id, now, isNew: true });
      const account = await queries.findAccount(trx, id, now);
      if (!account) throw new Problem('INTERNAL');
      return { outcome, account };
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'EMAIL_TAKEN') await tellOwner(deps, email, now);
    throw error;
  }
}

/** Notifies the owner of an address that someone tried to sign up with it, up to the address's email limit. */
const tellOwner = async (deps: RegisterDeps, email: string, now: Date): Promise<void> => {
  const owner = await queries.findByEmail(deps.db, email);
  if (!owner) return;
  const verdict = await hit(deps, `mail taken ${counterNameOf(email)}`, deps.limits.linkMails.perAddress, now);
  if (!verdict.allowed) return;
  await deps.db
    .transaction()
    .execute((trx) => sendNotice(deps, trx, { email, name: owner.username }, { kind: 'address-taken' }));
};
