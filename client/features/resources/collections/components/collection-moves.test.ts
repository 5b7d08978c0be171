import { expect, test } from 'vitest';
import { moved } from './collection-moves.ts';

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 0, 'bac'],
  [1, 2, 'acb'],
])('moving from %d to %d gives %s', (from, to, expected) => {
  expect(moved([...'abc'], from, to).join('')).toBe(expected);
});

test.each([
  [0, -1],
  [2, 3],
  [1, 1],
  [7, 0],
])('moving from %d to %d changes nothing', (from, to) => {
  const list = [...'abc'];
  expect(moved(list, from, to)).toBe(list);
});
