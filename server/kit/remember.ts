// Values that are costly to make and may be a little old: kept per key for a time, made once even when many ask.
import { LRUCache } from 'lru-cache';

/** Remembers up to `max` values for `ttlMs`. A failed making is not kept. */
export const createMemory = <T extends object>(options: { max: number; ttlMs: number }) => {
  const values = new LRUCache<string, Promise<T>>({ max: options.max, ttl: options.ttlMs });
  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const known = values.get(key);
      if (known) return known;
      const made = make().catch((error: unknown) => {
        if (values.get(key) === made) values.delete(key);
        throw error;
      });
      values.set(key, made);
      return made;
    },
    clear: (): void => values.clear(),
  };
};
