// Erases accounts 30 days after their deletion. Only an anonymised row remains.

import type { Deps } from '#server/deps.ts';
import { turnOff } from '#server/features/accounts/public.ts';
import { deleteUnusedPicturesOf, findNamesOf, loosenMentions } from '#server/features/forum/public.ts';
import { deleteOldPictures } from '#server/features/members/public.ts';
import { deleteNotificationsOf } from '#server/features/notifications/public.ts';
import { deleteMembershipsOf } from '#server/features/premium/public.ts';
import { deleteVotes } from '#server/features/requests/public.ts';
import { lockUploads } from '#server/features/resources/public.ts';
import { writeAudit } from '#server/platform/audit.ts';
import * as queries from './queries.ts';
import { erasureTime, tombstone } from './rules.ts';

type EraseDeps = Pick<Deps, 'db' | 'now' | 'bus' | 'log'>;

/** Rows deleted per transaction, and users fetched per query. */
const MARKS_AT_ONCE = 500;
const PEOPLE_AT_ONCE = 100;

/** Repeats a step, each time in a new transaction, until nothing is left to do. */
const exhaust = async (deps: EraseDeps, step: (trx: Deps['db'], most: number) => Promise<number>): Promise<void> => {
  for (;;) {
    const done = await deps.db.transaction().execute((trx) => step(trx, MARKS_AT_ONCE));
    if (done < MARKS_AT_ONCE) return;
  }
};

/**
 * Erases one user. Likes, saves and follows are deleted first, and their counters are updated. If this is interrupted, the next
 * run continues. Forum posts remain and are shown as posts of a deleted user. The user's row is anonymised last.
 */
const erasePerson = async (deps: EraseDeps, userId: string): Promise<void> => {
  await exhaust(deps, (trx, most) => queries.deleteLikes(trx, userId, most));
  await exhaust(deps, (trx, most) => queries.deleteSaves(trx, userId, most));
  await exhaust(deps, (trx, most) => queries.deleteFollows(trx, userId, 'following', most));
  await exhaust(deps, (trx, most) => queries.deleteFollows(trx, userId, 'followers', most));
  await exhaust(deps, (trx, most) => queries.deleteReactions(trx, userId, most));
  await exhaust(deps, (trx, most) => queries.deleteVisits(trx, userId, most));
  await exhaust(deps, (trx, most) => deleteVotes(trx, userId, most));
  await exhaust(deps, (trx, most) => deleteNotificationsOf(trx, userId, most));
  const names = await findNamesOf(deps.db, userId, deps.now());
  await exhaust(deps, (trx, most) => loosenMentions(trx, { names, before: deps.now(), most }));
  await exhaust(deps, (trx, most) => deleteUnusedPicturesOf(trx, { userId, now: deps.now(), most }));
  await exhaust(deps, (trx, most) => queries.loosenHistory(trx, userId, most));
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    // Lock the uploads, because anonymising changes the user's name, which is also a search term of their resources.
    await lockUploads(trx, userId);
    const held = await queries.lockDeletedUser(trx, userId);
    if (!held?.deletedAt || held.deletedAt >= erasureTime(now)) return;
    await turnOff(trx, userId);
    // Must happen before the identity links are deleted, because those identify the user at Patreon.
    await deleteMembershipsOf(trx, userId, held.email);
    await queries.deleteBelongings(trx, userId, held.email);
    const stone = tombstone();
    await queries.bury(trx, userId, stone, now);
    await deleteOldPictures(trx, userId, [held.avatar, held.banner]);
    await writeAudit(trx, {
      at: now,
      actor: { id: null, name: 'site' },
      action: 'user.erase',
      subject: { kind: 'user', id: userId },
      after: { username: stone.username },
    });
    await deps.bus.publish(trx, 'members', userId);
  });
};

/**
 * Erases all users whose 30 days are over. If a user cannot be erased, the error is logged, the other users are still erased, and
 * the next run tries again.
 * @returns numbers of erased and failed users
 */
export async function eraseDeparted(
  deps: EraseDeps,
  signal?: AbortSignal,
): Promise<{ erased: number; failed: number }> {
  const before = erasureTime(deps.now());
  const result = { erased: 0, failed: 0 };
  let after: { id: string } | null = null;
  for (;;) {
    const people = await queries.findErasable(deps.db, { before, after, most: PEOPLE_AT_ONCE });
    for (const { id } of people) {
      if (signal?.aborted) return result;
      try {
        await erasePerson(deps, id);
        result.erased += 1;
      } catch (error) {
        result.failed += 1;
        deps.log.error({ err: error, userId: id }, "a deleted user's data could not be erased");
      }
    }
    if (people.length < PEOPLE_AT_ONCE) return result;
    after = people.at(-1) ?? null;
  }
}
