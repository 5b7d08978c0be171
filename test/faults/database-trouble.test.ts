// Quality.md, "Nothing lost": a proxy makes the database unreachable, silent or slow, or resets its connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addThread, type TestThread } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { type Mood, startTcpProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';
import { ask, type Reply } from './load.ts';
import { createTally, isLarge, runsOf } from './tally.ts';

const ROUNDS = runsOf(1, 5);
/** Requests must fail within 3 s, plus extra time for a machine that also runs other tests. */
const ANSWERED_WITHIN_MS = isLarge ? 3000 : 3000 + 1500;
const BACK_WITHIN_MS = 10_000;

let test: TestApp;
let proxy: TcpProxy;
let server: ServerProcess;
let people: Awaited<ReturnType<TestApp['addCast']>>;
let suspended: Person;
let thread: TestThread;
let pending: string;
let resource: string;
const tally = createTally('database-trouble');

beforeAll(async () => {
  test = await startTestApp();
  await fillElements(test);
  people = await test.addCast();
  suspended = await test.addPerson('admin');
  await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
  thread = await addThread(test, people.member);
  pending = await addResource(test, { authorId: people.leaker.id, status: 'PENDING' });
  resource = await addResource(test, { authorId: people.leaker.id });
  const { host, port, user, database } = test.database.connection;
  proxy = await startTcpProxy({ path: `${host}/.s.PGSQL.${port}` });
  const DATABASE_URL = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`;
  server = await startServerProcess(test, { DATABASE_URL, WORKERS: '1', LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await proxy?.setMood('pass');
  await server?.stop();
  await proxy?.stop();
  await test?.stop();
});

type Asked = Parameters<typeof ask>[1] & { path: string };
const send = ({ path, ...asked }: Asked): Promise<Reply> => ask(server.url + path, asked, { takes503: true });

/** Requests that must never succeed, whatever state the database is in. */
const forbidden = (): Record<string, Asked> => ({
  'a visitor’s account': { path: '/api/auth/me' },
  'a member in the admin panel': { path: '/api/admin/users', person: people.member },
  'a suspended administrator': { path: '/api/admin/users', person: suspended },
  'an unknown token': { path: '/api/auth/me', headers: { authorization: `Bearer helix_${'a'.repeat(43)}` } },
  'an approval by a member': {
    path: `/api/admin/uploads/${pending}/status`,
    method: 'PUT',
    person: people.member,
    json: { status: 'APPROVED' },
  },
  'a visitor’s direct link': { path: `/direct-download/${resource}?ticket=v1.a.b.c` },
});

let count = 0;
const allowed = (): Record<string, Asked> => {
  count += 1;
  return {
    'a search': { path: `/api/resources?search=word${count}` },
    'a page': { path: `/resources?search=other${count}`, headers: { accept: 'text/html' } },
    'a member’s own account': { path: '/api/auth/me', person: people.member },
    'an administrator’s list': { path: `/api/admin/users?search=nobody${count}`, person: people.admin },
    'a like': { path: `/api/uploads/${resource}/like`, method: 'POST', person: people.member },
    'a post': {
      path: '/api/forum/posts',
      method: 'POST',
      person: people.member,
      json: { threadId: thread.id, content: `Post ${count}` },
    },
    'a login': {
      path: '/api/auth/login',
      method: 'POST',
      json: { email: people.member.email, password: `wrong ${count}` },
    },
  };
};

const expectBack = async (): Promise<number> => {
  const begun = performance.now();
  for (const [name, asked] of Object.entries(allowed()))
    await expect
      .poll(async () => (await send(asked)).status, { timeout: BACK_WITHIN_MS, message: name })
      .toBeOneOf([200, 201, 401]);
  return performance.now() - begun;
};

beforeEach(async () => {
  await proxy.setMood('pass');
  await expectBack();
}, 30_000);

describe.each<Mood>(['gone', 'silent', 'reset', 'slow'])('a database that is %s', (mood) => {
  it('gives 503 in time, grants nobody access, and is used again once it is available', {
    timeout: 180_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await proxy.setMood(mood);
      tally.kill();
      // The first round uses idle connections. In the second round, no idle connections are left.
      for (const pauseMs of [0, 300]) {
        await sleep(pauseMs);
        const asked = Object.entries(allowed());
        const replies = await Promise.all(asked.map(async ([name, one]) => ({ name, ...(await send(one)) })));
        for (const { name, status, headers, ms } of replies) {
          expect(ms, `${name} while the database is ${mood}`).toBeLessThan(ANSWERED_WITHIN_MS);
          if (mood === 'slow' && status !== 503) {
            expect([200, 201, 401], name).toContain(status);
            continue;
          }
          expect(status, `${name} while the database is ${mood}`).toBe(503);
          expect(Number(headers.get('retry-after')), name).toBeGreaterThan(0);
          expect(headers.get('cache-control'), name).toBe('no-store');
        }
        const refusals = await Promise.all(
          Object.entries(forbidden()).map(async ([name, one]) => ({ name, ...(await send(one)) })),
        );
        for (const { name, status, ms } of refusals) {
          expect(ms, `${name} while the database is ${mood}`).toBeLessThan(ANSWERED_WITHIN_MS);
          if (status < 400) tally.halve(`${name} was answered with ${status} while the database was ${mood}`);
        }
      }
      expect((await send({ path: '/healthz' })).status).toBe(200);
      expect((await send({ path: '/readyz' })).status).toBe(mood === 'slow' ? 200 : 503);
      await proxy.setMood('pass');
      const ms = await expectBack();
      expect(ms).toBeLessThan(BACK_WITHIN_MS);
      tally.acknowledge(Object.keys(allowed()).length);
      const { status } = await test.db
        .selectFrom('resources')
        .select('status')
        .where('id', '=', pending)
        .executeTakeFirstOrThrow();
      if (status !== 'PENDING') tally.halve('a member approved an upload');
    }
  });
});

it('a connection cut during a burst fails only its own requests', async () => {
  const wrong: string[] = [];
  for (let round = 0; round < 5 * ROUNDS; round += 1) {
    const asked = Object.entries({ ...allowed() });
    const all = Promise.all(asked.map(async ([name, one]) => ({ name, ...(await send(one)) })));
    await sleep(Math.random() * 20);
    proxy.cut();
    tally.kill();
    for (const { name, status } of await all)
      if (![200, 201, 401, 503].includes(status)) wrong.push(`${name}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

it('counts', () => tally.settle());
