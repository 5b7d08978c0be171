// Admin actions on accounts: role, Premium, suspension, sessions. Each action is a single transaction that includes its audit
// entry and the email to the user.

import type { PresentedRole } from '#contract/accounts/api.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/events.ts';
import { deleteLinksAndPending } from '#server/features/accounts/queries.ts';
import { turnOff } from '#server/features/accounts/security/queries.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { endTokensOf } from '#server/platform/access-tokens.ts';
import { isSuspended } from '#server/platform/account-status.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { endSessionsOf } from '#server/platform/sessions.ts';
import { presentRole } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';
import { storedRole } from './rules.ts';

export type StandingDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret' | 'bus' | 'hooks'>;
type Trx = Deps['db'];

/** An account and the administrator (`by`) who changes it. */
export type ActOn = { userId: string; by: AuditActor };

/**
 * Runs an action on a locked account. Emails need the site settings, which may not be loaded yet if this process has just
 * started. As in approvals/deciding.ts, they are loaded before the transaction.
 */
export async function actOnUser<T>(
  deps: StandingDeps,
  { userId, by }: ActOn,
  act: (trx: Trx, held: queries.HeldPerson, now: Date) => Promise<T>,
  before?: (trx: Trx) => Promise<void>,
): Promise<T> {
  await deps.settings.get();
  return deps.db.transaction().execute(async (trx) => {
    await before?.(trx);
    const held = await queries.lockUser(trx, userId, deps.now());
    if (!held) throw new Problem('USER_NOT_FOUND');
    // Read the clock after waiting for the lock, so that this action is dated later than any action it waited for.
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    return act(trx, held, now);
  });
}

export function auditUser(
  trx: Trx,
  { userId, by }: ActOn,
  at: Date,
  entry: { action: string; before?: unknown; after?: unknown },
): Promise<void> {
  return writeAudit(trx, { at, actor: by, subject: { kind: 'user', id: userId }, ...entry });
}

export function notifyUser(
  deps: StandingDeps,
  trx: Trx,
  held: queries.HeldPerson,
  notice: Parameters<typeof sendNotice>[3],
) {
  return sendNotice(deps, trx, { email: held.email, name: held.username }, notice);
}

/**
 * Rejects a change that would leave the site without an administrator. Call while holding `lockAdministrators`.
 * @throws Problem LAST_ADMIN
 */
export async function requireOtherAdmin(trx: Trx, id: string, now: Date): Promise<void> {
  const counts = await queries.isAdministrator(trx, id, now);
  if (counts && !(await queries.hasOtherAdministrator(trx, id, now))) throw new Problem('LAST_ADMIN');
}

/**
 * Checks again that the actor is an administrator, because that may have changed since the request started.
 * @throws Problem NOT_ALLOWED
 */
export async function requireStillAdmin(trx: Trx, by: AuditActor, now: Date): Promise<void> {
  if (by.id !== null && !(await queries.isAdministrator(trx, by.id, now))) throw new Problem('NOT_ALLOWED');
}

/**
 * Changes a user's role. PREMIUM is stored as USER with an admin grant, and changing the role to USER ends that grant. Making a
 * user a leaker approves their open application; former leakers keep their resources. Sessions end when the ADMIN role is given
 * or removed.
 * @throws Problem USER_NOT_FOUND, LAST_ADMIN, ALREADY_DECIDED, NOT_ALLOWED, EMAIL_UNPROVEN
 */
