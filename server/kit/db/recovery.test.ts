import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineJob, enqueue, startJobs } from '#server/kit/jobs/jobs.ts';
import { readServerPid } from '#server/kit/postgres/server.ts';
import { freshCluster } from '#test/harness/postgres.ts';
import { type Bus, createBus } from './bus.ts';
import { type Database, openDatabase } from './db.ts';
import { prepareDatabase } from './db-roles.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const done: string[] = [];
const note = defineJob({
  name: 'test.note',
  payload: z.object({ id: z.string() }),
  async run({ id }) {
    done.push(id);
  },
});

let cluster: Awaited<ReturnType<typeof freshCluster>>;
let database: Database;
let bus: Bus;
let jobs: { stop(): Promise<void> };

beforeAll(async () => {
  // The cluster must be durable, because PostgreSQL may otherwise lose the latest changes, including the queue's tables.
  cluster = await freshCluster({ durable: true });
  await prepareDatabase({ site: cluster.connection, owner: cluster.ownerConnection });
  database = openDatabase(cluster.connection);
  bus = await createBus({ connection: cluster.connection, log });
  jobs = await startJobs({ pool: database.pool, jobs: [note], deps: {}, workers: 2, log });
});
afterAll(async () => {
  await jobs.stop();
  await bus.close();
  await database.close();
  await cluster.stop();
});

it('queries, jobs and the bus recover within 10 s of a kill -9 of PostgreSQL', async () => {
  const heard: string[] = [];
  bus.subscribe('after', (id) => heard.push(id));
  const reset = vi.fn();
  bus.onReset(reset);
  process.kill(readServerPid(join(cluster.home, 'data')) ?? 0, 'SIGKILL');
  const start = performance.now();
  await vi.waitFor(() => enqueue(database.db, note, { id: 'after' }), { timeout: 10_000, interval: 50 });
  await vi.waitFor(() => expect(reset).toHaveBeenCalled(), { timeout: 10_000 });
  await bus.publish(database.db, 'after', 'x');
  await vi.waitFor(() => expect({ done, heard }).toEqual({ done: ['after'], heard: ['x'] }), { timeout: 10_000 });
  expect(performance.now() - start).toBeLessThan(10_000);
});
