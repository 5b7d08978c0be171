import { expect, test } from 'vitest';
import { barsPath, readLevels, reduceLevels } from './wave.ts';

test('levels are read and reduced to their highest', () => {
  const levels = readLevels(Buffer.from([0, 51, 255, 102]).toString('base64'));
  expect(levels).toEqual([0, 0.2, 1, 0.4]);
  expect(reduceLevels(levels, 2)).toEqual([0.2, 1]);
  expect(reduceLevels(levels, 100)).toEqual(levels);
  expect(reduceLevels([], 10)).toEqual([]);
});

test('bars stand around the middle, and silence is a dot', () => {
  expect(barsPath([0, 1, 0.5], 20)).toBe('M1 9.5v1M3 0v20M5 5v10');
});
