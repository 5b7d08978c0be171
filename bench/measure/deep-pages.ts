// Measures how long a deep page takes compared with the first page. Sends one request at a time, over many adjacent pages.

import { listingPath } from '#contract/paths.ts';
import { RESOURCES_PER_PAGE } from '#contract/resources/limits.ts';
import { median, runLoad, spreadOf } from './load.ts';
import type { BenchSite } from './site.ts';

const PAGES_OF_A_KIND = 30;
const ROUNDS = 5;
/** Maximum time of page 1,000, as a multiple of the first page's time. */
const MOST_TIMES_FIRST = 3;

type Filter = Parameters<typeof listingPath>[0];

export type PageFigures = Record<string, { p50: number; p99: number; timesFirst: number; spreadPercent: number }>;

const asPath = (filter: Filter): string => listingPath(filter).replace(/^/, '/api');

const pathsFrom = (page: number, filter: Filter = {}): string[] =>
  Array.from({ length: PAGES_OF_A_KIND }, (_, index) => asPath({ ...filter, page: page + index }));

/** Measures the first, deep and last pages in interleaved rounds. */
export async function measureDeepPages({ ours, db, forget, rows }: BenchSite) {
  const { count } = await db
    .selectFrom('facet_counts')
    .select('count')
    .where('kind', '=', 'all')
    .executeTakeFirstOrThrow();
  const last = Math.ceil(count / RESOURCES_PER_PAGE);
  const deep = Math.min(1000, Math.floor(last / 2));
  const first = Array.from({ length: PAGES_OF_A_KIND }, () => asPath({}));
  const targets = [
    { name: 'page 1', paths: first },
    { name: `page ${deep}`, paths: pathsFrom(deep), isAsked: true },
    { name: `page ${last}, the last`, paths: pathsFrom(last - PAGES_OF_A_KIND + 1) },
    { name: `page ${deep}, oldest first`, paths: pathsFrom(deep, { sort: 'oldest' }) },
    { name: `page ${deep} by downloads`, paths: pathsFrom(deep, { sort: 'downloads' }) },
    { name: `page ${deep} of a category`, paths: pathsFrom(deep, { category: 'Free' }) },
  ];
  const times = new Map<string, { p50: number[]; p99: number[] }>(
    targets.map(({ name }) => [name, { p50: [], p99: [] }]),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, paths } of targets) {
      await forget();
      let next = 0;
      const { p50, p99 } = await runLoad({
        port: ours.port,
        next: () => paths[next++] ?? '',
        connections: 1,
        requests: paths.length,
      });
      if (round === 0) continue;
      times.get(name)?.p50.push(p50);
      times.get(name)?.p99.push(p99);
    }
  }
  const firstTime = median(times.get('page 1')?.p50 ?? []);
  const figures: PageFigures = Object.fromEntries(
    [...times].map(([name, { p50, p99 }]) => [
      name,
      {
        p50: Number(median(p50).toFixed(2)),
        p99: Number(median(p99).toFixed(2)),
        timesFirst: Number((median(p50) / firstTime).toFixed(1)),
        spreadPercent: spreadOf(p50),
      },
    ]),
  );
  const failures = targets
    .filter(({ name, isAsked }) => isAsked && (figures[name]?.timesFirst ?? Number.NaN) > MOST_TIMES_FIRST)
    .map(({ name }) => `${name} of ${rows}: ${figures[name]?.timesFirst} times page 1, limit ${MOST_TIMES_FIRST}`);
  return { figures, failures };
}
