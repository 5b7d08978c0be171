// The browser's side of the socket (client/kit/socket.ts) with a real server, over a connection that can be cut.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Server as SocketServer } from 'socket.io';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { LiveState } from '#contract/forum/live.ts';
import { addThread, reply, type TestThread } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { listen } from '#test/harness/socket-clients.ts';

// Replaces `window` and `document`, whose events the link listens to.
const browser = Object.assign(new EventTarget(), { visibilityState: 'visible' });
vi.stubGlobal('window', browser);
vi.stubGlobal('document', browser);
const { createLink } = await import('#client/kit/socket.ts');

const QUICK = { lingerMs: 50, askWithinMs: 20, delayMs: 20 };

let site: TestApp;
let author: Person;
let line: Awaited<ReturnType<typeof openLine>>;
const stops: (() => void)[] = [];

/** A connection to the server that can be cut and restored. `opened` counts the connections made through it. */
const openLine = async (to: string) => {
  const sockets = new Set<Socket>();
  let opened = 0;
  const make = (): Server =>
    createServer((near) => {
      opened += 1;
      const far = connect(Number(new URL(to).port), '127.0.0.1');
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
  let server = make().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    opened: () => opened,
    open: () => sockets.size / 2,
    drop,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      drop();
      await closed;
    },
    reconnect: async () => {
      server = make().listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
};

beforeAll(async () => {
  site = await startTestApp();
  line = await openLine(await listen(site));
  author = await site.addPerson();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await expect.poll(() => line.open(), { timeout: 10_000 }).toBe(0);
});
afterAll(async () => {
  await line.cut();
  await site.stop();
});

/** Joins a thread's room and records everything that the page receives. */
const watch = (link: ReturnType<typeof createLink>, thread: TestThread, personId?: string) => {
  const states: [string, LiveState | undefined][] = [];
  const numbers: number[] = [];
  const stop = link.watchPlace(
    { kind: 'thread', id: thread.id },
    { newPost: (post) => numbers.push(post.number) },
    (state, told) => states.push([state, told]),
    personId,
  );
  stops.push(stop);
  const isLive = () => expect.poll(() => states.at(-1)?.[0], { timeout: 10_000 }).toBe('live');
  return { states, numbers, stop, isLive, last: () => states.at(-1) };
};
const standing = (lastNumber: number) => ({ lastNumber, changes: 0, threadCount: 0, isLocked: false });

it('connects for a page, reports its state and events, and disconnects some time after', async () => {
  const thread = await addThread(site, author);
  expect(line.open()).toBe(0);
  const page = watch(createLink(line.url, QUICK), thread);
  await page.isLive();
  expect(page.states).toEqual([
    ['connecting', undefined],
    ['live', standing(1)],
  ]);
  await reply(site, thread.id, author);
  await expect.poll(() => page.numbers).toEqual([2]);
  page.stop();
  await expect.poll(() => line.open()).toBe(0);
});

it('keeps one connection across pages, and pages don’t receive events of others', async () => {
  const [first, second] = [await addThread(site, author), await addThread(site, author)];
  const link = createLink(line.url, QUICK);
  const before = line.opened();
  const one = watch(link, first);
  await one.isLive();
  one.stop();
  const two = watch(link, second);
  await two.isLive();
  await reply(site, first.id, author);
  await reply(site, second.id, author);
  await expect.poll(() => two.numbers).toEqual([2]);
  expect(one.numbers).toEqual([]);
  expect(line.opened() - before).toBe(1);
});

it('reconnects when another user logs in', async () => {
  const thread = await addThread(site, author);
  const link = createLink(line.url, QUICK);
  const before = line.opened();
  const visitor = watch(link, thread);
  await visitor.isLive();
  visitor.stop();
  const member = watch(link, thread, author.id);
  await member.isLive();
  member.stop();
  await watch(link, thread, author.id).isLive();
  expect(line.opened() - before).toBe(2);
});

it('reconnects after losing the connection, and reports what is newer than the page', async () => {
  const thread = await addThread(site, author);
  const page = watch(createLink(line.url, QUICK), thread);
  await page.isLive();
  line.drop();
  await expect.poll(() => page.states.length).toBeGreaterThan(2);
  expect(page.states[2]).toEqual(['connecting', undefined]);
  await reply(site, thread.id, author);
  await page.isLive();
  await expect.poll(() => page.numbers.length + (page.last()?.[1]?.lastNumber ?? 0)).toBeGreaterThanOrEqual(2);
});

it('gives up after five attempts, and retries when the page is used again', { timeout: 30_000 }, async () => {
  const thread = await addThread(site, author);
  const page = watch(createLink(line.url, QUICK), thread);
  await page.isLive();
  await line.cut();
  await expect.poll(() => page.last()?.[0], { timeout: 15_000 }).toBe('lost');
  await line.reconnect();
  await reply(site, thread.id, author);
  expect(page.last()?.[0]).toBe('lost');
  browser.dispatchEvent(new Event('focus'));
  expect(page.last()?.[0]).toBe('connecting');
  await page.isLive();
  expect(page.last()).toEqual(['live', standing(2)]);
});

it('reports a missing thread, and continues', async () => {
  const thread = await addThread(site, author);
  const link = createLink(line.url, QUICK);
  const nowhere = watch(link, { ...thread, id: thread.categoryId });
  await nowhere.isLive();
  expect(nowhere.last()).toEqual(['live', null]);
  const page = watch(link, thread);
  await page.isLive();
  expect(page.last()).toEqual(['live', standing(1)]);
});

it('requests the state again when events may have been missed', async () => {
  // Uses a fake server, because the real server sends this event only if its processes have lost contact, which requires Redis
  // (sockets-processes.test.ts).
  const http = createHttpServer().listen(0, '127.0.0.1');
  const server = new SocketServer(http, { path: '/ws' });
  let looks = 0;
  server.on('connection', (socket) => {
    socket.on('look', (_place, told: (state: LiveState) => void) => {
      looks += 1;
      told(standing(looks));
    });
  });
  await once(http, 'listening');
  const link = createLink(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, QUICK);
  const page = watch(link, { id: 'a', categoryId: 'b' });
  await page.isLive();
  for (let count = 0; count < 3; count += 1) server.emit('missed');
  await expect.poll(() => page.last()).toEqual(['live', standing(2)]);
  await server.close();
});

it('shares its connection with the user’s own events, which keep it open after a live page is left', async () => {
  const thread = await addThread(site, author);
  const link = createLink(line.url, QUICK);
  const before = line.opened();
  const states: string[] = [];
  const stop = link.watchPerson(author.id, { notifications: () => {}, onState: (state) => states.push(state) });
  stops.push(stop);
  await expect.poll(() => states).toEqual(['connecting', 'live']);
  const page = watch(link, thread, author.id);
  await page.isLive();
  page.stop();
  await reply(site, thread.id, author);
  // Longer than a connection stays open without a watcher.
  await new Promise((resolve) => setTimeout(resolve, 4 * QUICK.lingerMs));
  expect(line.open()).toBe(1);
  expect(line.opened() - before).toBe(1);
  expect(page.numbers).toEqual([]);
  line.drop();
  await expect.poll(() => states, { timeout: 10_000 }).toEqual(['connecting', 'live', 'connecting', 'live']);
});

it('rests while the device is offline, and reconnects when it is back', async () => {
  const link = createLink(line.url, QUICK);
  const states: string[] = [];
  stops.push(link.watchPerson(author.id, { notifications: () => {}, onState: (state) => states.push(state) }));
  await expect.poll(() => states.at(-1)).toBe('live');
  browser.dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('connecting');
  await expect.poll(() => line.open()).toBe(0);
  browser.dispatchEvent(new Event('online'));
  await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('live');
});

it('rests in the background, unless a live page is shown', async () => {
  const thread = await addThread(site, author);
  const show = (visibilityState: 'hidden' | 'visible'): void => {
    browser.visibilityState = visibilityState;
    browser.dispatchEvent(new Event('visibilitychange'));
  };
  stops.push(() => show('visible'));
  const link = createLink(line.url, QUICK);
  const states: string[] = [];
  stops.push(link.watchPerson(author.id, { notifications: () => {}, onState: (state) => states.push(state) }));
  const page = watch(link, thread, author.id);
  await page.isLive();
  show('hidden');
  // Longer than a connection stays open in the background.
  await new Promise((resolve) => setTimeout(resolve, 4 * QUICK.lingerMs));
  await reply(site, thread.id, author);
  await expect.poll(() => page.numbers).toEqual([2]);
  page.stop();
  await expect.poll(() => line.open()).toBe(0);
  expect(states.at(-1)).toBe('connecting');
  show('visible');
  await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('live');
});
