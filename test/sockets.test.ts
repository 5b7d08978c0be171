// The socket at /ws on a single process: who may connect, what readers may send, and what they receive.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { addThread, reply } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import {
  connected,
  ended,
  handshake,
  joinBare,
  listen,
  look,
  openAt,
  openReader,
  type Reader,
  record,
} from '#test/harness/socket-clients.ts';

let site: TestApp;
let url: string;
const open: Reader[] = [];

const keep = <R extends Reader>(reader: R): R => {
  open.push(reader);
  return reader;
};

beforeAll(async () => {
  site = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' }, limits: { sockets: standardLimits.sockets } });
  url = await listen(site);
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.disconnect();
});
afterAll(() => site.stop());

describe('the handshake', () => {
  it('accepts everyone from the site’s pages, except suspended users', async () => {
    const { member, premium, leaker, admin } = await site.addCast();
    const banned = await site.addPerson();
    await site.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', banned.id).execute();
    const origin = 'http://localhost:3000';
    for (const person of [null, member, premium, leaker, admin])
      expect((await handshake(url, { origin, ...person?.headers })).status).toBe(101);
    expect(await handshake(url, { origin, ...banned.headers })).toMatchObject({
      status: 403,
      body: expect.stringContaining('"code":"BANNED"'),
    });
  });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('rejects other sites: %j', async (headers) => {
    const { member, admin } = await site.addCast();
    for (const person of [null, member, admin]) {
      const refused = await handshake(url, { ...headers, ...person?.headers });
      expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('"code":"CROSS_SITE"') });
      const polled = await fetch(`${url}/ws/?EIO=4&transport=polling`, {
        headers: { ...headers, ...person?.headers },
      });
      expect(polled.status).toBe(403);
    }
  });

  it('has the usual headers on refusals and polling responses', async () => {
    const refused = await handshake(url, { origin: 'https://evil.example' });
    const polled = await fetch(`${url}/ws/?EIO=4&transport=polling`);
    expect(polled.status).toBe(200);
    expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    for (const headers of [refused.headers, Object.fromEntries(polled.headers)]) {
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('treats an upgrade at another address as a normal request', async () => {
    const response = await fetch(`${url}/healthz`);
    expect(response.status).toBe(200);
    const { default: WebSocket } = await import('ws');
    const socket = new WebSocket(`${url.replace('http', 'ws')}/healthz`);
    const status = await new Promise((resolve, reject) => {
      socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode));
      socket.once('open', () => reject(new Error('the connection opened')));
    });
    expect(status).toBe(200);
  });

  it('accepts 20 per network and 5 per user, and new ones when others leave', async () => {
    const member = await site.addPerson();
    const from = (address: string, person?: Person) => ({ 'x-forwarded-for': address, ...person?.headers });
    const enter = (address: string, person?: Person) =>
      connected(keep(openReader(url, null, { extraHeaders: from(address, person) })));
    const own = await Promise.all([1, 2, 3, 4, 5].map((index) => enter(`198.51.100.${index}`, member)));
    expect((await handshake(url, from('198.51.100.6', member))).status).toBe(429);
    // Addresses in the same /64 network count as one.
    await Promise.all(Array.from({ length: 20 }, (_, index) => enter(`2001:db8::${index + 1}`)));
    const full = await handshake(url, from('2001:db8::ffff'));
    expect(full.status).toBe(429);
    expect(full.headers['retry-after']).toBeDefined();
    expect((await handshake(url, from('2001:db8:0:1::1'))).status).toBe(101);
    own[0]?.disconnect();
    await expect.poll(async () => (await handshake(url, from('198.51.100.6', member))).status).toBe(101);
  });

  it('frees the slot of a client that left during its session lookup', async () => {
    const member = await site.addPerson();
    const seats = standardLimits.sockets.perPerson;
    const gone: Promise<void>[] = [];
    const note = (_request: unknown, socket: Socket) => {
      // Reads the address, as rate limits do. If it has been read once, it can still be read after the socket has closed.
      expect(socket.remoteAddress).toBeDefined();
      gone.push(new Promise((resolve) => socket.once('close', () => resolve())));
    };
    site.app.server.on('upgrade', note);
    try {
      await site.db.transaction().execute(async (trx) => {
        await sql`lock table sessions in access exclusive mode`.execute(trx);
        const comers = Array.from({ length: seats }, () => connect(Number(new URL(url).port), '127.0.0.1'));
        for (const comer of comers) {
          comer.write(
            `GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: Upgrade\r\n` +
              'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
              `Cookie: ${member.headers.cookie}\r\n\r\n`,
          );
        }
        await expect.poll(() => gone.length).toBe(seats);
        for (const comer of comers) comer.resetAndDestroy();
        await Promise.all(gone);
      });
    } finally {
      site.app.server.off('upgrade', note);
    }
    // When these requests have completed, the session lookups of the clients that left have completed as well.
    for (let count = 0; count < 2 * seats; count += 1)
      expect((await site.call({ method: 'GET', url: '/api/auth/me' }, member)).statusCode).toBe(200);
    const enter = () => connected(keep(openReader(url, member)));
    expect(await Promise.all(Array.from({ length: seats }, enter))).toHaveLength(seats);
  });

  it('accepts only administrators while the site is closed', async () => {
    const { member, admin } = await site.addCast();
    const change = (maintenanceMode: boolean) =>
      site.call({ method: 'PATCH', url: '/api/admin/settings', payload: { maintenanceMode } }, admin);
    expect((await change(true)).statusCode).toBeLessThan(300);
    try {
      await expect.poll(async () => (await handshake(url)).status).toBe(503);
      expect((await handshake(url, member.headers)).status).toBe(503);
      expect((await handshake(url, admin.headers)).status).toBe(101);
    } finally {
      await change(false);
    }
    await expect.poll(async () => (await handshake(url)).status).toBe(101);
  });
});

