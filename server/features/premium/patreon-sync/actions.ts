// What a link to Patreon, and a message of Patreon's, set off.

import type { Deps } from '#server/deps.ts';
import { listIdentityKeys } from '#server/features/accounts/public.ts';
import { findMembershipIds, findMembershipsBehind } from '#server/features/premium/memberships/queries.ts';
import { errorMessage } from '#server/kit/ops/log.ts';
import { queueLink, queueMember, queueSettling } from './jobs.ts';
import { noteDelivery } from './queries.ts';
import { type MemberReadDeps, readLinked, rederiveMemberships } from './reading.ts';
import { deliveryHashOf, memberOf } from './rules.ts';

/** The membership is asked for at once; should that fail, or this process die before, then by a job after this. */
const LATER_MS = 60_000;

/** By then every process has heard of a change of the settings. */
const HEARD_MS = 10_000;

/** Has all memberships derived anew, inside the transaction that changes what counts. */
export function resettleAll(deps: Pick<Deps, 'now'>, trx: Deps['db']): Promise<void> {
  return queueSettling(trx, new Date(deps.now().getTime() + HEARD_MS));
}

/** Has a membership read, inside the transaction that links it. */
export function queueLinked(deps: Pick<Deps, 'now'>, trx: Deps['db'], userId: string): Promise<void> {
  return queueLink(trx, userId, new Date(deps.now().getTime() + LATER_MS));
}

/**
 * Reads somebody's membership at once, after the commit of their link or at their wish, so that Premium is there when the
 * browser is back. What goes wrong is told in the log; nobody waits for it.
 */
export async function followLink(deps: MemberReadDeps, userId: string): Promise<void> {
  try {
    const link = (await listIdentityKeys(deps.db, userId)).find(({ provider }) => provider === 'patreon');
    if (!link) return;
    // What is known already counts before Patreon has answered, and an address that was the same serves nobody any more.
    const known = await findMembershipIds(deps.db, link.subject);
    const behind = await findMembershipsBehind(deps.db, userId, deps.now());
    await rederiveMemberships(deps, [...new Set([...known, ...behind])]);
    await readLinked(deps, userId);
  } catch (error) {
    deps.log.warn({ reason: errorMessage(error) }, 'a membership could not be read');
  }
}

/** The same message is not taken twice within this. Later it may be news again: somebody who left is back as before. */
const REPEATED_MS = 10 * 60_000;
const CLOCK_MS = 5 * 60_000;

type Message = { event: string; body: Buffer; content: unknown; campaignId: string | null };

/**
 * Takes a message of Patreon's whose signature is right. It may be late, repeated or overtaken by another: it says no more than
 * that the membership is to be read again.
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
