// Measures the first load on a slow phone, using Lighthouse's mobile preset on the demo site and the median of three runs per
// page. Fails if LCP, CLS, accessibility or SEO misses its limit below; all other figures are only reported.
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { Category, Thread } from '#contract/forum/api.ts';
import { resourcePath, threadPath } from '#contract/paths.ts';
import type { ResourceCard } from '#contract/resources/api.ts';
import { chromiumPath } from '#test/harness/chromium.ts';
import { startSite } from '#test/harness/site-process.ts';
import { type LighthouseRun, runLighthouse } from './measure/lighthouse-run.ts';
import { isSmall, type Row, type RowName, rowOf, saveResult } from './saved.ts';

const ROUNDS = isSmall ? 1 : 3;
/** At a higher load average, other programs distort the times. */
const QUIET_LOAD = 1.5;

/** Maximum LCP (in ms) and CLS; minimum accessibility and SEO scores. */
const gates = { lcp: 2300, cls: 0.02, accessibility: 100, seo: 100 };

/** Finds a demo thread longer than a screen: the one with the most posts in the busiest subcategory. */
const longestThread = async (site: string): Promise<string> => {
  const read = async <T>(path: string): Promise<T> => (await (await fetch(site + path)).json()) as T;
  const places = (await read<Category[]>('/api/forum/categories')).flatMap((category) =>
    category.subCategories.map((subCategory) => ({ category, subCategory })),
  );
  const place = places.toSorted((a, b) => b.subCategory.postCount - a.subCategory.postCount)[0];
  if (!place) throw new Error('the site has no forum');
  const threads = await read<Thread[]>(`/api/forum/threads?categoryId=${place.subCategory.id}`);
  const thread = threads.toSorted((a, b) => b.postCount - a.postCount)[0];
  if (!thread) throw new Error('the forum has no thread');
  return threadPath(place, thread.id);
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Finds the newest free resource with an ordinary resource page (built-in elements have a different one). */
const freeResource = async (site: string): Promise<string> => {
  const reply = await fetch(`${site}/api/resources?category=free`);
  const { resources } = (await reply.json()) as { resources: ResourceCard[] };
  const found = resources.find(({ slug }) => slug === null);
  if (!found) throw new Error('the site has no free resource');
  return resourcePath(found.id);
};

/** Summarises the runs of a page as the median of each number. Request types that are missing from a run count as 0 bytes. */
const summaryOf = (runs: LighthouseRun[]) => {
  const of = (pick: (run: LighthouseRun) => number): number => median(runs.map(pick));
  const ofMeasured = (pick: (run: LighthouseRun) => number | null): number | null => {
    const values = runs.map(pick).filter((value) => value !== null);
    return values.length === runs.length ? median(values) : null;
  };
  const kinds = [...new Set(runs.flatMap(({ transferred }) => Object.keys(transferred)))].sort();
  return {
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    cls: of(({ cls }) => cls),
    tbt: ofMeasured(({ tbt }) => tbt),
    performance: ofMeasured(({ performance }) => performance),
    accessibility: of(({ accessibility }) => accessibility),
    bestPractices: of(({ bestPractices }) => bestPractices),
    seo: of(({ seo }) => seo),
    requests: of(({ requests }) => requests),
    transferred: Object.fromEntries(kinds.map((kind) => [kind, of(({ transferred }) => transferred[kind] ?? 0)])),
  };
};

type Summary = ReturnType<typeof summaryOf>;

const REFERENCE = 'NodeBB behind gzip, measured earlier';
/**
 * NodeBB's figures for the home page and a thread: KiB transferred, scores from 0 to 1, and times in milliseconds. They were
 * measured earlier, because this bench does not run NodeBB.
 */
const peer = {
  home: { bytes: 555, scripts: 180, stylesAndFonts: 337, performance: 0.81, lcp: 2890, tbt: 561, cls: 0.03 },
  thread: { scripts: 264, performance: 0.81, lcp: 2280, tbt: 566, cls: 0.03 },
};

/** Table rows. A page that never became idle has no score and no TBT, so those rows are omitted. */
const rowsOf = (home: Summary, thread: Summary, isDisturbed: boolean): Row[] => {
  const row = (name: RowName, unit: string, ours: number | null, theirs: number, better: Row['better']): Row[] =>
    ours === null ? [] : [rowOf({ name, reference: REFERENCE, unit, better }, { ours, theirs, isDisturbed })];
  const kibOf = ({ transferred }: Summary, kinds: string[]): number =>
    kinds.reduce((sum, kind) => sum + (transferred[kind] ?? 0), 0) / 1024;
  const all = Object.keys(home.transferred).filter((kind) => kind !== 'Image');
  const scoreOf = ({ performance }: Summary): number | null => (performance === null ? null : performance / 100);
  // Byte counts do not depend on the machine's load.
  const bytes = (name: RowName, ours: number, theirs: number): Row[] =>
    row(name, 'KiB', ours, theirs, 'less').map((one) => ({ ...one, isDisturbed: false }));
  return [
    bytes('bytes of home', kibOf(home, all), peer.home.bytes),
    bytes('scripts of home', kibOf(home, ['Script']), peer.home.scripts),
    bytes('scripts of a thread', kibOf(thread, ['Script']), peer.thread.scripts),
    bytes('styles and fonts', kibOf(home, ['Stylesheet', 'Font']), peer.home.stylesAndFonts),
    row('Lighthouse, home', 'of 1', scoreOf(home), peer.home.performance, 'more'),
    row('Lighthouse, thread', 'of 1', scoreOf(thread), peer.thread.performance, 'more'),
    row('LCP of home', 'ms', home.lcp, peer.home.lcp, 'less'),
    row('LCP of a thread', 'ms', thread.lcp, peer.thread.lcp, 'less'),
    row('TBT of home', 'ms', home.tbt, peer.home.tbt, 'less'),
    row('TBT of a thread', 'ms', thread.tbt, peer.thread.tbt, 'less'),
    row('CLS of home', 'score', home.cls, peer.home.cls, 'less'),
    row('CLS of a thread', 'score', thread.cls, peer.thread.cls, 'less'),
  ].flat();
};

const missed = (page: string, { lcp, cls, accessibility, seo }: Summary): string[] =>
  [
    lcp > gates.lcp && `${page}: LCP ${lcp} ms, the limit is ${gates.lcp} ms`,
    cls > gates.cls && `${page}: CLS ${cls}, the limit is ${gates.cls}`,
    accessibility < gates.accessibility && `${page}: accessibility ${accessibility} of 100`,
    seo < gates.seo && `${page}: SEO ${seo} of 100`,
  ].filter((sentence) => sentence !== false);

if (!existsSync(chromiumPath)) {
  console.log('Missing: chromium. Install with: apt-get install chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
// If `SITE_URL` is set, measures that running site instead of starting one, as the screenshot script does.
const given = process.env.SITE_URL;
const own = given ? null : await startSite({ NODE_ENV: 'production' });
try {
  const site = given ?? own?.url ?? '';
  const pages = {
    home: '/',
    listing: '/resources',
    resource: await freeResource(site),
    thread: await longestThread(site),
    premium: '/premium',
    wiki: '/wiki',
  };
  const names = Object.keys(pages) as (keyof typeof pages)[];
  // Load each page once first, so that rendering it for the first time is not measured.
  for (const name of names) await (await fetch(site + pages[name])).text();
  const loadBefore = loadavg()[0] ?? 0;
  if (loadBefore > QUIET_LOAD) {
    console.log(`The load average is ${loadBefore.toFixed(1)}: times will be higher than on an idle machine.`);
  }
  const runs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    keyof typeof pages,
    LighthouseRun[]
  >;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) runs[name].push(await runLighthouse(site + pages[name]));
  }
  const summaries = Object.fromEntries(names.map((name) => [name, summaryOf(runs[name])])) as Record<
    keyof typeof pages,
    Summary
  >;
  const figures = names.map((name) => [name, (({ transferred: _, ...rest }) => rest)(summaries[name])]);
  console.table(Object.fromEntries(figures));
  console.table(Object.fromEntries(names.map((name) => [name, summaries[name].transferred])));
  const all = names.flatMap((name) => runs[name].map((run) => ({ name, ...run })));
  for (const finding of new Set(all.flatMap(({ name, findings }) => findings.map((text) => `${name}: ${text}`)))) {
    console.log(`found: ${finding}`);
  }
  const failures = names.flatMap((name) => missed(name, summaries[name]));
  for (const failure of failures) console.log(`FAIL ${failure}`);
  if (failures.length === 0) {
    console.log(`PASS LCP <= ${gates.lcp} ms, CLS <= ${gates.cls}, accessibility and SEO 100 on ${names.join(', ')}`);
  }
  const machine = {
    cores: availableParallelism(),
    node: process.version,
    benchmarkIndex: median(all.map(({ benchmarkIndex }) => benchmarkIndex)),
    loadBefore,
    loadAfter: loadavg()[0] ?? 0,
    rounds: ROUNDS,
  };
  const rows = rowsOf(summaries.home, summaries.thread, loadBefore > QUIET_LOAD);
  saveResult('lighthouse', { machine, gates, passed: failures.length === 0, rows, pages: summaries, runs });
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await own?.stop();
}
