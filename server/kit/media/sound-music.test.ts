// Tempo and key of sounds that are made here, so that both are known.
import { describe, expect, it } from 'vitest';
import { readMusic } from './sound-music.ts';

const RATE = 8000;

/** Fixed noise from -1 to 1. */
const createNoise = () => {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state / 2 ** 31) * 2 - 1;
  };
};

const soundOf = (seconds: number, sampleAt: (time: number) => number): Buffer => {
  const samples = Buffer.alloc(Math.round(seconds * RATE) * 2);
  for (let at = 0; at < samples.length / 2; at++) {
    samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sampleAt(at / RATE))) * 32_767), at * 2);
  }
  return samples;
};

/** Short bursts of noise, `perBeat` to a beat, of which those off the beat are quieter. */
const clicks = (tempo: number, { seconds = 20, perBeat = 1, quiet = 0.4 } = {}): Buffer => {
  const noise = createNoise();
  const gap = 60 / tempo / perBeat;
  return soundOf(seconds, (time) => {
    const level = Math.floor(time / gap) % perBeat === 0 ? 0.8 : 0.8 * quiet;
    return noise() * level * Math.exp(-(time % gap) * 60);
  });
};

const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);
const tone = (note: number, time: number): number =>
  [1, 2, 3, 4].reduce(
    (sum, overtone) => sum + Math.sin(2 * Math.PI * hertz(note) * overtone * time) / overtone ** 2,
    0,
  );
/** One second of each chord, twice. Notes are MIDI numbers. */
const chords = (list: number[][]): Buffer =>
  soundOf(list.length * 2, (time) => {
    const chord = list[Math.floor(time) % list.length] ?? [];
    return chord.reduce((sum, note) => sum + tone(note, time), 0) * 0.1 * Math.exp(-(time % 1));
  });
const I_IV_V_I = [
  [60, 64, 67],
  [65, 69, 72],
  [67, 71, 74],
  [60, 64, 67],
];
const MINOR = [
  [57, 60, 64],
  [62, 65, 69],
  [64, 68, 71],
  [57, 60, 64],
];
const raised = (list: number[][], steps: number): number[][] => list.map((chord) => chord.map((note) => note + steps));

describe('the tempo', () => {
  it.each([60, 74, 92.5, 100, 120, 128, 140, 174, 180])('of clicks at %s BPM is found', async (tempo) => {
    const { tempo: found } = await readMusic(clicks(tempo), RATE);
    expect(found?.value).toBeCloseTo(tempo, 0);
    expect(found?.confidence).toBeGreaterThan(0.5);
  });

  it.each([90, 120, 128])('of a beat at %s BPM with quieter hits between is that of the beat', async (tempo) => {
    expect((await readMusic(clicks(tempo, { perBeat: 2 }), RATE)).tempo?.value).toBeCloseTo(tempo, 0);
    expect((await readMusic(clicks(tempo, { perBeat: 4 }), RATE)).tempo?.value).toBeCloseTo(tempo, 0);
  });

  it('of clicks faster than any beat is half of it, and slower ones have none', async () => {
    expect((await readMusic(clicks(300), RATE)).tempo?.value).toBeCloseTo(150, 0);
    expect((await readMusic(clicks(23, { seconds: 60 }), RATE)).tempo).toBeNull();
  });
});

describe('the key', () => {
  it.each([
    ['C major', I_IV_V_I, 0],
    ['F# major', I_IV_V_I, 6],
    ['A minor', MINOR, 0],
    ['D# minor', MINOR, -6],
  ])('of chords in %s is found', async (key, list, steps) => {
    const { key: found } = await readMusic(chords(raised(list, steps)), RATE);
    expect(found?.value).toBe(key);
    expect(found?.confidence).toBeGreaterThan(0.7);
  });

  it('of one tone is not', async () => {
    expect(
      (
        await readMusic(
          soundOf(5, (time) => Math.sin(2 * Math.PI * 440 * time)),
          RATE,
        )
      ).key,
    ).toBeNull();
  });
});

describe('nothing is detected', () => {
  const noise = createNoise();
  it.each([
    ['in noise', soundOf(20, () => noise() * 0.5)],
    ['in a single hit', soundOf(3, (time) => noise() * Math.exp(-time * 8))],
    ['in three hits', soundOf(6, (time) => noise() * Math.exp(-(time % 2) * 8))],
    ['in silence', soundOf(5, () => 0)],
    ['in a few samples', soundOf(0.01, () => 0.5)],
    ['in nothing', Buffer.alloc(0)],
  ])('%s', async (_, samples) => {
    expect(await readMusic(samples, RATE)).toEqual({ tempo: null, key: null });
  });

  it('in hits without a beat', async () => {
    const times = [0.3, 0.9, 2.2, 2.6, 4.7, 5.8, 6.1, 8.4, 9.9, 11.2, 11.9, 14.3];
    const sound = soundOf(16, (time) => {
      const last = times.findLast((one) => one <= time) ?? -9;
      return noise() * Math.exp(-(time - last) * 30);
    });
    expect((await readMusic(sound, RATE)).tempo).toBeNull();
  });
});
