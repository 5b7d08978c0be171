import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { postKinds } from './notifications.ts';
import { notifySomeSubscribers } from './queries.ts';

/** Subscribers notified per transaction. */
const AT_ONCE = 500;

/**
 * Notifies the subscribers of a thread whom a new post did not notify itself, in batches, so that neither the post nor other jobs
 * wait for thousands of rows. Running it again notifies nobody twice.
 */
export const notifySubscribers = defineJob({
  name: 'forum.notify-subscribers',
  payload: z.strictObject({ postId: z.uuid(), after: z.uuid(), excerpt: z.string() }),
  run: async ({ postId, after, excerpt }, { db, now }: Pick<Deps, 'db' | 'now'>, { signal }) => {
    for (let last = after; ; ) {
      // Throwing makes the queue restart the job in another process.
      signal.throwIfAborted();
      const batch = await db
        .transaction()
        .execute((trx) =>
          notifySomeSubscribers(trx, postKinds, { postId, after: last, excerpt, most: AT_ONCE }, now()),
        );
      if (batch.taken < AT_ONCE) return;
      last = batch.last;
    }
  },
});

/** What a new post notifies people of, and the job for the subscribers whom it doesn't notify itself. */
export const postNews = { ...postKinds, notifySubscribers };
