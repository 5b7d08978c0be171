// Deleting an account, restoring it within 30 days, and erasing its data after that (product.md AD-3).

import { DELETED_USER_DAYS } from '#contract/accounts/limits.ts';
import type { Deps } from '#server/deps.ts';
import {
  deleteLinksAndPending,
  lockAdministrators,
  lockUser,
  requireOtherAdmin,
  requireStillAdmin,
  sendNotice,
} from '#server/features/accounts/public.ts';
import { scheduleChatRoleSync } from '#server/features/premium/public.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { endSessionsOf } from '#server/platform/sessions.ts';
import { hideSome, showSome } from './following.ts';
import { followDeparture, revokeDeparted } from './jobs.ts';
import * as queries from './queries.ts';
import { erasureTime } from './rules.ts';

type DepartureDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret' | 'bus'>;
type ActOn = { userId: string; by: AuditActor };

const announce = async (deps: DepartureDeps, trx: Deps['db'], userId: string): Promise<void> => {
  for (const topic of ['members', 'resources', 'collections']) await deps.bus.publish(trx, topic, userId);
};

/**
 * Deletes an account. The account, its sessions and its resources disappear immediately; if there are more resources than one
 * transaction should lock, a job hides the rest.
 * @throws Problem USER_NOT_FOUND, OWN_ACCOUNT, LAST_ADMIN, NOT_ALLOWED
 */
export async function deletePerson(deps: DepartureDeps & Pick<Deps, 'storage'>, { userId, by }: ActOn): Promise<void> {
  if (userId === by.id) throw new Problem('OWN_ACCOUNT');
  await deps.settings.get();
  const arrivals = await deps.db.transaction().execute(async (trx) => {
    await lockAdministrators(trx);
    await lockCounters(trx);
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    // Lock order: resources before users. If the user cannot be deleted, everything is rolled back.
    const hidden = await hideSome(trx, userId, { deletedBy: by.id, now });
    const held = await lockUser(trx, userId, now);
    if (!held) throw new Problem('USER_NOT_FOUND');
    if (held.role === 'ADMIN') await requireOtherAdmin(trx, userId, now);
    await queries.setUserDeleted(trx, userId, { deletedBy: by.id, at: now, now });
    await endSessionsOf(trx, userId, null);
    await deleteLinksAndPending(trx, userId);
    if (hidden.isMore) await enqueue(trx, followDeparture, { userId });
    await enqueue(trx, revokeDeparted, { userId });
    await scheduleChatRoleSync(trx, userId);
    await writeAudit(trx, {
      at: now,
      actor: by,
      action: 'user.delete',
      subject: { kind: 'user', id: userId },
      before: { username: held.username, role: held.role },
      after: { deleted: true, finalAfterDays: DELETED_USER_DAYS },
    });
    await announce(deps, trx, userId);
    await sendNotice(deps, trx, { email: held.email, name: held.username }, { kind: 'account-deleted' });
    return hidden.arrivals;
  });
  // If this process dies first, the clean-up of abandoned uploads removes these files.
  for (const arrival of arrivals) await deps.storage.partials.drop(arrival);
}

/**
 * Restores a deleted account, with exactly those resources that were deleted along with it.
 * @param confirmed called before an administrator is restored, because their password and second factor become valid again
 * @throws Problem USER_NOT_FOUND, USER_NOT_DELETED (also after the 30 days), NOT_ALLOWED, and anything `confirmed` throws
 */
export async function restorePerson(
  deps: DepartureDeps,
  { userId, by }: ActOn,
  confirmed: () => Promise<void>,
): Promise<void> {
  if ((await queries.findRole(deps.db, userId)) === 'ADMIN') await confirmed();
  await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    await lockAdministrators(trx);
    await lockCounters(trx);
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    const { isMore } = await showSome(trx, userId);
    const held = await queries.lockDeletedUser(trx, userId);
    if (!held) throw new Problem('USER_NOT_FOUND');
    if (!held.deletedAt || held.deletedAt < erasureTime(now)) throw new Problem('USER_NOT_DELETED');
    await queries.setUserDeleted(trx, userId, { deletedBy: null, at: null, now });
    if (isMore) await enqueue(trx, followDeparture, { userId });
    await scheduleChatRoleSync(trx, userId);
    await writeAudit(trx, {
      at: now,
      actor: by,
      action: 'user.restore',
      subject: { kind: 'user', id: userId },
      before: { username: held.username, deleted: true },
      after: { deleted: false },
    });
    await announce(deps, trx, userId);
    await sendNotice(deps, trx, { email: held.email, name: held.username }, { kind: 'account-restored' });
  });
}

/** Makes the resources of an account visible again after the account was restored without `restorePerson`. */
export function resumePerson(trx: Deps['db'], userId: string): Promise<void> {
  return enqueue(trx, followDeparture, { userId });
}
