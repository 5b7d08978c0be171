// Two server processes are connected through Redis. Posts on one process reach readers on the other, while readers on the same
// process never depend on Redis.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addThread, type TestThread } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { findFreePort } from '#test/harness/nginx.ts';
import { hasRedis, type Redis, startRedis } from '#test/harness/redis.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { connected, ended, handshake, openAt, openReader, type Reader, record } from '#test/harness/socket-clients.ts';

const SOON = { timeout: 5000 };
const isFull = process.env.SIZE === 'full';

let site: TestApp;
let author: Person;
let thread: TestThread;
const open: Reader[] = [];

const keep = (reader: Reader): Reader => {
  open.push(reader);
  return reader;
};
const at = async (server: ServerProcess, place = thread, person?: Person): Promise<Reader> =>
  keep(await openAt(server.url, { kind: 'thread', id: place.id }, person));

/** Posts through one process; returns the number of the post and how long the request took. */
const post = async (server: ServerProcess, threadId = thread.id): Promise<{ number: number; ms: number }> => {
  const begun = performance.now();
  const response = await fetch(`${server.url}/api/forum/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...author.headers },
    body: JSON.stringify({ threadId, content: `A reply ${randomUUID()}` }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return { number: ((await response.json()) as { number: number }).number, ms: performance.now() - begun };
};

const numbersOf = (events: [string, unknown][]): number[] =>
  events.filter(([event]) => event === 'newPost').map(([, payload]) => (payload as { number: number }).number);

beforeAll(async () => {
  site = await startTestApp();
  await fillElements(site);
  author = await site.addPerson();
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.disconnect();
});
afterAll(() => site.stop());

describe.skipIf(!hasRedis())('two processes', { timeout: 60_000 }, () => {
  let redis: Redis;
  let first: ServerProcess;
  let second: ServerProcess;

  beforeAll(async () => {
    redis = await startRedis();
    const env = { REDIS_URL: redis.url };
    [first, second] = await Promise.all([startServerProcess(site, env), startServerProcess(site, env)]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()]);
    await redis?.stop();
  });

  // Waits until posts on each process arrive at the other, because the processes may connect to Redis at different times.
  const meet = async (): Promise<void> => {
    thread = await addThread(site, author);
    const [near, far] = [record(await at(first)), record(await at(second))];
    const posted: { there: number; back: number }[] = [];
    const haveMet = () =>
      posted.some(({ there }) => numbersOf(far).includes(there)) &&
      posted.some(({ back }) => numbersOf(near).includes(back));
    await expect
      .poll(async () => {
        posted.push({ there: (await post(first)).number, back: (await post(second)).number });
        return haveMet();
      }, SOON)
      .toBe(true);
    for (const reader of open.splice(0)) reader.disconnect();
    thread = await addThread(site, author);
  };

  it('send posts to all readers of a thread on both, in order, once, and to nobody else', async () => {
    await meet();
    const other = await addThread(site, author);
    const readers = await Promise.all([at(first), at(first), at(second), at(second)]);
    const others = await Promise.all([at(first, other), at(second, other)]);
    others.push(keep(await connected(openReader(second.url))));
    const told = readers.map(record);
    const untold = others.map(record);
    for (let round = 0; round < 5; round += 1) {
      await post(first);
      await expect.poll(() => told.map((events) => numbersOf(events).length)).toEqual(Array(4).fill(2 * round + 1));
      await post(second);
      await expect.poll(() => told.map((events) => numbersOf(events).length)).toEqual(Array(4).fill(2 * round + 2));
    }
    const expected = Array.from({ length: 10 }, (_, index) => index + 2);
    expect(told.map(numbersOf)).toEqual(Array(4).fill(expected));
    expect(untold).toEqual([[], [], []]);
  });

  it('empty the room of a removed thread on both', async () => {
    await meet();
    const admin = await site.addPerson('admin');
    const told = record(await at(second));
    const response = await fetch(`${first.url}/api/forum/threads/${thread.id}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json', ...admin.headers },
      body: JSON.stringify({ reason: 'spam' }),
    });
    expect(response.status).toBeLessThan(300);
    await expect.poll(() => told).toEqual([['threadDeleted', { id: thread.id, categoryId: thread.categoryId }]]);
  });

  it('disconnect suspended, logged out and deleted users within 5 s', async () => {
    const people = await Promise.all([site.addPerson(), site.addPerson(), site.addPerson()]);
    const [suspended, left, gone] = people as [Person, Person, Person];
    const both = [first, second];
    const enter = (server: ServerProcess, person?: Person) => connected(keep(openReader(server.url, person)));
    const readers = await Promise.all(both.flatMap((server) => people.map((person) => enter(server, person))));
    const visitors = await Promise.all(both.map((server) => enter(server)));
    const ends = readers.map(ended);
    const begun = Date.now();
    await site.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
    await site.db.deleteFrom('sessions').where('user_id', '=', left.id).execute();
    await site.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    await Promise.all(ends);
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(visitors.every(({ connected: isIn }) => isIn)).toBe(true);
    expect((await handshake(second.url, suspended.headers)).status).toBe(403);
  });

  it.each([
    ['killed', () => redis.kill(), () => redis.start()],
    ['hanging', () => redis.pause(), () => redis.resume()],
  ])('keep working while Redis is %s, and report possibly missed events once it is back', async (_, take, give) => {
    await meet();
    const [near, far] = [await at(first), await at(second)].map(record);
    await take();
    try {
      for (let count = 0; count < 20; count += 1) {
        const { number, ms } = await post(first);
        await expect.poll(() => numbersOf(near ?? []).at(-1)).toBe(number);
        // This is less than the Redis timeout, so the request did not wait for Redis.
        expect(ms).toBeLessThan(4000);
      }
    } finally {
      await give();
    }
    expect(numbersOf(near ?? [])).toHaveLength(20);
    // Either the event itself arrives late, or the reader gets a hint to reload.
    await expect
      .poll(() => numbersOf(far ?? []).length === 20 || far?.some(([event]) => event === 'missed'), { timeout: 20_000 })
      .toBe(true);
    await meet();
    expect(first.isAlive() && second.isAlive()).toBe(true);
  });
});

describe('one process', { timeout: 60_000 }, () => {
  it('keeps working with a Redis that sends garbage', async () => {
    const port = await findFreePort();
    const nonsense: Server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n$-7\r\n*99999999\r\n\0\xff'));
    }).listen(port, '127.0.0.1');
    const server = await startServerProcess(site, { REDIS_URL: `redis://127.0.0.1:${port}` });
    try {
      thread = await addThread(site, author);
      const told = record(await at(server));
      for (let count = 0; count < 10; count += 1) await post(server);
      await expect.poll(() => numbersOf(told)).toHaveLength(10);
      expect(server.isAlive()).toBe(true);
    } finally {
      nonsense.close();
      await server.stop();
    }
  });

  it(`stops in time with ${isFull ? 1000 : 100} open sockets, and lets them reconnect`, async () => {
    const server = await startServerProcess(site);
    thread = await addThread(site, author);
    const readers = await Promise.all(Array.from({ length: isFull ? 1000 : 100 }, () => at(server)));
    const ends = readers.map(ended);
    const ms = await server.stop();
    expect(ms).toBeLessThan(5000);
    // After 'io server disconnect', clients would not reconnect.
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['transport close']));
  });
});
