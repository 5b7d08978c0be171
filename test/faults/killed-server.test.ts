// Quality.md, "Nothing lost": kill -9 of the server while users sign up, upload, approve, download and post.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { allActs, prepareStage } from './acts.ts';
import { closeBooks } from './books.ts';
import { startLoad } from './load.ts';
import { createTally, runsOf } from './tally.ts';

const KILLS = runsOf(2, 30);
/** Maximum time that the server runs before it is killed. */
const LIFE_MS = 900;

let test: TestApp;
let server: ServerProcess;

beforeAll(async () => {
  test = await startTestApp();
  await fillElements(test);
});
afterAll(async () => {
  await server?.kill();
  await test?.stop();
});

const start = () => startServerProcess(test, { WORKERS: '1' });

it(`loses nothing in ${KILLS} kills of the server`, { timeout: 60_000 + KILLS * 30_000 }, async () => {
  const tally = createTally('killed-server');
  const stage = await prepareStage(test, 60 + KILLS * 120);
  server = await start();
  const { acts, sent } = allActs(() => server.url, stage, tally);
  const load = startLoad(acts);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.reaches(1, ['post', 'register']);
    await sleep(Math.random() * LIFE_MS);
    await server.kill();
    tally.kill();
    server = await start();
  }
  await load.reaches(1, ['post', 'register', 'upload']);
  // On a busy machine, some actions may not have run between the kills.
  await load.reaches(1, load.unseen());
  await load.stop();
  await server.stop();
  expect(load.strange).toEqual([]);
  for (const [name, those] of Object.entries(load.acknowledged)) expect(those.length, name).toBeGreaterThan(0);
  await closeBooks(test, tally, { done: load.acknowledged, sent, stage });
  tally.settle();
});
