import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapConcurrently } from './concurrency.ts';

it('respects the concurrency limit and the order of the items', async () => {
  let [running, most] = [0, 0];
  const made = await mapConcurrently([5, 1, 4, 2, 3], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let left = turns; left > 0; left -= 1) await turn();
    running -= 1;
    return turns * 10;
  });
  expect([made, most]).toEqual([[50, 10, 40, 20, 30], 2]);
  expect(await mapConcurrently([], 2, async () => 1)).toEqual([]);
});

it('starts nothing after a failure, and fails once everything that was started has ended', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const work = mapConcurrently([0, 1, 2, 3, 4, 5], 3, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('one item failed');
    for (let left = 20; left > 0; left -= 1) await turn();
    ended.push(item);
  });
  await expect(work).rejects.toThrow('one item failed');
  expect([begun, ended]).toEqual([
    [0, 1, 2],
    [0, 2],
  ]);
});
