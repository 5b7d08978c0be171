import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RequestStatus } from '#contract/requests/api.ts';
import type { DB } from '#db/types.ts';
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
 * excludes deleted and suspended accounts and unverified addresses.
 */
export async function claimUnnotified(
  trx: Kysely<DB>,
  { requestId, decision, most, now }: { requestId: string; decision: number; most: number; now: Date },
): Promise<{ taken: number; people: { email: string; name: string }[] }> {
  const { rows } = await sql<{ email: string; name: string; isReached: boolean }>`
    with untold as (
      select user_id from request_votes where request_id = ${requestId} and tells and told_decision < ${decision}
      order by user_id limit ${most} for no key update
    ), told as (
      update request_votes v set told_decision = ${decision} from untold
      where v.request_id = ${requestId} and v.user_id = untold.user_id returning v.user_id
    )
    select users.email, users.username as name, users.email_verified_at is not null and ${isActiveAt(now)} as "isReached"
    from told join users on users.id = told.user_id order by users.id`.execute(trx);
  const people = rows.filter(({ isReached }) => isReached).map(({ email, name }) => ({ email, name }));
  return { taken: rows.length, people };
}
