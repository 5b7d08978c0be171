import { CHART_DAYS, CHART_MAX_DAYS } from '#contract/admin/limits.ts';
import { DAY_MS } from '#contract/durations.ts';
import type { IdRange } from '#server/kit/db/id-search.ts';
import { Problem } from '#server/kit/http/problem.ts';

/** Formats a UTC day as "2026-11-22". */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}
export function addDays(day: string, days: number): string {
  return dayOf(new Date(startOf(day).getTime() + days * DAY_MS));
}
/** The earlier of two days. As strings, days sort chronologically. */
export function earlier(one: string, other: string): string {
  return [one, other].sort()[0] ?? one;
}
export function later(one: string, other: string): string {
  return [one, other].sort()[1] ?? one;
}
const daysBetween = (from: string, to: string): number =>
  Math.round((startOf(to).getTime() - startOf(from).getTime()) / DAY_MS);

/** The same day in the previous month, or that month's last day if it is shorter. */
export function monthBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 2, Math.min(date, last))));
}

export type Range = { from: string; to: string };

/** All days in a range, including the last one. */
export function daysOf({ from, to }: Range): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => addDays(from, place));
}

const refuse = (field: 'from' | 'to', message: string): never => {
  throw new Problem('BAD_INPUT', { fields: { [field]: message } });
};

/**
 * The range of days that the charts show. If its last day is in the future, today is used instead.
 * @throws Problem BAD_INPUT if the range is reversed, starts after today or exceeds the maximum
 */
export function readRange(asked: { from?: string | undefined; to?: string | undefined }, today: string): Range {
  const last = asked.to ?? today;
  const from = asked.from ?? addDays(earlier(last, today), 1 - CHART_DAYS);
  if (from > last) refuse('from', 'The start date must not be after the end date.');
  if (from > today) refuse('from', 'This date is in the future.');
  const to = earlier(last, today);
  if (daysBetween(from, to) + 1 > CHART_MAX_DAYS) refuse('from', `Choose at most ${CHART_MAX_DAYS} days.`);
  return { from, to };
}

/** Growth as a whole percentage; null if the earlier value was zero. */
export function growthOf(now: number, then: number): number | null {
  return then > 0 ? Math.round(((now - then) / then) * 100) : null;
}

/**
 * Totals at the end of each day, computed backwards from the current total and the daily changes. Days are in ascending order and
 * end with today.
 */
export function dailyTotals(now: number, days: readonly string[], changes: ReadonlyMap<string, number>): number[] {
  const standing: number[] = [];
  let left = now;
  for (const day of days.toReversed()) {
    standing.push(Math.max(0, left));
    left -= changes.get(day) ?? 0;
  }
  return standing.reverse();
}

/** The ids that a search term matches: a complete id, or all ids that start with the characters after "#". */
export function idRange(search: string): IdRange | null {
  const text = search.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return { from: text, to: text };
  const [, start] = /^#([0-9a-f]{4,8})$/.exec(text) ?? [];
  if (!start) return null;
  const fill = (digit: string) =>
    `${start.padEnd(8, digit)}-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`;
  return { from: fill('0'), to: fill('f') };
}
