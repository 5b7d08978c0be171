import { z } from 'zod';
import { HOUR_MS } from '#contract/durations.ts';
import { ABANDONED_UPLOAD_HOURS } from '#contract/uploads/limits.ts';
import type { Deps } from '#server/deps.ts';
import { deleteUnshownPictures } from '#server/features/uploads/previews/actions.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import * as queries from './queries.ts';

/**
 * Cancels uploads without activity for ABANDONED_UPLOAD_HOURS and frees their reserved space. Also removes bytes that belong to
 * no upload or to a refused one (a check can be interrupted just before its cleanup), and drafts that never received a file.
 * Completely received uploads are kept.
 */
export const purgeUploadSessions = defineJob({
  name: 'arrivals.sweep',
  payload: z.object({}),
  cron: '*/15 * * * *',
  run: async (_payload, { db, now, storage, log }: Pick<Deps, 'db' | 'now' | 'storage' | 'log'>) => {
    const before = new Date(now().getTime() - ABANDONED_UPLOAD_HOURS * HOUR_MS);
    let givenUp = 0;
    for (const { id } of await queries.findAbandoned(db, before)) {
      if (!(await queries.deleteAbandoned(db, id, before))) continue;
      await storage.partials.drop(id);
      givenUp += 1;
    }
    const old = (await storage.partials.list()).filter(({ modifiedAt }) => modifiedAt < before).map(({ id }) => id);
    const needed = await queries.findNeededSessions(db, old);
    for (const id of old) if (!needed.has(id)) await storage.partials.drop(id);
    const drafts = await db.transaction().execute(async (trx) => {
      await lockCounters(trx);
      const removed = await queries.deleteEmptyDrafts(trx, before);
      for (const { thumbnailKey } of removed) await deleteUnshownPictures(trx, thumbnailKey);
      return removed.length;
    });
    if (givenUp + drafts > 0) log.info({ uploads: givenUp, drafts }, 'Abandoned uploads were removed');
  },
});
