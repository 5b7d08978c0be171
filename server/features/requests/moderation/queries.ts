import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RequestStatus } from '#contract/requests/api.ts';
import type { DB } from '#db/types.ts';
import { notifySelected, wantsMail } from '#server/features/notifications/public.ts';
import {
  matchingRequests,
  orderOf,
  type Page,
  planning,
  type Reader,
  type RequestFilter,
  type RequestRow,
  requestColumns,
  requestsFor,
} from '#server/features/requests/queries.ts';
import { isVisible } from '#server/features/resources/public.ts';
import { idsMeant } from '#server/kit/db/id-search.ts';
import { beginningWith, containing } from '#server/kit/db/like.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import type { AnyNotification } from '#server/platform/notices/notification-kinds.ts';

/** A request with the additional columns for administrators. */
export type AdminRequestRow = RequestRow & { requesterId: string | null; premiumVotes: number; told: number };

const adminColumns = (reader: Reader) => sql`${requestColumns(reader)}, r.user_id as "requesterId",
  r.premium_votes as "premiumVotes",
  (select count(*) from request_votes told where told.request_id = r.id and told.tells) as told`;

/** Finds requests by name, link, id or the beginning of the requester's name. */
const isFound = (search: string): RawBuilder<unknown> => {
  const range = idsMeant(search);
  if (range) return sql`r.id between ${range.from}::uuid and ${range.to}::uuid`;
  const text = containing(search.toLowerCase());
  const { from, before } = beginningWith(search);
  return sql`(lower(r.name) like ${text} or lower(r.link) like ${text} or r.user_id in (select id from users
    where deleted_at is null and username ~>=~ ${from} and username ~<~ ${before}))`;
};

export async function findRequests(
  db: Kysely<DB>,
  filter: RequestFilter,
  { order, direction = 'desc', limit, offset }: Page,
  reader: Reader,
): Promise<AdminRequestRow[]> {
  const sorted = orderOf(order, filter, direction);
  const { rows } = await sql<AdminRequestRow>`select ${planning(filter)} ${adminColumns(reader)}
    from (select r.id from resource_requests r where ${matchingRequests(filter, isFound)} order by ${sorted}
      limit ${limit} offset ${offset}) page, ${requestsFor(reader)}
    where r.id = page.id order by ${sorted}`.execute(db);
  return rows;
}

