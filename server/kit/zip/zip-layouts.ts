/** Layouts of archives, kept for those who come back for the next part, up to a number of files in all. */

import { LRUCache } from 'lru-cache';
import type { ZipLayout } from './zip-layout.ts';

/** About 60 MB of layouts, and three of the largest that have been tried. */
const MAX_FILES = 250_000;

/** Remembers layouts by a key that is another one whenever the files are. Made once even when many ask at the same time. */
export function createLayoutMemory(options: { maxFiles?: number } = {}) {
  const maxFiles = options.maxFiles ?? MAX_FILES;
  const kept = new LRUCache<string, ZipLayout>({
    maxSize: maxFiles,
    sizeCalculation: ({ contents }) => contents.length + 1,
  });
  const making = new Map<string, Promise<ZipLayout>>();
  return {
    // The layout of this key, made by `make` unless it is kept. A failed making is not kept.
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
