// What is asked of Patreon after the reply and by the clock. No error of it begins or ends anybody's Premium.

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

/** A clock is believed to be right within this. */
const CLOCK_MS = 5 * 60_000;
/** A link is asked about again after this. */
const ASKED_MS = 12 * HOUR_MS;
/** How long it is remembered which messages came, and which memberships Patreon does not know any more. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** And how long, what nobody reads any more. */
const UNREAD_MS = 90 * 24 * HOUR_MS;
const SETTLED_AT_ONCE = 500;
/** What one run asks for, one by one. Patreon answers 100 a minute for a token. */
const UNSEEN_AT_ONCE = 60;
const LINKS_AT_ONCE = 60;
/** After so many failures in a row Patreon is taken to be away until the next run. */
const FAILURES_AT_MOST = 3;

/**
 * Asks about one after the other. What goes wrong with one does not stop the others, unless Patreon is away.
 * @throws Throttled; what went wrong as often in a row as is taken for Patreon being away
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
      log.warn({ reason: errorMessage(error) }, 'a membership could not be read');
      if (error instanceof UnexpectedResponseError) continue;
      failures += 1;
      if (failures >= FAILURES_AT_MOST) throw error;
    }
  }
};

/** Runs what asks Patreon; when it asks to wait, `later` has it asked again then, without spending a try of the queue's. */
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

/** Reads one membership again, of which a message of Patreon's has told. */
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

/** One waiting job for each membership, however many messages tell of it. */
export function queueMember(trx: Deps['db'], payload: z.output<typeof memberPayload>, runAt?: Date): Promise<void> {
  return enqueue(trx, readOneMember, payload, { key: `membership ${payload.memberId}`, ...(runAt ? { runAt } : {}) });
}

/** Reads the membership of somebody who has linked it. */
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
 * Reads all memberships, page by page, and then asks about those that did not come. This also finds who has Premium by their
 * verified address alone (product.md PR-1: activation within 24 hours).
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
        if (seen.has(next)) throw new Error('The pages of memberships lead in a circle.');
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

/** Reads the memberships of linked people of which nobody has told for half a day, as where the creator has given no token. */
export const rereadLinks = defineJob({
  name: 'campaign.reread-links',
  payload: z.strictObject({}),
  cron: '41 * * * *',
  run: async (_payload, deps: MemberReadDeps, { signal }) => {
    const before = new Date(deps.now().getTime() - ASKED_MS);
    const stale = await queries.findStaleLinks(deps.db, before, LINKS_AT_ONCE);
    // The next run goes on where this one ends, whatever ended it.
    await askEach(deps, signal, stale, (userId) => readLinked(deps, userId)).catch(() => {});
  },
});

/**
 * Derives anew who has Premium by each membership that is known, without asking Patreon: what counts was changed in the site's
 * settings. Each night as well, since nobody reads those that are gone.
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

/** Forgets, each night, what is of no use any more. */
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
