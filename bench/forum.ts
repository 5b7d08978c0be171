/**
 * Measures the forum of an old and large site, with a subcategory of 100,000 threads and a thread of 10,000 posts. Requests are
 * made as a visitor and as a logged-in user; the same run compares each with a bare server that reads one row by its key.
 *
 * A page or a search may take 25 times as long as that read. Any page of a list may take twice as long as its first page, because
 * the position in a list should not matter. `SIZE=small` is a trial run with 3,000 threads and 1,000 posts.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median } from './measure/load.ts';
import { watchOthers } from './measure/servers.ts';
import { type BenchSite, openSite } from './measure/site.ts';
import { type TimedCall, timeOf } from './measure/timed-call.ts';
import { type BenchForum, fillForum, placeAfter } from './rows/forum-rows.ts';
import { isSmall, saveResult } from './saved.ts';

const MOST_TIMES_ONE_ROW = 25;
const MOST_TIMES_FIRST_PAGE = 2;
const ROUNDS = 25;
const THREADS = isSmall ? 3000 : 100_000;
const POSTS = isSmall ? 1000 : 10_000;
const CATALOGUE = 2000;

type Call = TimedCall & { /** Name of the call that requests the first page of the same list. */ first?: string };

const callsOf = async (db: BenchSite['owner'], forum: BenchForum, cookie: string): Promise<Record<string, Call>> => {
  const { subcategory, threadId, postIds } = forum;
  const list = `/api/forum/categories/${subcategory.address}`;
  const thread = `/api/forum/threads/${threadId}`;
  const middle = await placeAfter(db, subcategory.id, THREADS / 2);
  const nearEnd = await placeAfter(db, subcategory.id, Math.floor(THREADS * 0.98));
  const pages = POSTS / 20;
  return {
    index: { path: '/api/forum/categories' },
    'list: first page': { path: list },
    'list: middle': { path: `${list}?before=${middle}`, first: 'list: first page' },
    'list: middle, back': { path: `${list}?after=${middle}`, first: 'list: first page' },
    'list: last page': { path: `${list}?before=${nearEnd}`, first: 'list: first page' },
    'list: first page, signed in': { path: list, cookie },
    'bare list': { path: `/api/forum/threads?categoryId=${subcategory.id}` },
    'thread: first page': { path: thread },
    'thread: middle': { path: `${thread}?page=${pages / 2}`, first: 'thread: first page' },
    'thread: last page': { path: `${thread}?page=${pages}`, first: 'thread: first page' },
    'thread: last page, signed in': { path: `${thread}?page=${pages}`, cookie, first: 'thread: first page' },
    'post: first': { path: `/api/forum/posts/${postIds[0]}` },
    'post: middle': { path: `/api/forum/posts/${postIds[1]}`, first: 'post: first' },
    'post: last': { path: `/api/forum/posts/${postIds[2]}`, first: 'post: first' },
  };
};

type Figure = {
  ms: number;
  slowestMs: number;
  timesBareRow: number;
  timesFirstPage: number | null;
};
type Figures = Record<string, Figure>;

const measure = async ({ ours, bare, visibleIds, ...site }: BenchSite, calls: Record<string, Call>) => {
  const endWatch = watchOthers(() => ours.cpuSeconds() + bare.cpuSeconds() + site.databaseCpuSeconds());
  const times = new Map(Object.keys(calls).map((name) => [name, { ms: [] as number[], ratios: [] as number[] }]));
  // Alternate between the calls, so that a disturbance affects all of them. The first rounds warm up query plans and database
  // pages.
  for (let round = -5; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const row = { path: `/resources/${visibleIds[(round + 5) % visibleIds.length]}` };
      const bareMs = Math.min(await timeOf(bare.port, row), await timeOf(bare.port, row));
      const ms = await timeOf(ours.port, call);
      if (round < 0) continue;
      times.get(name)?.ms.push(ms);
      times.get(name)?.ratios.push(ms / bareMs);
    }
  }
  const { othersPercent } = endWatch();
  const figures: Figures = {};
  for (const [name, { ms, ratios }] of times) {
    const first = times.get(calls[name]?.first ?? '')?.ms;
    const timesFirst = first && median(ms.map((time, round) => time / (first[round] ?? time)));
    figures[name] = {
      ms: Number(median(ms).toFixed(2)),
      slowestMs: Number(Math.max(...ms).toFixed(1)),
      timesBareRow: Number(median(ratios).toFixed(1)),
      timesFirstPage: timesFirst === undefined ? null : Number(timesFirst.toFixed(2)),
    };
  }
  return { figures, othersPercent };
};

/** Describes each exceeded limit in one sentence. */
const failuresOf = (figures: Figures): string[] =>
  Object.entries(figures).flatMap(([name, { timesBareRow, timesFirstPage }]) => [
    ...(timesBareRow > MOST_TIMES_ONE_ROW
      ? [`${name}: ${timesBareRow} times a bare one-row read, the limit is ${MOST_TIMES_ONE_ROW}`]
      : []),
    ...((timesFirstPage ?? 0) > MOST_TIMES_FIRST_PAGE
      ? [`${name}: ${timesFirstPage} times its first page, the limit is ${MOST_TIMES_FIRST_PAGE}`]
      : []),
  ]);

const folder = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(folder, 0o711);
try {
  const site = await openSite(join(folder, 'forum'), CATALOGUE, false);
  try {
    const begun = performance.now();
    const forum = await fillForum(site.owner, { threads: THREADS, posts: POSTS });
    console.log(`Forum written in ${Math.round((performance.now() - begun) / 1000)} s`);
    const reader = await site.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'writer-1')
      .executeTakeFirstOrThrow();
    const token = await createSession(site.db, { userId: reader.id, userAgent: 'bench', now: new Date() });
    const calls = await callsOf(site.owner, forum, `token=${token}`);
    const { figures, othersPercent } = await measure(site, calls);
    const failures = failuresOf(figures);
    console.table(figures);
    console.log(`Other programs used ${othersPercent} % of the machine`);
    saveResult('forum', { threads: THREADS, posts: POSTS, othersPercent, figures, failures });
    for (const failure of failures) console.log(`FAIL ${failure}`);
    if (failures.length === 0)
      console.log(
        `PASS every page within ${MOST_TIMES_ONE_ROW} times a bare one-row read, and none slower than twice the first`,
      );
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await site.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
