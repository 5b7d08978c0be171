import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { countJobs, defineJob, enqueue, type Job, startJobs } from './jobs.ts';

const CHILD = fileURLToPath(new URL('../../../test/harness/job-child.ts', import.meta.url));

type Seen = {
  seen: string[];
};
const payload = z.strictObject({ id: z.string() });
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

const note = defineJob({
  name: 'test.note',
  payload,
  async run({ id }, deps: Seen) {
    deps.seen.push(id);
  },
});

let own: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;
let running: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  own = await createDatabase();
  database = openDatabase(own.connection);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

async function start(jobs: Job<unknown, Seen>[], workers = 2) {
  const deps: Seen = { seen: [] };
  running = await startJobs({ pool: database.pool, jobs, deps, workers, log, sweepMs: 250 });
  return deps.seen;
}

async function waiting(): Promise<{ task: string; key: string | null; attempts: number; max: number }[]> {
  const { rows } = await sql<{ task: string; key: string | null; attempts: number; max: number }>`
    select task_identifier as task, key, attempts, max_attempts as max from graphile_worker.jobs order by id
  `.execute(database.db);
  return rows;
}

it('runs a job if and only if its transaction commits', async () => {
  const seen = await start([note]);
  const undone = database.db.transaction().execute(async (trx) => {
    await enqueue(trx, note, { id: 'undone' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await database.db.transaction().execute(async (trx) => {
    await enqueue(trx, note, { id: 'done' });
    await sql`select pg_sleep(0.3)`.execute(trx);
    expect(seen).toEqual([]);
  });
  await vi.waitFor(() => expect(seen).toEqual(['done']), { timeout: 10_000 });
});

it('runs one job of a queue at a time, unhurried ones last, and others beside it', async () => {
  const running: string[] = [];
  let most = 0;
  const slow = defineJob<{ id: string }, Seen>({
    name: 'test.slow',
    payload: z.strictObject({ id: z.string() }),
    queue: 'test',
    run: async ({ id }, { seen }) => {
      most = Math.max(most, running.push(id));
      await sql`select pg_sleep(0.3)`.execute(database.db);
      running.pop();
      seen.push(id);
    },
  });
  for (const id of ['1', '2', '3']) await enqueue(database.db, slow, { id }, { isUnhurried: true });
  await enqueue(database.db, slow, { id: 'first' });
  await enqueue(database.db, note, { id: 'beside' });
  const seen = await start([slow, note]);
  await vi.waitFor(() => expect(seen).toHaveLength(5), { timeout: 10_000 });
  expect(most).toBe(1);
  expect(seen.filter((id) => id !== 'beside')[0]).toBe('first');
  expect(seen.indexOf('beside')).toBeLessThan(2);
});

it('rejects an invalid payload, both when adding and when running a job', async () => {
  await expect(enqueue(database.db, note, { id: 1 } as never)).rejects.toThrow(z.ZodError);
  await sql`select graphile_worker.add_job('test.note', '{"id": 1}', max_attempts => 1)`.execute(database.db);
  const seen = await start([note]);
  await vi.waitFor(async () => expect((await waiting())[0]?.attempts).toBe(1), { timeout: 10_000 });
  expect(seen).toEqual([]);
});

it('runs nothing before its time, and only one job per key', async () => {
  const seen = await start([note]);
  await enqueue(database.db, note, { id: 'first' }, { key: 'same', runAt: new Date(Date.now() + 60_000) });
  await enqueue(database.db, note, { id: 'second' }, { key: 'same', runAt: new Date(Date.now() + 60_000) });
  expect(await waiting()).toEqual([{ task: 'test.note', key: 'same', attempts: 0, max: 10 }]);
  await enqueue(database.db, note, { id: 'third' }, { key: 'same' });
  await vi.waitFor(() => expect(seen).toEqual(['third']), { timeout: 10_000 });
});

it('retries after a failure and reports the attempt number', async () => {
  const tries: [number, boolean][] = [];
  const flaky = defineJob({
    name: 'test.fail-once',
    payload,
    maxAttempts: 2,
    async run(_payload, _deps: Seen, { attempt, isLastAttempt }) {
      tries.push([attempt, isLastAttempt]);
      if (attempt === 1) throw new Error('failing on purpose');
    },
  });
  await start([flaky]);
  await enqueue(database.db, flaky, { id: 'x' });
  await vi.waitFor(() => expect(tries).toHaveLength(1), { timeout: 10_000 });
  // Runs the jobs now, because the second attempt would otherwise only start after about 3 s.
  const hurry = sql`select graphile_worker.reschedule_jobs((select array_agg(id) from graphile_worker.jobs), now())`;
  await vi.waitFor(
    async () => {
      await hurry.execute(database.db);
      expect(tries).toHaveLength(2);
    },
    { timeout: 10_000, interval: 250 },
  );
  expect(tries).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(log.error).toHaveBeenCalledWith(
    { err: expect.any(Error) },
    expect.stringMatching(/^Failed task \d+ \(test\.fail-once, [^)]*\)$/),
  );
});

it('with no workers keeps jobs for another process; stop() waits for a running one', async () => {
  const seen = await start([note], 0);
  await enqueue(database.db, note, { id: 'kept' });
  await running?.stop();
  expect(seen).toEqual([]);
  let finish: (() => void) | undefined;
  const slow = defineJob({
    name: 'test.note',
    payload,
    run: (_payload, _deps: Seen) => new Promise<void>((resolve) => (finish = resolve)),
  });
  await start([slow]);
  await vi.waitFor(() => expect(finish).toBeDefined(), { timeout: 10_000 });
  let stopped = false;
  const stop = running?.stop().then(() => (stopped = true));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(stopped).toBe(false);
  finish?.();
  await stop;
  expect(await waiting()).toEqual([]);
});

it('accepts the schedule of a cron job, and rejects jobs that cannot run', async () => {
  const nightly = { name: 'test.nightly', cron: '0 3 * * *', run: async () => {} };
  expect(() => defineJob({ ...nightly, payload })).toThrow(z.ZodError);
  await start([defineJob({ ...nightly, payload: z.strictObject({}) })]);
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select identifier from graphile_worker._private_known_crontabs`.execute(database.db);
      expect(rows).toEqual([{ identifier: 'test.nightly' }]);
    },
    { timeout: 10_000 },
  );
  await expect(start([note, note])).rejects.toThrow('Two jobs are named test.note');
});

it('deletes what remains of a killed job that was replaced while running, and keeps a failed one', async () => {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(own.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const outlive = defineJob({
    name: 'test.outlive-crash',
    payload,
    async run({ id }, deps: Seen) {
      deps.seen.push(id);
    },
  });
  try {
    await enqueue(database.db, outlive, { id: 'before' }, { key: 'same' });
    for await (const line of createInterface({ input: child.stdout })) if (line === 'running before') break;
    await enqueue(database.db, outlive, { id: 'after' }, { key: 'same' });
    child.kill('SIGKILL');
    await exit;
    // No sweep has run yet, so the row still looks like a job on its last attempt.
    expect(await waiting()).toContainEqual({ task: 'test.outlive-crash', key: null, attempts: 10, max: 10 });
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '10 s' where locked_at is not null`.execute(
      database.db,
    );
    await sql`select graphile_worker.add_job('test.failed', max_attempts => 1)`.execute(database.db);
    await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'no such host' where max_attempts = 1`.execute(
      database.db,
    );
    const seen = await start([outlive]);
    await vi.waitFor(() => expect(seen).toEqual(['after']), { timeout: 5000 });
    await vi.waitFor(
      async () => expect(await waiting()).toEqual([{ task: 'test.failed', key: null, attempts: 1, max: 1 }]),
      { timeout: 10_000 },
    );
    expect(await countJobs(database.pool, new Date())).toEqual([
      { job: 'test.failed', state: 'given_up', count: 1, oldestSeconds: 0 },
    ]);
  } finally {
    child.kill('SIGKILL');
  }
});

it('runs the job of a killed process again within seconds, but never one still running elsewhere', async () => {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(own.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const outlive = defineJob({
    name: 'test.outlive-crash',
    payload,
    async run({ id }, deps: Seen) {
      deps.seen.push(id);
    },
  });
  try {
    await enqueue(database.db, outlive, { id: 'left' });
    for await (const line of createInterface({ input: child.stdout })) if (line === 'running left') break;
    const seen = await start([outlive]);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(seen).toEqual([]);
    child.kill('SIGKILL');
    await exit;
    await vi.waitFor(() => expect(seen).toEqual(['left']), { timeout: 5000 });
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 10_000 });
  } finally {
    child.kill('SIGKILL');
  }
});
