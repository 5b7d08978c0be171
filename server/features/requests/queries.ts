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
  /** Address elsewhere. */
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

/** Who reads, and when. */
export type Reader = { id: string | null; now: Date };

/** Whether the reader's vote `v` brings them a mail: nobody is mailed at an address that was never shown to be theirs. */
const isTold = sql`coalesce(v.tells and
  (select reader.email_verified_at is not null from users reader where reader.id = v.user_id), false)`;

/** What everybody sees of a request, in a statement that reads `requestsFor` the reader. */
export function requestColumns(reader: Reader) {
  return sql`r.id, r.name, r.link, r.og_title as title, r.og_description as description,
  r.og_price as price, case when not ${isUnreadable(sql`r.og_image`, reader.now)} then r.og_image end as image, r.status, r.note,
  case when resources.id is not null then json_build_object('id', resources.id, 'title', resources.title) end as resource,
  users.username as requester, r.votes, r.is_premium as "isPremium", v.user_id is not null as voted,
  ${isTold} as tells, coalesce(r.user_id = ${reader.id}::uuid, false) as own, r.created_at as "createdAt",
  r.decided_at as "decidedAt"`;
}

/**
 * The rows of requests under the name `r`. Names of those who are gone or suspended are not shown, and no resource that not
 * everybody may see.
 */
export function requestsFor(reader: Reader) {
  return sql`resource_requests r
  left join users on users.id = r.user_id and ${isActiveAt(reader.now)}
  left join resources on resources.id = r.resource_id and ${isVisible}
  left join request_votes v on v.request_id = r.id and v.user_id = ${reader.id}::uuid`;
}

/** What the lists are in order of; each has an index of its own, with the status before it where one is asked for. */
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
  /** Only what this person asked or voted for. */
  mine?: string | undefined;
};

const isFound = (search: string) => {
  const text = containing(search.toLowerCase());
  return sql`(lower(r.name) like ${text} or r.host like ${text})`;
};

/** Whether the request `r` stands on the board and passes a filter. `found` is what a search looks at. */
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

/** Before the columns of a list: the best plan for a common word or a busy person is the worst for a rare one. */
export function planning({ search, mine }: RequestFilter) {
  return search || mine ? PLANNED_EACH_TIME : sql``;
}

export type Page = { order: Order; direction?: 'asc' | 'desc'; limit: number; offset: number };

/** A page of requests that were not removed. */
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

/** How many requests a filter leaves, counted up to `most`. */
export async function countRequestsFound(db: Kysely<DB>, filter: RequestFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${planning(filter)} count(*)::int as total from (
    select from resource_requests r where ${matchingRequests(filter)} limit ${most}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A request that was not removed. */
export async function findRequest(db: Kysely<DB>, id: string, reader: Reader): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`select ${requestColumns(reader)}
    from ${requestsFor(reader)} where r.id = ${id} and r.removed_at is null`.execute(db);
  return rows[0];
}

/** Some of the requests that somebody has made around a moment, those included that were removed: the latest times. */
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

/** The request for a link, by its key. */
export async function findByLink(db: Kysely<DB>, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('resource_requests')
    .select('id')
    .where('link_key', '=', key)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** Lets one at a time ask for a link, until the transaction ends. It comes before the person, and any request. */
export async function lockLink(trx: Kysely<DB>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`request ${key}`}, 0))`.execute(trx);
}

const ogColumns = ({ title, description, price, image }: StoredOg) => ({
  og_title: title,
  og_description: description,
  og_price: price,
  og_image: image,
});

/** Keeps what the page of a request says of itself. @returns false when the request was removed */
export async function setOg(trx: Kysely<DB>, id: string, og: StoredOg): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('resource_requests')
    .set(ogColumns(og))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The link of a request that was not removed, and who asked for it. */
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

/** A request without votes. @returns its id */
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

/** A request that was not removed, held until the transaction ends: its votes are counted one after the other. */
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

/** Counts a vote for a held request, once. @returns false when it is there already */
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

/** Takes a vote for a held request back; without one nothing changes. */
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

/** Whether somebody who voted wants a mail about the outcome. */
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

/** Takes some of somebody's votes away, with what they counted for. @returns how many there were */
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
