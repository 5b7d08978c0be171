import { randomBytes } from 'node:crypto';
import { passFirstFactor, type SigningBrowser } from '#server/features/accounts/security/actions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Passwords } from '#server/kit/security/passwords.ts';
import { isSuspended } from '#server/platform/account-status.ts';
import { writeActivity } from '#server/platform/activity.ts';
import type { SignInOutcome } from '#server/platform/session-cookies.ts';
import type { Deps } from '../../deps.ts';
import { countAttempt } from './attempts.ts';
import * as queries from './queries.ts';
import { foldEmail, isReservedName, isUsableName, usernameFrom, withSuffix } from './rules.ts';

export type SignIn = SigningBrowser & {
  email: string;
  password: string;
  /** Network address of the request. */
  address: string;
  /** Whether the request comes from this machine. If not, demo accounts cannot log in. */
  isLocal: boolean;
  /** Called with the account that has this email, if there is one, even if the login fails. */
  onAccount?: (userId: string) => void;
};

/**
 * Logs in. An unknown email, a wrong password and an account without a password all fail with WRONG_CREDENTIALS after the same
 * amount of work. Other obstacles (BANNED, DEMO_ACCOUNT_REFUSED, a second factor) are only revealed to someone who knows the
 * password.
 */
export async function signIn(
  deps: Parameters<typeof passFirstFactor>[0] & Pick<Deps, 'log' | 'limits'> & { passwords: Passwords },
  attempt: SignIn,
): Promise<{ outcome: SignInOutcome; account: queries.AccountRow }> {
  const { db, passwords } = deps;
  const now = deps.now();
  const email = foldEmail(attempt.email);
  const counted = await countAttempt(deps, { email, address: attempt.address, now });
  const person = await queries.findForSignIn(db, email, now);
  if (person) attempt.onAccount?.(person.id);
  const check = await passwords.verifyOrDummy(person?.passwordHash, attempt.password);
  if (!person || !check.matches) throw new Problem('WRONG_CREDENTIALS');
  await counted.succeeded();
  if (person.demo && !attempt.isLocal) throw new Problem('DEMO_ACCOUNT_REFUSED');
  if (isSuspended(person, now)) throw new Problem('BANNED');

  const was = person.passwordHash ?? '';
  const stronger = check.outdated ? await passwords.hash(attempt.password) : null;
  if (stronger) await queries.replacePasswordHash(db, person.id, was, stronger);
  const outcome = await passFirstFactor(deps, {
    ...attempt,
    userId: person.id,
    applies: false,
    matchedHash: stronger ?? was,
  });
  return { outcome, account: person };
}

/**
 * Locks a username until the transaction ends and returns whether it is available. Concurrent claims on a name are serialised
 * across all processes.
 * @param options.userId the user who claims the name; null for a new user. Their own current and former names are available.
 */
export async function claimUsername(
  trx: Deps['db'],
  wanted: string,
  options: { userId: string | null; now: Date },
): Promise<boolean> {
  if (!isUsableName(wanted)) return false;
  await queries.lockUsername(trx, wanted);
  return (await queries.findTakenUsernames(trx, [wanted], options)).size === 0;
}

const NUMBERED_NAMES = 20;

/** The first free name among `base`, `base-2`, `base-3` and so on. If all NUMBERED_NAMES are taken, one with a random suffix. */
export async function findFreeUsername(trx: Deps['db'], base: string, now: Date): Promise<string> {
  const numbered = Array.from({ length: NUMBERED_NAMES - 1 }, (_, index) => withSuffix(base, String(index + 2)));
  const names = [base, ...numbered].filter((name) => !isReservedName(name));
  const taken = await queries.findTakenUsernames(trx, names, { userId: null, now });
  return names.find((name) => !taken.has(name)) ?? withSuffix(base, randomBytes(4).toString('hex'));
}

/** Finds a free username and locks it until the transaction ends. In a race for the same name, the loser gets the next number. */
export async function claimFreeUsername(trx: Deps['db'], base: string, now: Date): Promise<string> {
  for (let attempt = 0; attempt < NUMBERED_NAMES; attempt += 1) {
    const username = await findFreeUsername(trx, base, now);
    if (await claimUsername(trx, username, { userId: null, now })) return username;
  }
  throw new Error(`Could not find an available username similar to ${base}.`);
}

/** A user to create. `wish` is the text that the username is derived from: a name or an email address. */
export type PersonToBe = {
  email: string;
  wish: string;
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  displayName: string | null;
  now: Date;
};

/**
 * Creates an account with the site's default role, in the caller's transaction. Does not log in.
 * @throws Problem REGISTRATION_CLOSED, or EMAIL_TAKEN (also for the loser of a race for the same address)
 */
export async function createPerson(
  deps: Pick<Deps, 'settings' | 'bus'>,
  trx: Deps['db'],
  person: PersonToBe,
): Promise<{ id: string; username: string }> {
  const { registrationEnabled, defaultRole } = await deps.settings.get();
  if (!registrationEnabled) throw new Problem('REGISTRATION_CLOSED');
  const { wish, now, ...given } = person;
  const username = await claimFreeUsername(trx, usernameFrom(wish), now);
  const email = foldEmail(person.email);
  await queries.lockEmail(trx, email);
  const added = await queries.insertPerson(trx, { ...given, email, username, role: 'USER', now });
  if (!added) throw new Problem('EMAIL_TAKEN');
  if (defaultRole === 'PREMIUM') await queries.grantPremium(trx, added.id, now);
  await writeActivity(trx, { type: 'USER_REGISTRATION', userId: added.id, details: 'Created an account', at: now });
  await deps.bus.publish(trx, 'members', added.id);
  return { id: added.id, username };
}
