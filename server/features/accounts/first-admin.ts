// Administrators that are made by the site itself or by a command (product.md ID-12).
import { randomBytes } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { writeAudit } from '../../kit/audit.ts';
import { hashPassword } from '../../kit/passwords.ts';
import { endSessionsOf } from '../../kit/sessions.ts';
import { resumePerson } from '../departures/actions.ts';
import { deleteIdentities } from '../identities/queries.ts';
import { endGrantsOf } from '../memberships/queries.ts';
import { turnOff } from '../security/queries.ts';
import { claimFreeUsername } from './actions.ts';
import * as queries from './queries.ts';
import { adminUsername, foldEmail } from './rules.ts';

const newPassword = (): string => randomBytes(18).toString('base64url');

/**
 * Makes the person with this address an administrator, adding them if there is nobody, gives them a new password, ends
 * their sessions and turns their second factor off: whoever can run this is the last resort of who is locked out. The
 * password is answered once and kept nowhere.
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
    if (promoted) await turnOff(trx, promoted.id);
    if (promoted) await queries.deleteLinksAndPending(trx, promoted.id);
    if (promoted?.deletedAt) await resumePerson(trx, promoted.id);
    // Whoever made an account without proving its address may have linked a way in of their own.
    const isSure = promoted?.emailVerifiedAt && !promoted.provenElsewhere;
    if (promoted && !isSure) {
      await deleteIdentities(trx, promoted.id);
      await endGrantsOf(trx, promoted.id, now);
    }
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
  const username = await claimFreeUsername(trx, adminUsername(email), now);
  const added = await queries.insertPerson(trx, {
    username,
    email,
    role: 'ADMIN',
    passwordHash,
    emailVerifiedAt: now,
    displayName: null,
    now,
  });
  if (!added) throw new Error(`${email} belongs to somebody.`);
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
  // The demo's administrator cannot sign in where others can.
  const counted = { demo: deps.config.isLocal };
  if (await queries.adminExists(deps.db, counted)) return;
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const email = firstAdminEmail(deps.config.publicUrl);
  const now = deps.now();
  const isMade = await deps.db.transaction().execute(async (trx) => {
    await queries.lockAdminMaking(trx);
    if (await queries.adminExists(trx, counted)) return false;
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
