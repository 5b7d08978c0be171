import { z } from 'zod';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { updateTrends } from './queries.ts';

/** Recomputes the "trending" order every 15 minutes. */
export const refreshTrends = defineJob({
  name: 'resources.refresh-trends',
  payload: z.strictObject({}),
  cron: '*/15 * * * *',
  run: async (_payload, { db, now }: Pick<Deps, 'db' | 'now'>) => {
    await updateTrends(db, now());
  },
});
