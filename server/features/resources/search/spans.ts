// How far an order must be read for so many hits: days from the newest or the oldest, or rows.
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import { anyOf, expectedHits, type TermQuery, type Understood } from './query-terms.ts';

/** Numbers of the way to hits; tests have others. */
export type SearchLimits = {
  /** So many hits of a search are ranked among themselves; the others follow in plain order. */
  candidates: number;
  /** Totals that no counter knows are counted up to here. */
  mostCounted: number;
  /** What reading a hit costs, in microseconds. */
  hitCost: number;
  /** With more hits than this, an order of another column is not read until it meets them. */
  mostMet: number;
};

export const usualLimits: SearchLimits = {
  candidates: 500,
  mostCounted: MOST_COUNTED_HITS,
  hitCost: 3.5,
  mostMet: 100_000,
};

/** An expectation is wrong by chance; so much more is taken at once. */
const MARGIN = 1.4;
const MARGIN_ROWS = 50;
const MOST_WALKED = 65_536;
const MOST_WALKED_BY_TIME = 1024;
/** A resource that is read costs as much as so many hits. */
const ROW_COST = 6;
/** What each entry of the rarest group costs, in microseconds, and each term beside it. */
const ENTRY_COST = 0.08;
const TERM_COST = 0.01;
const ROUND_TRIP_COST = 300;

/** What finding hits costs: each entry of the rarest group is looked up in the others, and each hit is read. */
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

/** Whether it costs less to look for hits among some rows of an order than to read all hits. */
export function isWorthNarrowing(
  understood: Understood,
  narrowed: { rows: number; terms: number },
  { hitCost }: SearchLimits,
): boolean {
  const hits = expectedHits(understood);
  const within = hits * Math.min(1, narrowed.rows / Math.max(1, understood.all));
  return costOf(understood, within, narrowed, hitCost) < costOf(understood, hits, null, hitCost);
}

/** How many resources of an order should hold so many hits. */
export function rowsToLook(understood: Understood, wanted: number): number {
  return ((wanted * MARGIN + MARGIN_ROWS) / expectedHits(understood)) * understood.all;
}

/**
 * How many rows of an order to read for so many hits; null where reading all hits by the index of terms is less.
 * @param isByTime whether the hits of some days can be looked for by themselves, which soon is less too
 */
export function rowsToWalk(understood: Understood, wanted: number, isByTime: boolean): number | null {
  const rows = rowsToLook(understood, wanted);
  if (rows > (isByTime ? MOST_WALKED_BY_TIME : MOST_WALKED)) return null;
  if (rows * ROW_COST > expectedHits(understood)) return null;
  // Few different numbers, so that there are few statements.
  return 2 ** Math.ceil(Math.log2(rows));
}

/** What reading a resource among all costs, in microseconds, and passing one in the index of an order. */
const SORTED_COST = 12;
const PASSED_COST = 0.1;

/** Whether to sort all hits rather than to pass through an order until so many of them were met. */
export function isWorthSorting(understood: Understood, wanted: number): boolean {
  const hits = expectedHits(understood);
  return hits * SORTED_COST < Math.min(understood.all, rowsToLook(understood, wanted)) * PASSED_COST;
}

/** Visible resources of each day since 1970, in the order of time. */
export type DayCounts = readonly { day: number; count: number }[];

/** Days from and to which to look. */
export type Span = { from: number; to: number };

/**
 * The days that hold at least so many resources, counted from one end of time.
 * @param start the day to begin with, if not at the end
 * @returns null when that is every day there is
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
/** More terms than this are slower than the whole spans of which they are a part. */
const MOST_DAYS = 10;

/** Few terms of which every resource of these days has one: the days, or the spans of 32 days that hold them. */
export function spanTerms({ from, to }: Span): string[] {
  const isShort = to - from < MOST_DAYS;
  const size = isShort ? 1 : DAYS_OF_SPAN;
  const first = Math.floor(from / size);
  return Array.from(
    { length: Math.floor(to / size) - first + 1 },
    (_, index) => `${isShort ? 'day' : 'span'}=${first + index}`,
  );
}

/** A query narrowed to days or spans. */
export function withinSpan(query: TermQuery, terms: readonly string[]): TermQuery {
  return [...query, anyOf(terms)];
}

/** On which day a page of all resources begins, and how many of that day come before it. */
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
