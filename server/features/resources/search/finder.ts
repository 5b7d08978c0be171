// Finds the hits of a listing: interprets the search, picks a query strategy based on the counters, and caches for a minute what
// the next page will need. See decision 0006 for the reasons.

import { LRUCache } from 'lru-cache';
import { DAY_MS } from '#contract/durations.ts';
import { FACET_KINDS } from '#contract/resources/limits.ts';
import type { Deps } from '#server/deps.ts';
import * as queries from '#server/features/resources/search/queries/search.ts';
import { readTerms } from '#server/features/resources/search/queries/terms.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import {
  knownTotal,
  type ListingFilter,
  leastTotal,
  mostHits,
  rankingOf,
  type TermQuery,
  type Understood,
  understandSearch,
} from './query-terms.ts';
import {
  type DayCounts,
  isWorthNarrowing,
  isWorthSorting,
  placeOfOffset,
  rowsToLook,
  rowsToWalk,
  type SearchLimits,
  spanOfRows,
  spanTerms,
  withinSpan,
} from './spans.ts';

const KEPT_MS = 60_000;
/** Factor by which a span with too few hits is widened. */
const WIDER = 6;
const MOST_ANCHORS = 500;

export type Total = { total: number; atLeast: boolean };
/** `reach` is the number of hits that can be reached by paging. */
export type FoundPage = Total & { hits: queries.Hit[]; reach: number; hasMore: boolean; corrected: string | null };
export type Finder = ReturnType<typeof createFinder>;

type Part = { offset: number; limit: number };

