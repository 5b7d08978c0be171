import { expect, it } from 'vitest';
import { BEAT_RATE, readOnsets } from './beats.ts';
import { findCues } from './cues.ts';

/** A tone with its level at each time in seconds. */
const tone = (seconds: number, levelAt: (time: number) => number): Float32Array =>
  Float32Array.from(
    { length: Math.round(seconds * BEAT_RATE) },
    (_, at) => levelAt(at / BEAT_RATE) * Math.sin((2 * Math.PI * 330 * at) / BEAT_RATE),
  );

const cuesOf = (sound: Float32Array) => findCues(sound, readOnsets(sound));

it('names where a sound starts, changes and ends', () => {
  const sound = tone(24, (time) => (time < 1.5 || time >= 21 ? 0 : time < 8 ? 0.05 : time < 15 ? 0.5 : 0.1));
  const cues = cuesOf(sound).filter(({ name }) => name !== 'First hit');
  expect(cues.map(({ name }) => name)).toEqual(['Sound starts', 'Gets louder', 'Gets quieter', 'Sound ends']);
  for (const [at, time] of [1.5, 8, 15, 21].entries())
    expect(Math.abs((cues[at]?.time ?? 0) - time)).toBeLessThan(0.03);
});

it('finds the first hit after a quiet beginning', () => {
  const hits = [3, 4, 5];
  const sound = tone(7, (time) => {
    const hit = hits.findLast((one) => one <= time);
    return 0.01 + (hit === undefined ? 0 : 0.8 * Math.exp((hit - time) * 20));
  });
  const hit = cuesOf(sound).find(({ name }) => name === 'First hit');
  expect(Math.abs((hit?.time ?? 0) - 3)).toBeLessThan(0.03);
});

it('has no cues in silence, and only ends in an even sound', () => {
  expect(cuesOf(new Float32Array(BEAT_RATE * 5))).toEqual([]);
  expect(cuesOf(new Float32Array(0))).toEqual([]);
  expect(cuesOf(tone(10, () => 0.3)).map(({ name }) => name)).toEqual(['Sound starts', 'Sound ends']);
});

it('is not flooded by a sound that changes all the time', () => {
  const sound = tone(120, (time) => (Math.floor(time / 2.5) % 2 === 0 ? 0.6 : 0.03));
  expect(cuesOf(sound).length).toBeLessThan(50);
});
