import { describe, expect, it } from 'vitest';
import { coverOf, greatestCover, guessMode, guessTransition, type SmallFrame } from './guess.ts';

/** Four by four pixels with one value around another. */
const framed = (border: number, inside: number): SmallFrame => {
  const luma = Array.from({ length: 16 }, (_, at) => ([5, 6, 9, 10].includes(at) ? inside : border));
  return { width: 4, height: 4, luma, alpha: luma };
};

it.each([
  [2, 'screen'],
  [8, 'normal'],
  [60, 'normal'],
  [126, 'overlay'],
  [200, 'normal'],
  [252, 'multiply'],
] as const)('a layer with %i around its subject starts as %s', (border, mode) => {
  expect(guessMode(framed(border, 130))).toBe(mode);
});

it('light that reaches over half of the border changes nothing', () => {
  const { luma, ...rest } = framed(0, 255);
  expect(guessMode({ ...rest, luma: luma.map((value, at) => (at < 8 ? 255 : value)) })).toBe('screen');
});

it('measures what a frame hides', () => {
  expect(coverOf(framed(0, 255), 'screen', false)).toBeCloseTo(0.25, 10);
  expect(coverOf(framed(255, 0), 'multiply', false)).toBeCloseTo(0.25, 10);
  expect(coverOf(framed(128, 0), 'overlay', false)).toBeCloseTo(0.25, 10);
  expect(coverOf(framed(255, 0), 'normal', true)).toBeCloseTo(0.75, 10);
});

describe('transitions', () => {
  it('cut where most is covered, in the middle of a plateau', () => {
    expect(greatestCover([0, 0.4, 0.9, 0.3, 0])).toBe(2);
    expect(greatestCover([0, 1, 0.5, 0.99, 1, 1, 0.2])).toBe(4);
    expect(greatestCover([1, 1, 1, 1, 1])).toBe(2);
    expect(greatestCover([0.5])).toBe(0);
  });

  it('are mattes when they end on everything', () => {
    expect(guessTransition([0, 0.5, 1], false)).toEqual({ kind: 'luma', isInverted: false });
    expect(guessTransition([0.98, 0.5, 0.01], true)).toEqual({ kind: 'alpha', isInverted: true });
    expect(guessTransition([0, 1, 0], true)).toEqual({ kind: 'over', isInverted: false });
    expect(guessTransition([], false)).toEqual({ kind: 'over', isInverted: false });
  });
});
