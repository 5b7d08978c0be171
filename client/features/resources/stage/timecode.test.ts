import { expect, test } from 'vitest';
import { clockTime } from './clock-time.ts';
import { frameOfTime, rateOf, rulerMarks, timecode, timeOfFrame } from './timecode.ts';

test.each([
  ['24/1', 24],
  ['30000/1001', 29.970_029_97],
  ['25', 25],
  ['0/0', null],
  ['x', null],
  [null, null],
])('rate %s', (fraction, rate) => {
  expect(rateOf(fraction)).toEqual(rate === null ? null : expect.closeTo(rate, 6));
});

test.each([24, 23.976, 25, 29.97, 30, 50, 59.94, 60])('each frame is found again at its time, at %s fps', (rate) => {
  for (let frame = 0; frame < 2000; frame += 1) {
    const time = timeOfFrame(frame, rate);
    expect(frameOfTime(time, rate)).toBe(frame);
    // Browsers report the beginning of a frame in microseconds.
    expect(frameOfTime(Math.round((frame / rate) * 1e6) / 1e6, rate)).toBe(frame);
  }
});

test.each([
  [3.46, 24, '00:00:03:11'],
  [0, 24, '00:00:00:00'],
  [61.5, 25, '00:01:01:12'],
  [3600, 30, '01:00:00:00'],
  [1.001, 30_000 / 1001, '00:00:01:00'],
])('%s s at %s fps is %s', (time, rate, text) => {
  expect(timecode(time, rate)).toBe(text);
});

test('clock times', () => {
  expect([clockTime(3.2964, true), clockTime(63.9), clockTime(0)]).toEqual(['0:03.296', '1:04', '0:00']);
});

test.each([
  [8, [0, 1, 2, 3, 4, 5, 6, 7]],
  [0.5, [0, 0.1, 0.2, 0.3, 0.4]],
  [12, [0, 2, 4, 6, 8, 10]],
  [0, []],
  [Number.NaN, []],
])('ruler of %s s', (length, marks) => {
  expect(rulerMarks(length).map((mark) => Math.round(mark * 10) / 10)).toEqual(marks);
});

test('a ruler never has more than nine marks', () => {
  for (const length of [0.04, 29.9, 600, 86_400]) expect(rulerMarks(length).length).toBeLessThanOrEqual(9);
});
