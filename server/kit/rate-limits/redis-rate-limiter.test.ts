import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processorMs } from '#test/harness/processor-time.ts';
import { hasRedis, type Redis, startRedis } from '#test/harness/redis.ts';
import { createSharedCounts, type SharedCounts } from './redis-rate-limiter.ts';

const WINDOW_MS = 60_000;
/** Longer than a busy machine is likely to pause between two hits. */
const SHORT_MS = 3000;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

describe.skipIf(!hasRedis())('counts of two processes', { timeout: 30_000 }, () => {
  let redis: Redis;
  let first: SharedCounts;
  let second: SharedCounts;
  beforeAll(async () => {
    redis = await startRedis();
    const open = () => createSharedCounts({ url: redis.url, prefix: 'test', log });
    [first, second] = [open(), open()];
  });
  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
    await redis.stop();
  });

  it('are combined, and each process sees the total on its next hit', async () => {
    const hits = { first: 0, second: 0 };
    const hitBoth = () => {
      hits.first += 1;
      hits.second += 1;
      return [first.hit('a', WINDOW_MS).total, second.hit('a', WINDOW_MS).total] as const;
    };
    // The two processes connect at different times, and hits before that are only counted locally.
    await expect
      .poll(() => {
        const [mine, yours] = hitBoth();
        return mine > hits.first && yours > hits.second;
      })
      .toBe(true);
    for (let more = 0; more < 50; more += 1) {
      hits.first += 1;
      first.hit('a', WINDOW_MS);
    }
    await expect
      .poll(() => {
        hits.second += 1;
        return second.hit('a', WINDOW_MS).total - hits.second;
      })
      .toBeGreaterThan(50);
    expect(second.hit('b', WINDOW_MS).total).toBe(1);
  });

  it('start over for both when the window ends', async () => {
    const hit = (counts: SharedCounts) => counts.hit('short', SHORT_MS);
    for (let hits = 0; hits < 20; hits += 1) hit(first);
    await expect.poll(() => hit(second).total, { interval: 10, timeout: SHORT_MS }).toBeGreaterThan(20);
    await expect.poll(() => hit(second).total, { interval: 150, timeout: 3 * SHORT_MS }).toBeLessThan(5);
    expect(hit(first).leftMs).toBeLessThan(SHORT_MS + 1);
  });

  it('continue locally while Redis is down, without blocking', async () => {
    await redis.kill();
    let last = 0;
    const took = await processorMs(() => {
      for (let hits = 0; hits < 1000; hits += 1) last = first.hit('away', WINDOW_MS).total;
    });
    expect(last).toBe(1000);
    expect(took).toBeLessThan(500);
    await redis.start();
    await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThan(0);
  });
});
