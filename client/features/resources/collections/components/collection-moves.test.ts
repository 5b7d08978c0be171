import { expect, test } from 'vitest';
import { moved } from './collection-moves.ts';

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 0, 'bac'],
  [1, 2, 'acb'],
])('from %d to %d is %s', (from, to, expected) => {
  expect(moved([...'abc'], from, to).join('')).toBe(expected);
});

test.each([
  [0, -1],
  [2, 3],
  [1, 1],
  [7, 0],
])('from %d to %d leaves the list as it is', (from, to) => {
  const list = [...'abc'];
  expect(moved(list, from, to)).toBe(list);
});
