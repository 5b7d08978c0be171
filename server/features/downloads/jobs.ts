import { z } from 'zod';
import { TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { deleteSelections, deleteTickets } from './queries.ts';
import { SELECTION_KEPT_MS } from './rules.ts';

/**
 * Deletes tickets whose downloads can no longer be resumed. Deletion does not make a ticket usable again, because the 10 minutes
 * for its first use are over too.
 */
export const purgeTickets = defineJob({
  name: 'downloads.sweep-tickets',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  run: async (_payload, { db, now }: Deps) => {
    await deleteTickets(db, new Date(now().getTime() - TICKET_RESUME_SECONDS * 1000));
  },
});

/** Deletes selections that have not been used for a week. No download of a selection can run for that long. */
export const purgeSelections = defineJob({
  name: 'downloads.sweep-selections',
  payload: z.strictObject({}),
  cron: '37 * * * *',
  run: async (_payload, { db, now }: Deps) => {
    await deleteSelections(db, new Date(now().getTime() - SELECTION_KEPT_MS));
  },
});
