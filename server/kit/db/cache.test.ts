import { expect, it } from 'vitest';
import { createMemory } from './cache.ts';

const counting = () => {
  const waiting: PromiseWithResolvers<{ number: number }>[] = [];
  const make = () => {
    const made = Promise.withResolvers<{ number: number }>();
    waiting.push(made);
    return made.promise;
  };
  return { waiting, make };
};

it('computes a value once for concurrent callers, and those waiting still get it after a clear', async () => {
  const memory = createMemory<{ number: number }>({ max: 10, ttlMs: 60_000 });
  const { waiting, make } = counting();
  const early = [memory.get('a', make), memory.get('a', make)];
  expect(waiting.length).toBe(1);
  memory.clear();
  const late = memory.get('a', make);
  expect(waiting.length).toBe(2);
  waiting[1]?.resolve({ number: 2 });
  waiting[0]?.resolve({ number: 1 });
  expect(await Promise.all([...early, late])).toEqual([{ number: 1 }, { number: 1 }, { number: 2 }]);
  expect(await memory.get('a', make)).toEqual({ number: 2 });
  expect(waiting.length).toBe(2);
});

it('caches neither failures nor values that `keeps` rejects', async () => {
  const memory = createMemory<{ number: number }>({ max: 10, ttlMs: 60_000, keeps: ({ number }) => number > 1 });
  const failing = memory.get('a', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await memory.get('a', async () => ({ number: 1 }))).toEqual({ number: 1 });
  expect(await memory.get('a', async () => ({ number: 2 }))).toEqual({ number: 2 });
  expect(await memory.get('a', async () => ({ number: 3 }))).toEqual({ number: 2 });
});
