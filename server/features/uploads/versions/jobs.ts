import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { newVersion } from './notifications.ts';
import { notifySomeOfVersion } from './queries.ts';

/** People notified per transaction. */
const AT_ONCE = 500;

/** Notifies followers and past downloaders about an approved version, in batches. Running it again notifies nobody twice. */
export const notifyOfVersion = defineJob({
  name: 'uploads.notify-of-version',
  payload: z.strictObject({ resourceId: z.uuid(), number: z.int() }),
  run: async ({ resourceId, number }, { db, now }: Pick<Deps, 'db' | 'now'>, { signal }) => {
    for (let after: string | null = null; ; ) {
      // Throwing makes the queue restart the job in another process.
      signal.throwIfAborted();
      const wanted = { resourceId, number, after, most: AT_ONCE };
      const batch: { taken: number; last: string | null } = await db
        .transaction()
        .execute((trx) => notifySomeOfVersion(trx, newVersion, wanted, now()));
      if (batch.taken < AT_ONCE) return;
      after = batch.last;
    }
  },
});
