import { expect, test } from 'vitest';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { followRead } from './follow-read.ts';

const world = (answers: (() => Promise<string[]>)[]) => {
  const context = { queryCache: createQueryCache() } as AppContext;
  let asked = 0;
  const given = { key: 'words', run: () => answers[asked++]?.() ?? Promise.reject(new Error('asked too often')) };
  context.queryCache.put('words', ['one']);
  return { follow: followRead(context, given), asked: () => asked };
};

const add = (word: string) => (words: string[]) => (words.includes(word) ? words : [...words, word]);

test('a change during a reload is not lost when the older response arrives', async () => {
  let answer = (_words: string[]): void => {};
  const { follow } = world([() => new Promise((resolve) => (answer = resolve))]);
  const reading = follow.readAnew();
  follow.apply(add('three'));
  expect(follow.current()).toEqual(['one', 'three']);
  answer(['one', 'two']);
  await reading;
  expect(follow.current()).toEqual(['one', 'two', 'three']);
});

test('two concurrent reloads become one more after the first', async () => {
  const { follow, asked } = world([async () => ['one', 'two'], async () => ['one', 'two', 'three']]);
  await Promise.all([follow.readAnew(), follow.readAnew(), follow.readAnew()]);
  expect(asked()).toBe(2);
  expect(follow.current()).toEqual(['one', 'two', 'three']);
});

test('a failed call leaves the data unchanged, and a later one works', async () => {
  const { follow } = world([() => Promise.reject(new Error('offline')), async () => ['two']]);
  await expect(follow.readAnew()).rejects.toThrow('offline');
  follow.apply(add('more'));
  expect(follow.current()).toEqual(['one', 'more']);
  await follow.readAnew();
  expect(follow.current()).toEqual(['two']);
});
