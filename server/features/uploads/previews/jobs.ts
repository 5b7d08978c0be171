import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { type MakingDeps, makePreviewsOf } from './making.ts';
import { findUnmade, setPreviewState } from './queries.ts';

/** Longer than all tries of the job last. */
const UNMADE_AFTER_MS = 12 * 3600_000;

const FAILED = 'The previews could not be made. An administrator finds the reason in the log.';

/**
 * Makes facts, thumbnail and hover preview of a resource's files. Files that cannot be read are no failure; what is
 * tried again is a database or a disk that was away.
 */
export const makePreviews = defineJob({
  name: 'previews.make',
  payload: z.strictObject({ resourceId: z.uuid() }),
  maxAttempts: 5,
  run: async ({ resourceId }, deps: MakingDeps, { signal, isLastAttempt }) => {
    try {
      await makePreviewsOf(deps, resourceId, { signal });
    } catch (error) {
      if (isLastAttempt && !signal.aborted) await setPreviewState(deps.db, resourceId, 'FAILED', FAILED);
      throw error;
    }
  },
});

/** Asks again for previews whose job was killed at its last try. */
export const restartPreviews = defineJob({
  name: 'previews.restart-unmade',
  cron: '47 * * * *',
  payload: z.strictObject({}),
  run: async (_, { db, now }: Deps) => {
    for (const { id } of await findUnmade(db, new Date(now().getTime() - UNMADE_AFTER_MS)))
      await enqueue(db, makePreviews, { resourceId: id }, { key: `previews:${id}` });
  },
});
