import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import * as queries from './queries.ts';
import { noticeOf } from './rules.ts';

/** Maximum number of emails queued per transaction. */
const AT_ONCE = 100;

/**
 * Emails a decision in batches to everyone who asked to be notified. Each person gets one email, even if the job runs again. If a
 * newer decision has been made, that decision's own job sends the emails.
 */
export const notifyDecision = defineJob({
  name: 'requests.tell-decision',
  payload: z.strictObject({ requestId: z.string(), decision: z.int() }),
  run: async (
    { requestId, decision },
    deps: Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret'>,
    { signal },
  ): Promise<void> => {
    for (let taken = AT_ONCE; taken === AT_ONCE; ) {
      // Throwing makes the queue restart the job in another process.
      signal.throwIfAborted();
      // Load the settings before the transaction, which must not wait for a second database connection.
      await deps.settings.get();
      taken = await deps.db.transaction().execute(async (trx) => {
        const outcome = await queries.findDecidedRequest(trx, requestId);
        if (outcome?.decision !== decision) return 0;
        const some = await queries.claimUnnotified(trx, { requestId, decision, most: AT_ONCE, now: deps.now() });
        const notice = noticeOf(outcome, deps.publicUrl());
        for (const person of some.people) await sendNotice(deps, trx, person, notice);
        return some.taken;
      });
    }
  },
});
