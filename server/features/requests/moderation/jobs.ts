import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import * as queries from './queries.ts';
import { noticeOf } from './rules.ts';

/** Mails that are queued in one transaction. */
const AT_ONCE = 100;

/**
 * Mails a decision to everybody who asked for it, some at a time, each once however often it runs. When another decision has
 * followed, its own job tells them of that one.
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
      // Thrown, so that the queue begins anew in another process.
      signal.throwIfAborted();
      // Read before the transaction, which must not wait for a second connection.
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
