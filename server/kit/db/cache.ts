// Values that are costly to make and may be a little old: kept per key for a time, made once even when many ask.
import { LRUCache } from 'lru-cache';

/** Remembers up to `max` values for `ttlMs`, only those that `keeps` says, if given. A failed making is not kept. */
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