describe('readers', () => {
  it('receive the state of their room, then its events in order, and nothing else', async () => {
    const author = await site.addPerson();
    const [thread, other] = [await addThread(site, author), await addThread(site, author)];
    const reader = keep(await connected(openReader(url)));
    const elsewhere = keep(await openAt(url, { kind: 'thread', id: other.id }));
    const nowhere = keep(await connected(openReader(url, author)));
    const lists = keep(await openAt(url, { kind: 'subcategory', id: thread.categoryId }));
    const [told, others, none, list] = [reader, elsewhere, nowhere, lists].map(record);
    expect(await look(reader, { kind: 'thread', id: thread.id })).toEqual({
      lastNumber: 1,
      changes: 0,
      threadCount: 0,
      isLocked: false,
    });
    for (let number = 2; number <= 6; number += 1) await reply(site, thread.id, author);
    await expect.poll(() => told).toHaveLength(5);
    const posts = told?.filter(([event]) => event === 'newPost').map(([, post]) => (post as { number: number }).number);
    expect(posts).toEqual([2, 3, 4, 5, 6]);
    await expect.poll(() => list?.map(([event]) => event)).toEqual(Array(5).fill('threadChanged'));
    expect([others, none]).toEqual([[], []]);
  });

  it('are in one room at a time, and in none after leaving', async () => {
    const author = await site.addPerson();
    const [first, second] = [await addThread(site, author), await addThread(site, author)];
    const reader = keep(await openAt(url, { kind: 'thread', id: first.id }));
    const told = record(reader);
    await look(reader, { kind: 'thread', id: second.id });
    await reply(site, first.id, author);
    await reply(site, second.id, author);
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]).toMatchObject(['newPost', { threadId: second.id }]);
    reader.emit('leave');
    // This response comes after the room has been left, because a socket's events are processed in order.
    await look(reader, { kind: 'thread', id: randomUUID() });
    await reply(site, second.id, author);
    await look(reader, { kind: 'thread', id: randomUUID() });
    expect(told).toHaveLength(1);
  });

  it('get null for missing threads, and join no room', async () => {
    const { admin, member } = await site.addCast();
    const thread = await addThread(site, member);
    const reader = keep(await openAt(url, { kind: 'thread', id: thread.id }));
    const told = record(reader);
    const removed = await site.call(
      { method: 'DELETE', url: `/api/forum/threads/${thread.id}`, payload: { reason: 'spam' } },
      admin,
    );
    expect(removed.statusCode, removed.body).toBeLessThan(300);
    await expect.poll(() => told).toEqual([['threadDeleted', { id: thread.id, categoryId: thread.categoryId }]]);
    for (const kind of ['thread', 'subcategory'] as const) {
      expect(await look(reader, { kind, id: randomUUID() })).toBeNull();
      expect(await look(reader, { kind, id: thread.id })).toBeNull();
    }
  });

  it('can use polling, but not another user’s connection', async () => {
    const [member, thief] = [await site.addPerson(), await site.addPerson()];
    const thread = await addThread(site, member);
    const reader = keep(await connected(openReader(url, member, { transports: ['polling'] })));
    await look(reader, { kind: 'thread', id: thread.id });
    const told = record(reader);
    const sid = reader.io.engine.id;
    for (const headers of [thief.headers, {} as Record<string, string>]) {
      const stolen = await fetch(`${url}/ws/?EIO=4&transport=polling&sid=${sid}`, { headers });
      expect(stolen.status).toBe(403);
      expect((await handshake(url, headers, `EIO=4&transport=websocket&sid=${sid}`)).status).toBe(403);
    }
    await reply(site, thread.id, member);
    await expect.poll(() => told.length).toBe(1);
  });
});

