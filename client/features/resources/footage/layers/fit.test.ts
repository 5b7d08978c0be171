import { expect, it } from 'vitest';
import { type FitSide, fitOf } from './fit.ts';

const CLIP: FitSide = { width: 3840, height: 2160, rate: 24, seconds: 14 };
const textsOf = (asset: Partial<FitSide>, footage: Partial<FitSide> = {}) =>
  fitOf({ ...CLIP, ...asset }, { ...CLIP, ...footage }).map(({ isGood, text }) => `${isGood ? 'yes' : 'no'}: ${text}`);

it('says what is the same', () => {
  expect(textsOf({})).toEqual([
    'yes: 24 fps, same as your clip',
    'yes: 3840x2160, no scaling',
    'yes: As long as your clip',
  ]);
  expect(textsOf({ rate: 23.976 }, { rate: 24000 / 1001 })[0]).toBe('yes: 23.976 fps, same as your clip');
});

it('warns of another rate, of enlarging, of another shape, and of an early end', () => {
  expect(textsOf({ rate: 30, width: 1920, height: 1080, seconds: 11.5 })).toEqual([
    'no: 30 fps, your clip has 24',
    'no: 1920x1080, enlarged to 200 %',
    'no: Ends 2.5 s before your clip',
  ]);
  expect(textsOf({ width: 1080, height: 1080 })[1]).toBe('no: 1080x1080, another shape than yours (3840x2160)');
  expect(textsOf({ rate: 24 }, { rate: null })[0]).toBe('no: 24 fps, the rate of your clip isn’t known');
});

it('is content with more than is needed', () => {
  expect(textsOf({ seconds: 30 }, { width: 1920, height: 1080 })).toEqual([
    'yes: 24 fps, same as your clip',
    'yes: 3840x2160, reduced to 50 %',
    'yes: Ends 16 s after your clip',
  ]);
});

it('leaves out what pictures do not have', () => {
  expect(textsOf({ rate: null, seconds: null })).toEqual(['yes: 3840x2160, no scaling']);
  expect(textsOf({}, { rate: null, seconds: null })).toEqual(['yes: 3840x2160, no scaling']);
});
