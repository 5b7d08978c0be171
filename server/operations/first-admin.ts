// Creates administrators, on the first start or by command (product.md ID-12).

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

/**
 * How long the link is valid. Anyone who reads the log can use it during that time, but an operator might not look at the log
 * until the next morning.
 */
export const ADMIN_LINK_HOURS = 24;

type AdminDeps = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

const passwordLink = (deps: AdminDeps, trx: Deps['db'], userId: string, email: string): Promise<string> =>
  issueLink(deps, trx, { purpose: 'invitation', userId, email }, ADMIN_LINK_HOURS * 3_600_000);

/**
 * Makes the user with this email address an administrator, creating the account if necessary. Resets the password, ends all
 * sessions and turns off two-factor, because this is the last resort for someone who is locked out. Returns a one-time link for
 * setting a new password.
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
    // If the address was never verified, someone other than its owner may have created the account and linked their own login to
    // it.
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
  if (!added) throw new Error(`${email} is already taken.`);
  return added.id;
};

/**
 * Creates the first administrator if the site has none (product.md ID-12), and passes their email address and a one-time link for
 * setting the password to `print`. The site's public URL must be known. If several processes start concurrently, only one
 * administrator is created.
 */
export async function ensureFirstAdmin(
  deps: AdminDeps & Pick<Deps, 'config'>,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<void> {
  // The demo administrator is counted only on local sites, because it cannot log in to publicly reachable sites.
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
    `\n  The first administrator is ${email}. Set the password with this link. It works once, within ${ADMIN_LINK_HOURS} hours:\n` +
      `    ${link}\n  For another link: npm run admin -- ${email}\n\n`,
  );
}

/** An email address at the site's domain; on a machine without a public name, a reserved address that receives no mail. */
const firstAdminEmail = (publicUrl: string | null): string => {
  const host = publicUrl ? new URL(publicUrl).hostname : '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) ? `admin@${host}` : 'admin@helix.example';
};
