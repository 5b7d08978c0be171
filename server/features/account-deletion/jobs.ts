import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { revokeTokens } from '#server/features/accounts/public.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { eraseDeparted } from './erasing.ts';
import { hideSome, showSome } from './following.ts';
import { isDeleted } from './queries.ts';

/**
 * Hides, or shows again, the rest of the resources of somebody who left or came back: whichever holds by then. Each some are a
 * transaction of their own, so that others get their turn in between.
 */
export const followDeparture = defineJob({
  name: 'people.follow-departure',
  payload: z.strictObject({ userId: z.string() }),
  run: async ({ userId }, deps: Pick<Deps, 'db' | 'now' | 'bus' | 'storage'>, { signal }) => {
    for (let isMore = true; isMore; ) {
      // Thrown, so that the queue begins anew in another process.
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

/** Erases, each night, who was deleted longer ago than they can be restored. */
export const erasePeople = defineJob({
  name: 'people.erase',
  payload: z.strictObject({}),
  cron: '53 4 * * *',
  run: async (_payload, deps: Pick<Deps, 'db' | 'now' | 'bus' | 'log'>, { signal }) => {
    const { erased, failed } = await eraseDeparted(deps, signal);
    if (erased + failed > 0) deps.log.info({ erased, failed }, 'deleted users were erased');
  },
});

/** Ends at Google, Discord and Patreon what somebody who left had let the site ask there; whoever is back by then keeps it. */
export const revokeDeparted = defineJob({
  name: 'people.revoke-tokens',
  payload: z.strictObject({ userId: z.string() }),
  run: async ({ userId }, deps: Pick<Deps, 'db' | 'log' | 'secret' | 'providers'>) => {
    if (await isDeleted(deps.db, userId)) await revokeTokens(deps, userId);
  },
});
