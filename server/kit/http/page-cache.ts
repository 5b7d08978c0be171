// Short-lived cache of pages that many readers share. Pages are stored compressed and renewed in the background.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A response body in one encoding, with its ETag. */
export type PackedBody = { body: Buffer; etag: string };
export type CachedPage = {
  status: number;
  /** False for redirects and for pages that the browser has to render itself, which are sent once and never cached. */
  whole: boolean;
  plain: PackedBody;
  brotli: PackedBody;
  gzip: PackedBody;
  madeAt: number;
};

/** Adds a strong ETag for the exact bytes, so each encoding gets a different one. */
const withTag = (body: Buffer): PackedBody => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

export const FRESH_MS = 30_000;
/** No page from the cache is older. */
export const STALE_MS = 5 * 60_000;

const asBrotli = (plain: Buffer): Promise<Buffer> =>
  compressBrotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
const asGzip = (plain: Buffer): Promise<Buffer> => compressGzip(plain, { level: 6 });

/** A page for a single reader, without an ETag and only in the encoding that the reader accepts. */
export async function packForOne(status: number, html: string, encoding: Encoding | null): Promise<CachedPage> {
  const plain = Buffer.from(html);
  const body = encoding === 'br' ? await asBrotli(plain) : encoding === 'gzip' ? await asGzip(plain) : plain;
  const packed = { body, etag: '' };
  return { status, whole: true, plain: packed, brotli: packed, gzip: packed, madeAt: 0 };
}

/** Compresses a rendered page for the cache. Brotli quality 5 takes about 0.3 ms for 10 kB (compressor benchmark). */
export async function packPage(status: number, html: string, now: number): Promise<CachedPage> {
  const plain = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([asBrotli(plain), asGzip(plain)]);
  return { status, whole: true, plain: withTag(plain), brotli: withTag(brotli), gzip: withTag(gzipped), madeAt: now };
}

/** Maximum total size of all cached pages in bytes, including every encoding. */
export const CACHE_MAX_BYTES = 64 * 1024 * 1024;
/** Larger pages are rendered for each visitor. */
export const KEPT_PAGE_MAX_BYTES = 500_000;

const bytesOf = ({ plain, brotli, gzip: zipped }: CachedPage, key: string): number =>
  key.length * 2 + plain.body.length + brotli.body.length + zipped.body.length;

/**
 * Caches pages up to a total size, evicting the least recently used. A page older than 30 s is still served while one caller
 * renews it; a page older than 5 minutes is rendered again first. Call `clear` when data shown on pages has changed.
 * @param onLookup called with the result of each lookup
 */
export function createPageCache(now: () => number, onLookup?: (result: 'hit' | 'miss') => void) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: KEPT_PAGE_MAX_BYTES,
    sizeCalculation: bytesOf,
  });
  const making = new Map<string, Promise<CachedPage>>();
  let generation = 0;

  const make = (key: string, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const running = making.get(key);
    if (running) return running;
    const startedIn = generation;
    const promise = render()
      .then((page) => {
        // A page rendered while its data changed may already be stale, so it is served but not cached. Pages for unknown URLs are
        // not cached either, because there is no limit to their number.
        if (page.whole && page.status === 200 && startedIn === generation) pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (making.get(key) === promise) making.delete(key);
      });
    making.set(key, promise);
    return promise;
  };

  // A page that can be served immediately; null when it must be rendered first.
  const getKept = (key: string, render: () => Promise<CachedPage>): CachedPage | null => {
    const known = pages.get(key);
    if (!known) return null;
    const age = now() - known.madeAt;
    // A page dated in the future was made before the clock was set back, so its age is unknown.
    if (age > STALE_MS || age < 0) return null;
    onLookup?.('hit');
    if (age > FRESH_MS) void make(key, render).catch(() => {});
    return known;
  };

  return {
    getKept,
    get: async (key: string, render: () => Promise<CachedPage>): Promise<CachedPage> => {
      const kept = getKept(key, render);
      if (kept) return kept;
      onLookup?.('miss');
      return make(key, render);
    },
    size: (): number => pages.size,
    // Total size of the cached pages in bytes.
    bytes: (): number => pages.calculatedSize,
    clear(): void {
      generation += 1;
      pages.clear();
      making.clear();
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
