// Requests resources and votes for requests, each in one transaction. Requesting a link that is already on the board adds a vote.

import type { Kysely } from 'kysely';
import { problemOf } from '#contract/problems.ts';
import type { DB } from '#db/types.ts';
import { lockUser } from '#server/features/accounts/public.ts';
import { announce } from '#server/kit/db/bus.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type Limit, requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { readPreviewLater } from './jobs.ts';
import { type OgDeps, readOgData } from './og.ts';
import * as queries from './queries.ts';
import { BOARD_TOPIC, describeWait, isOpen, nextRequestAt, type RequestedLink } from './rules.ts';

type ActDeps = Pick<Deps, 'db' | 'log' | 'now' | 'limits'>;
type Person = Pick<Viewer, 'id' | 'isPremium'>;

/** When a user may make their next request; null if they may make one now. */
export async function findNextRequestAt(db: Kysely<DB>, userId: string, limit: Limit, now: Date): Promise<Date | null> {
  if (!Number.isFinite(limit.limit)) return null;
  const windowMs = limit.windowSeconds * 1000;
  const around = { after: new Date(now.getTime() - windowMs), before: new Date(now.getTime() + windowMs) };
  const times = await queries.findTimesAsked(db, userId, { ...around, most: limit.limit });
  return nextRequestAt(times, limit, now);
}

/** @throws Problem REQUEST_LIMIT */
const demandTurn = async (db: Kysely<DB>, userId: string, limit: Limit, now: Date): Promise<void> => {
  const nextAt = await findNextRequestAt(db, userId, limit, now);
  if (!nextAt) return;
  const waitMs = nextAt.getTime() - now.getTime();
  throw new Problem('REQUEST_LIMIT', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    message: `${problemOf('REQUEST_LIMIT').message} You can request another one in ${describeWait(waitMs)}.`,
  });
};

/** Result of requesting a resource: a new request, or a vote for an existing one. */
export type CreatedRequest = { id: string; kind: 'created' | 'own' | 'others' };

/** Votes for an existing request if it is still open. Undefined if it was removed in the meantime. */
const joinEarlier = async (
  trx: Kysely<DB>,
  id: string,
  { person, now }: { person: Person; now: Date },
): Promise<CreatedRequest | undefined> => {
  const held = await queries.lockRequest(trx, id);
  if (!held) return undefined;
  if (held.userId === person.id) return { id, kind: 'own' };
  const vote = { requestId: id, userId: person.id, isPremium: person.isPremium, tells: true };
  if (isOpen(held.status)) await queries.insertVote(trx, vote, now);
  return { id, kind: 'others' };
};

type Asking = { name: string; link: RequestedLink; person: Person };

/**
 * Requests a resource. Reads the linked page before writing anything, then repeats the checks. If the same link is requested
 * twice concurrently, the second becomes a vote for the first.
 * @throws Problem REQUEST_LIMIT, TOO_MANY_REQUESTS
 */
export async function askForResource(deps: ActDeps & OgDeps, { name, link, person }: Asking): Promise<CreatedRequest> {
  const { db, limits } = deps;
  const earlier = await queries.findByLink(db, link.key);
  if (earlier) {
    await requireWithinLimit(deps, `marks ${person.id}`, limits.marks, deps.now());
    const joined = await db.transaction().execute((trx) => joinEarlier(trx, earlier, { person, now: deps.now() }));
    if (joined) return joined;
  }
  await demandTurn(db, person.id, limits.resourceRequests, deps.now());
  const og = await readOgData(deps, link.url, person);
  return db.transaction().execute(async (trx) => {
    const now = deps.now();
    await queries.lockLink(trx, link.key);
    const held = await lockUser(trx, person.id, now);
    // The account may have been deleted while the page was being read.
    if (!held) throw new Problem('SIGN_IN_REQUIRED');
    const asker = { id: person.id, isPremium: held.isPremium };
    const same = await queries.findByLink(trx, link.key);
    const joined = same && (await joinEarlier(trx, same, { person: asker, now }));
    if (joined) return joined;
    await demandTurn(trx, person.id, limits.resourceRequests, now);
    const id = await queries.insertRequest(trx, { userId: person.id, name, link, og: og === 'busy' ? null : og }, now);
    if (og === 'busy') await readPreviewLater(trx, { id, tries: 1 }, now);
    await queries.insertVote(trx, { requestId: id, userId: person.id, isPremium: asker.isPremium, tells: true }, now);
    await announce(trx, BOARD_TOPIC, id);
    return { id, kind: 'created' };
  });
}

type Voting = { id: string; person: Person };

/** Locks a request that is open for votes. @throws Problem REQUEST_NOT_FOUND, REQUEST_CLOSED */
const holdOpen = async (trx: Kysely<DB>, id: string): Promise<queries.HeldRequest> => {
  const held = await queries.lockRequest(trx, id);
  if (!held) throw new Problem('REQUEST_NOT_FOUND');
  if (!isOpen(held.status)) throw new Problem('REQUEST_CLOSED');
  return held;
};

/**
 * Votes for a request with the person's current weight. Voting again only changes whether they are notified.
 * @param tells whether to notify them about the outcome; if omitted, they are not notified after a first vote, and a repeated
 *   vote changes nothing
 * @throws Problem REQUEST_NOT_FOUND, REQUEST_CLOSED, TOO_MANY_REQUESTS
 */
export async function vote(deps: ActDeps, { id, person, tells }: Voting & { tells?: boolean | undefined }) {
  await requireWithinLimit(deps, `marks ${person.id}`, deps.limits.marks, deps.now());
  await deps.db.transaction().execute(async (trx) => {
    await holdOpen(trx, id);
    const given = { requestId: id, userId: person.id, isPremium: person.isPremium, tells: tells ?? false };
    const isNew = await queries.insertVote(trx, given, deps.now());
    if (!isNew && tells !== undefined) await queries.setTells(trx, given);
  });
}

/**
 * Withdraws a vote, if there is one.
 * @throws Problem REQUEST_NOT_FOUND, REQUEST_CLOSED, OWN_REQUEST, TOO_MANY_REQUESTS
 */
export async function takeVoteBack(deps: ActDeps, { id, person }: Voting): Promise<void> {
  await requireWithinLimit(deps, `marks ${person.id}`, deps.limits.marks, deps.now());
  await deps.db.transaction().execute(async (trx) => {
    const held = await holdOpen(trx, id);
    if (held.userId === person.id) throw new Problem('OWN_REQUEST');
    await queries.deleteVote(trx, { requestId: id, userId: person.id });
  });
}
