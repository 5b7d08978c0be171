import { randomBytes } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { writeActivity } from '../../kit/activity.ts';
import { writeAudit } from '../../kit/audit.ts';
import { hashPassword, type Passwords } from '../../kit/passwords.ts';
import { Problem } from '../../kit/problem.ts';
import { createSession, endSession, endSessionsOf } from '../../kit/sessions.ts';
import { countAttempt } from './attempts.ts';
import * as queries from './queries.ts';
import { adminUsername, foldEmail, isSuspended } from './rules.ts';

export type SignIn = {
  email: string;
  password: string;
  /** Network address of the request. */
  address: string;
  userAgent: string;
  /** Whether the request comes from this machine itself, where alone demo accounts may sign in. */
  isLocal: boolean;
  /** The session that the request came with: a new one takes its place. */
  oldSessionId: string | null;
};

/**
 * Signs in. An unknown address, a wrong password and an account without one are the same WRONG_CREDENTIALS after the same
 * work; what else stands in the way (BANNED, DEMO_ACCOUNT_REFUSED) is only told to who knows the password.
 */
export const signIn = async (
  deps: Pick<Deps, 'db' | 'log' | 'limits' | 'now'> & { passwords: Passwords },
  attempt: SignIn,
): Promise<{ token: string; account: queries.AccountRow }> => {
  const { db, passwords } = deps;
  const now = deps.now();
  const email = foldEmail(attempt.email);
  const counted = await countAttempt(deps, { email, address: attempt.address, now });
  const person = await queries.findForSignIn(db, email, now);
  const check = await passwords.verifyOrDummy(person?.passwordHash, attempt.password);
  if (!person || !check.matches) throw new Problem('WRONG_CREDENTIALS');
  await counted.succeeded();
  if (person.demo && !attempt.isLocal) throw new Problem('DEMO_ACCOUNT_REFUSED');
  if (isSuspended(person, now)) throw new Problem('BANNED');

  const stronger = check.outdated ? await passwords.hash(attempt.password) : null;
  const token = await db.transaction().execute(async (trx) => {
    if (stronger) await queries.replacePasswordHash(trx, person.id, person.passwordHash ?? '', stronger);
    if (attempt.oldSessionId) await endSession(trx, attempt.oldSessionId);
    await writeActivity(trx, { type: 'LOGIN', userId: person.id, details: 'Signed in', at: now, demo: person.demo });
    return createSession(trx, { userId: person.id, userAgent: attempt.userAgent, now });
  });
  return { token, account: person };
};

const newPassword = (): string => randomBytes(18).toString('base64url');

/**
 * Makes the person with this address an administrator, adding them if there is nobody, gives them a new password and ends
 * their sessions. The password is answered once and kept nowhere.
 */
export const makeAdmin = async (
  deps: Pick<Deps, 'db' | 'now'>,
  address: string,
): Promise<{ email: string; password: string; isNew: boolean }> => {
  const email = foldEmail(address);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const now = deps.now();
  const isNew = await deps.db.transaction().execute(async (trx) => {
    await queries.lockAdminMaking(trx);
    const promoted = await queries.promoteToAdmin(trx, email, passwordHash, now);
    if (promoted) await endSessionsOf(trx, promoted.id, null);
    const id = promoted?.id ?? (await addAdmin(trx, email, passwordHash, now));
    await writeAudit(trx, {
      at: now,
      actor: { id: null, name: 'site' },
      action: promoted ? 'user.make-admin' : 'user.add-admin',
      subject: { kind: 'user', id },
      before: promoted ? { role: promoted.role } : null,
      after: { role: 'ADMIN' },
    });
    return promoted === null;
  });
  return { email, password, isNew };
};

const addAdmin = async (trx: Deps['db'], email: string, passwordHash: string, now: Date): Promise<string> => {
  const name = adminUsername(email);
  const usernames = [name, ...Array.from({ length: 50 }, (_, index) => `${name}-${index + 2}`)];
  const added = await queries.insertAdmin(trx, { email, usernames, passwordHash, now });
  if (!added) throw new Error(`No username like ${name} is free.`);
  return added.id;
};

/**
 * Makes the first administrator of a site that has none (product.md ID-12) and prints them, this once, to `print`.
 * Several processes starting at once make one.
 */
export const ensureFirstAdmin = async (
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<void> => {
  if (await queries.adminExists(deps.db)) return;
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const email = firstAdminEmail(deps.config.publicUrl);
  const now = deps.now();
  const isMade = await deps.db.transaction().execute(async (trx) => {
    await queries.lockAdminMaking(trx);
    if (await queries.adminExists(trx)) return false;
    const id = await addAdmin(trx, email, passwordHash, now);
    await writeAudit(trx, {
      at: now,
      actor: { id: null, name: 'site' },
      action: 'user.add-admin',
      subject: { kind: 'user', id },
      after: { role: 'ADMIN' },
    });
    return true;
  });
  if (!isMade) return;
  print(`\n  The first administrator, shown only now:\n    e-mail    ${email}\n    password  ${password}\n\n`);
};

/** A name that mail can carry; on a machine without a public name one that belongs to nobody. */
const firstAdminEmail = (publicUrl: string | null): string => {
  const host = publicUrl ? new URL(publicUrl).hostname : '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) ? `admin@${host}` : 'admin@helix.example';
};
