// How far an order must be read for so many hits: days from the newest or the oldest, or rows.
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import { anyOf, expectedHits, type Understood } from './understanding.ts';

/** Numbers of the way to hits; tests have smaller ones. */
export type SearchLimits = {
  /** So many hits of a search are ranked among themselves; the others follow in plain order. */
  candidates: number;
  /** Totals that no counter knows are counted up to here. */
  mostCounted: number;
  /** So many hits are as well read whole as in parts. */
  readWhole: number;
};

export const usualLimits: SearchLimits = { candidates: 500, mostCounted: MOST_COUNTED_HITS, readWhole: 1500 };

/** An expectation is wrong by chance; so much more is taken at once. */
const MARGIN = 1.4;
const MARGIN_ROWS = 50;
const MOST_WALKED = 65_536;

/** Whether all hits are read at once. */
export const readsWhole = (understood: Understood, wanted: number, limits: SearchLimits): boolean =>
  expectedHits(understood) <= Math.max(limits.readWhole, wanted * MARGIN);

/** How many resources of an order should hold so many hits. */
export const rowsToLook = (understood: Understood, wanted: number): number =>
  ((wanted * MARGIN + MARGIN_ROWS) / expectedHits(understood)) * understood.all;

/** How many rows of an order to read for so many hits; null where reading all hits by the index of terms is less. */
export const rowsToWalk = (understood: Understood, wanted: number): number | null => {
  const isAll = understood.groups.length === 0;
  const rows = isAll ? wanted : rowsToLook(understood, wanted);
  if (!isAll && (rows > MOST_WALKED || rows > expectedHits(understood))) return null;
  // Few different numbers, so that there are few statements.
  return 2 ** Math.ceil(Math.log2(rows));
};

/** Visible resources of each day since 1970, in the order of time. */
export type DayCounts = readonly { day: number; count: number }[];

/** Days from and to which to look. */
export type Span = { from: number; to: number };

/**
 * The days that hold about `rows` resources, counted from one end of time.
 * @param start the day to begin with, if not at the end
 * @returns null when that is every day there is
 */
export const spanOfRows = (
  days: DayCounts,
  rows: number,
  newestFirst: boolean,
  start: number | null = null,
): Span | null => {
  const ordered = newestFirst ? days.toReversed() : days;
  const first = start ?? ordered[0]?.day;
  if (first === undefined) return null;
  let sum = 0;
  for (const { day, count } of ordered) {
    if (newestFirst ? day > first : day < first) continue;
    sum += count;
    // Beyond the newest and oldest day that are known there may be others by now.
    if (sum >= rows) return newestFirst ? { from: day, to: first } : { from: first, to: day };
  }
  return null;
};

const DAYS_OF_SPAN = 32;

/** The terms of which every resource of these days has one: whole spans of 32 days, and days at both ends. */
export const spanTerms = ({ from, to }: Span): string[] => {
  const terms: string[] = [];
  for (let day = from; day <= to; ) {
    const isWhole = day % DAYS_OF_SPAN === 0 && day + DAYS_OF_SPAN - 1 <= to;
    terms.push(isWhole ? `span=${day / DAYS_OF_SPAN}` : `day=${day}`);
    day += isWhole ? DAYS_OF_SPAN : 1;
  }
  return terms;
};

/** A tsquery narrowed to some days. */
export const withinSpan = (query: string, span: Span): string => `${query} & ${anyOf(spanTerms(span))}`;

/** On which day a page of all resources begins, and how many of that day come before it. */
export const placeOfOffset = (
  days: DayCounts,
  offset: number,
  newestFirst: boolean,
): { day: number | null; skip: number } => {
  let before = 0;
  for (const { day, count } of newestFirst ? days.toReversed() : days) {
    if (before + count > offset) return { day: before === 0 ? null : day, skip: offset - before };
    before += count;
  }
  return { day: null, skip: offset };
};
