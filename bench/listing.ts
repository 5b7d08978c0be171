/**
 * Measures listing and search with a million resources, compared with a bare server on the same database in the same run.
 *
 * Fails when the uncached listing reaches less than 0.65 of the bare server's responses per second, a visitor's cached page
 * reaches less than 0.5 of the rate of sending the same bytes from memory, page 1,000 takes more than 3 times as long as page 1,
 * a search takes more than 25 times as long as a bare read of one row, or the site's memory grows. `SIZE=small` is a trial run
 * with 20,000 resources; `KEEP_IN=<folder>` keeps the databases there for the next run.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { measureDeepPages } from './measure/deep-pages.ts';
import { measurePairs, type Pair, rowOfPair, warmUp } from './measure/rates.ts';
import { measureSearch } from './measure/search.ts';
import { machineFacts } from './measure/servers.ts';
import { type BenchSite, openSite } from './measure/site.ts';
import { isSmall, saveResult } from './saved.ts';

const SEARCH_ROUNDS = 3;
const LEAST_OF_BARE = 0.65;
const LEAST_OF_MEMORY = 0.5;
const MOST_GROWTH_MIB = 40;
const MOST_GROWTH = 0.15;

/** bench/pages.ts covers a hundred thousand resources. */
const sizes = [isSmall ? 20_000 : 1_000_000];

const pairsOf = (site: BenchSite): Pair[] => {
  const {
    ours,
    bare,
    rows,
    visibleIds: [visibleId],
  } = site;
  return [
    {
      name: `first page of ${rows}, nothing cached`,
      ours: { server: ours, path: '/api/resources' },
      reference: { server: bare, path: '/resources' },
      least: LEAST_OF_BARE,
    },
    {
      name: `one resource of ${rows}, nothing cached`,
      ours: { server: ours, path: `/api/resources/${visibleId}` },
      reference: { server: bare, path: `/resources/${visibleId}` },
    },
  ];
};

/** Pages requested without a session, which are served from the cache. The resource page still counts each view. */
const cachedPairsOf = ({ ours, bare, visibleIds: [visibleId] }: BenchSite): Pair[] => [
  {
    name: 'a visitor’s listing page from the cache',
    ours: { server: ours, path: '/resources' },
    reference: { server: bare, path: '/bytes' },
    least: LEAST_OF_MEMORY,
    awake: true,
  },
  {
    name: 'a visitor’s resource page from the cache',
    ours: { server: ours, path: `/resources/${visibleId}` },
    reference: { server: bare, path: '/bytes' },
    awake: true,
  },
];

const kept = process.env.KEEP_IN;
const folder = kept ?? (await makeTemporaryHome());
mkdirSync(folder, { recursive: true });
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(folder, 0o711);
const sites: BenchSite[] = [];
try {
  const machine = machineFacts();
  for (const rows of sizes) {
    const site = await openSite(join(folder, String(rows)), rows, kept !== undefined);
    sites.push(site);
    console.log(`${rows} resources written in ${Math.round(site.fillSeconds)} s`);
  }
  const large = sites.at(-1);
  if (!large) throw new Error('no site was opened');
  // Run everything once before measuring, so that one-time loading, compiling and caching do not count as growth.
  await warmUp([...sites.flatMap(pairsOf), ...cachedPairsOf(large)]);
  await measureDeepPages(large);
  await measureSearch(large, 0);
  const memoryBefore = large.ours.rssMib();

  const rates = await measurePairs([...sites.flatMap(pairsOf), ...cachedPairsOf(large)], () =>
    sites.reduce((sum, site) => sum + site.databaseCpuSeconds(), 0),
  );
  console.log('\nResponses per second with 64 connections, and microseconds of CPU time per response:');
  console.table(rates.figures);

  const pages = await measureDeepPages(large);
  console.log(`\nMilliseconds per request, one at a time, ${large.rows} resources:`);
  console.table(pages.figures);

  const search = await measureSearch(large, SEARCH_ROUNDS);
  console.log(
    `\nMilliseconds per search, one at a time, and searches per second with 16 connections, ${large.rows} resources.` +
      '\nEach list of distinct searches is run once, after clearing the site’s caches:',
  );
  console.table(search.figures);

  const memory = { beforeMib: memoryBefore, afterMib: large.ours.rssMib() };
  const growth = memory.afterMib - memory.beforeMib;
  console.log(`\nMemory of the site: ${memory.beforeMib} MiB before, ${memory.afterMib} MiB after`);
  const isFlat = growth < MOST_GROWTH_MIB || growth < memory.beforeMib * MOST_GROWTH;
  const othersPercent = { rates: rates.othersPercent, search: search.othersPercent };
  console.log(
    `Other programs used ${othersPercent.rates} % of the machine during the rates and ${othersPercent.search} % during the searches`,
  );
  const failures = [
    ...rates.failures,
    ...pages.failures,
    ...search.failures,
    ...(isFlat ? [] : [`the site's memory grew by ${growth} MiB`]),
  ];
  const fillSeconds = Object.fromEntries(sites.map((site) => [site.rows, Math.round(site.fillSeconds)]));
  const rows = [
    rowOfPair(
      'listing at a million',
      'bare Fastify, same SQL',
      rates.figures[`first page of ${large.rows}, nothing cached`],
    ),
    rowOfPair(
      'detail at a million',
      'bare Fastify, one row',
      rates.figures[`one resource of ${large.rows}, nothing cached`],
    ),
  ];
  saveResult('listing', {
    ...{ machine, othersPercent, fillSeconds, rates: rates.figures, pages: pages.figures, search: search.figures },
    ...{ memory, failures, rows },
  });
  for (const failure of failures) console.log(`FAIL ${failure}`);
  if (failures.length === 0) console.log('PASS all bounds');
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  for (const site of sites.reverse()) await site.close();
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
