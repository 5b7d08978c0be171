// Saves a bench's result: its figures, a description of the machine, and its table rows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineFacts } from './measure/servers.ts';

/** `SIZE=small` is a trial run. Its figures are meaningless, so they are saved separately. */
export const isSmall = process.env.SIZE === 'small';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Folder for the results of real runs, in the repository. */
export const RESULTS = fromHere('results');
/** Folder for the results of trial runs. */
export const TRIED = fromHere('../.cache/bench');

/** `BENCH_RESULTS` sets another folder, so that a check does not overwrite the results it compares with. */
const folder = process.env.BENCH_RESULTS ?? (isSmall ? TRIED : RESULTS);

/** Names of all table rows, in order. Goals and saved results refer to them. */
export const ROWS = [
  ...(['listing', 'listing, slowest answers', 'listing of a category', 'listing at a million'] as const),
  ...([
    'search, hits',
    'search, no hit',
    'palette at a million',
    'forum search',
    'detail',
    'detail at a million',
    'thread list',
    'thread',
    'profile',
  ] as const),
  ...(['HTML of home, cached', 'HTML of the listing, cached', 'HTML of a resource, cached'] as const),
  ...(['HTML of a thread, cached', 'HTML of the listing, not cached'] as const),
  ...(['HTML of home, logged in', 'HTML of a resource, logged in', 'HTML of a thread, logged in'] as const),
  ...(['small asset', 'session check'] as const),
  ...(['like', 'like, 16 concurrent', 'post', 'post, 16 concurrent', 'upload'] as const),
  ...(['request, 1,000 being notified'] as const),
  ...(['new version of 10,000 files', 'restored version of 10,000 files'] as const),
  ...(['download', 'download beside memory', 'download, speed', 'download through nginx', 'ZIP'] as const),
  ...(['sockets', 'sockets, 1,000 readers', 'broadcast, 1,000 readers', 'memory of a socket'] as const),
  ...(['memory, idle', 'memory, after load', 'start', 'build of the front end'] as const),
  ...(['bytes of home', 'scripts of home', 'scripts of a thread', 'styles and fonts'] as const),
  ...(['Lighthouse, home', 'Lighthouse, thread', 'LCP of home', 'LCP of a thread'] as const),
  ...(['TBT of home', 'TBT of a thread', 'CLS of home', 'CLS of a thread'] as const),
  ...(['first frame of a clip', 'next sound by key', 'preview of 10 s of 4K60'] as const),
  ...(['library check, large files', 'library check, small files'] as const),
  ...(['previews of an hour of clips, CPU', 'previews of an hour of clips, disk'] as const),
];

export type RowName = (typeof ROWS)[number];

export type Row = {
  name: RowName;
  /** What our figure is compared with, measured in the same run. */
  reference: string;
  /** Unit of `ours` and `theirs`. */
  unit: string;
  ours: number;
  theirs: number;
  /** `ours` divided by `theirs`. */
  ratio: number;
  better: 'more' | 'less';
  /** Our CPU time, including the database's, divided by the reference's. Null if not measured. */
  cost: number | null;
  /** CPU time of the database only, divided by the reference's. Null if not measured, or if the reference uses no database. */
  databaseCost: number | null;
  /** Whether the load of other programs or the spread of the rounds makes CPU time more reliable than elapsed time. */
  isDisturbed: boolean;
};

/** Rounds values below 100 to three decimals, values below 1,000 to one, and larger values to an integer. */
const legible = (value: number): number => Number(value.toFixed(value >= 1000 ? 0 : value >= 100 ? 1 : 3));

/** Creates a row from two figures. If no ratio is given, such as the median over all rounds, it is computed from the figures. */
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

/** Saves a bench's result with a description of the machine. `rows` are added to the table; some benches have no rows. */
export function saveResult(name: string, result: { rows?: readonly Row[]; [figure: string]: unknown }): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ machine: machineFacts(), ...result }, null, 2)}\n`);
}
