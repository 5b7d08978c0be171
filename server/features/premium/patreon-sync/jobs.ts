// Background and scheduled queries to Patreon. A failed query never starts or ends anyone's Premium.

import { z } from 'zod';
import { HOUR_MS } from '#contract/durations.ts';
import type { Deps } from '#server/deps.ts';
import {
  deleteGoneMemberships,
  deleteUnreadMembership,
  findSomeIds,
} from '#server/features/premium/memberships/queries.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { errorMessage } from '#server/kit/ops/log.ts';
import { RateLimitedError, UnexpectedResponseError } from '#server/kit/outgoing/errors.ts';
import * as queries from './queries.ts';
import { type MemberReadDeps, readLinked, readMember, readMembershipPage, rederiveMemberships } from './reading.ts';

/** Tolerance for clock drift. */
const CLOCK_MS = 5 * 60_000;
/** Interval between checks of a link. */
const ASKED_MS = 12 * HOUR_MS;
/** How long to keep webhook deliveries, and memberships that Patreon no longer knows. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** How long memberships are kept after they were last read. */
const UNREAD_MS = 90 * 24 * HOUR_MS;
const SETTLED_AT_ONCE = 500;
/** Requests per run. Patreon allows 100 per minute and token. */
const UNSEEN_AT_ONCE = 60;
const LINKS_AT_ONCE = 60;
/** After this many consecutive failures, Patreon is considered down until the next run. */
const FAILURES_AT_MOST = 3;

/**
 * Processes items one by one. A failure does not stop the rest unless Patreon is down.
 * @throws RateLimitedError, or the last error after too many consecutive failures
 */
const askEach = async <T>(
  { log }: Pick<Deps, 'log'>,
  signal: AbortSignal,
  all: readonly T[],
  ask: (one: T) => Promise<void>,
): Promise<void> => {
  let failures = 0;
  for (const one of all) {
    signal.throwIfAborted();
    try {
      await ask(one);
      failures = 0;
    } catch (error) {
      if (error instanceof RateLimitedError) throw error;
      log.warn({ reason: errorMessage(error) }, 'could not read a membership');
      if (error instanceof UnexpectedResponseError) continue;
      failures += 1;
      if (failures >= FAILURES_AT_MOST) throw error;
    }
  }
};

/**
 * Runs a query to Patreon. If Patreon asks the site to wait, `later` reschedules the query without using up one of the queue's
 * retries.
 */
const orLater = async (
  deps: Pick<Deps, 'db' | 'now'>,
  ask: () => Promise<void>,
  later: (trx: Deps['db'], runAt: Date) => Promise<void>,
): Promise<void> => {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    const runAt = new Date(deps.now().getTime() + error.retryAfterMs);
    await deps.db.transaction().execute((trx) => later(trx, runAt));
  }
};

const memberPayload = z.strictObject({ memberId: z.string(), patronId: z.string().nullable() });

/** Rereads one membership, after a webhook from Patreon. */
export const readOneMember = defineJob({
  name: 'campaign.read-member',
  payload: memberPayload,
  run: (payload, deps: MemberReadDeps): Promise<void> =>
    orLater(
      deps,
      () => readMember(deps, payload),
      (trx, runAt) => queueMember(trx, payload, runAt),
    ),
});

/** Queues at most one job per membership, however many messages arrive. */
export function queueMember(trx: Deps['db'], payload: z.output<typeof memberPayload>, runAt?: Date): Promise<void> {
  return enqueue(trx, readOneMember, payload, { key: `membership ${payload.memberId}`, ...(runAt ? { runAt } : {}) });
}

/** Reads the membership of a user who linked Patreon. */
export const readOneLink = defineJob({
  name: 'campaign.read-link',
  payload: z.strictObject({ userId: z.string() }),
  run: (payload, deps: MemberReadDeps): Promise<void> =>
    orLater(
      deps,
      () => readLinked(deps, payload.userId),
      (trx, runAt) => queueLink(trx, payload.userId, runAt),
    ),
});

