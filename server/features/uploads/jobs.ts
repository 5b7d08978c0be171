import { z } from 'zod';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { purgeDeleted } from './actions.ts';

/** Nightly job that erases resources deleted too long ago to be restored. */
export const purgeUploads = defineJob({
  name: 'uploads.purge-deleted',
  payload: z.strictObject({}),
  cron: '23 4 * * *',
  run: async (_payload, deps: Pick<Deps, 'db' | 'now' | 'log'>, { signal }) => {
    const purged = await purgeDeleted(deps, signal);
    if (purged > 0) deps.log.info({ purged }, 'deleted uploads were permanently erased');
  },
});
