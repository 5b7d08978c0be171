// Music that is made here, so that its beats are known.
import { describe, expect, it, test } from 'vitest';
import { BEAT_RATE, findBeats, readOnsets } from './beats.ts';

/** Fixed noise from -1 to 1 (mulberry32). */
const createNoise = (seed = 1) => {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
};

/** Times of beats at a tempo that drifts slowly, with players who are up to `loose` seconds early or late. */
const beatTimes = (tempo: number, { seconds = 30, start = 0.4, drift = 0, loose = 0 } = {}): number[] => {
  const noise = createNoise(7);
  const times: number[] = [];
  for (let time = start; time < seconds - 0.2; ) {
    times.push(time + noise() * loose);
    time += 60 / (tempo * (1 + drift * Math.sin((2 * Math.PI * time) / 20)));
  }
  return times;
};

type Parts = { seconds?: number; clicks?: number; hats?: number; chords?: number; hiss?: number };

/** Clicks on the beats, quieter ones between them, a chord that changes every fourth beat, and hiss. Parts are levels. */
const music = (
  beats: readonly number[],
  { seconds = 30, clicks = 0.6, hats = 0, chords = 0, hiss = 0 }: Parts = {},
) => {
  const noise = createNoise();
  const sound = new Float32Array(Math.round(seconds * BEAT_RATE));
  const strike = (time: number, level: number): void => {
    const from = Math.round(time * BEAT_RATE);
    for (let at = 0; at < 900 && from + at < sound.length; at++)
      sound[from + at] = (sound[from + at] ?? 0) + noise() * level * Math.exp((-at / BEAT_RATE) * 60);
  };
  beats.forEach((time, beat) => {
    strike(time, clicks);
    const next = beats[beat + 1];
    if (next !== undefined && hats > 0) strike((time + next) / 2, hats);
    if (beat % 4 !== 0 || chords === 0) return;
    const from = Math.round(time * BEAT_RATE);
    const to = Math.min(sound.length, Math.round((beats[beat + 4] ?? seconds) * BEAT_RATE));
    const root = [220, 262, 196, 247][(beat / 4) % 4] ?? 220;
    for (let at = from; at < to; at++)
      for (const step of [1, 1.25, 1.5])
        sound[at] = (sound[at] ?? 0) + chords * Math.sin((2 * Math.PI * root * step * at) / BEAT_RATE);
  });
  for (let at = 0; at < sound.length; at++) sound[at] = (sound[at] ?? 0) + noise() * hiss;
  return sound;
};

/** Share of the true beats that have a found one within 30 ms, and of the found ones that are true. */
const agreement = (found: readonly number[], truth: readonly number[]): { heard: number; right: number } => {
  const near = (time: number, list: readonly number[]) => list.some((other) => Math.abs(other - time) <= 0.03);
  return {
    heard: truth.filter((time) => near(time, found)).length / truth.length,
    right: found.filter((time) => near(time, truth)).length / found.length,
  };
};

describe.each([90, 120, 128, 174])('at %s bpm', (tempo) => {
  test.each([
    ['clicks', {}, { hiss: 0.001 }],
    ['clicks in noise', {}, { hiss: 0.05 }],
    ['clicks, hats and chords', {}, { hats: 0.15, chords: 0.08, hiss: 0.01 }],
    ['players who are not exact', { loose: 0.015 }, { hats: 0.1, chords: 0.08, hiss: 0.01 }],
    ['a tempo that drifts by 3 %', { drift: 0.03 }, { hats: 0.1, chords: 0.08, hiss: 0.01 }],
  ] as const)('finds the beats of %s', (_, playing, parts) => {
    const truth = beatTimes(tempo, playing);
    const found = findBeats(readOnsets(music(truth, parts)));
    expect(Math.abs((found?.tempo ?? 0) / tempo - 1)).toBeLessThan(0.02);
    const { heard, right } = agreement(found?.times ?? [], truth);
    expect(heard).toBeGreaterThanOrEqual(0.95);
    expect(right).toBeGreaterThanOrEqual(0.95);
  });
});

it('places clicks within 5 ms on average', () => {
  const truth = beatTimes(120);
  const { times = [] } = findBeats(readOnsets(music(truth))) ?? {};
  const errors = times.map((time) => time - (truth.find((one) => Math.abs(one - time) < 0.1) ?? 0));
  const mean = errors.reduce((sum, one) => sum + one, 0) / errors.length;
  expect(Math.abs(mean)).toBeLessThan(0.005);
});

it('continues through a break, and leaves silence at the ends alone', () => {
  const truth = beatTimes(120, { start: 5, seconds: 40 });
  const played = truth.filter((time) => time < 18 || time > 22);
  const { times = [] } = findBeats(readOnsets(music(played, { seconds: 50 }))) ?? {};
  expect(agreement(times, truth).heard).toBeGreaterThanOrEqual(0.95);
  expect(times[0]).toBeCloseTo(5, 1);
  expect(times.at(-1)).toBeLessThan(40);
});

describe('finds no steady beat in', () => {
  const noise = createNoise(3);
  const seconds = 20;
  const random = Array.from({ length: 40 }, () => ((noise() + 1) / 2) * seconds).toSorted((a, b) => a - b);
  test.each<[string, Float32Array]>([
    ['silence', new Float32Array(BEAT_RATE * 10)],
    ['nothing', new Float32Array(0)],
    ['noise', Float32Array.from({ length: BEAT_RATE * seconds }, () => noise() * 0.3)],
    ['a tone', Float32Array.from({ length: BEAT_RATE * seconds }, (_, at) => Math.sin(at / 8) * 0.4)],
    ['hits at random', music(random, { seconds, hiss: 0.005 })],
    ['one hit', music([2], { seconds })],
    ['three hits', music([2, 2.5, 3], { seconds: 6 })],
  ])('%s', (_, sound) => {
    expect(findBeats(readOnsets(sound))).toBeNull();
  });
});

it('reports its progress', () => {
  const shares: number[] = [];
  readOnsets(music(beatTimes(120)), (share) => shares.push(share));
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});
