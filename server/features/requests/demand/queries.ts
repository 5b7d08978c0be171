import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { VotedRequest } from './rules.ts';

/** Enough for every list that can be filtered out of it. */
const MOST_REQUESTS = 300;

/** Open requests by how many people voted for them since a time, if there are enough of them. */
export async function findWantedRequests(
  db: Kysely<DB>,
  { since, leastPeople }: { since: Date; leastPeople: number },
): Promise<VotedRequest[]> {
  const { rows } = await sql<VotedRequest>`
    select r.id, r.name, r.og_title as title, v.people
    from (
      select request_id, count(*)::int as people from request_votes
      where created_at >= ${since} group by request_id having count(*) >= ${leastPeople}
    ) v
    join resource_requests r on r.id = v.request_id and r.is_open and r.removed_at is null
    order by v.people desc, r.created_at desc, r.id limit ${MOST_REQUESTS}`.execute(db);
  return rows;
}
