// Counts hits over all processes of a site, in Redis, for the outer shield. Nobody waits for it: what is known of the others is
// what Redis said to the hit before, and while it is away each process counts by itself.
import { LRUCache } from 'lru-cache';
import type { Logger } from '#server/kit/ops/logger.ts';
import { createReconnectingRedis } from '#server/kit/realtime/reconnecting-redis.ts';

export type SharedCounts = {
  /** Counts one hit. Returns at once what is known of all processes: hits in the window, and what is left of it. */
  hit(key: string, windowMs: number): { total: number; leftMs: number };
  close(): Promise<void>;
};

/** `sent` are hits of this process in the window, `endsAt` is a moment of the clock that never jumps. */
type Window = { total: number; sent: number; endsAt: number };

const CALLERS_KEPT = 20_000;
/** A window begins with its first hit, whichever process that comes to. */
const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** @param options.prefix tells this site's counts from those of others in the same Redis */
export function createSharedCounts({ url, prefix, log }: { url: string; prefix: string; log: Logger }): SharedCounts {
  const redis = createReconnectingRedis({ url, log, without: 'each process counts requests by itself' });
  const windows = new LRUCache<string, Window>({ max: CALLERS_KEPT });

  const tell = async (key: string, windowMs: number, window: Window): Promise<void> => {
    const number = window.sent;
    const client = redis.current();
    if (!client) return;
    const answer = (await client.eval(COUNT, { keys: [`${prefix} ${key}`], arguments: [String(windowMs)] })) as unknown;
    const [count, leftMs] = answer as [number, number];
    // Hits that were sent meanwhile are not in the answer yet.
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
      // What is refused because Redis is slow is a hit that the others do not know of.
      tell(key, windowMs, window).catch(() => {});
      return { total: window.total, leftMs: window.endsAt - now };
    },
    close: () => redis.stop(),
  };
}
