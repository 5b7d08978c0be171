import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { checkUpload } from './check-upload.ts';
import { deleteSpentJob, findStalledChecks } from './queries.ts';

/** A check is only restarted after this time without activity, because a job may still be running after it has left the queue. */
const STALLED_AFTER_MS = 10 * 60_000;

/** Reads an upload and adds it to its resource, or records why it cannot be added. */
export const checkSession = defineJob({
  name: 'arrivals.check-session',
  payload: z.strictObject({ sessionId: z.uuid() }),
  run: ({ sessionId }, deps: Deps, helpers) => checkUpload(deps, sessionId, helpers),
});

/**
 * Restarts checks whose job has used up its attempts because the last one was killed or the storage stayed unavailable. Also
 * restarts jobs that refused a session but could not remove its bytes.
 */
export const restartStalled = defineJob({
  name: 'checks.restart-stalled',
  cron: '7,22,37,52 * * * *',
  payload: z.strictObject({}),
  run: async (_, { db, now }: Deps) => {
    for (const { id } of await findStalledChecks(db, new Date(now().getTime() - STALLED_AFTER_MS)))
      await db.transaction().execute(async (trx) => {
        // Otherwise the old job would be reported as a failed job that needs attention.
        await deleteSpentJob(trx, id);
        await enqueue(trx, checkSession, { sessionId: id }, { key: `check:${id}` });
      });
  },
});