export function changeRole(
  deps: StandingDeps,
  on: ActOn,
  { role, was }: { role: PresentedRole; was?: PresentedRole | undefined },
): Promise<void> {
  return actOnUser(
    deps,
    on,
    async (trx, held, now) => {
      const before = presentRole(held.role, held.isPremium);
      if (was !== undefined && was !== before) throw new Problem('ALREADY_DECIDED');
      if (before === role) return;
      const stored = storedRole(role);
      // Otherwise an attacker who signed up with someone else's address could become an administrator.
      const isProven = held.emailVerifiedAt !== null && !held.provenElsewhere;
      if (stored === 'ADMIN' && !isProven) throw new Problem('EMAIL_UNPROVEN');
      if (held.role === 'ADMIN') await requireOtherAdmin(trx, held.id, now);
      // Leakers have the verified badge, and lose it when they become regular users.
      const verified = stored === 'LEAKER' ? true : held.role === 'LEAKER' && stored === 'USER' ? false : held.verified;
      await queries.updatePerson(trx, held.id, { role: stored, verified }, now);
      if (stored !== 'USER') await queries.grantApplication(trx, held.id, on.by.id, now);
      if (role === 'PREMIUM' && !(await queries.findAdminGrant(trx, held.id, now)))
        await queries.insertAdminGrant(trx, held.id, null, now);
      if (role === 'USER') await queries.endAdminGrants(trx, held.id, now);
      // Emailed links stay valid, because an invitation may still be pending.
      if (held.role === 'ADMIN' || stored === 'ADMIN') await endSessionsOf(trx, held.id, null);
      await auditUser(trx, on, now, {
        action: 'user.role',
        before: { username: held.username, role: before },
        after: { role },
      });
      await deps.bus.publish(trx, 'members', held.id);
      await deps.hooks.onStatusChanged(trx, held.id);
      await notifyUser(deps, trx, held, { kind: 'role-changed', role });
    },
    queries.lockAdministrators,
  );
}

/** Ends all sessions, tokens, emailed links and pending logins. */
const endAll = async (trx: Trx, userId: string, exceptId: string | null): Promise<void> => {
  await endSessionsOf(trx, userId, exceptId);
  await deleteLinksAndPending(trx, userId);
};

/**
 * Starts or ends a user's admin grant of Premium, or changes its end date. Other sources of Premium are not affected. Idempotent.
 * @throws Problem USER_NOT_FOUND, or BAD_INPUT for an end date in the past
 */
export function changePremium(
  deps: StandingDeps,
  on: ActOn,
  { isPremium, until }: { isPremium: boolean; until: Date | null },
): Promise<void> {
  return actOnUser(deps, on, async (trx, held, now) => {
    if (isPremium) demandFuture(until, now);
    const grant = await queries.findAdminGrant(trx, held.id, now);
    const was = grant ? { granted: true, until: grant.endsAt } : { granted: false, until: null };
    const is = isPremium ? { granted: true, until } : { granted: false, until: null };
    if (was.granted === is.granted && was.until?.getTime() === is.until?.getTime()) return;
    if (!isPremium) await queries.endAdminGrants(trx, held.id, now);
    else if (grant) await queries.setGrantEnd(trx, grant.id, until);
    else await queries.insertAdminGrant(trx, held.id, until, now);
    await auditUser(trx, on, now, { action: 'user.premium', before: { username: held.username, ...was }, after: is });
    await deps.bus.publish(trx, 'members', held.id);
    await deps.hooks.onStatusChanged(trx, held.id);
    if (was.granted !== is.granted)
      await notifyUser(deps, trx, held, isPremium ? { kind: 'premium-granted', until } : { kind: 'premium-ended' });
  });
}

const demandFuture = (until: Date | null, now: Date): void => {
  if (until !== null && until <= now) throw new Problem('BAD_INPUT', { fields: { until: 'Choose a future date.' } });
};

/**
 * Suspends a user and emails them the reason and end date. Takes effect with the user's next request, in all processes.
 * Suspending them again changes the reason and end date.
 * @throws Problem USER_NOT_FOUND, ADMIN_NOT_BANNED, OWN_ACCOUNT, or BAD_INPUT for an end date in the past
 */
