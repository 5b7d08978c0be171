// In-memory store for @fastify/rate-limit that uses the monotonic clock. The package's own store uses the system clock. If that
// clock is set back by hours, callers who have reached their limit are refused for hours.
import { LRUCache } from 'lru-cache';

/** `endsAt` is on the monotonic clock (performance.now), in milliseconds. */
type Window = { current: number; endsAt: number };
type Counted = { current: number; ttl: number };

const CALLERS_KEPT = 20_000;

export class SteadyStore {
  readonly #windows = new LRUCache<string, Window>({ max: CALLERS_KEPT });

  /** Counts one hit by a caller; `ttl` is the time left in their window, in milliseconds. */
  incr(key: string, done: (error: Error | null, counted?: Counted) => void, windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { current: 0, endsAt: now + windowMs };
    window.current += 1;
    this.#windows.set(key, window);
    done(null, { current: window.current, ttl: window.endsAt - now });
  }

  /** The package calls this for each limiter that needs a separate store. */
  child(): SteadyStore {
    return new SteadyStore();
  }
}
