import { z } from 'zod';
import { DAY_MS } from '#contract/durations.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { DEVICE_SECONDS } from '#server/platform/session-cookies.ts';
import { deleteDevices, deleteUnfinishedSignIns } from './queries.ts';

/** Once a day, deletes known browsers whose cookie has expired, and the secrets of two-factor set-ups that were not finished. */
export const purgeSecurityLeftovers = defineJob({
  name: 'security.sweep',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
  run: async (_payload, { db, now }: Pick<Deps, 'db' | 'now'>) => {
    await deleteDevices(db, new Date(now().getTime() - DEVICE_SECONDS * 1000));
    await deleteUnfinishedSignIns(db, new Date(now().getTime() - DAY_MS));
  },
});
