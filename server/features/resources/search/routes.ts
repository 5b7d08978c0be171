import * as contract from '#contract/resources/api.ts';
import { FACET_KINDS, LISTING_FETCH_LIMIT } from '#contract/resources/limits.ts';
import type { Deps } from '#server/deps.ts';
import { type CardRow, countResources, findCards, findFirstPages } from '#server/features/resources/queries.ts';
import { presentCard, presentResource, readResourcePage } from '#server/features/resources/rules.ts';
import { findLeaks, findWhole, type Hit } from '#server/features/resources/search/queries/search.ts';
import type { UnmetSearches } from '#server/features/resources/unmet-searches/recorder.ts';
import { readDirection, readSearch } from '#server/kit/http/list-query.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { createFacets } from './facets.ts';
import { createFinder } from './finder.ts';
import type { ListingFilter } from './query-terms.ts';
import { usualLimits } from './spans.ts';

/** Below this offset, a page of all resources is read with its cards in one statement. */
const FIRST_ROWS = 500;

const readFilter = (query: ListingFilter): ListingFilter => ({
  search: query.search?.trim() || undefined,
  ...Object.fromEntries(FACET_KINDS.map((kind) => [kind, query[kind]?.trim() || undefined])),
});

const isEmpty = (filter: ListingFilter): boolean => Object.values(filter).every((value) => value === undefined);

export function searchRoutes(deps: Deps & { unmetSearches: UnmetSearches }): Route[] {
  const { db } = deps;
  const finder = createFinder(deps, usualLimits);
  const facets = createFacets(deps, finder, usualLimits.mostCounted);

  // Cards of the hits in order; reads those the search has not already loaded.
  const readCards = async (hits: readonly Hit[]): Promise<CardRow[]> => {
    const missing = hits.flatMap(({ id, card }) => (card ? [] : [id]));
    const read = new Map((await findCards(db, missing)).map((card) => [card.id, card]));
    return hits.flatMap(({ id, card }) => card ?? read.get(id) ?? []);
  };

  return [
    answer(contract.listResources, async (call) => {
      const { query } = call;
      const { page, limit, offset } = readResourcePage(query);
      const { sort = 'newest' } = query;
      const filter = readFilter(query);
      if (isEmpty(filter) && (sort === 'newest' || sort === 'oldest') && offset < FIRST_ROWS) {
        const [rows, total] = await Promise.all([
          findFirstPages(db, { sort, limit, offset }),
          finder.countAll(() => countResources(db)),
        ]);
        return {
          resources: rows.map(presentCard),
          pagination: { total, pages: Math.ceil(total / limit), currentPage: page, limit, atLeast: false },
          mendedSearch: null,
        };
      }
      const found = await finder.findPage(filter, sort, { offset, limit });
      if (offset === 0) deps.unmetSearches.note(call, filter, found.total);
      const rows = await readCards(found.hits);
      const counted = Math.ceil(Math.min(found.total, found.reach) / limit);
      return {
        resources: rows.map(presentCard),
        pagination: {
          total: found.total,
          // If the total is only a lower bound, there is a next page whenever more hits were found.
          pages: found.atLeast ? Math.max(counted, found.hasMore ? page + 1 : 0) : counted,
          currentPage: page,
          limit,
          atLeast: found.atLeast,
        },
        mendedSearch: found.corrected,
      };
    }),

    answer(contract.listLeaks, async ({ query, setHeader }) => {
      const page = readResourcePage(query, LISTING_FETCH_LIMIT);
      const { sort = 'newest' } = query;
      const search = readSearch(query.search);
      const find = async () => {
        if (isEmpty({ search })) {
          const rows = await findLeaks(db, { ...page, direction: readDirection(sort) }, deps.now());
          return { rows, total: await finder.countAll(() => countResources(db)) };
        }
        const { hits, total } = await finder.findPage({ search }, sort, page);
        return {
          rows: await findWhole(
            db,
            hits.map(({ id }) => id),
            deps.now(),
          ),
          total,
        };
      };
      const { rows, total } = await find();
      setHeader('x-total-count', String(total));
      return rows.map((row) => {
        const { creator: _creator, ...leak } = presentResource(row, false);
        return leak;
      });
    }),

    answer(contract.listFacets, async ({ query }) => ({ facets: await facets.list(readFilter(query)) })),
  ];
}
