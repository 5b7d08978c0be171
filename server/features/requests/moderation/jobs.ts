import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { unsubscribeLink } from '#server/features/notifications/public.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { kindOfStatus } from './notifications.ts';
import * as queries from './queries.ts';
import { noticeOf } from './rules.ts';

/** Maximum number of emails queued per transaction. */
const AT_ONCE = 100;
/** Maximum number of people notified in the bell per transaction. */
const NOTIFIED_AT_ONCE = 500;

type DecisionDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret'>;
type DecisionPayload = { requestId: string; decision: number };

/** Notifies everyone concerned in the bell, in batches. Running it again notifies nobody twice. */
const notifyVoters = async (
  { db, now }: DecisionDeps,
  { requestId, decision }: DecisionPayload,
  signal: AbortSignal,
): Promise<void> => {
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted();
    const batch: { taken: number; last: string | null } = await db.transaction().execute(async (trx) => {
      const outcome = await queries.findDecidedRequest(trx, requestId);
      if (outcome?.decision !== decision) return { taken: 0, last: null };
      const some = { requestId, decision: outcome, after, most: NOTIFIED_AT_ONCE };
      return queries.notifySomeVoters(trx, kindOfStatus(outcome.status), some, now());
    });
    if (batch.taken < NOTIFIED_AT_ONCE) return;
    after = batch.last;
  }
};

/**
 * Notifies everyone who made a request or asked to be notified about it: first in the bell, then by email in batches. Each person
 * gets one email, even if the job runs again. If a newer decision has been made, that decision's own job does this.
 */
export const notifyDecision = defineJob({
  name: 'requests.tell-decision',
  payload: z.strictObject({ requestId: z.string(), decision: z.int() }),
  run: async ({ requestId, decision }, deps: DecisionDeps, { signal }): Promise<void> => {
    await notifyVoters(deps, { requestId, decision }, signal);
    for (let taken = AT_ONCE; taken === AT_ONCE; ) {
      // Throwing makes the queue restart the job in another process.
      signal.throwIfAborted();
      // Load the settings before the transaction, which must not wait for a second database connection.
      await deps.settings.get();
      taken = await deps.db.transaction().execute(async (trx) => {
        const outcome = await queries.findDecidedRequest(trx, requestId);
        if (outcome?.decision !== decision) return 0;
        const kind = kindOfStatus(outcome.status);
        const asked = { requestId, decision, most: AT_ONCE, now: deps.now() };
        const some = await queries.claimUnnotified(trx, kind, asked);
        const notice = noticeOf(outcome, deps.publicUrl());
        for (const { id, ...person } of some.people) {
          const unsubscribe = unsubscribeLink(deps, { user: id, what: kind.kind });
          await sendNotice(deps, trx, person, notice, { unsubscribe });
        }
        return some.taken;
      });
    }
  },
});
