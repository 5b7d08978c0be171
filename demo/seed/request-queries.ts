/** Inserts and deletes the demo's requests. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseRequestedLink } from '#server/features/requests/rules.ts';
import type { DemoRequest } from './requests.ts';

type Names = { people: ReadonlyMap<string, string>; resources: ReadonlyMap<string, string> };

const named = (ids: ReadonlyMap<string, string>, name: string): string => {
  const id = ids.get(name);
  if (!id) throw new Error(`A request in the starter content refers to something unknown: ${name}`);
  return id;
};

/** Inserts the requests with their votes in the caller's transaction. */
export async function insertRequests(
  trx: Kysely<DB>,
  requests: readonly DemoRequest[],
  { people, resources }: Names,
): Promise<void> {
  for (const { votes, says, ...request } of requests) {
    const link = parseRequestedLink(request.link);
    if (!link) throw new Error(`A request in the starter content has no valid link: ${request.link}`);
    const { id } = await trx
      .insertInto('resource_requests')
      .values({
        user_id: named(people, request.username),
        name: request.name,
        link: link.url,
        host: link.host,
        link_key: link.key,
        og_title: says?.title ?? null,
        og_description: says?.description ?? null,
        og_price: says?.price ?? null,
        status: request.status,
        note: request.note,
        resource_id: request.resourceKey === null ? null : named(resources, request.resourceKey),
        decided_at: request.decidedAt,
        votes: votes.length,
        premium_votes: votes.filter(({ isPremium }) => isPremium).length,
        demo: true,
        created_at: request.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = votes.map(({ username, isPremium, at }) => ({
      request_id: id,
      user_id: named(people, username),
      is_premium: isPremium,
      tells: false,
      created_at: at,
    }));
    await trx.insertInto('request_votes').values(rows).execute();
  }
}

/** Deletes the demo's requests, and the demo people's votes on other requests. */
export async function deleteDemoRequests(trx: Kysely<DB>): Promise<void> {
  await trx.deleteFrom('resource_requests').where('demo', '=', true).execute();
  await sql`
    with gone as (
      delete from request_votes where user_id in (select id from users where demo) returning request_id, is_premium
    )
    update resource_requests r set votes = r.votes - less.votes, premium_votes = r.premium_votes - less.premium
    from (select request_id, count(*)::int as votes, (count(*) filter (where is_premium))::int as premium
      from gone group by 1) less
    where r.id = less.request_id`.execute(trx);
}
