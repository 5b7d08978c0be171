import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryCache } from './query-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('requests once while an entry is fresh, and shares a pending request', async () => {
  const answers = createQueryCache();
  const ask = vi.fn(async () => 'one');
  expect(await Promise.all([answers.load('key', ask), answers.load('key', ask)])).toEqual(['one', 'one']);
  await answers.load('key', ask);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_001);
  await answers.load('key', ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('keeps the last good entry if a reload fails, and does not cache failures', async () => {
  const answers = createQueryCache();
  await answers.load('key', async () => 'good');
  answers.invalidateAll();
  await expect(answers.load('key', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(answers.get('key')).toBe('good');
  expect(await answers.load('key', async () => 'better')).toBe('better');
});

it('discards a response that was requested before the cache was invalidated', async () => {
  const answers = createQueryCache();
  let finish = (_: string): void => {};
  const slow = answers.load(
    'key',
    () =>
      new Promise<string>((resolve) => {
        finish = resolve;
      }),
  );
  answers.invalidateAll();
  finish('of the person before');
  expect(await slow).toBe('of the person before');
  expect(answers.get('key')).toBeUndefined();
});

it('counts as fresh after hydration from a page', async () => {
  const there = createQueryCache();
  await there.load('key', async () => ({ of: 'the server' }));
  vi.advanceTimersByTime(200_000);
  const here = createQueryCache();
  here.hydrate(there.dehydrate());
  const ask = vi.fn(async () => ({ of: 'nobody' }));
  expect(await here.load('key', ask)).toEqual({ of: 'the server' });
  expect(ask).not.toHaveBeenCalled();
});

it('notifies its listeners and evicts the oldest entries beyond 300', async () => {
  const answers = createQueryCache();
  const listener = vi.fn();
  const leave = answers.subscribe(listener);
  for (let index = 0; index < 301; index += 1) await answers.load(`key ${index}`, async () => index);
  expect(listener).toHaveBeenCalledTimes(301);
  expect([answers.get('key 0'), answers.get('key 1')]).toEqual([undefined, 1]);
  leave();
  await answers.load('another', async () => 0);
  expect(listener).toHaveBeenCalledTimes(301);
});
