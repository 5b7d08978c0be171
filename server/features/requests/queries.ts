import { type Kysely, sql } from 'kysely';
import type { RequestStatus } from '#contract/requests/api.ts';
import type { DB } from '#db/types.ts';
import { isUnreadable } from '#server/features/image-proxy/public.ts';
import { isVisible } from '#server/features/resources/public.ts';
import { containing } from '#server/kit/db/like.ts';
import { PLANNED_EACH_TIME } from '#server/kit/db/prepared-statements.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import type { StoredOg } from './og.ts';

export type RequestRow = {
  id: string;
  name: string;
  link: string;
  title: string | null;
  description: string | null;
  price: string | null;
  /** External URL. */
  image: string | null;
  status: string;
  note: string;
  resource: { id: string; title: string } | null;
  requester: string | null;
  votes: number;
  isPremium: boolean;
  voted: boolean;
  tells: boolean;
  own: boolean;
  createdAt: Date;
  decidedAt: Date | null;
};

/** The viewer (`id` is null for visitors) and the current time. */
export type Reader = { id: string | null; now: Date };

/** Whether the viewer's vote `v` will get them an email. False while their address is not verified. */
const isTold = sql`coalesce(v.tells and
  (select reader.email_verified_at is not null from users reader where reader.id = v.user_id), false)`;

/** Public columns of a request, for statements that select from `requestsFor` with the same viewer. */
export function requestColumns(reader: Reader) {
  return sql`r.id, r.name, r.link, r.og_title as title, r.og_description as description,
  r.og_price as price, case when not ${isUnreadable(sql`r.og_image`, reader.now)} then r.og_image end as image, r.status, r.note,
  case when resources.id is not null then json_build_object('id', resources.id, 'title', resources.title) end as resource,
  users.username as requester, r.votes, r.is_premium as "isPremium", v.user_id is not null as voted,
  ${isTold} as tells, coalesce(r.user_id = ${reader.id}::uuid, false) as own, r.created_at as "createdAt",
  r.decided_at as "decidedAt"`;
}

/**
 * Rows of requests under the alias `r`. Leaves out the names of deleted and suspended users, and resources that are not public.
 */
export function requestsFor(reader: Reader) {
  return sql`resource_requests r
  left join users on users.id = r.user_id and ${isActiveAt(reader.now)}
  left join resources on resources.id = r.resource_id and ${isVisible}
  left join request_votes v on v.request_id = r.id and v.user_id = ${reader.id}::uuid`;
}

/** Sort orders of the lists. Each has an index; `board` and `newest` have another one, starting with the status, for filters. */
export type Order = 'board' | 'newest' | 'votes';

export function orderOf(order: Order, { status }: RequestFilter, direction: 'asc' | 'desc') {
  const board = ['is_premium', 'weight'];
  const first = { board: status ? board : ['is_open', ...board], newest: [], votes: ['votes'] }[order];
  const all = [...first, 'created_at', 'id'].map((name) => sql`${sql.ref(`r.${name}`)} ${sql.raw(direction)}`);
  return sql.join(all);
}

export type RequestFilter = {
  status?: RequestStatus | undefined;
  search?: string | undefined;
  /** Only requests that this person made or voted for. */
  mine?: string | undefined;
};

const isFound = (search: string) => {
  const text = containing(search.toLowerCase());
  return sql`(lower(r.name) like ${text} or r.host like ${text})`;
};

/** Conditions for request `r` to be on the board and match a filter. `found` is the search condition. */
export function matchingRequests({ status, search, mine }: RequestFilter, found: typeof isFound = isFound) {
  return sql.join(
    [
      sql`r.removed_at is null`,
      ...(status ? [sql`r.status = ${status}`] : []),
      ...(search ? [found(search)] : []),
      ...(mine ? [sql`r.id in (select request_id from request_votes where user_id = ${mine})`] : []),
    ],
    sql` and `,
  );
}

/**
 * Goes before the columns of a list query to prevent a cached plan, because the best plan for a common word is the worst plan for
 * a rare one.
 */
export function planning({ search, mine }: RequestFilter) {
  return search || mine ? PLANNED_EACH_TIME : sql``;
}

export type Page = { order: Order; direction?: 'asc' | 'desc'; limit: number; offset: number };

/** One page of requests that are not removed. */
export async function findBoard(
  db: Kysely<DB>,
  filter: RequestFilter,
  { order, direction = 'desc', limit, offset }: Page,
  reader: Reader,
): Promise<RequestRow[]> {
  const sorted = orderOf(order, filter, direction);
  const { rows } = await sql<RequestRow>`select ${planning(filter)} ${requestColumns(reader)}
    from (select r.id from resource_requests r where ${matchingRequests(filter)} order by ${sorted}
      limit ${limit} offset ${offset}) page, ${requestsFor(reader)}
    where r.id = page.id order by ${sorted}`.execute(db);
  return rows;
}

