// Counts hits in memory for @fastify/rate-limit by a clock that never jumps: the package's own store takes the time of day, and
// when that is set back by hours, whoever was at their limit would be refused for hours.
import { LRUCache } from 'lru-cache';

/** `endsAt` is a moment of the clock that never jumps. */
type Window = { current: number; endsAt: number };
type Counted = { current: number; ttl: number };

const CALLERS_KEPT = 20_000;

export class SteadyStore {
  readonly #windows = new LRUCache<string, Window>({ max: CALLERS_KEPT });

  /** Counts one hit of a caller; `ttl` is what is left of their window, in milliseconds. */
  incr(key: string, done: (error: Error | null, counted?: Counted) => void, windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { current: 0, endsAt: now + windowMs };
    window.current += 1;
    this.#windows.set(key, window);
    done(null, { current: window.current, ttl: window.endsAt - now });
  }

  /** What the package asks for a limiter's own counts. */
  child(): SteadyStore {
    return new SteadyStore();
  }
}
