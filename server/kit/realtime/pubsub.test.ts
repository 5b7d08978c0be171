import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, type Redis, startRedis } from '#test/harness/redis.ts';
import { createRelay, type Relay } from './pubsub.ts';

type Message = { text: string };

const SOON = { timeout: 10_000 };
const HEARTBEAT_MS = 200;
const log = { info: () => {}, warn: () => {}, error: () => {} };

describe.skipIf(!hasRedis())('a relay', () => {
  let redis: Redis;
  const relays: Relay<Message>[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.close())));
  afterAll(() => redis.stop());

  // Opens a relay that records what it receives: message texts, and `missed` for a gap.
  const open = (channel: string) => {
    const told: string[] = [];
    const relay = createRelay<Message>({
      url: redis.url,
      channel,
      deliver: ({ text }) => told.push(text),
      missed: () => told.push('missed'),
      log,
      heartbeatMs: HEARTBEAT_MS,
    });
    relays.push(relay);
    return { ...relay, told };
  };

  // Opens two relays and waits until each receives the other's messages.
  const openPair = async () => {
    const channel = randomUUID();
    const [one, two] = [open(channel), open(channel)];
    await expect
      .poll(() => {
        one.pass({ text: 'hello' });
        two.pass({ text: 'hello' });
        return one.told.includes('hello') && two.told.includes('hello');
      }, SOON)
      .toBe(true);
    const mark = randomUUID();
    one.pass({ text: mark });
    two.pass({ text: mark });
    await expect.poll(() => [one, two].every(({ told }) => told.at(-1) === mark)).toBe(true);
    one.told.length = 0;
    two.told.length = 0;
    return { channel, one, two };
  };

  it('delivers to the other processes in order, not to itself or another site', async () => {
    const { one, two } = await openPair();
    const stranger = open(randomUUID());
    const texts = Array.from({ length: 200 }, (_, index) => `${index}`);
    for (const text of texts) one.pass({ text });
    await expect.poll(() => two.told, SOON).toEqual(texts);
    expect(one.told).toEqual([]);
    expect(stranger.told).toEqual([]);
  });

  it('reports undelivered messages as a gap once Redis is back', async () => {
    const { one, two } = await openPair();
    await redis.kill();
    one.pass({ text: 'lost' });
    await redis.start();
    await expect.poll(() => two.told.includes('missed'), SOON).toBe(true);
    await expect
      .poll(() => {
        one.pass({ text: 'again' });
        return two.told.at(-1);
      }, SOON)
      .toBe('again');
  });

  it('buffers a bounded amount while Redis hangs, gives up, and reconnects', async () => {
    const { one, two } = await openPair();
    const big = 'x'.repeat(100_000);
    redis.pause();
    const begun = performance.now();
    const before = process.memoryUsage();
    for (let count = 0; count < 2000; count += 1) one.pass({ text: big });
    const after = process.memoryUsage();
    expect(performance.now() - begun).toBeLessThan(5000);
    // A total of 200 MB was passed to the relay.
    expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(64 * 2 ** 20);
    // Longer than the heartbeat timeout, so the subscribers report a gap.
    await new Promise((resolve) => setTimeout(resolve, 4 * HEARTBEAT_MS));
    redis.resume();
    await expect.poll(() => two.told.includes('missed'), SOON).toBe(true);
    await expect
      .poll(() => {
        one.pass({ text: 'again' });
        return two.told.at(-1);
      }, SOON)
      .toBe('again');
  });

  it('closes immediately even when Redis is down', async () => {
    const { one } = await openPair();
    await redis.kill();
    const begun = performance.now();
    await one.close();
    expect(performance.now() - begun).toBeLessThan(1000);
    await redis.start();
  });
});

describe('a relay whose Redis accepts connections but never replies', () => {
  const HEARTBEATS = { heartbeatMs: HEARTBEAT_MS, log, channel: 'silent' };
  let silent: Server;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    silent = createServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
      sockets.push(socket);
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const url = () => `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;

  it('closes immediately', async () => {
    const before = sockets.length;
    const relay = createRelay({ url: url(), deliver: () => {}, missed: () => {}, ...HEARTBEATS, heartbeatMs: 60_000 });
    await expect.poll(() => sockets.length - before).toBe(2);
    relay.pass('lost');
    const begun = performance.now();
    await relay.close();
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('gives up after a heartbeat and reconnects', async () => {
    const before = sockets.length;
    const relay = createRelay({ url: url(), deliver: () => {}, missed: () => {}, ...HEARTBEATS });
    await expect.poll(() => sockets.length - before, SOON).toBeGreaterThanOrEqual(4);
    // Both connections from the first attempt are closed.
    await expect
      .poll(() => sockets.slice(before, before + 2).every((socket) => socket.readableEnded || socket.closed))
      .toBe(true);
    await relay.close();
  });
});
