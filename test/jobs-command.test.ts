// `npm run jobs` lists, retries and drops jobs that were given up, selected by id or by name, or all of them.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countJobs } from '#server/kit/jobs/jobs.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { environmentOf } from '#test/harness/installation.ts';
import { expectOneSentence, runScript } from '#test/harness/run-script.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const run = (...args: string[]) => runScript('scripts/jobs.ts', environmentOf(test), args);

/** Adds a job whose last attempt failed. */
const addFailed = async (name: string): Promise<string> => {
  const { rows } = await test.deps.pool.query<{ id: string }>(
    'select id::text from graphile_worker.add_job($1, max_attempts => 3)',
    [name],
  );
  const id = rows[0]?.id ?? '';
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = ${'no such host\n at line 1'}
    where id = ${id}`.execute(test.ownerDb);
  return id;
};

it('lists jobs that were given up, retries some, and drops others', { timeout: 120_000 }, async () => {
  const [first, second, third] = [
    await addFailed('test.mail'),
    await addFailed('test.mail'),
    await addFailed('test.clip'),
  ];
  await test.deps.pool.query(`select graphile_worker.add_job('test.fresh')`);
  const listed = await run('list');
  expect(listed).toMatchObject({ code: 0, errors: '' });
  expect(listed.out).toMatch(new RegExp(`^${first}  test\\.mail  3 attempts, the last at .*\\n    no such host\\n`));
  expect(listed.out).toMatch(/\nJobs given up: 3\n$/);

  expect(await run('retry', third)).toMatchObject({ code: 0, out: 'Jobs to be retried now: 1\n' });
  expect(await run('drop', 'test.mail')).toMatchObject({ code: 0, out: 'Jobs dropped: 2\n' });
  const left = await countJobs(test.deps.pool, new Date());
  expect(
    left
      .filter(({ job }) => job.startsWith('test.'))
      .map(({ job, state }) => `${job} ${state}`)
      .sort(),
  ).toEqual(['test.clip waiting', 'test.fresh waiting']);
  // The command must not drop jobs that are still waiting.
  expectOneSentence(await run('drop', 'test.fresh', second), /^The jobs were not changed: no given-up job matches/);
  expectOneSentence(await run('retry'), /Use npm run jobs -- list/);
  expect((await run('list')).out).toBe('Jobs given up: 0\n');
});