describe('a user who loses access', () => {
  it.each(['suspended', 'signed out everywhere', 'deleted'])('is disconnected within 5 s: %s', async (what) => {
    const member = await site.addPerson();
    const reader = keep(await connected(openReader(url, member)));
    const visitor = keep(await connected(openReader(url)));
    const end = ended(reader);
    const start = Date.now();
    const change = { suspended: { suspended_at: new Date() }, deleted: { deleted_at: new Date() } }[what];
    if (change) await site.db.updateTable('users').set(change).where('id', '=', member.id).execute();
    else await site.db.deleteFrom('sessions').where('user_id', '=', member.id).execute();
    await end;
    expect(Date.now() - start).toBeLessThan(5000);
    expect(visitor.connected).toBe(true);
    const status = (await handshake(url, member.headers)).status;
    expect(status).toBe(what === 'suspended' ? 403 : 101);
  });
});

it('a reader who stops reading is disconnected, and the others keep receiving', { timeout: 60_000 }, async () => {
  const author = await site.addPerson();
  const thread = await addThread(site, author);
  const place = { kind: 'thread', id: thread.id } as const;
  const told = record(keep(await openAt(url, place)));
  const sleeper = await joinBare(url);
  const looks = once(sleeper, 'message');
  sleeper.send(`421["look",${JSON.stringify(place)}]`);
  await looks;
  const line = (sleeper as unknown as { _socket: Socket })._socket;
  line.pause();
  // Sends more data than the system buffers for a connection.
  for (let count = 0; count < 80; count += 1)
    await reply(site, thread.id, author, `${randomUUID()} ${'long '.repeat(9_000)}`);
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(80);
  // The check that closes this reader's socket also closes the sleeper's, because it covers all sockets.
  const other = await site.addPerson();
  const reader = keep(await connected(openReader(url, other)));
  const end = ended(reader);
  await site.db.deleteFrom('sessions').where('user_id', '=', other.id).execute();
  await end;
  const gone = once(sleeper, 'close');
  line.resume();
  await gone;
});
