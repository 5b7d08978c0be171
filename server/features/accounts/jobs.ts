import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../kit/jobs.ts';
import { deleteExpiredSessions } from './queries.ts';

/** Removes sessions that are over, once a day. */
export const sweepSessions = defineJob({
  name: 'accounts.sweep-sessions',
  payload: z.strictObject({}),
  cron: '23 3 * * *',
  run: (_payload, { db, now }: Pick<Deps, 'db' | 'now'>) => deleteExpiredSessions(db, now()),
});
