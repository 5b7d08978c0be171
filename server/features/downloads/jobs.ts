import { z } from 'zod';
import { TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { deleteSelections, deleteTickets } from './queries.ts';
import { SELECTION_KEPT_MS } from './rules.ts';

/** Removes tickets that can no longer be resumed. They cannot be used again, because their first 10 minutes are over. */
export const purgeTickets = defineJob({
  name: 'downloads.sweep-tickets',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  run: async (_payload, { db, now }: Deps) => {
    await deleteTickets(db, new Date(now().getTime() - TICKET_RESUME_SECONDS * 1000));
  },
});

/** Removes selections whose last use is too long ago for a download of them to still be running. */
export const purgeSelections = defineJob({
  name: 'downloads.sweep-selections',
  payload: z.strictObject({}),
  cron: '37 * * * *',
  run: async (_payload, { db, now }: Deps) => {
    await deleteSelections(db, new Date(now().getTime() - SELECTION_KEPT_MS));
  },
});
