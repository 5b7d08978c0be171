import { expect, it } from 'vitest';
import { compactNumber } from './compact-number.ts';

it.each([
  [0, '0'],
  [902, '902'],
  [999, '999'],
  [1000, '1.0k'],
  [5649, '5.6k'],
  [18_449, '18.4k'],
  [99_949, '99.9k'],
  [99_950, '100k'],
  [165_137, '165k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
  [2_300_000, '2.3M'],
])('formats %i as %s', (count, text) => {
  expect(compactNumber(count)).toBe(text);
});