/** Number of requests that a search finds, counted up to `most`. */
export async function countRequests(db: Kysely<DB>, filter: RequestFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${planning(filter)} count(*)::int as total from (
    select from resource_requests r where ${matchingRequests(filter, isFound)} limit ${most}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findAdminRequest(
  db: Kysely<DB>,
  id: string,
  reader: Reader,
): Promise<AdminRequestRow | undefined> {
  const { rows } = await sql<AdminRequestRow>`select ${adminColumns(reader)}
    from ${requestsFor(reader)} where r.id = ${id} and r.removed_at is null`.execute(db);
  return rows[0];
}

/** Whether a resource is public; locks it against deletion until the transaction ends. */
export async function lockVisibleResource(trx: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select from resources where id = ${id} and ${isVisible} for key share`.execute(trx);
  return rows.length > 0;
}

type Decision = {
  status: RequestStatus;
  note: string;
  resourceId: string | null;
  decidedAt: Date | null;
  by: string | null;
  /** Incremented with every change of status. */
  number: number;
  changedAt: Date | null;
};

export async function setDecision(
  trx: Kysely<DB>,
  id: string,
  { status, note, resourceId, decidedAt, by, number, changedAt }: Decision,
): Promise<void> {
  await trx
    .updateTable('resource_requests')
    .set({
      status,
      note,
      resource_id: resourceId,
      decided_at: decidedAt,
      decided_by: by,
      decision: number,
      changed_at: changedAt,
    })
    .where('id', '=', id)
    .execute();
}

export async function setRemoved(trx: Kysely<DB>, id: string, by: string | null, now: Date): Promise<void> {
  await trx.updateTable('resource_requests').set({ removed_at: now, removed_by: by }).where('id', '=', id).execute();
}

export type DecidedRequest = {
  name: string;
  status: RequestStatus;
  note: string;
  decision: number;
  /** The resource that fulfils the request, if it is public. */
  resourceId: string | null;
};

/** Current decision of a request; undefined if the request was removed. */
export async function findDecidedRequest(db: Kysely<DB>, id: string): Promise<DecidedRequest | undefined> {
  const { rows } = await sql<DecidedRequest>`select r.name, r.status, r.note, r.decision, resources.id as "resourceId"
    from resource_requests r left join resources on resources.id = r.resource_id and ${isVisible}
    where r.id = ${id} and r.removed_at is null`.execute(db);
  return rows[0];
}

/**
 * Marks a batch of voters as notified about a decision and returns them. Concurrent callers never get the same voter. `people`
 * excludes deleted and suspended accounts, unverified addresses and people who have turned these emails off.
 */
export async function claimUnnotified(
  trx: Kysely<DB>,
  kind: AnyNotification,
  { requestId, decision, most, now }: { requestId: string; decision: number; most: number; now: Date },
): Promise<{ taken: number; people: { id: string; email: string; name: string }[] }> {
  const { rows } = await sql<{ id: string; email: string; name: string; isReached: boolean }>`
    with untold as (
      select user_id from request_votes where request_id = ${requestId} and tells and told_decision < ${decision}
      order by user_id limit ${most} for no key update
    ), told as (
      update request_votes v set told_decision = ${decision} from untold
      where v.request_id = ${requestId} and v.user_id = untold.user_id returning v.user_id
    )
    select users.id, users.email, users.username as name,
      users.email_verified_at is not null and ${isActiveAt(now)} and ${wantsMail(kind, sql`users.id`)} as "isReached"
    from told join users on users.id = told.user_id order by users.id`.execute(trx);
  const people = rows.filter(({ isReached }) => isReached).map(({ id, email, name }) => ({ id, email, name }));
  return { taken: rows.length, people };
}

/** For notifications: whether a request is on the board, and the asset that fulfils it is public. */
export const isRequestShown = sql<boolean>`exists (select from resource_requests r
  left join resources on resources.id = r.resource_id where r.id = n.subject_id and r.removed_at is null
    and (r.resource_id is null or ${isVisible}))`;

/**
 * Notifies the next `most` people who made a request or asked to be notified about it, in the order of their ids.
 * @returns number of people, and the last one
 */
export async function notifySomeVoters(
  trx: Kysely<DB>,
  kind: AnyNotification,
  {
    requestId,
    decision,
    after,
    most,
  }: { requestId: string; decision: DecidedRequest; after: string | null; most: number },
  now: Date,
): Promise<{ taken: number; last: string | null }> {
  const { rows } = await sql<{ id: string }>`select v.user_id as id
    from request_votes v join resource_requests r on r.id = v.request_id
    where v.request_id = ${requestId} and (v.tells or r.user_id = v.user_id)
      and (${after}::uuid is null or v.user_id > ${after}::uuid)
    order by v.user_id limit ${most}`.execute(trx);
  if (rows.length === 0) return { taken: 0, last: null };
  const voters = rows.map(({ id }) => id);
  const { name, status, note, resourceId } = decision;
  const news = JSON.stringify({ name, status, note, resourceId });
  const source = sql`select voter.id, ${kind.kind}::text, ${`request ${requestId} ${decision.decision}`}::text,
      null::uuid, r.id, ${news}::jsonb || jsonb_build_object('isOwn', r.user_id is not distinct from voter.id)
    from resource_requests r cross join unnest(${voters}::uuid[]) as voter (id)
    where r.id = ${requestId} and voter.id is distinct from r.decided_by`;
  await notifySelected(trx, [kind], source, now);
  return { taken: rows.length, last: voters.at(-1) ?? null };
}
