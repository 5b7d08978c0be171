import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { revokeTokens } from '#server/features/accounts/public.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { eraseDeparted } from './erasing.ts';
import { hideSome, showSome } from './following.ts';
import { isDeleted } from './queries.ts';

/**
 * Hides or shows the rest of a user's resources, depending on whether the user is still deleted when the job runs. Each batch is
 * a separate transaction, so that others can take the counter lock in between.
 */
export const followDeparture = defineJob({
  name: 'people.follow-departure',
  payload: z.strictObject({ userId: z.string() }),
  run: async ({ userId }, deps: Pick<Deps, 'db' | 'now' | 'bus' | 'storage'>, { signal }) => {
    for (let isMore = true; isMore; ) {
      // Throw, so that the queue restarts the job in another process.
      signal.throwIfAborted();
      const done = await deps.db.transaction().execute(async (trx) => {
        await lockCounters(trx);
        const isGone = await isDeleted(trx, userId);
        const some = isGone
          ? await hideSome(trx, userId, { deletedBy: null, now: deps.now() })
          : { arrivals: [], ...(await showSome(trx, userId)) };
        await deps.bus.publish(trx, 'resources', userId);
        return some;
      });
      for (const arrival of done.arrivals) await deps.storage.partials.drop(arrival);
      isMore = done.isMore;
    }
  },
});

/** Erases users whose restore period is over. Runs every night. */
export const erasePeople = defineJob({
  name: 'people.erase',
  payload: z.strictObject({}),
  cron: '53 4 * * *',
  run: async (_payload, deps: Pick<Deps, 'db' | 'now' | 'bus' | 'log'>, { signal }) => {
    const { erased, failed } = await eraseDeparted(deps, signal);
    if (erased + failed > 0) deps.log.info({ erased, failed }, 'deleted users had their data erased');
  },
});

/** Revokes a deleted user's tokens at Google, Discord and Patreon, unless the user has been restored in the meantime. */
export const revokeDeparted = defineJob({
  name: 'people.revoke-tokens',
  payload: z.strictObject({ userId: z.string() }),
  run: async ({ userId }, deps: Pick<Deps, 'db' | 'log' | 'secret' | 'providers'>) => {
    if (await isDeleted(deps.db, userId)) await revokeTokens(deps, userId);
  },
});
