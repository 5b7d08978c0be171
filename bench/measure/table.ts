// The one table: what every bench measured of itself, beside the goals, and beside what was saved before.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS, type Row, type RowName } from '../saved.ts';
import { type Bound, type Goal, goals, notShown } from './goals.ts';
import type { machineFacts } from './servers.ts';

/** What one bench brought: its rows, and what they were measured on. */
export type Measured = { machine: ReturnType<typeof machineFacts>; rows: readonly Row[] };

/** The saved table: by bench. */
export type Table = Record<string, Measured>;

/** More than this, and a figure has become worse. */
export const MOST_WORSE = 0.2;

/** Of the reference, where less is better. */
const NEGLIGIBLE = 0.05;

/** The benches that rows come from. */
export const TABLE_BENCHES = [
  ...['pages', 'listing', 'session', 'writes', 'uploads', 'download', 'accel', 'zip', 'sockets', 'start', 'build'],
  'lighthouse',
] as const;

/** What a bench left in a folder; null when it left nothing. */
export function readMeasured(folder: string, bench: string): Measured | null {
  const path = join(folder, `${bench}.json`);
  if (!existsSync(path)) return null;
  const { machine, rows = [] } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Measured> &
    Pick<Measured, 'machine'>;
  return { machine, rows };
}

/** A saved table; empty when there is none. */
export function readTable(path: string): Table {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Table) : {};
}

const inWords = (bound: Bound): string => ('least' in bound ? `>= ${bound.least}` : `<= ${bound.most}`);

const keeps = (value: number, bound: Bound): boolean => ('least' in bound ? value >= bound.least : value <= bound.most);

/** How a row stands to a goal: 'stretch', 'met', or 'missed'. Null where a measure of the goal was not taken. */
export function standing(
  row: Row,
  { must, figure, stretch, cost, database }: Goal,
): 'stretch' | 'met' | 'missed' | null {
  const asked = [
    { bound: must, value: row.ratio },
    { bound: figure, value: row.ours },
    { bound: cost, value: row.cost },
    { bound: database, value: row.databaseCost },
  ];
  const bounds = asked.flatMap(({ bound, value }) => (bound ? [{ bound, value }] : []));
  if (bounds.some(({ bound, value }) => value !== null && !keeps(value, bound))) return 'missed';
  if (bounds.some(({ value }) => value === null)) return null;
  // It is of what the goal asks first: the ratio, or the figure by itself.
  return stretch && keeps(must ? row.ratio : row.ours, stretch) ? 'stretch' : 'met';
}

const goalInWords = ({ id, must, figure, stretch, cost, database }: Goal): string =>
  [
    id,
    must && inWords(must),
    figure && `ours ${inWords(figure)}`,
    stretch && `(${inWords(stretch)})`,
    cost && `CPU <= ${cost.most}`,
    database && `database <= ${database.most}`,
  ]
    .filter(Boolean)
    .join(' ');

const rowsOf = (table: Table): Row[] => Object.values(table).flatMap(({ rows }) => rows);

/** Rows that a table lacks. */
export function missingFrom(table: Table): RowName[] {
  const known = new Set(rowsOf(table).map(({ name }) => name));
  return ROWS.filter((name) => !known.has(name));
}

const HEAD = ['', 'ours', 'reference', 'unit', 'ratio', 'CPU', 'goal (stretch)', 'stands', 'beside'];

const cellsOf = (row: Row): string[] => {
  const own = goals.filter((goal) => goal.row === row.name);
  return [
    ...[row.name, String(row.ours), String(row.theirs), row.unit, String(row.ratio), String(row.cost ?? '')],
    own.map(goalInWords).join('; '),
    own.map((goal) => standing(row, goal) ?? 'not known').join('; '),
    row.reference + (row.isDisturbed ? ' (disturbed)' : ''),
  ];
};

/** The table as it is printed, line by line, with its columns below each other. */
export function linesOf(table: Table): string[] {
  const rows = rowsOf(table).toSorted((a, b) => ROWS.indexOf(a.name) - ROWS.indexOf(b.name));
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Goals that no row shows, one sentence each. */
export function sentencesOfRest(): string[] {
  return notShown.map(({ id, asks, why }) => `${id}, ${asks}: ${why}`);
}

/**
 * By which share a row has become worse: 0.25 is 25 %. Where other programs disturbed one of the two, and both know it, by
 * processor time, which they disturb least; else by the ratio.
 */
export function worseBy(before: Row, now: Row): number {
  if ((before.isDisturbed || now.isDisturbed) && before.cost !== null && now.cost !== null)
    return now.cost / before.cost - 1;
  // So little, or nothing, that a share of it says nothing.
  if (now.better === 'less' && now.ratio <= NEGLIGIBLE) return 0;
  return now.better === 'less' ? now.ratio / before.ratio - 1 : before.ratio / now.ratio - 1;
}

export type Regression = { bench: string; row: RowName; by: number };

/** Rows of the fresh table that have become worse than they may, and rows that are gone. New ones are no regression. */
export function regressionsOf(saved: Table, fresh: Table): Regression[] {
  return Object.entries(saved).flatMap(([bench, { rows }]) => {
    const measured = fresh[bench];
    // A bench that was not asked for says nothing.
    if (!measured) return [];
    return rows.flatMap((before) => {
      const now = measured.rows.find(({ name }) => name === before.name);
      const by = now ? worseBy(before, now) : Number.POSITIVE_INFINITY;
      // What cannot be compared is told, never passed over.
      return by <= MOST_WORSE ? [] : [{ bench, row: before.name, by }];
    });
  });
}

export function inSentence({ row, by }: Regression): string {
  return Number.isFinite(by) ? `${row}: ${Math.round(by * 100)} % worse than saved` : `${row}: not measured any more`;
}
