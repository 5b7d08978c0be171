// Lets administrators create accounts (product.md AD-3). The users set their password with an emailed link.

import type { PresentedRole } from '#contract/accounts/api.ts';
import type { Deps } from '#server/deps.ts';
import {
  type ActOn,
  actOnUser,
  auditUser,
  claimFreeUsername,
  claimUsername,
  foldEmail,
  insertAdminGrant,
  insertPerson,
  lockEmail,
  maskEmail,
  requireStillAdmin,
  type StandingDeps,
  sendInvitation,
  storedRole,
  updatePerson,
  usernameFrom,
} from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeActivity } from '#server/platform/activity.ts';
import type { AuditActor } from '#server/platform/audit.ts';

type Invitation = { email: string; username: string | undefined; displayName: string | undefined; role: PresentedRole };

/**
 * The requested username in lower case, or one derived from the email. Throws USERNAME_TAKEN if the requested one is not
 * available.
 */
const nameFor = async (trx: Deps['db'], { username, email }: Invitation, now: Date): Promise<string> => {
  if (username === undefined) return claimFreeUsername(trx, usernameFrom(email), now);
  const wanted = username.toLowerCase();
  if (await claimUsername(trx, wanted, { userId: null, now })) return wanted;
  throw new Problem('USERNAME_TAKEN', { fields: { username: new Problem('USERNAME_TAKEN').message } });
};

/**
 * Creates an account without a password and emails an invitation. Works even while registration is closed.
 * @returns the new user's id
 * @throws Problem EMAIL_TAKEN, USERNAME_TAKEN
 */
export async function invite(deps: StandingDeps, by: AuditActor, given: Invitation): Promise<string> {
  await deps.settings.get();
  const email = foldEmail(given.email);
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    const username = await nameFor(trx, given, now);
    await lockEmail(trx, email);
    const added = await insertPerson(trx, {
      username,
      email,
      role: storedRole(given.role),
      passwordHash: null,
      emailVerifiedAt: null,
      displayName: given.displayName?.trim() || null,
      isInvited: true,
      now,
    });
    if (!added) {
      const message = 'An account with this email already exists.';
      throw new Problem('EMAIL_TAKEN', { message, fields: { email: message } });
    }
    if (given.role === 'PREMIUM') await insertAdminGrant(trx, added.id, null, now);
    await auditUser(trx, { userId: added.id, by }, now, {
      action: 'user.invite',
      after: { username, email: maskEmail(email), role: given.role },
    });
    await writeActivity(trx, { type: 'USER_REGISTRATION', userId: added.id, details: 'Was invited', at: now });
    await deps.bus.publish(trx, 'members', added.id);
    await sendInvitation(deps, trx, { userId: added.id, email, username });
    return added.id;
  });
}

/**
 * Resends an invitation; the previous link stops working.
 * @throws Problem USER_NOT_FOUND, NOT_INVITED
 */
export function inviteAgain(deps: StandingDeps, on: ActOn): Promise<void> {
  return actOnUser(deps, on, async (trx, held, now) => {
    if (held.invitedAt === null) throw new Problem('NOT_INVITED');
    await updatePerson(trx, held.id, { invited_at: now }, now);
    await auditUser(trx, on, now, { action: 'user.invite-again', before: { username: held.username } });
    await sendInvitation(deps, trx, { userId: held.id, email: held.email, username: held.username });
  });
}
