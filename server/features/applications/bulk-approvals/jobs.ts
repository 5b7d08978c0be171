import { z } from 'zod';
import { type DecidingDeps, tellApplicant } from '#server/features/applications/review/actions.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { claimUntold, deleteFinishedBulks } from './queries.ts';

/** Applicants notified per transaction. */
const AT_ONCE = 50;

/** Notifies the applicants of bulk approvals that can no longer be undone. */
export const tellBulkApproved = defineJob({
  name: 'applications.tell-bulk-approved',
  payload: z.strictObject({}),
  cron: '* * * * *',
  run: async (_payload, deps: DecidingDeps, { signal }) => {
    for (let taken = AT_ONCE; taken === AT_ONCE; ) {
      signal.throwIfAborted();
      // Load the settings before the transaction, which must not wait for a second database connection.
      await deps.settings.get();
      taken = await deps.db.transaction().execute(async (trx) => {
        const now = deps.now();
        const due = await claimUntold(trx, { most: AT_ONCE, now });
        for (const { applicationId, ...person } of due.rows)
          await tellApplicant(deps, trx, person, { applicationId, status: 'APPROVED', reason: null, now });
        return due.taken;
      });
    }
    await deleteFinishedBulks(deps.db, deps.now());
  },
});
