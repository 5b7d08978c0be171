// The anonymous pages' short memory: the compressed bytes of a page, kept for seconds and renewed behind the reader.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A page as it is sent, in the encodings that browsers ask for. */
export type PackedBody = { body: Buffer; etag: string };
export type CachedPage = {
  status: number;
  /** False for a page that the browser has to draw itself, and for one that leads elsewhere: answered once, never kept. */
  whole: boolean;
  plain: PackedBody;
  brotli: PackedBody;
  gzip: PackedBody;
  madeAt: number;
};

/** A strong tag of these very bytes: each encoding has its own. */
const withTag = (body: Buffer): PackedBody => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

export const FRESH_MS = 30_000;
const STALE_MS = 5 * 60_000;

const asBrotli = (plain: Buffer): Promise<Buffer> =>
  compressBrotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
const asGzip = (plain: Buffer): Promise<Buffer> => compressGzip(plain, { level: 6 });

/** A page that one reader alone is sent: compressed in the way that this reader takes, without a tag. */
export async function packForOne(status: number, html: string, encoding: Encoding | null): Promise<CachedPage> {
  const plain = Buffer.from(html);
  const body = encoding === 'br' ? await asBrotli(plain) : encoding === 'gzip' ? await asGzip(plain) : plain;
  const packed = { body, etag: '' };
  return { status, whole: true, plain: packed, brotli: packed, gzip: packed, madeAt: 0 };
}

/** Compresses a rendered page once; quality 5 costs about 0.3 ms for 10 kB (bench of the compressors). */
export async function packPage(status: number, html: string, now: number): Promise<CachedPage> {
  const plain = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([asBrotli(plain), asGzip(plain)]);
  return { status, whole: true, plain: withTag(plain), brotli: withTag(brotli), gzip: withTag(gzipped), madeAt: now };
}

/** Bytes of all kept pages together, in all their encodings. */
export const CACHE_MAX_BYTES = 64 * 1024 * 1024;
/** Larger pages are made for each visitor. */
export const KEPT_PAGE_MAX_BYTES = 500_000;

const bytesOf = ({ plain, brotli, gzip: zipped }: CachedPage, key: string): number =>
  key.length * 2 + plain.body.length + brotli.body.length + zipped.body.length;

/**
 * Keeps pages up to a number of bytes, the least recently used going first. A page older than 30 s is still answered, while one caller renews it; one older than
 * 5 minutes is made anew. `clear` is called when something that pages show has changed.
 * @param onLookup told whether a page was there
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
        // A page that was rendered while its data changed may be old already: answer it, but do not keep it. Addresses of
        // nothing are endless, so their pages are not kept either.
        if (page.whole && page.status === 200 && startedIn === generation) pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (making.get(key) === promise) making.delete(key);
      });
    making.set(key, promise);
    return promise;
  };

  // A page that may be answered at once, without waiting; null when it must be made first.
  const getKept = (key: string, render: () => Promise<CachedPage>): CachedPage | null => {
    const known = pages.get(key);
    if (!known) return null;
    const age = now() - known.madeAt;
    // A page of later than now was made before the clock was set back: nobody knows how old it is.
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
    // How many pages are kept at this moment.
    size: (): number => pages.size,
    // Their bytes.
    bytes: (): number => pages.calculatedSize,
    clear(): void {
      generation += 1;
      pages.clear();
      making.clear();
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
