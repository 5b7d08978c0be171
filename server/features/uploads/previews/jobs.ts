import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { previewJobKeys } from '#server/features/resources/public.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { type MakingDeps, makePreviewsOf } from './making.ts';
import { findUnmade, setPreviewState } from './queries.ts';

/** Longer than all attempts of the job take together. */
const UNMADE_AFTER_MS = 12 * 3600_000;

const FAILED = 'Previews could not be created. Administrators can find the reason in the log.';

/**
 * Creates a resource's facts, thumbnail and hover preview. Unreadable files do not fail the job; it is retried if the database or
 * the disk is unavailable.
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

/** Re-enqueues previews whose job was killed on its last attempt. */
export const restartPreviews = defineJob({
  name: 'previews.restart-unmade',
  cron: '47 * * * *',
  payload: z.strictObject({}),
  run: async (_, { db, now }: Deps) => {
    for (const { id } of await findUnmade(db, new Date(now().getTime() - UNMADE_AFTER_MS)))
      await enqueue(db, makePreviews, { resourceId: id }, { key: previewJobKeys(id).pictures });
  },
});
