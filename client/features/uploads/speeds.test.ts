import { describe, expect, it } from 'vitest';
import { type Sample, speedOf, timeLeft, withKnown, withSample } from './speeds.ts';

const run = (...samples: [at: number, bytes: number][]): Sample[] =>
  samples.reduce<Sample[]>((known, [at, bytes]) => withSample(known, { at, bytes }), []);

describe('upload speed', () => {
  it('is unknown at first, then averages the last ten seconds', () => {
    expect(speedOf(run([0, 0], [1000, 5000]), 1000)).toBeNull();
    expect(speedOf(run([0, 0], [2000, 5000]), 2000)).toBe(2500);
    expect(speedOf(run([0, 0], [2000, 5000], [20_000, 5000], [22_000, 9000]), 22_000)).toBe(2000);
  });

  it('drops when the upload stalls, and restarts after lost bytes', () => {
    expect(speedOf(run([0, 0], [2000, 5000]), 9000)).toBeCloseTo(555.6, 1);
    expect(speedOf(run([0, 0], [2000, 5000]), 30_000)).toBeNull();
    expect(run([0, 0], [2000, 5000], [3000, 4000])).toEqual([{ at: 3000, bytes: 4000 }]);
  });

  it('ignores bytes received before the upload was resumed', () => {
    const before = withKnown(run([0, 0], [200, 0]), 60_000_000);
    expect(speedOf(withSample(before, { at: 2000, bytes: 60_004_000 }), 2000)).toBe(2000);
  });

  it.each([
    [10, null, null],
    [10, 0, null],
    [900, 100, 'a few seconds left'],
    [1234, 100, '20 s left'],
    [5999, 100, '60 s left'],
    [30_000, 100, '5 min left'],
    [360_000, 100, '1 h left'],
    [750_000, 100, '2 h 5 min left'],
    [1e9, 100, '116 days left'],
  ])('estimates the time left for %d bytes at %d bytes/s: %s', (bytes, speed, expected) => {
    expect(timeLeft(bytes, speed)).toBe(expected);
  });
});