/** Creates the finder. All its caches are cleared when a resource changes in any process. */
export function createFinder(deps: Pick<Deps, 'db' | 'bus' | 'now'>, limits: SearchLimits) {
  const { db } = deps;
  const { candidates, mostCounted } = limits;
  const understandings = createMemory<Understood>({ max: 1000, ttlMs: KEPT_MS });
  const rankings = createMemory<{ hits: queries.Hit[]; found: number; isCounted: boolean }>({
    max: 200,
    ttlMs: KEPT_MS,
  });
  const totals = createMemory<Total>({ max: 1000, ttlMs: KEPT_MS });
  const dayCounts = createMemory<{ days: DayCounts }>({ max: 1, ttlMs: KEPT_MS });
  // Searches of the last minute, to recognise repeated searches.
  const looked = new LRUCache<string, true>({ max: 1000, ttl: KEPT_MS });
  // Sort keys at which pages ended, by offset, so that later pages can start from there.
  const anchors = new LRUCache<string, Map<number, queries.Key>>({ max: 200, ttl: KEPT_MS });
  let changes = 0;
  const forget = (): void => {
    changes += 1;
    for (const memory of [understandings, rankings, totals, dayCounts, looked, anchors]) memory.clear();
  };
  deps.bus.subscribe('resources', forget);
  deps.bus.onReset(forget);

  const keyOf = (filter: ListingFilter): string =>
    JSON.stringify([filter.search, ...FACET_KINDS.map((kind) => filter[kind])]);

  const understand = (filter: ListingFilter): Promise<Understood> =>
    understandings.get(keyOf(filter), async () => {
      const search = filter.search?.trim() ?? '';
      const filters = FACET_KINDS.flatMap((kind) => (filter[kind] ? [{ kind, value: filter[kind] }] : []));
      return understandSearch(search, await readTerms(db, { search, filters }));
    });

  const loadDays = () => dayCounts.get('', async () => ({ days: await queries.findDays(db) }));

  // Looks for `wanted` hits in a span of days that should contain them, then in wider spans, and finally in all rows.
  const look = async <T extends { found: number }>(
    understood: Understood,
    asked: { wanted: number; newestFirst: boolean; start?: number | null },
    read: (query: TermQuery) => Promise<T>,
  ): Promise<T & { isWhole: boolean }> => {
    const { wanted, newestFirst, start = null } = asked;
    const { days } = await loadDays();
    for (let rows = rowsToLook(understood, wanted); rows < understood.all; rows *= WIDER) {
      const span = spanOfRows(days, rows, newestFirst, start);
      if (!span) break;
      const terms = spanTerms(span);
      // Resources added since the days were counted belong to today.
      if (newestFirst && start === null) terms.push(`day=${Math.floor(deps.now().getTime() / DAY_MS)}`);
      if (!isWorthNarrowing(understood, { rows, terms: terms.length }, limits)) break;
      const answer = await read(withinSpan(understood.query, terms));
      if (answer.found >= wanted) return { ...answer, isWhole: false };
    }
    return { ...(await read(understood.query)), isWhole: true };
  };

  // Finds a part of the hits in plain sort order, using the strategy expected to read the fewest rows.
  const findPlain = async (
    understood: Understood,
    sort: queries.Sort,
    part: { after: queries.Key | null; skip: number; limit: number },
  ): Promise<queries.FoundPart> => {
    const wanted = part.skip + part.limit;
    const given = { sort, ...part };
    const { query } = understood;
    const isByTime = sort === 'newest' || sort === 'oldest';
    const rows = rowsToWalk(understood, wanted, isByTime);
    if (rows !== null) {
      const walked = await queries.walk(db, { query, rows }, given);
      if (walked.found >= wanted) return walked;
    }
    if (isByTime) {
      const start = part.after && Math.floor(Date.parse(`${part.after.at.slice(0, 10)}T00:00:00Z`) / DAY_MS);
      return look(understood, { wanted, newestFirst: sort === 'newest', start }, (narrowed) =>
        queries.findPart(db, narrowed, given),
      );
    }
    if (understood.groups.length === 0) return queries.findOfAll(db, given);
    return mostHits(understood) > limits.mostMet || isWorthSorting(understood, wanted)
      ? queries.findPartSorted(db, query, given)
      : queries.findPart(db, query, given);
  };

  // Finds a page of all resources, newest or oldest first; the day counters show on which day it starts.
  const findOfAll = async (sort: 'newest' | 'oldest', part: Part): Promise<queries.Hit[]> => {
    const { days } = await loadDays();
    return queries.findFromDay(db, sort, { ...placeOfOffset(days, part.offset, sort === 'newest'), limit: part.limit });
  };

  const findPart = async (
    filter: ListingFilter,
    understood: Understood,
    sort: queries.Sort,
    part: Part,
  ): Promise<queries.Hit[]> => {
    if (understood.groups.length === 0 && (sort === 'newest' || sort === 'oldest')) return findOfAll(sort, part);
    const key = `${keyOf(filter)} ${sort}`;
    const before = changes;
    const known = anchors.get(key) ?? new Map<number, queries.Key>();
    let nearest = 0;
    for (const offset of known.keys()) if (offset <= part.offset && offset > nearest) nearest = offset;
    const after = known.get(nearest) ?? null;
    const found = await findPlain(understood, sort, { after, skip: part.offset - nearest, limit: part.limit });
    if (found.last && known.size < MOST_ANCHORS && before === changes) {
      known.set(part.offset + found.hits.length, found.last);
      anchors.set(key, known);
    }
    return found.hits;
  };

  // The last pages are read as the first pages of the reverse order.
  const findFromNearerEnd = async (
    filter: ListingFilter,
    understood: Understood,
    sort: queries.Sort,
    { offset, limit }: Part,
    total: number | null,
  ): Promise<queries.Hit[]> => {
    if (total === null || offset < total / 2 || (sort !== 'newest' && sort !== 'oldest'))
      return findPart(filter, understood, sort, { offset, limit });
    const count = Math.min(limit, total - offset);
    const part = { offset: total - offset - count, limit: count };
    return (await findPart(filter, understood, sort === 'newest' ? 'oldest' : 'newest', part)).reverse();
  };

  // Finds the first hits in ranked order, and what they reveal about the total.
  const findRanked = (filter: ListingFilter, understood: Understood, sort: 'newest' | 'oldest') =>
    rankings.get(`${keyOf(filter)} ${sort}`, async () => {
      const part = { sort, limit: candidates };
      const answer = await look(understood, { wanted: candidates, newestFirst: sort === 'newest' }, (query) =>
        queries.findCandidates(db, query, rankingOf(understood), part),
      );
      return { hits: answer.hits, found: answer.found, isCounted: answer.isWhole };
    });

  // Counting the hits of several words costs many times more than finding the first ones, and most searches are sent only once,
  // while the user is typing. The first response therefore gives a lower bound. The hits are counted when another page is
  // requested, or when the same search is repeated within a minute.
  const isFirstLook = (filter: ListingFilter, part: Part): boolean => {
    const key = keyOf(filter);
    const isFirst = part.offset === 0 && !looked.has(key);
    looked.set(key, true);
    return isFirst;
  };

  const cutTotal = (found: number): Total => ({ total: Math.min(found, mostCounted), atLeast: found > mostCounted });

  // A lower bound for the total without counting: the hits seen so far, or the count of a single word.
  const boundTotal = (understood: Understood, seen: number): Total => {
    const known = knownTotal(understood);
    if (known !== null) return { total: known, atLeast: false };
    const least = Math.max(seen, leastTotal(understood));
    return { total: Math.min(least < 100 ? least : least - (least % 100), mostCounted), atLeast: true };
  };

  const countTotal = async (filter: ListingFilter, understood: Understood): Promise<Total> => {
    const known = knownTotal(understood);
    if (known !== null) return { total: known, atLeast: false };
    if (leastTotal(understood) > mostCounted) return { total: mostCounted, atLeast: true };
    return totals.get(keyOf(filter), async () => {
      const wanted = mostCounted + 1;
      const { found } = await look(understood, { wanted, newestFirst: true }, async (query) => ({
        found: await queries.countHits(db, query, wanted),
      }));
      return cutTotal(found);
    });
  };

  // A page of hits in order, with the total and, if typos were corrected, the corrected search.
  const findPage = async (filter: ListingFilter, sort: queries.Sort, part: Part): Promise<FoundPage> => {
    const understood = await understand(filter);
    const { corrected } = understood;
    if (understood.all === 0 || understood.groups.some(({ terms }) => terms.length === 0))
      return { hits: [], total: 0, atLeast: false, reach: 0, hasMore: false, corrected };
    // With a filter, a distant page cannot be found quickly in a sort order that changes with every like or download.
    const reach =
      understood.groups.length === 0 || sort === 'newest' || sort === 'oldest' ? Number.POSITIVE_INFINITY : mostCounted;
    // Fetch one more hit than requested, because the total does not always show whether there is a next page.
    const asked = { offset: part.offset, limit: Math.max(0, Math.min(part.limit + 1, reach - part.offset)) };
    let hits: queries.Hit[] = [];
    let total: Total | null = null;
    if (understood.isRanked && (sort === 'newest' || sort === 'oldest')) {
      const ranked = await findRanked(filter, understood, sort);
      if (ranked.isCounted && knownTotal(understood) === null) total = cutTotal(ranked.found);
      else if (isFirstLook(filter, part)) total = boundTotal(understood, ranked.found);
      hits = ranked.hits.slice(asked.offset, asked.offset + asked.limit);
    }
    total ??= await countTotal(filter, understood);
    const rest = { offset: asked.offset + hits.length, limit: asked.limit - hits.length };
    const isComplete = !total.atLeast && rest.offset >= total.total;
    if (rest.limit > 0 && !isComplete) {
      const last = total.atLeast ? null : total.total;
      hits = [...hits, ...(await findFromNearerEnd(filter, understood, sort, rest, last))];
    }
    return { ...total, hits: hits.slice(0, part.limit), reach, hasMore: hits.length > part.limit, corrected };
  };

  // The best hits of a search without their total, which costs more than finding them: for suggestions while someone is typing.
  const findBest = async (
    search: string,
    limit: number,
  ): Promise<{ hits: queries.Hit[]; corrected: string | null }> => {
    const filter = { search };
    const understood = await understand(filter);
    const { corrected } = understood;
    const isHopeless = understood.all === 0 || understood.groups.some(({ terms }) => terms.length === 0);
    if (isHopeless || !understood.isRanked) return { hits: [], corrected };
    const { hits } = await findRanked(filter, understood, 'newest');
    return { hits: hits.slice(0, limit), corrected };
  };

  // The number of all resources, cached like any other total.
  const countAll = async (count: () => Promise<number>): Promise<number> =>
    (await totals.get('all', async () => ({ total: await count(), atLeast: false }))).total;

  return { understand, findPage, findBest, countAll, look, keyOf };
}
