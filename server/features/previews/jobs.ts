import { z } from 'zod';
import { defineJob } from '../../kit/jobs.ts';
import { type MakingDeps, makePreviewsOf } from './making.ts';
import { setPreviewState } from './queries.ts';

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
