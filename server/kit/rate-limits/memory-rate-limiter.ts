// In-memory store for @fastify/rate-limit based on the monotonic clock. The package's own store uses the system clock: if that is
// set back by hours, callers at their limit would be refused for hours.
import { LRUCache } from 'lru-cache';

/** `endsAt` is on the monotonic clock (performance.now), in milliseconds. */
type Window = { current: number; endsAt: number };
type Counted = { current: number; ttl: number };

const CALLERS_KEPT = 20_000;

export class SteadyStore {
  readonly #windows = new LRUCache<string, Window>({ max: CALLERS_KEPT });

  /** Counts one hit of a caller; `ttl` is the rest of their window in milliseconds. */
  incr(key: string, done: (error: Error | null, counted?: Counted) => void, windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { current: 0, endsAt: now + windowMs };
    window.current += 1;
    this.#windows.set(key, window);
    done(null, { current: window.current, ttl: window.endsAt - now });
  }

  /** Called by the package for each limiter that needs a separate store. */
  child(): SteadyStore {
    return new SteadyStore();
  }
}
