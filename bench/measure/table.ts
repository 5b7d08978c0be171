// The results of all benches as one table, compared with the goals and with the saved results.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS, type Row, type RowName } from '../saved.ts';
import { type Bound, type Goal, goals } from './goals.ts';
import type { machineFacts } from './servers.ts';

/** Result of one bench: its rows, and the machine it ran on. */
export type Measured = { machine: ReturnType<typeof machineFacts>; rows: readonly Row[] };

export type Table = Record<string, Measured>;

/** A figure that is worse by more than this fraction counts as a regression. */
export const MOST_WORSE = 0.2;

/** In rows where less is better, ratios up to this are too small to compare. */
const NEGLIGIBLE = 0.05;

export const TABLE_BENCHES = [
  ...[
    'pages',
    'listing',
    'palette',
    'forum-search',
    'session',
    'writes',
    'followers',
    'uploads',
    'versions',
    'download',
    'accel',
    'zip',
    'sockets',
    'start',
    'build',
  ],
  ...['lighthouse', 'stage', 'library', 'previews'],
] as const;

/** Reads a bench's result from a folder; null if the folder does not contain one. */
export function readMeasured(folder: string, bench: string): Measured | null {
  const path = join(folder, `${bench}.json`);
  if (!existsSync(path)) return null;
  const { machine, rows = [] } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Measured> &
    Pick<Measured, 'machine'>;
  return { machine, rows };
}

/** Reads a saved table; empty if the file does not exist. */
export function readTable(path: string): Table {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Table) : {};
}

const inWords = (bound: Bound): string => ('least' in bound ? `>= ${bound.least}` : `<= ${bound.most}`);

const keeps = (value: number, bound: Bound): boolean => ('least' in bound ? value >= bound.least : value <= bound.most);

/** Whether a row meets a goal: 'stretch', 'met' or 'missed'. Null if a value that the goal needs was not measured. */
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
  // The stretch bound applies to the primary measure: the ratio, or the figure itself.
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

/** Names of the rows that a table lacks. */
export function missingFrom(table: Table): RowName[] {
  const known = new Set(rowsOf(table).map(({ name }) => name));
  return ROWS.filter((name) => !known.has(name));
}

const HEAD = ['', 'ours', 'reference', 'unit', 'ratio', 'CPU', 'goal (stretch)', 'status', 'compared with'];

const cellsOf = (row: Row): string[] => {
  const own = goals.filter((goal) => goal.row === row.name);
  return [
    ...[row.name, String(row.ours), String(row.theirs), row.unit, String(row.ratio), String(row.cost ?? '')],
    own.map(goalInWords).join('; '),
    own.map((goal) => standing(row, goal) ?? 'unknown').join('; '),
    row.reference + (row.isDisturbed ? ' (disturbed)' : ''),
  ];
};

/** Lines of the printed table, with aligned columns. */
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

/**
 * How much worse a row has become; 0.25 means 25 %. If either run was disturbed by other programs and both have a CPU time,
 * compares the CPU times, since they are affected least. Otherwise compares the ratios.
 */
export function worseBy(before: Row, now: Row): number {
  if ((before.isDisturbed || now.isDisturbed) && before.cost !== null && now.cost !== null)
    return now.cost / before.cost - 1;
  // Too small for a relative change to mean anything.
  if (now.better === 'less' && now.ratio <= NEGLIGIBLE) return 0;
  return now.better === 'less' ? now.ratio / before.ratio - 1 : before.ratio / now.ratio - 1;
}

export type Regression = { bench: string; row: RowName; by: number };

/**
 * Rows that have become worse by more than the limit, or that no longer exist in the fresh table. New rows are not regressions.
 */
export function regressionsOf(saved: Table, fresh: Table): Regression[] {
  return Object.entries(saved).flatMap(([bench, { rows }]) => {
    const measured = fresh[bench];
    // Benches that were not run are skipped.
    if (!measured) return [];
    return rows.flatMap((before) => {
      const now = measured.rows.find(({ name }) => name === before.name);
      const by = now ? worseBy(before, now) : Number.POSITIVE_INFINITY;
      // Rows that cannot be compared count as regressions, so that none is skipped silently.
      return by <= MOST_WORSE ? [] : [{ bench, row: before.name, by }];
    });
  });
}

export function inSentence({ row, by }: Regression): string {
  return Number.isFinite(by) ? `${row}: ${Math.round(by * 100)} % worse than saved` : `${row}: not measured any more`;
}
