import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { newUpload } from './notifications.ts';
import { notifySomeFollowers } from './queries.ts';

/** Followers notified per transaction. */
const AT_ONCE = 500;

/**
 * Notifies the followers of a leaker about an upload that was approved for the first time, in batches, so that neither the
 * approval nor other jobs wait for thousands of rows. Running it again notifies nobody twice.
 */
export const notifyFollowers = defineJob({
  name: 'uploads.notify-followers',
  payload: z.strictObject({ resourceId: z.uuid() }),
  run: async ({ resourceId }, { db, now }: Pick<Deps, 'db' | 'now'>, { signal }) => {
    for (let after: string | null = null; ; ) {
      // Throwing makes the queue restart the job in another process.
      signal.throwIfAborted();
      const batch: { taken: number; last: string | null } = await db
        .transaction()
        .execute((trx) => notifySomeFollowers(trx, newUpload, { resourceId, after, most: AT_ONCE }, now()));
      if (batch.taken < AT_ONCE) return;
      after = batch.last;
    }
  },
});
