import { afterEach, expect, it, vi } from 'vitest';
import { loadChecksums } from './checksums.ts';

afterEach(() => vi.unstubAllGlobals());

const SHA256 = 'a'.repeat(64);
const answers = (...given: Response[]) => vi.stubGlobal('fetch', async () => given.shift());
const limited = () => new Response('', { status: 429, headers: { 'retry-after': '42' } });
const list = () => new Response(`${SHA256}  clips/a.mov\n`);

it('waits as long as the rate limit says', async () => {
  answers(limited(), list());
  const waits: number[] = [];
  const files = await loadChecksums('p1', async (seconds) => {
    waits.push(seconds);
  });
  expect([files, waits]).toEqual([[{ name: 'clips/a.mov', sha256: SHA256 }], [42]]);
});

it('fails if it may not wait, or the site fails', async () => {
  answers(limited());
  await expect(loadChecksums('p1')).rejects.toThrow('could not be loaded');
  answers(new Response('', { status: 503 }));
  await expect(loadChecksums('p1', async () => {})).rejects.toThrow('could not be loaded');
});
