import { expect, test } from 'vitest';
import { equalGain } from './sounds.ts';

const decibels = (gain: number): number => Math.round(20 * Math.log10(gain) * 10) / 10;

test.each([
  ['a loud master is turned down', { loudness: -8, peak: -0.1 }, -10],
  ['a quiet sound is turned up', { loudness: -30, peak: -20 }, 12],
  ['but not so far that it clips', { loudness: -30, peak: -5 }, 4],
  ['silence stays as it is', { loudness: null, peak: null }, 0],
])('%s', (_, sound, expected) => {
  expect(decibels(equalGain(sound))).toBe(expected);
});
