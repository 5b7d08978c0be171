import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startJobs } from '#server/kit/jobs/jobs.ts';
import { siteJobs } from '#server/site-jobs.ts';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { startCheck } from './actions.ts';
import { restartStalled } from './jobs.ts';
import { uploadKeyOf } from './rules.ts';

const ROUNDS = process.env.SIZE === 'full' ? 1000 : 60;
const program = fileURLToPath(new URL('../../../../test/harness/check-child.ts', import.meta.url));

let test: TestApp;
let leaker: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(async () => await test.stop());

const addDraft = () => addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
const filesOf = (resourceId: string) =>
  test.db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'storage_key as key'])
    .where('resource_id', '=', resourceId)
    .orderBy('path')
    .execute();
const onDisk = (part: string): string[] =>
  readdirSync(join(test.folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.includes(part))
    .map((entry) => entry.name);

const startChild = (...given: string[]): ChildProcess =>
  spawn(process.execPath, [program, JSON.stringify(test.database.connection), join(test.folder, 'files'), ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
const linesOf = (child: ChildProcess) => {
  if (!child.stdout) throw new Error('the child has no output');
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]();
};

/** Checks a session in a process that is killed at the given step. */
const killAt = async (sessionId: string, step: string): Promise<void> => {
  const child = startChild(sessionId, step);
  const gone = once(child, 'exit');
  expect((await linesOf(child).next()).value).toBe(`stopped ${step}`);
  child.kill('SIGKILL');
  await gone;
};

/** Asserts that the stored content of each file of a resource matches its row. */
const expectIntact = async (resourceId: string): Promise<void> => {
  for (const { key, size, sha256 } of await filesOf(resourceId)) {
    const content = await test.deps.storage.readSmall([{ key, size }]);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
};

describe('a check whose server is killed', () => {
  it.each(['reading', 'before the move', 'after the move', 'after the commit'])(
    '%s is finished by another one, and nothing is lost or left behind',
    async (step) => {
      const resourceId = await addDraft();
      const body = randomBytes(2000);
      const id = await addArrival(test, { userId: leaker.id, resourceId, path: 'clip.mov', body });
      await killAt(id, step);
      await runCheck(test, id);
      expect(await filesOf(resourceId)).toMatchObject([{ path: 'clip.mov', size: 2000, key: `r/${id}/0` }]);
      await expectIntact(resourceId);
      expect(onDisk(id)).toEqual([`r~${id}~0`]);
      expect(await test.db.selectFrom('upload_sessions').select('id').where('id', '=', id).execute()).toEqual([]);
    },
  );

  it.each(['reading', 'before a write', 'after a write', 'after the commit'])(
    'with a bundle %s is finished too',
    async (step) => {
      const resourceId = await addDraft();
      const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.bin`, randomBytes(100)]));
      const id = await addArrival(test, { userId: leaker.id, resourceId, files });
      await killAt(id, step);
      await runCheck(test, id);
      expect(await filesOf(resourceId)).toHaveLength(20);
      await expectIntact(resourceId);
      expect(onDisk(id)).toHaveLength(20);
    },
  );

  it('after the move loses its bytes if the upload was cancelled', async () => {
    const resourceId = await addDraft();
    const id = await addArrival(test, { userId: leaker.id, resourceId, body: 'given up' });
    await killAt(id, 'after the move');
    await test.db.deleteFrom('upload_sessions').where('id', '=', id).execute();
    await runCheck(test, id);
    expect(onDisk(id)).toEqual([]);
  });
});

describe('content that is removed while it is uploaded again', () => {
  it(`remains available to the file that uses it, ${ROUNDS} times`, { timeout: 900_000 }, async () => {
    const child = startChild('-');
    const lines = linesOf(child);
    expect((await lines.next()).value).toBe('ready');
    const resources = [await addDraft(), await addDraft()];
    const ends = { reused: 0, stored: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = randomBytes(500);
      const [old = '', again = ''] = resources;
      const first = await addArrival(test, { userId: leaker.id, resourceId: old, path: `${round}.bin`, body });
      await runCheck(test, first);
      const second = await addArrival(test, { userId: leaker.id, resourceId: again, path: `${round}.bin`, body });
      const sha256 = createHash('sha256').update(body).digest('hex');
      // A check takes tens of milliseconds. The delay varies between rounds, so that the removal hits every phase of a check.
      const remove = async () => {
        await sleep((round % 20) * 3);
        await test.db
          .deleteFrom('resource_files')
          .where('resource_id', '=', old)
          .where('path', '=', `${round}.bin`)
          .execute();
        child.stdin?.write(`${JSON.stringify([{ storageKey: `r/${first}/0`, sha256 }])}\n`);
        expect((await lines.next()).value).toBe('removed');
      };
      await Promise.all([runCheck(test, second), remove()]);
      const file = (await filesOf(again)).find(({ path }) => path === `${round}.bin`);
      const content = await test.deps.storage.readSmall([{ key: file?.key ?? '', size: 500 }]);
      expect(Buffer.from(content).equals(body)).toBe(true);
      // Content that no file uses has been removed.
      expect(onDisk(first).length + onDisk(second).length).toBe(1);
      ends[file?.key === `r/${first}/0` ? 'reused' : 'stored'] += 1;
    }
    child.stdin?.end();
    await once(child, 'exit');
    // Both outcomes must have occurred; otherwise there was no race.
    expect(ends.reused).toBeGreaterThan(0);
    expect(ends.stored).toBeGreaterThan(0);
  });
});

describe('the queue', () => {
  it('continues past a file that cannot be checked', async () => {
    const resourceId = await addDraft();
    const bad = await addArrival(test, { userId: leaker.id, resourceId, path: 'bad.bin', body: 'bad' });
    // A manifest like the one below makes the check throw on every attempt. Our own code never writes one.
    const broken = await addArrival(test, { userId: leaker.id, resourceId, files: { 'x.bin': 'x' } });
    await sql`update upload_sessions set manifest = '[{"path": null, "size": 1}]' where id = ${broken}`.execute(
      test.db,
    );
    await test.deps.storage.partials.drop(bad);
    const good = await addArrival(test, { userId: leaker.id, resourceId, path: 'good.bin', body: 'good' });
    const jobs = await startJobs({
      pool: test.deps.pool,
      jobs: siteJobs,
      deps: test.deps,
      workers: 1,
      log: test.deps.log,
    });
    try {
      for (const id of [broken, bad, good]) await startCheck(test.db, id);
      await vi.waitFor(async () => expect(await filesOf(resourceId)).toMatchObject([{ path: 'good.bin' }]), {
        timeout: 20_000,
      });
    } finally {
      await jobs.stop();
    }
    const states = await test.db
      .selectFrom('upload_sessions')
      .select(['id', 'state'])
      .where('resource_id', '=', resourceId)
      .execute();
    expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [broken, 'CHECKING'],
        [bad, 'REFUSED'],
      ]),
    );
  });

  it('restarts a check that has no job left, and leaves the others alone', async () => {
    const resourceId = await addDraft();
    const id = await addArrival(test, { userId: leaker.id, resourceId, body: 'forgotten' });
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    const restart = () => restartStalled.run({}, test.deps, helpers);
    const tries = async () =>
      (await sql`select attempts from graphile_worker.jobs where key = ${`check:${id}`}`.execute(test.db)).rows;
    const setTries = (count: number) =>
      sql`update graphile_worker._private_jobs set attempts = ${count} where key = ${`check:${id}`}`.execute(
        test.ownerDb,
      );
    await restart();
    expect(await tries()).toEqual([]);
    test.moveClock(3600_000);
    await restart();
    expect(await tries()).toEqual([{ attempts: 0 }]);
    await setTries(3);
    await restart();
    expect(await tries()).toEqual([{ attempts: 3 }]);
    await setTries(10);
    await restart();
    expect(await tries()).toEqual([{ attempts: 0 }]);
    const spent = sql`select from graphile_worker.jobs where attempts >= max_attempts`;
    expect((await spent.execute(test.db)).rows).toEqual([]);
  });

  it('removes the bytes of a refused session, even if that failed on the last attempt', async () => {
    const resourceId = await addDraft();
    const broken = {
      userId: leaker.id,
      resourceId,
      files: { 'x.bin': 'x' },
      manifest: [{ path: null as never, size: 1 }],
    };
    const id = await addArrival(test, broken);
    const { storage } = test.deps;
    // Simulates bytes that were written before the session was refused.
    await storage.put(uploadKeyOf(id, 0), Buffer.from('x'));
    const drop = () => Promise.reject(new Error('away'));
    const away = { ...test, deps: { ...test.deps, storage: { ...storage, partials: { ...storage.partials, drop } } } };
    await expect(runCheck(away, id, { isLastAttempt: true })).rejects.toThrow('away');
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    const waiting = async (): Promise<unknown[]> => {
      test.moveClock(3600_000);
      await restartStalled.run({}, test.deps, helpers);
      const jobs = sql`select attempts from graphile_worker.jobs where key = ${`check:${id}`}`;
      return (await jobs.execute(test.db)).rows;
    };
    // The session is refused, and the queue considers it cleaned up, so nothing would process it again.
    expect(await waiting()).toEqual([]);
    await startCheck(test.db, id);
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`check:${id}`}`.execute(
      test.ownerDb,
    );
    expect(await waiting()).toEqual([{ attempts: 0 }]);
    expect(onDisk(id)).not.toEqual([]);
    await runCheck(test, id);
    expect([onDisk(id), await storage.sizes([uploadKeyOf(id, 0)])]).toEqual([[], [null]]);
  });
});

describe('check progress', () => {
  it('is saved while the check runs', async () => {
    await sql`create table steps (session uuid, step text, checked bigint)`.execute(test.ownerDb);
    await sql`create function note_step() returns trigger language plpgsql as $$
      begin insert into steps values (new.id, new.step, new.checked); return null; end $$`.execute(test.ownerDb);
    await sql`create trigger note_step after update on upload_sessions
      for each row execute function note_step()`.execute(test.ownerDb);
    const resourceId = await addDraft();
    const id = await addArrival(test, { userId: leaker.id, resourceId, body: Buffer.alloc(5 * 1024 * 1024) });
    const bundle = await addArrival(test, { userId: leaker.id, resourceId, files: { 'a.txt': 'a', 'b.txt': 'b' } });
    for (const session of [id, bundle]) await runCheck(test, session);
    const { rows } = await sql<{ session: string; step: string; checked: number }>`select * from steps`.execute(
      test.db,
    );
    const stepsOf = (session: string) => rows.filter((row) => row.session === session).map(({ step }) => step);
    expect([...new Set(stepsOf(id))]).toEqual(['reading', 'storing']);
    expect([...new Set(stepsOf(bundle))]).toEqual(['unpacking', 'storing']);
    expect(rows.find(({ session }) => session === id)?.checked).toBe(1024 * 1024);
  });
});
