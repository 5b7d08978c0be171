// Counts hits across all processes of a site in Redis, for the overall request limit. It never waits for Redis: the total is
// based on the reply to the previous hit, and while Redis is down, each process counts on its own.
import { LRUCache } from 'lru-cache';
import type { Logger } from '#server/kit/ops/logger.ts';
import { createReconnectingRedis } from '#server/kit/realtime/reconnecting-redis.ts';

export type SharedCounts = {
  /** Counts one hit and returns, without waiting, the last known total of all processes and the time left in the window. */
  hit(key: string, windowMs: number): { total: number; leftMs: number };
  close(): Promise<void>;
};

/** `sent`: this process's hits in the window. `endsAt`: on the monotonic clock (performance.now), in milliseconds. */
type Window = { total: number; sent: number; endsAt: number };

const CALLERS_KEPT = 20_000;
/** A window starts with the first hit in any process. */
const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** @param options.prefix separates this site's counts from those of other sites in the same Redis */
export function createSharedCounts({ url, prefix, log }: { url: string; prefix: string; log: Logger }): SharedCounts {
  const redis = createReconnectingRedis({ url, log, without: 'each process counts requests on its own' });
  const windows = new LRUCache<string, Window>({ max: CALLERS_KEPT });

  const tell = async (key: string, windowMs: number, window: Window): Promise<void> => {
    const number = window.sent;
    const client = redis.current();
    if (!client) return;
    const answer = (await client.eval(COUNT, { keys: [`${prefix} ${key}`], arguments: [String(windowMs)] })) as unknown;
    const [count, leftMs] = answer as [number, number];
    // The reply does not include the hits that were counted here after the request was sent.
    window.total = count + window.sent - number;
    if (leftMs > 0) window.endsAt = performance.now() + leftMs;
  };

  return {
    hit(key, windowMs) {
      const now = performance.now();
      const known = windows.get(key);
      const window = known && known.endsAt > now ? known : { total: 0, sent: 0, endsAt: now + windowMs };
      window.total += 1;
      window.sent += 1;
      windows.set(key, window);
      // If Redis is slow or fails, the other processes do not learn of this hit.
      tell(key, windowMs, window).catch(() => {});
      return { total: window.total, leftMs: window.endsAt - now };
    },
    close: () => redis.stop(),
  };
}
