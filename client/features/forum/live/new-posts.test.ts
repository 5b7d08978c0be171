import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { ThreadPage } from '#contract/forum/api.ts';
import { followRead } from './follow-read.ts';
import { createArrivals } from './new-posts.ts';
import { pageWith, post } from './sample-thread.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page with three posts; reloads return the `answers` one after another. */
const world = (answers: (() => ThreadPage)[] = []) => {
  const context = { queryCache: createQueryCache() } as AppContext;
  let asked = 0;
  const run = async (): Promise<ThreadPage> => {
    const answer = answers[asked];
    asked += 1;
    if (!answer) throw new CallError('Failed to fetch threads', 0, null);
    return answer();
  };
  context.queryCache.put('thread', pageWith([1, 2, 3]));
  const follow = followRead(context, { key: 'thread', run });
  return {
    arrivals: createArrivals(follow),
    numbers: () => follow.current()?.posts.map(({ number }) => number),
    asked: () => asked,
  };
};

test('posts that arrive out of order are sorted without a reload', async () => {
  const { arrivals, numbers, asked } = world();
  arrivals.receive(post(5));
  expect(numbers()).toEqual([1, 2, 3]);
  arrivals.receive(post(6));
  arrivals.receive(post(4));
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6]);
  arrivals.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked()).toBe(0);
});

test('a missing post is loaded after a moment, and later ones are not duplicated', async () => {
  const { arrivals, numbers, asked } = world([() => pageWith([1, 2, 3, 4, 5])]);
  arrivals.receive(post(5));
  arrivals.receive(post(6));
  await vi.advanceTimersByTimeAsync(1400);
  expect(asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked()).toBe(1);
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('no reload happens when the gap closes in time', async () => {
  const { arrivals, asked } = world();
  arrivals.receive(post(5));
  arrivals.receive(post(4));
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked()).toBe(0);
});

test('a failed reload changes nothing; the next post after a gap triggers another', async () => {
  const { arrivals, numbers, asked } = world([
    () => {
      throw new CallError('Failed to fetch threads', 500, null);
    },
    () => pageWith([1, 2, 3, 4, 5, 6]),
  ]);
  arrivals.receive(post(5));
  await vi.advanceTimersByTimeAsync(1600);
  expect(numbers()).toEqual([1, 2, 3]);
  arrivals.receive(post(6));
  await vi.advanceTimersByTimeAsync(1600);
  expect(asked()).toBe(2);
  expect(numbers()).toEqual([1, 2, 3, 4, 5, 6]);
});
