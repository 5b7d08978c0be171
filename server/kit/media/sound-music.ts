/**
 * Tempo and key of a sound. Tempo: how well the onsets repeat after one, two and more beats. Key: the pitches that sound, compared
 * with how often each is used in a key. No I/O.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { createSpectrum } from '#contract/resources/spectrum.ts';

export type Detected<Value> = {
  value: Value;
  /** From 0 to 1. */
  confidence: number;
};
export type Music = {
  /** Beats per minute, to a tenth; whole if it is nearly. */
  tempo: Detected<number> | null;
  /** Such as `C# minor`. */
  key: Detected<string> | null;
};

/** Only the first part is read, in seconds: neither usually changes, and reading takes processor time. */
const READ_SECONDS = 60;
/** Windows are read in groups, between which the process serves others. */
const GROUP = 100;

const ONSET_SIZE = 512;
const ONSETS_PER_SECOND = 100;
const SLOWEST = 40;
const FASTEST = 200;
/** Beats over which onsets must repeat. */
const BEATS = 8;
/** A beat two or three times as fast is the right one if it repeats nearly as well. */
const NEARLY = 0.9;
const LOWEST_TEMPO_CONFIDENCE = 0.25;
/** A few hits are no beat. */
const FEWEST_ONSETS = 6;

const PITCH_SIZE = 4096;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 2000;
const LOWEST_KEY_CONFIDENCE = 0.6;
/** One tone, or two, have no key. */
const FEWEST_PITCHES = 3;
/** Noise has all pitches alike: the loudest must be this many times the average. */
const LEAST_CONTRAST = 1.8;

const NOTES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
/** How strongly each pitch belongs to a key, from its root upwards (Krumhansl and Kessler, 1982). */
const PROFILES = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
};

/** @param samples mono, signed 16-bit little-endian */
export async function readMusic(samples: Buffer, rate: number): Promise<Music> {
  const count = Math.min(Math.floor(samples.length / 2), READ_SECONDS * rate);
  const sound = new Float64Array(count);
  for (let at = 0; at < count; at++) sound[at] = samples.readInt16LE(at * 2) / 32_768;
  return { tempo: await readTempo(sound, rate), key: await readKey(sound, rate) };
}

async function readTempo(sound: Float64Array, rate: number): Promise<Music['tempo']> {
  const onsets = await readOnsets(sound, rate);
  const strongest = onsets.reduce((most, onset) => Math.max(most, onset), 0);
  const hits = onsets.filter(
    (onset, at) => onset > strongest * 0.2 && onset > (onsets[at - 1] ?? 0) && onset >= (onsets[at + 1] ?? 0),
  );
  if (hits.length < FEWEST_ONSETS) return null;
  const mean = onsets.reduce((sum, onset) => sum + onset, 0) / onsets.length;
  const centred = Float64Array.from(onsets, (onset) => onset - mean);
  const longest = Math.min(Math.ceil((BEATS * 60 * ONSETS_PER_SECOND) / SLOWEST) + 2, Math.floor(onsets.length / 2));
  const likeness: number[] = [];
  for (let lag = 0; lag < longest; lag++) {
    let sum = 0;
    for (let at = lag; at < centred.length; at++) sum += (centred[at] as number) * (centred[at - lag] as number);
    likeness.push(sum / (centred.length - lag));
    if (lag % GROUP === GROUP - 1) await letOthersRun();
  }
  const own = likeness[0] || 1;
  const strengthOf = (tempo: number): number => {
    const lag = (60 * ONSETS_PER_SECOND) / tempo;
    const beats = Math.min(BEATS, Math.floor((longest - 2) / lag));
    // Two beats at least, or a single repetition would do.
    if (beats < 2) return 0;
    let sum = 0;
    for (let beat = 1; beat <= beats; beat++) sum += between(likeness, beat * lag);
    // Every second beat alone is a beat of half the tempo.
    return Math.min(sum / beats, between(likeness, lag) * 1.5) / own;
  };
  const tempos = Array.from({ length: (FASTEST - SLOWEST) * 10 + 1 }, (_, step) => SLOWEST + step / 10);
  const strengths = tempos.map((tempo) => ({ tempo, strength: strengthOf(tempo) }));
  const best = (list: typeof strengths) =>
    list.reduce((most, one) => (one.strength > most.strength ? one : most), { tempo: 0, strength: 0 });
  let chosen = best(strengths);
  for (;;) {
    const faster = best(
      strengths.filter(({ tempo }) => [2, 3].some((times) => Math.abs(tempo / (chosen.tempo * times) - 1) < 0.02)),
    );
    if (chosen.tempo === 0 || faster.strength < chosen.strength * NEARLY) break;
    chosen = faster;
  }
  const confidence = Math.min(1, chosen.strength);
  return confidence < LOWEST_TEMPO_CONFIDENCE
    ? null
    : { value: plain(chosen.tempo), confidence: rounded(confidence, 2) };
}

