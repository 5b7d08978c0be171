import { expect, it, test } from 'vitest';
import { endText, gainOf, soundStart, soundStep, startLimits } from './in-step.ts';

const step = (time: number, now: number, offset = 1) => soundStep({ time, now, offset, length: 4 });

it('is silent before and after the sound', () => {
  expect(step(0.9, 0)).toEqual({ kind: 'silent' });
  expect(step(5, 4)).toEqual({ kind: 'silent' });
  expect(step(1, 0)).toEqual({ kind: 'play', pace: 1 });
});

it('jumps if it is far off, and catches up slowly if it is not', () => {
  expect(step(3, 1)).toEqual({ kind: 'jump', to: 2 });
  expect(step(3, 1.99)).toEqual({ kind: 'play', pace: 1 });
  expect(step(3, 1.95)).toEqual({ kind: 'play', pace: 1.03 });
  expect(step(3, 2.02)).toEqual({ kind: 'play', pace: expect.closeTo(0.98, 6) });
});

it('starts in the middle of the sound if the sound starts before the clip', () => {
  expect(step(0, 0, -2)).toEqual({ kind: 'jump', to: 2 });
});

test.each([
  [0, 11.4, 10, 'Ends 1.4 s after your clip'],
  [-2, 10, 10, 'Ends 2.0 s before your clip'],
  [0.02, 10, 10, 'Ends with your clip'],
])('at %s s, %s s of sound under %s s: %s', (offset, sound, clip, text) => {
  expect(endText(offset, sound, clip, 'your clip')).toBe(text);
});

it('keeps a frame of the sound under the clip, and starts on frames', () => {
  const place = { soundLength: 5, clipLength: 10, step: 1 / 25 };
  expect(soundStart(-20, place)).toBeCloseTo(-4.96, 9);
  expect(soundStart(20, place)).toBeCloseTo(9.96, 9);
  expect(soundStart(1.03, place)).toBeCloseTo(1.04, 9);
  // Its input starts there, so each of its steps is a frame.
  expect(startLimits({ ...place, soundLength: 4.99 }).least).toBeCloseTo(-4.92, 9);
});

it('starts a sound that is shorter than a frame in the clip', () => {
  expect(soundStart(-1, { soundLength: 0.01, clipLength: 10, step: 1 / 25 })).toBeCloseTo(0, 9);
});

test('gains', () => {
  expect([gainOf(0), gainOf(-6), gainOf(12)]).toEqual([1, expect.closeTo(0.501, 3), expect.closeTo(3.981, 3)]);
});
