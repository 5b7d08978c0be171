// In-memory cache of values that are expensive to compute and may be slightly stale; concurrent callers share one computation.
import { LRUCache } from 'lru-cache';

/** Caches up to `max` values for `ttlMs`. If `keeps` is given, caches only values that it accepts. Failures are not cached. */
export function createMemory<T extends object>(options: { max: number; ttlMs: number; keeps?: (value: T) => boolean }) {
  const { keeps = () => true } = options;
  const values = new LRUCache<string, Promise<T>>({ max: options.max, ttl: options.ttlMs });
  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const known = values.get(key);
      if (known) return known;
      const drop = () => {
        if (values.get(key) === made) values.delete(key);
      };
      const made = make();
      made.then((value) => keeps(value) || drop(), drop);
      values.set(key, made);
      return made;
    },
    clear: (): void => values.clear(),
  };
}
