import { z } from 'zod';
import { DAY_MS } from '#contract/durations.ts';
import { DEMAND_DAYS } from '#contract/requests/limits.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { deleteOldSearches } from './queries.ts';

/** Rows per statement. */
const DELETED_AT_ONCE = 5000;

/** Deletes searches that the demand radar doesn't count any more. */
export const purgeUnmetSearches = defineJob({
  name: 'resources.purge-unmet-searches',
  payload: z.strictObject({}),
  cron: '38 3 * * *',
  run: async (_payload, { db, now }: Pick<Deps, 'db' | 'now'>, { signal }) => {
    const before = new Date(now().getTime() - DEMAND_DAYS * DAY_MS).toISOString().slice(0, 10);
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
      signal.throwIfAborted();
      deleted = await deleteOldSearches(db, before, DELETED_AT_ONCE);
    }
  },
});
