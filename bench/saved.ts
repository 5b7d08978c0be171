// What a bench leaves behind: its figures with the facts of the machine, and of them its rows of the one table.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineFacts } from './measure/servers.ts';

/** `SIZE=small` only tries a bench: its figures are worth nothing, and are kept apart. */
export const isSmall = process.env.SIZE === 'small';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where results that count are kept, in the repository. */
export const RESULTS = fromHere('results');
/** Where results are kept that were only tried. */
export const TRIED = fromHere('../.cache/bench');

/** `BENCH_RESULTS` names another folder: a check must not write over what it compares with. */
const folder = process.env.BENCH_RESULTS ?? (isSmall ? TRIED : RESULTS);

/** All rows of the table, in its order: goals and saved results know them by these names. */
export const ROWS = [
  ...(['listing', 'listing, slowest answers', 'listing of a category', 'listing at a million'] as const),
  ...(['search, hits', 'search, no hit', 'detail', 'detail at a million', 'thread list', 'thread', 'profile'] as const),
  ...(['HTML of home, cached', 'HTML of the listing, cached', 'HTML of a resource, cached'] as const),
  ...(['HTML of a thread, cached', 'HTML of the listing, not cached', 'small asset', 'session check'] as const),
  ...(['like', 'like, 16 at once', 'post', 'post, 16 at once', 'upload'] as const),
  ...(['download', 'download beside memory', 'download, speed', 'download through nginx', 'ZIP'] as const),
  ...(['sockets', 'sockets, 1,000 readers', 'broadcast, 1,000 readers', 'memory of a socket'] as const),
  ...(['memory, idle', 'memory, after load', 'start', 'build of the front end'] as const),
  ...(['bytes of home', 'scripts of home', 'scripts of a thread', 'styles and fonts'] as const),
  ...(['Lighthouse, home', 'Lighthouse, thread', 'LCP of home', 'LCP of a thread'] as const),
  ...(['TBT of home', 'TBT of a thread', 'CLS of home', 'CLS of a thread'] as const),
];

export type RowName = (typeof ROWS)[number];

/** One line of the table. */
export type Row = {
  name: RowName;
  /** What ours stands beside: measured in the same run. */
  reference: string;
  /** Of `ours` and `theirs`. */
  unit: string;
  ours: number;
  theirs: number;
  /** Ours for each of the reference's. */
  ratio: number;
  better: 'more' | 'less';
  /** Processor time of ours, its database's included, for each of the reference's. Null where nobody measured it. */
  cost: number | null;
  /** Of that, the database's alone. Null where nobody measured it, or the reference asks no database. */
  databaseCost: number | null;
  /** Other programs had so much of the machine, or the rounds lie so far apart, that time says less than processor time. */
  isDisturbed: boolean;
};

/** At most three digits behind the point, and of large numbers none. */
const legible = (value: number): number => Number(value.toFixed(value >= 1000 ? 0 : value >= 100 ? 1 : 3));

/** A row of two figures; the ratio follows from them unless it is the median of the rounds' own. */
export function rowOf(
  { name, reference, unit, better }: Pick<Row, 'name' | 'reference' | 'unit' | 'better'>,
  measured: {
    ours: number;
    theirs: number;
    ratio?: number;
    cost?: number;
    databaseCost?: number | null;
    isDisturbed?: boolean;
  },
): Row {
  return {
    ...{ name, reference, unit },
    ours: legible(measured.ours),
    theirs: legible(measured.theirs),
    ratio: legible(measured.ratio ?? measured.ours / measured.theirs),
    better,
    cost: measured.cost === undefined ? null : legible(measured.cost),
    databaseCost: typeof measured.databaseCost === 'number' ? legible(measured.databaseCost) : null,
    isDisturbed: measured.isDisturbed ?? false,
  };
}

/** Writes a bench's result with the facts of the machine. `rows` stand in the table; other benches have none. */
export function saveResult(name: string, result: { rows?: readonly Row[]; [figure: string]: unknown }): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ machine: machineFacts(), ...result }, null, 2)}\n`);
}
