import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { checkUpload } from './check-upload.ts';
import { deleteUnnamedFiles } from './contents.ts';
import { deleteSpentJob, findStalledChecks } from './queries.ts';

/** A job of before may still be ending when it is not among those of the queue any more. */
const STALLED_AFTER_MS = 10 * 60_000;

/** Reads what arrived and makes it part of its resource, or says why it cannot be. */
export const checkSession = defineJob({
  name: 'arrivals.check-session',
  payload: z.strictObject({ sessionId: z.uuid() }),
  run: ({ sessionId }, deps: Deps, helpers) => checkUpload(deps, sessionId, helpers),
});

/** Removes stored files that no row names any more. */
export const deleteUnnamedContents = defineJob({
  name: 'checks.drop-contents',
  payload: z.strictObject({
    contents: z.array(z.strictObject({ storageKey: z.string(), sha256: z.string() })),
  }),
  run: ({ contents }, deps: Deps) => deleteUnnamedFiles(deps, contents),
});

/**
 * Begins checks again whose job has used up its tries: it was killed at the last one, or the storage was away all the
 * time. So are those that have refused a session and could not take away what it brought.
 */
export const restartStalled = defineJob({
  name: 'checks.restart-stalled',
  cron: '7,22,37,52 * * * *',
  payload: z.strictObject({}),
  run: async (_, { db, now }: Deps) => {
    for (const { id } of await findStalledChecks(db, new Date(now().getTime() - STALLED_AFTER_MS)))
      await db.transaction().execute(async (trx) => {
        // Else it would be told of as one that nobody looks at any more.
        await deleteSpentJob(trx, id);
        await enqueue(trx, checkSession, { sessionId: id }, { key: `check:${id}` });
      });
  },
});
