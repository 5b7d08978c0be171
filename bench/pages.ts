/**
 * Measures the most frequent requests with 100,000 resources, a forum of a few thousand threads and 64 connections: lists, a
 * resource, a profile, a thread, searches, and cached and uncached HTML pages. Each alternates with the same request to a bare
 * server on the same database. This bench has no limits of its own; the table compares its rows with their goals. `SIZE=small` is
 * a trial run.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { measurePairs, type Pair, rowOfPair, warmUp } from './measure/rates.ts';
import { measureSearch } from './measure/search.ts';
import { type BenchServer, launchServer } from './measure/servers.ts';
import { type BenchSite, fetchPage, openSite, siteEnv } from './measure/site.ts';
import { authorNameOf } from './rows/catalogue-rows.ts';
import { type BenchForum, fillForum } from './rows/forum-rows.ts';
import { isSmall, type RowName, rowOf, saveResult } from './saved.ts';

const RESOURCES = isSmall ? 5000 : 100_000;
const FORUM = isSmall ? { threads: 300, posts: 100 } : { threads: 3000, posts: 1000 };
const SEARCH_ROUNDS = isSmall ? 1 : 3;
/** The site's limit on concurrent renders. Above it, pages are rendered in the browser. */
const DRAWN_AT_ONCE = 16;
const CATEGORY = 'Free';

type RowPair = Pair & { name: RowName; referred: string };

type CachedPage = { name: RowName; loggedIn?: RowName; key: string; path: string };

/** Cached pages. The bare server serves the same bytes under `key`. */
const pagesOf = (visibleId: string | undefined, { subcategory, threadId }: BenchForum): CachedPage[] => [
  { name: 'HTML of home, cached', loggedIn: 'HTML of home, logged in', key: 'home', path: '/' },
  { name: 'HTML of the listing, cached', key: 'listing', path: '/resources' },
  {
    name: 'HTML of a resource, cached',
    loggedIn: 'HTML of a resource, logged in',
    key: 'resource',
    path: `/resources/${visibleId}`,
  },
  {
    name: 'HTML of a thread, cached',
    loggedIn: 'HTML of a thread, logged in',
    key: 'thread',
    path: `/community/${subcategory.address}/${threadId}`,
  },
];

const pairsOf = (
  { ours, visibleIds: [visibleId] }: BenchSite,
  bare: BenchServer,
  { forum, cookie }: { forum: BenchForum; cookie: string },
): RowPair[] => {
  const list = { server: bare, path: '/resources' };
  const manyRows = 'bare Fastify, 21 resources';
  const person = authorNameOf(17);
  return [
    {
      name: 'listing',
      referred: 'bare Fastify, same SQL',
      ours: { server: ours, path: '/api/resources' },
      reference: list,
    },
    {
      name: 'listing of a category',
      referred: 'bare Fastify, same SQL without a total',
      ours: { server: ours, path: `/api/resources?category=${CATEGORY}` },
      reference: { server: bare, path: `/categories/${CATEGORY}` },
    },
    {
      name: 'detail',
      referred: 'bare Fastify, one row',
      ours: { server: ours, path: `/api/resources/${visibleId}` },
      reference: { server: bare, path: `/resources/${visibleId}` },
    },
    {
      name: 'profile',
      referred: 'bare Fastify, one row',
      ours: { server: ours, path: `/api/users/${person}` },
      reference: { server: bare, path: `/people/${person}` },
    },
    {
      name: 'thread list',
      referred: manyRows,
      ours: { server: ours, path: `/api/forum/categories/${forum.subcategory.address}` },
      reference: list,
    },
    {
      name: 'thread',
      referred: manyRows,
      ours: { server: ours, path: `/api/forum/threads/${forum.threadId}` },
      reference: list,
    },
    {
      name: 'HTML of the listing, not cached',
      referred: 'bare Fastify, React, one query',
      // As for someone who has just changed something.
      ours: { server: ours, path: '/resources', headers: { cookie: `${cookie}; changed=1` } },
      reference: { server: bare, path: '/drawn' },
      connections: DRAWN_AT_ONCE,
    },
    ...pagesOf(visibleId, forum).map(({ name, key, path }) => ({
      name,
      referred: 'the same bytes from memory',
      ours: { server: ours, path },
      reference: { server: bare, path: `/bytes/${key}` },
      awake: true,
    })),
    ...pagesOf(visibleId, forum).flatMap(({ loggedIn, path }) =>
      loggedIn
        ? [
            {
              name: loggedIn,
              referred: 'the same page for a visitor',
              ours: { server: ours, path, headers: { cookie } },
              reference: { server: ours, path },
            },
          ]
        : [],
    ),
  ];
};

/** Creates a session for a user without Premium. */
const signIn = async ({ db }: BenchSite): Promise<string> => {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', authorNameOf(5))
    .executeTakeFirstOrThrow();
  return `token=${await createSession(db, { userId: id, userAgent: 'bench', now: new Date() })}`;
};

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
try {
  const folder = join(home, 'pages');
  const site = await openSite(folder, RESOURCES, false);
  const closers: (() => Promise<unknown>)[] = [() => site.close()];
  try {
    const forum = await fillForum(site.owner, FORUM);
    const bytes = join(home, 'bytes');
    mkdirSync(bytes);
    await site.forget();
    for (const { key, path } of pagesOf(site.visibleIds[0], forum))
      writeFileSync(join(bytes, key), await fetchPage(site.ours.port, path));
    const bare = await launchServer('bench/peers/bare-pages.ts', {
      ...siteEnv(folder, site.connection),
      BYTES_FOLDER: bytes,
    });
    closers.push(() => bare.stop());
    const pairs = pairsOf(site, bare, { forum, cookie: await signIn(site) });
    await warmUp(pairs);
    const { figures, othersPercent } = await measurePairs(pairs, site.databaseCpuSeconds);
    console.log(`Responses per second, and microseconds of CPU time per response, ${RESOURCES} resources:`);
    console.table(figures);
    const search = await measureSearch(site, SEARCH_ROUNDS, ['a word in 2 %', 'no hit']);
    console.table(search.figures);
    const [bareSearch, hits, none] = ['a bare search', 'a word in 2 %', 'no hit'].map((kind) => search.figures[kind]);
    if (!bareSearch || !hits || !none) throw new Error('no search was measured');
    const { isDisturbed } = search;
    const slow = figures.listing;
    const rows = [
      ...pairs.map(({ name, referred }) => rowOfPair(name, referred, figures[name])),
      rowOf(
        { name: 'listing, slowest answers', reference: 'its own median', unit: 'of the median', better: 'less' },
        {
          ...{ ours: slow?.slowest ?? Number.NaN, theirs: 1, isDisturbed: slow?.isDisturbed },
        },
      ),
      rowOf(
        { name: 'search, hits', reference: 'bare search of the same words', unit: 'answers/s', better: 'more' },
        {
          ...{ ours: hits.perSecond, theirs: bareSearch.perSecond, cost: hits.cpuMs / bareSearch.cpuMs, isDisturbed },
        },
      ),
      rowOf(
        { name: 'search, no hit', reference: 'bare search with hits', unit: 'ms', better: 'less' },
        {
          ...{ ours: none.p50, theirs: bareSearch.p50, cost: none.cpuMs / bareSearch.cpuMs, isDisturbed },
        },
      ),
    ];
    console.log(`Other programs used ${othersPercent} % of the machine`);
    saveResult('pages', { othersPercent, resources: RESOURCES, rates: figures, search: search.figures, rows });
  } finally {
    for (const close of closers.reverse()) await close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
