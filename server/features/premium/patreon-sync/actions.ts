// Actions triggered by linking Patreon and by Patreon's webhooks.

import type { Deps } from '#server/deps.ts';
import { listIdentityKeys } from '#server/features/accounts/public.ts';
import { findMembershipIds, findMembershipsBehind } from '#server/features/premium/memberships/queries.ts';
import { errorMessage } from '#server/kit/ops/log.ts';
import { queueLink, queueMember, queueSettling } from './jobs.ts';
import { noteDelivery } from './queries.ts';
import { type MemberReadDeps, readLinked, rederiveMemberships } from './reading.ts';
import { deliveryHashOf, memberOf } from './rules.ts';

/** Delay of the fallback job. The membership is read immediately after linking; the job covers failures and crashes. */
const LATER_MS = 60_000;

/** Enough time for every process to have received the changed settings. */
const HEARD_MS = 10_000;

/** Schedules recomputing all memberships, in the transaction that changes the settings. */
export function resettleAll(deps: Pick<Deps, 'now'>, trx: Deps['db']): Promise<void> {
  return queueSettling(trx, new Date(deps.now().getTime() + HEARD_MS));
}

/** Schedules reading a membership, in the transaction that links it. */
export function queueLinked(deps: Pick<Deps, 'now'>, trx: Deps['db'], userId: string): Promise<void> {
  return queueLink(trx, userId, new Date(deps.now().getTime() + LATER_MS));
}

/**
 * Reads a user's membership immediately after linking, or on request, so that Premium is active when the browser returns. Errors
 * are logged and never thrown.
 */
export async function followLink(deps: MemberReadDeps, userId: string): Promise<void> {
  try {
    const link = (await listIdentityKeys(deps.db, userId)).find(({ provider }) => provider === 'patreon');
    if (!link) return;
    // Apply stored memberships before Patreon replies, and drop a membership that was only matched by email.
    const known = await findMembershipIds(deps.db, link.subject);
    const behind = await findMembershipsBehind(deps.db, userId, deps.now());
    await rederiveMemberships(deps, [...new Set([...known, ...behind])]);
    await readLinked(deps, userId);
  } catch (error) {
    deps.log.warn({ reason: errorMessage(error) }, 'could not read a membership');
  }
}

/** Repeats of a message within this time are ignored. A later repeat can be a new event, e.g. if a patron left and came back. */
const REPEATED_MS = 10 * 60_000;
const CLOCK_MS = 5 * 60_000;

type Message = { event: string; body: Buffer; content: unknown; campaignId: string | null };

/**
 * Handles a webhook with a valid signature. Messages can be late, repeated or out of order, so each one only causes the
 * membership to be read again.
 */
export async function receiveWebhook(
  deps: Pick<Deps, 'db' | 'now'>,
  { event, body, content, campaignId }: Message,
): Promise<void> {
  const member = memberOf(content, campaignId);
  if (!member) return;
  await deps.db.transaction().execute(async (trx) => {
    const at = deps.now();
    const since = new Date(at.getTime() - REPEATED_MS);
    const ahead = new Date(at.getTime() + CLOCK_MS);
    const isNew = await noteDelivery(trx, { bodyHash: deliveryHashOf(event, body), event, at, since, ahead });
    if (isNew) await queueMember(trx, member);
  });
}
