// Quality.md, "Nothing lost": kill -9 of PostgreSQL under load, either the whole server or a single backend process.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerProcess } from '#test/harness/server-process.ts';
import { allActs, prepareStage } from './acts.ts';
import { closeBooks, findLost } from './books.ts';
import { startLoad } from './load.ts';
import { type OwnCluster, openOwnCluster } from './own-cluster.ts';
import { createTally, isLarge, runsOf } from './tally.ts';

const KILLS = runsOf(2, 30);
/** Time limit for recovery: 10 s, or more on a machine that also runs other tests. */
const AGAIN_WITHIN_MS = isLarge ? 10_000 : 20_000;
const COUNTED_WITHIN_MS = 45_000;

let own: OwnCluster;
let server: ServerProcess;

beforeAll(async () => {
  own = await openOwnCluster();
  server = await own.start({ WORKERS: '1' });
}, 120_000);
afterAll(() => own?.stop());

/** Finds a backend process of the database. Killing it triggers crash recovery of the whole server. */
const findBackend = (postmaster: number): number => {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  const isBackend = (pid: number) => / helix(_site)? helix /.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
  return children.find(isBackend) ?? postmaster;
};

it(`loses nothing in ${KILLS} kills of the database`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
  const { test } = own;
  const tally = createTally('killed-database');
  const stage = await prepareStage(test, 100 + KILLS * 200);
  const { acts, sent } = allActs(() => server.url, stage, tally);
  const load = startLoad(acts);
  const away: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.reaches(10, ['post']);
    const victim = own.pid();
    process.kill(kill % 2 === 0 ? victim : findBackend(victim), 'SIGKILL');
    const killed = performance.now();
    tally.kill();
    await load.reaches(1, ['post', 'register']);
    away.push(performance.now() - killed);
  }
  await load.reaches(1, ['upload', ...load.unseen()]);
  await load.stop();
  console.info(`answers again after ${away.map((ms) => Math.round(ms)).join(', ')} ms`);
  expect(load.strange).toEqual([]);
  expect(Math.max(...away)).toBeLessThan(AGAIN_WITHIN_MS);
  expect(server.isAlive()).toBe(true);
  // Downloads that could not be counted while the database was unavailable are counted a little later.
  const uncounted = async () =>
    (await findLost(test, load.acknowledged, stage)).filter((one) => /^download /.test(one));
  await expect.poll(uncounted, { timeout: COUNTED_WITHIN_MS, interval: 500 }).toEqual([]);
  await closeBooks(test, tally, { done: load.acknowledged, sent, stage });
  tally.settle();
});
