// Administrators that are made by the site itself or by a command (product.md ID-12).

import type { Deps } from '#server/deps.ts';
import { resumePerson } from '#server/features/account-deletion/actions.ts';
import { claimFreeUsername } from '#server/features/accounts/actions.ts';
import { issueLink } from '#server/features/accounts/links.ts';
import { deleteIdentities } from '#server/features/accounts/oauth/queries.ts';
import * as queries from '#server/features/accounts/queries.ts';
import { adminUsername, foldEmail } from '#server/features/accounts/rules.ts';
import { turnOff } from '#server/features/accounts/security/queries.ts';
import { endGrantsOf } from '#server/features/premium/memberships/queries.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { endSessionsOf } from '#server/platform/sessions.ts';

/** A link in a log is a secret for as long as it works, and an operator may look there the next morning. */
export const ADMIN_LINK_HOURS = 24;

type AdminDeps = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

const passwordLink = (deps: AdminDeps, trx: Deps['db'], userId: string, email: string): Promise<string> =>
  issueLink(deps, trx, { purpose: 'invitation', userId, email }, ADMIN_LINK_HOURS * 3_600_000);

/**
 * Makes the person with this address an administrator, adding them if there is nobody, drops their password, ends their
 * sessions and turns their second factor off: whoever can run this is the last resort of who is locked out. Answers a link
 * that sets a new password, once.
 */
export async function makeAdmin(
  deps: AdminDeps,
  address: string,
): Promise<{ email: string; link: string; isNew: boolean }> {
  const email = foldEmail(address);
  const now = deps.now();
  return deps.db.transaction().execute(async (trx) => {
    await queries.lockAdminMaking(trx);
    const promoted = await queries.promoteToAdmin(trx, email, now);
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
    const id = promoted?.id ?? (await addAdmin(trx, email, now));
    await writeAudit(trx, {
      at: now,
      actor: { id: null, name: 'site' },
      action: promoted ? 'user.make-admin' : 'user.add-admin',
      subject: { kind: 'user', id },
      before: promoted ? { role: promoted.role } : null,
      after: { role: 'ADMIN' },
    });
    return { email, link: await passwordLink(deps, trx, id, email), isNew: promoted === null };
  });
}

const addAdmin = async (trx: Deps['db'], email: string, now: Date): Promise<string> => {
  const username = await claimFreeUsername(trx, adminUsername(email), now);
  const added = await queries.insertPerson(trx, {
    username,
    email,
    role: 'ADMIN',
    passwordHash: null,
    emailVerifiedAt: now,
    displayName: null,
    now,
  });
  if (!added) throw new Error(`${email} belongs to somebody.`);
  return added.id;
};

/**
 * Makes the first administrator of a site that has none (product.md ID-12) and prints their address, with a link that sets
 * their password once, to `print`. The site's own address must be known.
 * Several processes starting at once make one.
 */
export async function ensureFirstAdmin(
  deps: AdminDeps & Pick<Deps, 'config'>,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<void> {
  // The demo's administrator cannot sign in where others can.
  const counted = { demo: deps.config.isLocal };
  if (await queries.adminExists(deps.db, counted)) return;
  const email = firstAdminEmail(deps.config.publicUrl);
  const now = deps.now();
  const link = await deps.db.transaction().execute(async (trx) => {
    await queries.lockAdminMaking(trx);
    if (await queries.adminExists(trx, counted)) return null;
    const id = await addAdmin(trx, email, now);
    await writeAudit(trx, {
      at: now,
      actor: { id: null, name: 'site' },
      action: 'user.add-admin',
      subject: { kind: 'user', id },
      after: { role: 'ADMIN' },
    });
    return passwordLink(deps, trx, id, email);
  });
  if (link === null) return;
  print(
    `\n  The first administrator is ${email}. Set the password with this link, once, within ${ADMIN_LINK_HOURS} hours:\n` +
      `    ${link}\n  For another link: npm run admin -- ${email}\n\n`,
  );
}

/** A name that mail can carry; on a machine without a public name one that belongs to nobody. */
const firstAdminEmail = (publicUrl: string | null): string => {
  const host = publicUrl ? new URL(publicUrl).hostname : '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) ? `admin@${host}` : 'admin@helix.example';
};