export function suspend(
  deps: StandingDeps,
  on: ActOn,
  { reason, until }: { reason: string; until: Date | null },
): Promise<void> {
  if (on.userId === on.by.id) throw new Problem('OWN_ACCOUNT');
  return actOnUser(deps, on, async (trx, held, now) => {
    if (held.role === 'ADMIN') throw new Problem('ADMIN_NOT_BANNED');
    demandFuture(until, now);
    const changes = { suspended_at: now, suspended_until: until, suspend_reason: reason, suspended_by: on.by.id };
    await queries.updatePerson(trx, held.id, changes, now);
    // Sessions no longer give access but are kept, so that the user's browsers can show the reason (platform/sessions.ts).
    await endTokensOf(trx, held.id);
    await deleteLinksAndPending(trx, held.id);
    await auditUser(trx, on, now, {
      action: 'user.suspend',
      before: { username: held.username, suspended: isSuspended(held, now), until: held.suspendedUntil },
      after: { suspended: true, reason, until },
    });
    await announceStanding(deps, trx, held.id);
    await notifyUser(deps, trx, held, { kind: 'suspended', reason, until });
  });
}

/** Announces that a suspension has changed, which affects profiles, resource pages and the Discord role. */
const announceStanding = async (deps: StandingDeps, trx: Trx, userId: string): Promise<void> => {
  await deps.hooks.onStatusChanged(trx, userId);
  await deps.bus.publish(trx, 'members', userId);
  await deps.bus.publish(trx, 'resources', userId);
};

/**
 * Lifts a suspension. Does nothing if the user is not suspended.
 * @throws Problem USER_NOT_FOUND
 */
export function liftSuspension(deps: StandingDeps, on: ActOn): Promise<void> {
  return actOnUser(deps, on, async (trx, held, now) => {
    if (held.suspendedAt === null) return;
    const changes = { suspended_at: null, suspended_until: null, suspend_reason: null, suspended_by: null };
    await queries.updatePerson(trx, held.id, changes, now);
    await endSessionsOf(trx, held.id, null);
    await auditUser(trx, on, now, {
      action: 'user.lift-suspension',
      before: { username: held.username, reason: held.suspendReason, until: held.suspendedUntil },
      after: { suspended: false },
    });
    await announceStanding(deps, trx, held.id);
    if (isSuspended(held, now)) await notifyUser(deps, trx, held, { kind: 'suspension-lifted' });
  });
}

/**
 * Turns off a user's two-factor, for example after a lost phone, and ends all their sessions and pending logins. Administrators
 * need a code to turn off their own two-factor (security/two-factor.ts).
 * @throws Problem USER_NOT_FOUND, NO_TWO_FACTOR, OWN_ACCOUNT
 */
export function resetTwoFactor(deps: StandingDeps, on: ActOn): Promise<void> {
  if (on.userId === on.by.id) throw new Problem('OWN_ACCOUNT');
  return actOnUser(deps, on, async (trx, held, now) => {
    if (!(await queries.hasTwoFactor(trx, held.id))) throw new Problem('NO_TWO_FACTOR');
    await turnOff(trx, held.id);
    await endAll(trx, held.id, null);
    await auditUser(trx, on, now, {
      action: 'user.reset-two-factor',
      before: { username: held.username, twoFactor: true },
      after: { twoFactor: false },
    });
    await notifyUser(deps, trx, held, { kind: 'two-factor-reset' });
  });
}

/**
 * Ends all of a user's sessions and tokens.
 * @param ways.exceptId the current session, if the account is the administrator's own
 * @param ways.demand called before an administrator is logged out; throws unless the caller has a recent confirmation
 * @throws Problem USER_NOT_FOUND, CONFIRMATION_REQUIRED
 */
export function signOutEverywhere(
  deps: StandingDeps,
  on: ActOn,
  { exceptId, demand }: { exceptId: string | null; demand: ((trx: Trx) => Promise<void>) | null },
): Promise<void> {
  return actOnUser(deps, on, async (trx, held, now) => {
    if (held.role === 'ADMIN') await demand?.(trx);
    await endSessionsOf(trx, held.id, exceptId);
    await auditUser(trx, on, now, { action: 'user.sign-out', before: { username: held.username } });
    if (on.by.id !== held.id) await notifyUser(deps, trx, held, { kind: 'signed-out' });
  });
}
