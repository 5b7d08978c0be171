// Estimates how far to read in sort order to find a number of hits: in days from the newest or oldest resource, or in rows.
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import { anyOf, expectedHits, type TermQuery, type Understood } from './query-terms.ts';

/** Tuning values of the search. Tests use smaller values. */
export type SearchLimits = {
  /** Number of hits that are ranked; the rest follow in plain order. */
  candidates: number;
  /** Maximum number of hits that are counted if no counter provides the total. */
  mostCounted: number;
  /** Cost of reading a hit, in microseconds. */
  hitCost: number;
  /** Above this number of hits, all hits are sorted instead of scanning the index of a sort column. */
  mostMet: number;
};

export const usualLimits: SearchLimits = {
  candidates: 500,
  mostCounted: MOST_COUNTED_HITS,
  hitCost: 3.5,
  mostMet: 100_000,
};

/** Safety margin, because expected counts are estimates. */
const MARGIN = 1.4;
const MARGIN_ROWS = 50;
const MOST_WALKED = 65_536;
const MOST_WALKED_BY_TIME = 1024;
/** Cost of reading a resource, as a multiple of the cost of reading a hit. */
const ROW_COST = 6;
/** Costs in microseconds of each entry of the rarest group, and of each additional term. */
const ENTRY_COST = 0.08;
const TERM_COST = 0.01;
const ROUND_TRIP_COST = 300;

/** Estimated cost of finding hits: each entry of the rarest group is looked up in the others, and each hit is read. */
const costOf = (
  { groups }: Understood,
  hits: number,
  narrowed: { rows: number; terms: number } | null,
  hitCost: number,
): number => {
  const sizes = groups.map(({ terms }) => terms.reduce((sum, { count }) => sum + count, 0));
  const entries = Math.min(...sizes, narrowed?.rows ?? Number.POSITIVE_INFINITY);
  const terms = groups.reduce((sum, group) => sum + group.terms.length, narrowed?.terms ?? 0);
  return entries * (ENTRY_COST + terms * TERM_COST) + hits * hitCost + (narrowed ? ROUND_TRIP_COST : 0);
};

/** Whether searching only some rows in sort order is cheaper than reading all hits. */
export function isWorthNarrowing(
  understood: Understood,
  narrowed: { rows: number; terms: number },
  { hitCost }: SearchLimits,
): boolean {
  const hits = expectedHits(understood);
  const within = hits * Math.min(1, narrowed.rows / Math.max(1, understood.all));
  return costOf(understood, within, narrowed, hitCost) < costOf(understood, hits, null, hitCost);
}

/** Number of rows in sort order that are expected to contain this many hits. */
export function rowsToLook(understood: Understood, wanted: number): number {
  return ((wanted * MARGIN + MARGIN_ROWS) / expectedHits(understood)) * understood.all;
}

/**
 * Number of rows to read in sort order for this many hits; null if reading all hits from the term index is cheaper.
 * @param isByTime whether the sort order is by date, where searching whole days is cheaper beyond a few rows
 */
export function rowsToWalk(understood: Understood, wanted: number, isByTime: boolean): number | null {
  const rows = rowsToLook(understood, wanted);
  if (rows > (isByTime ? MOST_WALKED_BY_TIME : MOST_WALKED)) return null;
  if (rows * ROW_COST > expectedHits(understood)) return null;
  // Round up to a power of two to limit the number of distinct statements.
  return 2 ** Math.ceil(Math.log2(rows));
}

/** Costs in microseconds of reading and sorting a resource, and of skipping a resource in a sort order's index. */
const SORTED_COST = 12;
const PASSED_COST = 0.1;

/** Whether to sort all hits instead of scanning a sort order's index until enough are found. */
export function isWorthSorting(understood: Understood, wanted: number): boolean {
  const hits = expectedHits(understood);
  return hits * SORTED_COST < Math.min(understood.all, rowsToLook(understood, wanted)) * PASSED_COST;
}

/** Number of visible resources per day since 1970, oldest first. */
export type DayCounts = readonly { day: number; count: number }[];

/** First and last day to search. */
export type Span = { from: number; to: number };

/**
 * The days, counted from one end, that contain at least this many resources.
 * @param start day to begin with, instead of the newest or oldest
 * @returns null if that would be every day
 */
export function spanOfRows(
  days: DayCounts,
  rows: number,
  newestFirst: boolean,
  start: number | null = null,
): Span | null {
  const ordered = newestFirst ? days.toReversed() : days;
  const first = start ?? ordered[0]?.day;
  if (first === undefined) return null;
  let sum = 0;
  for (const { day, count } of ordered) {
    if (newestFirst ? day > first : day < first) continue;
    sum += count;
    if (sum >= rows) return newestFirst ? { from: day, to: first } : { from: first, to: day };
  }
  return null;
}

const DAYS_OF_SPAN = 32;
/** Above this number of days, searching whole 32-day spans is faster. */
const MOST_DAYS = 10;

/** A short list of terms covering these days: the days themselves, or the 32-day spans that contain them. */
export function spanTerms({ from, to }: Span): string[] {
  const isShort = to - from < MOST_DAYS;
  const size = isShort ? 1 : DAYS_OF_SPAN;
  const first = Math.floor(from / size);
  return Array.from(
    { length: Math.floor(to / size) - first + 1 },
    (_, index) => `${isShort ? 'day' : 'span'}=${first + index}`,
  );
}

/** Restricts a query to days or spans. */
export function withinSpan(query: TermQuery, terms: readonly string[]): TermQuery {
  return [...query, anyOf(terms)];
}

/** The day on which a page of all resources starts, and how many resources of that day come before the page. */
export function placeOfOffset(
  days: DayCounts,
  offset: number,
  newestFirst: boolean,
): { day: number | null; skip: number } {
  let before = 0;
  for (const { day, count } of newestFirst ? days.toReversed() : days) {
    if (before + count > offset) return { day: before === 0 ? null : day, skip: offset - before };
    before += count;
  }
  return { day: null, skip: offset };
}
