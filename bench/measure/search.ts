// Measures searches in a catalogue and compares them with reading one row. All searches are uncached: the site's caches are
// cleared before each one.

import { chooseSearches } from '../rows/searches.ts';
import { type LoadResult, median, runLoad, spreadOf } from './load.ts';
import { watchOthers } from './servers.ts';
import type { BenchSite } from './site.ts';

/** Maximum time of a search, as a multiple of the time a bare server takes to read one row by its key. */
const MOST_TIMES_ONE_ROW = 25;
const MANY_CONNECTIONS = 16;

/** `ratios` are the times relative to a bare read made just before each round, so that a slow machine affects both times. */
type Measured = { times: number[]; ratios: number[]; slowest: number[]; rates: number[]; cpu: number[] };

export type SearchFigures = Record<
  string,
  {
    searches: number;
    /** Median time in milliseconds when one request is sent at a time. */
    p50: number;
    p99: number;
    timesBareRow: number;
    timesOurRow: number;
    perSecond: number;
    /** Spread over all rounds, as a percentage of the fastest. */
    spreadPercent: number;
    /** CPU time of the site and the database, in milliseconds; other programs hardly affect it. */
    cpuMs: number;
    timesBareRowCpu: number;
  }
>;

/** The kind of search that is also sent to the bare server. */
const BARE_WORDS = 'a word in 2 %';

const asBareSearch = (path: string): string =>
  `/search/${encodeURIComponent(new URL(path, 'http://site').searchParams.get('search') ?? '')}`;

/** Returns a function that cycles through a list. */
const each = (paths: readonly string[]): (() => string) => {
  let next = 0;
  return () => paths[next++ % paths.length] ?? '';
};

const readOnce = (port: number, paths: readonly string[], connections: number): Promise<LoadResult> =>
  runLoad({ port, next: each(paths), connections, requests: paths.length });

const nothing = (): Measured => ({ times: [], ratios: [], slowest: [], rates: [], cpu: [] });

/** Measures all kinds of search, or only the given ones, in interleaved rounds. `failures` has one sentence per missed bound. */
export async function measureSearch(
  { ours, bare, db, forget, visibleIds, databaseCpuSeconds }: BenchSite,
  rounds: number,
  only?: readonly string[],
): Promise<{ figures: SearchFigures; othersPercent: number; isDisturbed: boolean; failures: string[] }> {
  const kinds = (await chooseSearches(db)).filter(({ name }) => !only || only.includes(name));
  const bareWords = kinds.find(({ name }) => name === BARE_WORDS)?.paths ?? [];
  const barePaths = visibleIds.map((id) => `/resources/${id}`);
  const targets = [
    { name: 'one row, bare', server: bare, paths: barePaths },
    ...(only ? [{ name: 'a bare search', server: bare, paths: bareWords.map(asBareSearch) }] : []),
    { name: 'one row, ours', server: ours, paths: visibleIds.map((id) => `/api/resources/${id}`) },
    ...kinds.map((kind) => ({ ...kind, server: ours })),
  ];
  const measured = new Map<string, Measured>(targets.map(({ name }) => [name, nothing()]));
  const endWatch = watchOthers(() => ours.cpuSeconds() + bare.cpuSeconds() + databaseCpuSeconds());
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, server, paths } of targets) {
      const row = await readOnce(bare.port, barePaths, 1);
      const spent = () => server.cpuSeconds() + databaseCpuSeconds();
      const before = spent();
      await forget();
      const alone = await readOnce(server.port, paths, 1);
      await forget();
      const many = await readOnce(server.port, paths, MANY_CONNECTIONS);
      const cpuMs = ((spent() - before) / (alone.answers + many.answers)) * 1000;
      // The first round warms up query plans and database pages.
      if (round === 0) continue;
      const kept = measured.get(name);
      kept?.times.push(alone.p50);
      kept?.ratios.push(alone.p50 / row.p50);
      kept?.slowest.push(alone.p99);
      kept?.rates.push(many.perSecond);
      kept?.cpu.push(cpuMs);
    }
  }
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const bareRowCpu = meanOf(measured.get('one row, bare')?.cpu ?? []);
  const ourRow = median(measured.get('one row, ours')?.times ?? []);
  const figures: SearchFigures = {};
  for (const { name, paths } of targets) {
    const { times, ratios, slowest, rates, cpu } = measured.get(name) ?? nothing();
    const p50 = median(times);
    figures[name] = {
      searches: paths.length,
      p50: Number(p50.toFixed(2)),
      p99: Number(median(slowest).toFixed(2)),
      timesBareRow: Number(median(ratios).toFixed(1)),
      timesOurRow: Number((p50 / ourRow).toFixed(1)),
      perSecond: Math.round(median(rates)),
      spreadPercent: spreadOf(times),
      cpuMs: Number(meanOf(cpu).toFixed(2)),
      timesBareRowCpu: Number((meanOf(cpu) / bareRowCpu).toFixed(1)),
    };
  }
  const watched = endWatch();
  const failures = Object.entries(figures).flatMap(([name, figure]) => {
    // When other programs are busy, elapsed times would mostly reflect those programs.
    const times = watched.isDisturbed ? figure.timesBareRowCpu : figure.timesBareRow;
    if (times <= MOST_TIMES_ONE_ROW || name === 'a bare search') return [];
    const measure = watched.isDisturbed ? 'CPU time (other programs disturbed the times)' : 'time';
    return [`${name}: ${times} times the ${measure} of a bare one-row read, the limit is ${MOST_TIMES_ONE_ROW}`];
  });
  return { figures, ...watched, failures };
}
