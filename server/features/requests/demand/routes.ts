import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import * as contract from '#contract/requests/demand.ts';
import { DEMAND_DAYS, DEMAND_MIN_PEOPLE } from '#contract/requests/limits.ts';
import { KNOWN_EDITORS } from '#contract/uploads/limits.ts';
import type { Deps } from '#server/deps.ts';
import { countUnmetSearches, createPeopleHash, findFacets } from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { findWantedRequests } from './queries.ts';
import { filterRequests, filterSearches, filterValues, readRequests, readSearches } from './rules.ts';

/** Counting reads all searches of the last weeks, so leakers share one count for a while. */
const KEPT_MS = MINUTE_MS;

export function demandRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const { key } = createPeopleHash(deps.secret);

  const count = async () => {
    const since = new Date(deps.now().getTime() - DEMAND_DAYS * DAY_MS);
    const leastPeople = DEMAND_MIN_PEOPLE;
    const [searched, requested, catalogued] = await Promise.all([
      countUnmetSearches(db, { key, sinceDay: since.toISOString().slice(0, 10), leastPeople }),
      findWantedRequests(db, { since, leastPeople }),
      findFacets(db, 'editor'),
    ]);
    const editors = [...new Set([...KNOWN_EDITORS, ...catalogued.map(({ name }) => name)])];
    return { searches: readSearches(searched, editors), requests: readRequests(requested) };
  };
  const counts = createMemory<Awaited<ReturnType<typeof count>>>({ max: 1, ttlMs: KEPT_MS });
  // A new asset may be what people looked for, and a decision closes a request.
  for (const topic of ['resources', 'requests']) deps.bus.subscribe(topic, counts.clear);
  deps.bus.onReset(counts.clear);

  return [
    answer(contract.listDemand, async ({ query, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      const { searches, requests } = await counts.get('', count);
      const filter = { editor: query.editor?.trim() || undefined, type: query.type };
      return {
        searches: filterSearches(searches, filter),
        requests: filterRequests(requests, filter),
        ...filterValues([...searches, ...requests]),
      };
    }),
  ];
}
