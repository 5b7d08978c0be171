import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { CACHE_MAX_BYTES, createPageCache, FRESH_MS, KEPT_PAGE_MAX_BYTES, packPage } from './page-cache.ts';

const setUp = () => {
  let time = 0;
  const cache = createPageCache(() => time);
  let version = 0;
  const render = vi.fn(async () => {
    version += 1;
    return packPage(200, `version ${version}`, time);
  });
  const read = async () => (await cache.get('key', render)).plain.body.toString();
  const wait = (ms: number): void => {
    time += ms;
  };
  return { cache, render, read, wait };
};

it('renders a page once for concurrent readers and once while it is fresh', async () => {
  const { render, read, wait } = setUp();
  expect(await Promise.all([read(), read(), read()])).toEqual(['version 1', 'version 1', 'version 1']);
  wait(FRESH_MS);
  expect(await read()).toBe('version 1');
  expect(render).toHaveBeenCalledTimes(1);
});

it('serves a stale page while renewing it, and renders a very old one first', async () => {
  const { render, read, wait } = setUp();
  await read();
  wait(FRESH_MS + 1);
  expect(await read()).toBe('version 1');
  await vi.waitFor(async () => expect(await read()).toBe('version 2'), { timeout: 10_000 });
  wait(10 * 60_000);
  expect(await read()).toBe('version 3');
  expect(render).toHaveBeenCalledTimes(3);
});

it('renders a page again when the clock was set back to before it was made', async () => {
  const { read, wait } = setUp();
  wait(3 * 3_600_000);
  expect(await read()).toBe('version 1');
  wait(-3 * 3_600_000);
  expect(await read()).toBe('version 2');
  expect(await read()).toBe('version 2');
});

it('forgets everything on clear, and does not keep a page rendered at the time', async () => {
  const { cache, render, read } = setUp();
  let finish = (): void => {};
  render.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return packPage(200, 'old data', 0);
  });
  const early = read();
  cache.clear();
  finish();
  expect(await early).toBe('old data');
  expect(await read()).toBe('version 1');
});

it('does not cache a failure', async () => {
  const { cache } = setUp();
  await expect(cache.get('broken', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await cache.get('broken', () => packPage(503, 'away', 0))).status).toBe(503);
  expect((await cache.get('broken', () => packPage(200, 'back', 0))).status).toBe(200);
});

it('holds the page in every encoding browsers ask for', async () => {
  const page = await packPage(200, '<p>Größe</p>', 0);
  expect(brotliDecompressSync(page.brotli.body).toString()).toBe('<p>Größe</p>');
  expect(gunzipSync(page.gzip.body).toString()).toBe('<p>Größe</p>');
});

it('gives each encoding its own tag', async () => {
  const page = await packPage(200, '<p>one</p>', 0);
  expect(new Set([page.plain.etag, page.brotli.etag, page.gzip.etag]).size).toBe(3);
  expect((await packPage(200, '<p>one</p>', 5)).brotli.etag).toBe(page.brotli.etag);
});

it('serves a page that the browser must render, but only keeps complete ones', async () => {
  const { cache, render, read } = setUp();
  render.mockImplementationOnce(async () => ({ ...(await packPage(200, 'head only', 0)), whole: false }));
  expect(await read()).toBe('head only');
  expect(await read()).toBe('version 1');
  expect((await cache.get('key', render)).whole).toBe(true);
});

it('is bounded by the bytes of all encodings, and keeps no very large page', async () => {
  const { cache } = setUp();
  // Random text hardly compresses, so its compressed forms also take up space in the cache.
  const text = randomBytes(100_000).toString('base64');
  for (let index = 0; index < 300; index += 1) {
    await cache.get(`page ${index}`, () => packPage(200, `${index} ${text}`, 0));
    expect(cache.bytes()).toBeLessThanOrEqual(CACHE_MAX_BYTES);
  }
  expect(cache.bytes()).toBeGreaterThan(CACHE_MAX_BYTES - KEPT_PAGE_MAX_BYTES);
  expect(cache.size()).toBeLessThan(300);
  cache.clear();
  const huge = await cache.get('huge', () => packPage(200, 'x'.repeat(KEPT_PAGE_MAX_BYTES), 0));
  expect([huge.plain.body.length, cache.size(), cache.bytes()]).toEqual([KEPT_PAGE_MAX_BYTES, 0, 0]);
});

it('does not keep pages of unknown addresses', async () => {
  const { cache } = setUp();
  for (let index = 0; index < 20; index += 1) await cache.get(`made up ${index}`, () => packPage(404, 'Nothing', 0));
  expect(cache.size()).toBe(0);
});
