// What a link to Patreon sets off.
import type { Deps } from '../../deps.ts';
import { findMembershipIds, findMembershipsBehind } from '../memberships/queries.ts';
import { queueLink } from './jobs.ts';
import { findSubject } from './queries.ts';
import { type ReadDeps, readLinked, settleKnown } from './reading.ts';

/** The membership is asked for at once; should that fail, or this process die before, then by a job after this. */
const LATER_MS = 60_000;

/** Has a membership read, inside the transaction that links it. */
export const queueLinked = (deps: Pick<Deps, 'now'>, trx: Deps['db'], userId: string): Promise<void> =>
  queueLink(trx, userId, new Date(deps.now().getTime() + LATER_MS));

/**
 * Reads somebody's membership at once, after the commit of their link or at their wish, so that Premium is there when the
 * browser is back. What goes wrong is told in the log; nobody waits for it.
 */
export const followLink = async (deps: ReadDeps, userId: string): Promise<void> => {
  try {
    const subject = await findSubject(deps.db, userId);
    if (subject === undefined) return;
    // What is known already counts before Patreon has answered, and an address that was the same serves nobody any more.
    const known = await findMembershipIds(deps.db, subject);
    const behind = await findMembershipsBehind(deps.db, userId, deps.now());
    await settleKnown(deps, [...new Set([...known, ...behind])]);
    await readLinked(deps, userId);
  } catch (error) {
    deps.log.warn({ reason: String(error) }, 'a membership could not be read');
  }
};