/** Number of requests that match a filter, counted up to `most`. */
export async function countRequestsFound(db: Kysely<DB>, filter: RequestFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${planning(filter)} count(*)::int as total from (
    select from resource_requests r where ${matchingRequests(filter)} limit ${most}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A request; undefined if it was removed. */
export async function findRequest(db: Kysely<DB>, id: string, reader: Reader): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`select ${requestColumns(reader)}
    from ${requestsFor(reader)} where r.id = ${id} and r.removed_at is null`.execute(db);
  return rows[0];
}

/** Times of a user's requests within a period, latest first, including removed requests. */
export async function findTimesAsked(
  db: Kysely<DB>,
  userId: string,
  { after, before, most }: { after: Date; before: Date; most: number },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('resource_requests')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', after)
    .where('created_at', '<', before)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => row.created_at);
}

/** Id of the request for the link with this key; undefined if it does not exist or was removed. */
export async function findByLink(db: Kysely<DB>, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('resource_requests')
    .select('id')
    .where('link_key', '=', key)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Serialises requests for a link until the transaction ends. Take this lock before locking the user or any request. */
export async function lockLink(trx: Kysely<DB>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`request ${key}`}, 0))`.execute(trx);
}

const ogColumns = ({ title, description, price, image }: StoredOg) => ({
  og_title: title,
  og_description: description,
  og_price: price,
  og_image: image,
});

/** Stores the metadata of a request's page. @returns false if the request was removed */
export async function setOg(trx: Kysely<DB>, id: string, og: StoredOg): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('resource_requests')
    .set(ogColumns(og))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Link and requester of a request that is not removed. */
export function findLinkOf(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('resource_requests')
    .select(['link', 'user_id as userId'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

type NewRequest = {
  userId: string;
  name: string;
  link: { url: string; host: string; key: string };
  og: StoredOg | null;
};

/** Inserts a request without votes. @returns its id */
export async function insertRequest(
  trx: Kysely<DB>,
  { userId, name, link, og }: NewRequest,
  now: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('resource_requests')
    .values({
      user_id: userId,
      name,
      link: link.url,
      host: link.host,
      link_key: link.key,
      ...(og && ogColumns(og)),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a request until the transaction ends, so that votes are counted one at a time; undefined if the request was removed. */
export function lockRequest(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('resource_requests')
    .select(['id', 'user_id as userId', 'name', 'status', 'note', 'resource_id as resourceId', 'decision'])
    .select('changed_at as changedAt')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type HeldRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

type Vote = { requestId: string; userId: string; isPremium: boolean; tells: boolean };

/** Adds a vote to a locked request. @returns false if the vote already existed */
export async function insertVote(trx: Kysely<DB>, vote: Vote, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('request_votes')
    .values({
      request_id: vote.requestId,
      user_id: vote.userId,
      is_premium: vote.isPremium,
      tells: vote.tells,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (added === 0n) return false;
  await stepVotes(trx, vote, 1);
  return true;
}

/** Withdraws a vote for a locked request; does nothing if the user has not voted. */
export async function deleteVote(trx: Kysely<DB>, { requestId, userId }: Pick<Vote, 'requestId' | 'userId'>) {
  const gone = await trx
    .deleteFrom('request_votes')
    .where('request_id', '=', requestId)
    .where('user_id', '=', userId)
    .returning('is_premium as isPremium')
    .executeTakeFirst();
  if (gone) await stepVotes(trx, { requestId, ...gone }, -1);
}

const stepVotes = (trx: Kysely<DB>, { requestId, isPremium }: Pick<Vote, 'requestId' | 'isPremium'>, step: 1 | -1) =>
  trx
    .updateTable('resource_requests')
    .set((row) => ({
      votes: row('votes', '+', step),
      premium_votes: row('premium_votes', '+', isPremium ? step : 0),
    }))
    .where('id', '=', requestId)
    .execute();

/** Sets whether a voter wants an email about the outcome. */
export async function setTells(
  trx: Kysely<DB>,
  { requestId, userId, tells }: Pick<Vote, 'requestId' | 'userId' | 'tells'>,
): Promise<void> {
  await trx
    .updateTable('request_votes')
    .set({ tells })
    .where('request_id', '=', requestId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes up to `most` votes of a user and subtracts them from the counters. @returns how many were deleted */
export async function deleteVotes(trx: Kysely<DB>, userId: string, most: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from resource_requests
    where id in (select request_id from request_votes where user_id = ${userId} order by request_id limit ${most})
    order by id for no key update`.execute(trx);
  if (rows.length === 0) return 0;
  await sql`
    with gone as (
      delete from request_votes where user_id = ${userId} and request_id = any (${rows.map(({ id }) => id)}::uuid[])
      returning request_id, is_premium
    )
    update resource_requests r set votes = r.votes - 1, premium_votes = r.premium_votes - gone.is_premium::int
    from gone where r.id = gone.request_id`.execute(trx);
  return rows.length;
}
