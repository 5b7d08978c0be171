// Searches in a catalogue beside a read of one row: all of them new to the site, which drops what it kept before each.

import { resourceIdOf } from './catalogue-rows.ts';
import { type LoadResult, median, runLoad, spreadOf } from './load.ts';
import { chooseSearches } from './searches.ts';
import type { BenchSite } from './site.ts';

/** A search may take so many times as long as a bare server's read of one row by its key. */
const MOST_TIMES_ONE_ROW = 25;
const ROW_READS = 200;
const MANY_CONNECTIONS = 16;

type Measured = { times: number[]; slowest: number[]; rates: number[] };

export type SearchFigures = Record<
  string,
  {
    searches: number;
    /** Of one request at a time, in milliseconds. */
    p50: number;
    p99: number;
    timesBareRow: number;
    timesOurRow: number;
    perSecond: number;
    spreadPercent: number;
  }
>;

/** Runs through a list once. */
const each = (paths: readonly string[]): (() => string) => {
  let next = 0;
  return () => paths[next++ % paths.length] ?? '';
};

const readOnce = (port: number, paths: readonly string[], connections: number): Promise<LoadResult> =>
  runLoad({ port, next: each(paths), connections, requests: paths.length });

/** Measures every kind of search in interleaved rounds; `failures` are the sentences of what missed its figure. */
export const measureSearch = async (
  { ours, bare, db, forget, rows }: BenchSite,
  rounds: number,
): Promise<{ figures: SearchFigures; failures: string[] }> => {
  const kinds = await chooseSearches(db);
  // Every seventh of the rows has been hidden or waits; those are left out by asking for approved ones only.
  const ids = await visibleIds(db, rows);
  const targets = [
    { name: 'one row, bare', port: bare.port, paths: ids.map((id) => `/resources/${id}`) },
    { name: 'one row, ours', port: ours.port, paths: ids.map((id) => `/api/resources/${id}`) },
    ...kinds.map((kind) => ({ ...kind, port: ours.port })),
  ];
  const measured = new Map<string, Measured>(targets.map(({ name }) => [name, { times: [], slowest: [], rates: [] }]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, port, paths } of targets) {
      await forget();
      const alone = await readOnce(port, paths, 1);
      await forget();
      const many = await readOnce(port, paths, MANY_CONNECTIONS);
      // The first round warms up plans and pages.
      if (round === 0) continue;
      const kept = measured.get(name);
      kept?.times.push(alone.p50);
      kept?.slowest.push(alone.p99);
      kept?.rates.push(many.perSecond);
    }
  }
  const bareRow = median(measured.get('one row, bare')?.times ?? []);
  const ourRow = median(measured.get('one row, ours')?.times ?? []);
  const figures: SearchFigures = {};
  for (const { name, paths } of targets) {
    const { times, slowest, rates } = measured.get(name) ?? { times: [], slowest: [], rates: [] };
    const p50 = median(times);
    figures[name] = {
      searches: paths.length,
      p50: Number(p50.toFixed(2)),
      p99: Number(median(slowest).toFixed(2)),
      timesBareRow: Number((p50 / bareRow).toFixed(1)),
      timesOurRow: Number((p50 / ourRow).toFixed(1)),
      perSecond: Math.round(median(rates)),
      spreadPercent: spreadOf(times),
    };
  }
  const failures = Object.entries(figures)
    .filter(([, { timesBareRow }]) => timesBareRow > MOST_TIMES_ONE_ROW)
    .map(([name, { timesBareRow }]) => `${name}: ${timesBareRow} times a one-row read, at most ${MOST_TIMES_ONE_ROW}`);
  return { figures, failures };
};

const visibleIds = async (db: BenchSite['db'], rows: number): Promise<string[]> => {
  const step = Math.max(1, Math.floor(rows / (ROW_READS * 1.5)));
  const some = Array.from({ length: Math.floor(rows / step) }, (_, index) => resourceIdOf(1 + index * step));
  const visible = await db.selectFrom('search_entries').select('id').where('id', 'in', some).limit(ROW_READS).execute();
  return visible.map(({ id }) => id);
};