export function queueLink(trx: Deps['db'], userId: string, runAt: Date): Promise<void> {
  return enqueue(trx, readOneLink, { userId }, { key: `membership of ${userId}`, runAt });
}

const syncPayload = z.strictObject({ cursor: z.string().nullable().optional(), begunAt: z.string().optional() });

/**
 * Reads all memberships page by page, then queries each stored membership that was on none of the pages. This also covers users
 * who have Premium only through a verified email (product.md PR-1: activation within 24 hours).
 */
export const syncMembers = defineJob({
  name: 'campaign.sync-members',
  payload: syncPayload,
  cron: '17 * * * *',
  run: async (payload, deps: MemberReadDeps, { signal }): Promise<void> => {
    const begunAt = payload.begunAt === undefined ? deps.now() : new Date(payload.begunAt);
    let cursor = payload.cursor ?? null;
    const seen = new Set<string>();
    const readAll = async (): Promise<void> => {
      for (;;) {
        signal.throwIfAborted();
        const next = await readMembershipPage(deps, cursor);
        if (next === undefined) return;
        if (next === null) break;
        if (seen.has(next)) throw new Error('Membership pagination is stuck in a loop.');
        seen.add(next);
        cursor = next;
      }
      const ahead = new Date(deps.now().getTime() + CLOCK_MS);
      const unseen = await queries.findUnseen(deps.db, { before: begunAt, ahead, most: UNSEEN_AT_ONCE });
      await askEach(deps, signal, unseen, (one) => readMember(deps, one));
    };
    await orLater(deps, readAll, (trx, runAt) =>
      enqueue(trx, syncMembers, { cursor, begunAt: begunAt.toISOString() }, { key: 'memberships of all', runAt }),
    );
  },
});

/** Rereads linked memberships that have not been updated for half a day. Only needed if no creator token is configured. */
export const rereadLinks = defineJob({
  name: 'campaign.reread-links',
  payload: z.strictObject({}),
  cron: '41 * * * *',
  run: async (_payload, deps: MemberReadDeps, { signal }) => {
    const before = new Date(deps.now().getTime() - ASKED_MS);
    const stale = await queries.findStaleLinks(deps.db, before, LINKS_AT_ONCE);
    // Whatever the error, the next run continues where this one stopped.
    await askEach(deps, signal, stale, (userId) => readLinked(deps, userId)).catch(() => {});
  },
});

/**
 * Recomputes Premium for every stored membership without querying Patreon, after a change of settings. Also runs nightly, because
 * memberships that Patreon no longer knows are never read again.
 */
export const syncAllMemberships = defineJob({
  name: 'campaign.settle-all',
  payload: z.strictObject({}),
  cron: '33 3 * * *',
  run: async (_payload, deps: MemberReadDeps, { signal }) => {
    let last = '';
    for (;;) {
      const ids = await findSomeIds(deps.db, last, SETTLED_AT_ONCE);
      for (const id of ids) {
        signal.throwIfAborted();
        await rederiveMemberships(deps, [id]);
      }
      if (ids.length < SETTLED_AT_ONCE) return;
      last = ids.at(-1) ?? '';
    }
  },
});

export function queueSettling(trx: Deps['db'], runAt: Date): Promise<void> {
  return enqueue(trx, syncAllMemberships, {}, { key: 'worth of all memberships', runAt });
}

/** Deletes expired webhook deliveries and memberships, nightly. */
export const purgeCampaignLeftovers = defineJob({
  name: 'campaign.sweep',
  payload: z.strictObject({}),
  cron: '23 4 * * *',
  run: async (_payload, deps: Pick<Deps, 'db' | 'now'>) => {
    const now = deps.now();
    const before = new Date(now.getTime() - KEPT_MS);
    await queries.deleteDeliveries(deps.db, before);
    await deleteGoneMemberships(deps.db, before);
    await deleteUnreadMembership(deps.db, { before: new Date(now.getTime() - UNREAD_MS), now });
  },
});
