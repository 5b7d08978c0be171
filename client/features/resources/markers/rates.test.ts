import { describe, expect, it, test } from 'vitest';
import {
  FRAME_RATES,
  type FrameRate,
  frameFraction,
  frameLabel,
  frameNumber,
  frameRate,
  framesOfDay,
  frameTime,
  labelFrame,
  nearestRate,
  withDrop,
} from './rates.ts';

/** Counts labels up one by one, as a clock does, and leaves out those that drop-frame leaves out (SMPTE ST 12-1). */
function* countLabels({ base, isDrop }: FrameRate): Generator<string> {
  const two = (value: number): string => String(value).padStart(2, '0');
  for (let hour = 0; hour < 24; hour++)
    for (let minute = 0; minute < 60; minute++)
      for (let second = 0; second < 60; second++)
        for (let frame = 0; frame < base; frame++) {
          if (isDrop && second === 0 && frame < (base === 60 ? 4 : 2) && minute % 10 > 0) continue;
          yield `${two(hour)}:${two(minute)}:${two(second)}${isDrop ? ';' : ':'}${two(frame)}`;
        }
}

describe.each(FRAME_RATES)('$id', (rate) => {
  it('labels each frame of more than an hour as counting does, and finds it again', () => {
    const last = Math.ceil((62 * 60 * rate.frames) / rate.seconds);
    const labels = countLabels(rate);
    const wrong: string[] = [];
    for (let frame = 0; frame < last; frame++) {
      const { value } = labels.next();
      if (frameLabel(frame, rate) !== value || labelFrame(value, rate) !== frame) wrong.push(`${frame} ${value}`);
    }
    expect(wrong).toEqual([]);
  });

  it('finds each frame of ten minutes at its time, also if the time is rounded to microseconds', () => {
    const wrong: number[] = [];
    for (let frame = 0; frame < 600 * rate.base; frame++) {
      const time = frameTime(frame, rate);
      const early = frameNumber(time - 0.25 / rate.base, rate);
      // Rounding to the nearest microsecond may end below the frame's beginning; rounding up never does.
      const micro = Math.ceil(time * 1e6) / 1e6;
      if (frameNumber(time, rate) !== frame || frameNumber(micro, rate) !== frame || early !== Math.max(0, frame - 1))
        wrong.push(frame);
    }
    expect(wrong).toEqual([]);
  });

  it('has 24 hours of frames, of which the last has the last label', () => {
    const last = framesOfDay(rate) - 1;
    const label = `23:59:59${rate.isDrop ? ';' : ':'}${rate.base - 1}`;
    expect([frameLabel(last, rate), labelFrame(label, rate)]).toEqual([label, last]);
    expect(frameLabel(last + 1, rate)).toBe(`00:00:00${rate.isDrop ? ';' : ':'}00`);
  });

  it('writes exact fractions', () => {
    for (const frame of [0, 1, 7, 899, 107_892, 1_000_003]) {
      const [, top = '', below = '1'] = /^(\d+)(?:\/(\d+))?s$/.exec(frameFraction(frame, rate)) ?? [];
      expect(BigInt(top) * BigInt(rate.frames)).toBe(BigInt(frame) * BigInt(rate.seconds) * BigInt(below));
    }
  });
});

test.each([
  ['23.976', 600, 14_385, '00:09:59:09', 3600, 86_313, '00:59:56:09'],
  ['24', 600, 14_400, '00:10:00:00', 3600, 86_400, '01:00:00:00'],
  ['29.97', 600, 17_982, '00:09:59:12', 3600, 107_892, '00:59:56:12'],
  ['29.97df', 600, 17_982, '00:10:00;00', 3600, 107_892, '01:00:00;00'],
  ['59.94', 600, 35_964, '00:09:59:24', 3600, 215_784, '00:59:56:24'],
  ['59.94df', 600, 35_964, '00:10:00;00', 3600, 215_784, '01:00:00;00'],
])('%s at ten minutes and at an hour', (id, ten, tenFrame, tenLabel, hour, hourFrame, hourLabel) => {
  const rate = frameRate(id);
  expect([frameNumber(ten, rate), frameLabel(tenFrame, rate)]).toEqual([tenFrame, tenLabel]);
  expect([frameNumber(hour, rate), frameLabel(hourFrame, rate)]).toEqual([hourFrame, hourLabel]);
});

test('labels that do not exist are refused', () => {
  expect(labelFrame('00:01:00;00', frameRate('29.97df'))).toBeNull();
  expect(labelFrame('00:01:00;02', frameRate('29.97df'))).toBe(1800);
  expect(labelFrame('00:10:00;00', frameRate('29.97df'))).toBe(17_982);
  expect(labelFrame('00:01:00;03', frameRate('59.94df'))).toBeNull();
  expect(labelFrame('00:01:00:00', frameRate('29.97'))).toBe(1800);
  for (const text of ['', '1', '00:00:00:24', '00:00:60:00', '00:60:00:00', '24:00:00:00', '-1:00:00:00'])
    expect(labelFrame(text, frameRate('24'))).toBeNull();
});

test('labels start again after a day', () => {
  expect(frameLabel(24 * 3600 * 25 + 1, frameRate('25'))).toBe('00:00:00:01');
});

test('only 29.97 and 59.94 have drop-frame', () => {
  expect(FRAME_RATES.filter((rate) => withDrop(rate, true)).map(({ id }) => id)).toEqual([
    '29.97',
    '29.97df',
    '59.94',
    '59.94df',
  ]);
  expect(withDrop(frameRate('29.97df'), false)?.id).toBe('29.97');
});

test.each([
  [24_000 / 1001, '23.976'],
  [23.98, '23.976'],
  [24.001, '24'],
  [29.97, '29.97'],
  [30.001, '30'],
  [59.94, '59.94'],
  [48, null],
  [29.985, null],
])('%s fps is nearest to %s', (measured, id) => {
  expect(nearestRate(measured)?.id ?? null).toBe(id);
});
