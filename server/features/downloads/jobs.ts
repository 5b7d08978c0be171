import { z } from 'zod';
import { TICKET_RESUME_SECONDS } from '#contract/limits.ts';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../kit/jobs.ts';
import { removeTickets } from './queries.ts';

/** Removes the tickets that nobody can resume any more. A removed one cannot start anew: its first 10 minutes are over. */
export const sweepTickets = defineJob({
  name: 'downloads.sweep-tickets',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  run: async (_payload, { db, now }: Deps) => {
    await removeTickets(db, new Date(now().getTime() - TICKET_RESUME_SECONDS * 1000));
  },
});
