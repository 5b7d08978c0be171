import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../kit/jobs.ts';
import { setPreviewState } from './queries.ts';

/** Makes facts, thumbnail and hover preview of a resource's files. */
export const makePreviews = defineJob({
  name: 'previews.make',
  payload: z.strictObject({ resourceId: z.uuid() }),
  run: async ({ resourceId }, { db }: Pick<Deps, 'db'>) => {
    await setPreviewState(db, resourceId, 'NONE');
  },
});
