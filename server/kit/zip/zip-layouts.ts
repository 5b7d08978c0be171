/** Caches archive layouts for clients that download in several parts. The cache limits the total number of files. */

import { LRUCache } from 'lru-cache';
import type { ZipLayout } from './zip-layout.ts';

/** Corresponds to about 60 MB of layouts, or three of the largest layouts measured. */
const MAX_FILES = 250_000;

/** Caches layouts by a key that changes whenever the files change. Concurrent callers share one computation. */
export function createLayoutMemory(options: { maxFiles?: number } = {}) {
  const maxFiles = options.maxFiles ?? MAX_FILES;
  const kept = new LRUCache<string, ZipLayout>({
    maxSize: maxFiles,
    sizeCalculation: ({ contents }) => contents.length + 1,
  });
  const making = new Map<string, Promise<ZipLayout>>();
  return {
    // Returns the cached layout for this key, or the result of `make`. Failures are not cached.
    async get(key: string, make: () => Promise<ZipLayout>): Promise<ZipLayout> {
      const known = kept.get(key) ?? making.get(key);
      if (known) return await known;
      const made = make();
      making.set(key, made);
      try {
        const layout = await made;
        kept.set(key, layout);
        return layout;
      } finally {
        making.delete(key);
      }
    },
  };
}