/** The value between two whole lags. */
function between(likeness: readonly number[], lag: number): number {
  const below = Math.floor(lag);
  const share = lag - below;
  return (likeness[below] ?? 0) * (1 - share) + (likeness[below + 1] ?? 0) * share;
}

/** How much louder the sound becomes at each hundredth of a second, over all frequencies; 0 where it does not stand out. */
async function readOnsets(sound: Float64Array, rate: number): Promise<number[]> {
  const before = new Float64Array(ONSET_SIZE / 2);
  // Running sums, to know the average around each.
  const sums = [0];
  const rises: number[] = [];
  await forWindows(sound, ONSET_SIZE, rate / ONSETS_PER_SECOND, (levels) => {
    let rise = 0;
    for (let bin = 0; bin < levels.length; bin++) {
      const level = Math.log1p(100 * (levels[bin] as number));
      rise += Math.max(0, level - (before[bin] as number));
      before[bin] = level;
    }
    rises.push(rise);
    sums.push((sums.at(-1) ?? 0) + rise);
  });
  const around = ONSETS_PER_SECOND / 2;
  return rises.map((rise, at) => {
    const [from, to] = [Math.max(0, at - around), Math.min(rises.length, at + around)];
    return Math.max(0, rise - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from));
  });
}

async function readKey(sound: Float64Array, rate: number): Promise<Music['key']> {
  const pitches = new Array<number>(12).fill(0);
  await forWindows(sound, PITCH_SIZE, PITCH_SIZE / 2, (levels) => {
    const [from, to] = [LOWEST_HZ, HIGHEST_HZ].map((hertz) => Math.floor((hertz * PITCH_SIZE) / rate));
    const floor = Math.max(...levels) * 0.05;
    for (let bin = from ?? 0; bin < (to ?? 0); bin++) {
      const [left = 0, level = 0, right = 0] = levels.subarray(bin - 1, bin + 2);
      if (level <= floor || level <= left || level < right) continue;
      const place = bin + (right - left) / (2 * (2 * level - left - right));
      const pitch = Math.round(69 + 12 * Math.log2((place * rate) / PITCH_SIZE / 440));
      pitches[pitch % 12] = (pitches[pitch % 12] ?? 0) + level;
    }
  });
  const most = Math.max(...pitches);
  const mean = pitches.reduce((sum, one) => sum + one, 0) / 12;
  if (mean === 0 || most / mean < LEAST_CONTRAST) return null;
  if (pitches.filter((pitch) => pitch > most * 0.15).length < FEWEST_PITCHES) return null;
  const keys = NOTES.flatMap((note, root) =>
    Object.entries(PROFILES).map(([mode, profile]) => ({
      value: `${note} ${mode}`,
      confidence: rounded(correlate(pitches, profile, root), 2),
    })),
  ).sort((a, b) => b.confidence - a.confidence);
  const [first] = keys;
  return first && first.confidence >= LOWEST_KEY_CONFIDENCE ? first : null;
}

/** Correlation of the pitches with a profile that starts at `root`. */
function correlate(pitches: readonly number[], profile: readonly number[], root: number): number {
  const turned = pitches.map((_, at) => pitches[(at + root) % 12] ?? 0);
  const centred = [turned, profile].map((list) => {
    const mean = list.reduce((sum, one) => sum + one, 0) / 12;
    return list.map((one) => one - mean);
  });
  const product = ([a, b]: readonly (readonly number[] | undefined)[]) =>
    (a ?? []).reduce((sum, one, at) => sum + one * (b?.[at] ?? 0), 0);
  const [x, y] = centred;
  return product([x, y]) / Math.sqrt(product([x, x]) * product([y, y]) || 1);
}

/** Calls `use` with the levels of the frequencies in each window of `size` samples, a power of two. They are valid until the next. */
async function forWindows(
  sound: Float64Array,
  size: number,
  step: number,
  use: (levels: Float64Array) => void,
): Promise<void> {
  const transform = createSpectrum(size);
  for (let window = 0; window * step + size <= sound.length; window++) {
    use(transform(sound, Math.floor(window * step)));
    if (window % GROUP === GROUP - 1) await letOthersRun();
  }
}

/** Music is made at whole tempos: a small difference comes from measuring. */
const plain = (tempo: number): number =>
  Math.abs(tempo - Math.round(tempo)) < 0.3 ? Math.round(tempo) : rounded(tempo, 1);
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
