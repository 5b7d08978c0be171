// Beats of a sound that follow its tempo as it changes (D. Ellis, "Beat Tracking by Dynamic Programming", 2007). No DOM.
import { createSpectrum } from '#contract/resources/spectrum.ts';

export type Beats = {
  /** In seconds. */
  times: number[];
  /** Beats per minute, to a tenth. */
  tempo: number;
  /** How well the onsets repeat, from 0 to 1. */
  confidence: number;
};

/** Samples per second that the search works with. */
export const BEAT_RATE = 11_025;
/** Samples of a spectrum (46 ms), and from one to the next (5.8 ms). */
const WINDOW = 512;
const HOP = 64;
const STEPS_PER_SECOND = BEAT_RATE / HOP;
/** How far before the middle of its window an onset shows most, in seconds; measured with clicks. */
const EARLY = 0.01;
const BANDS = 36;
/** Smaller rises, summed over the bands, come from measuring. */
const FLOOR = 1;
const LOWEST_HZ = 40;

const SLOWEST = 50;
const FASTEST = 210;
/** Tempo that people expect, and how far others are from it, in octaves. */
const USUAL = 120;
const SPREAD = 0.9;
/** Beats over which onsets must repeat. */
const REPEATS = 6;
/** A beat two or three times as fast is the right one if it repeats nearly as well. */
const NEARLY = 0.9;
const LEAST_CONFIDENCE = 0.25;
/** A few hits are no beat. */
const FEWEST_BEATS = 6;
/** How strictly beats keep the tempo. */
const TIGHTNESS = 100;
/** Beats move to an onset this near, in seconds. */
const PULL = 0.03;
/** Steps between two reports of progress. */
const REPORT = 500;

/** How much louder the sound becomes at each step, over all frequencies. */
export type Onsets = { strengths: Float32Array; timeOf: (step: number) => number };

/** @param samples mono, at BEAT_RATE */
export function readOnsets(samples: Float32Array, onShare: (share: number) => void = () => {}): Onsets {
  const spectrum = createSpectrum(WINDOW);
  const edges = Array.from({ length: BANDS + 1 }, (_, band) => {
    const hertz = LOWEST_HZ * (BEAT_RATE / 2 / LOWEST_HZ) ** (band / BANDS);
    return Math.round((hertz * WINDOW) / BEAT_RATE);
  });
  const steps = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const rises = new Float32Array(steps);
  const before = new Float32Array(BANDS);
  for (let step = 0; step < steps; step++) {
    const levels = spectrum(samples, step * HOP);
    let rise = 0;
    for (let band = 0; band < BANDS; band++) {
      const from = edges[band] as number;
      const to = Math.max(from + 1, edges[band + 1] as number);
      let sum = 0;
      for (let bin = from; bin < to; bin++) sum += levels[bin] as number;
      const level = Math.log1p((1000 * sum) / (to - from));
      // At the first step, everything would be an onset.
      if (step > 0) rise += Math.max(0, level - (before[band] as number));
      before[band] = level;
    }
    rises[step] = rise;
    if (step % REPORT === 0) onShare(step / steps);
  }
  return { strengths: standing(rises), timeOf: (step) => (step * HOP + WINDOW / 2) / BEAT_RATE + EARLY };
}

/** How far each value is above the average of the half second around it; 0 if it is below. */
function standing(rises: Float32Array): Float32Array {
  const sums = new Float64Array(rises.length + 1);
  rises.forEach((rise, at) => {
    sums[at + 1] = (sums[at] as number) + rise;
  });
  const around = Math.round(STEPS_PER_SECOND / 4);
  return rises.map((rise, at) => {
    const from = Math.max(0, at - around);
    const to = Math.min(rises.length, at + around);
    return Math.max(0, rise - FLOOR - ((sums[to] as number) - (sums[from] as number)) / (to - from));
  });
}

/** Null if nothing repeats steadily. */
export function findBeats({ strengths, timeOf }: Onsets): Beats | null {
  const found = findTempo(strengths);
  if (!found) return null;
  const steps = followBeats(strengths, found.period);
  const times = steps.map((step) => timeOf(nearestOnset(strengths, step)));
  if (times.length < FEWEST_BEATS) return null;
  return { times, tempo: tempoOf(times), confidence: found.confidence };
}

/** Beats per minute in the middle half of the gaps, so that breaks and slips don't count. */
function tempoOf(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, at) => time - (times[at] as number));
  const middle = gaps.toSorted((a, b) => a - b).slice(Math.floor(gaps.length / 4), Math.ceil((gaps.length * 3) / 4));
  const tempo = (60 * middle.length) / middle.reduce((sum, gap) => sum + gap, 0);
  return Math.abs(tempo - Math.round(tempo)) < 0.3 ? Math.round(tempo) : Number(tempo.toFixed(1));
}

/** How alike the onsets are to themselves after each number of steps, from 0 to 1. */
function likenessOf(strengths: Float32Array, longest: number): Float64Array {
  const mean = strengths.reduce((sum, one) => sum + one, 0) / strengths.length;
  // Onsets of people are never exactly in time, so each is widened to about 15 ms on both sides.
  const wide = widened(strengths.map((one) => one - mean));
  const likeness = new Float64Array(longest);
  for (let lag = 0; lag < longest; lag++) {
    let sum = 0;
    for (let at = lag; at < wide.length; at++) sum += (wide[at] as number) * (wide[at - lag] as number);
    likeness[lag] = sum / (wide.length - lag);
  }
  const own = likeness[0] || 1;
  return likeness.map((one) => one / own);
}

const SHAPE = [0.1, 0.3, 0.7, 1, 0.7, 0.3, 0.1];

function widened(values: Float32Array): Float32Array {
  const half = (SHAPE.length - 1) / 2;
  return values.map((_, at) =>
    SHAPE.reduce((sum, weight, place) => sum + weight * (values[at + place - half] ?? 0), 0),
  );
}

/** `period` is in steps. */
function findTempo(strengths: Float32Array): { period: number; confidence: number } | null {
  const longest = Math.min(
    Math.ceil((REPEATS * 60 * STEPS_PER_SECOND) / SLOWEST) + 2,
    Math.floor(strengths.length / 2),
  );
  if (longest < 3) return null;
  const likeness = likenessOf(strengths, longest);
  const at = (lag: number): number => {
    const below = Math.floor(lag);
    const share = lag - below;
    return (likeness[below] ?? 0) * (1 - share) + (likeness[below + 1] ?? 0) * share;
  };
  const repeating = (tempo: number): number => {
    const lag = (60 * STEPS_PER_SECOND) / tempo;
    const repeats = Math.min(REPEATS, Math.floor((longest - 2) / lag));
    // Two repetitions at least, or a single one would do.
    if (repeats < 2) return 0;
    let sum = 0;
    for (let beat = 1; beat <= repeats; beat++) sum += at(beat * lag);
    // Every second beat alone is a beat of half the tempo.
    return Math.min(sum / repeats, at(lag) * 1.5);
  };
  const usual = (tempo: number): number => Math.exp(-0.5 * (Math.log2(tempo / USUAL) / SPREAD) ** 2);
  const tempos = Array.from({ length: (FASTEST - SLOWEST) * 5 + 1 }, (_, step) => SLOWEST + step / 5).map((tempo) => {
    const strength = repeating(tempo);
    return { tempo, strength, wanted: strength * usual(tempo) };
  });
  const best = (list: typeof tempos) =>
    list.reduce((most, one) => (one.wanted > most.wanted ? one : most), { tempo: 0, strength: 0, wanted: 0 });
  let chosen = best(tempos);
  for (;;) {
    const faster = best(
      tempos.filter(({ tempo }) => [2, 3].some((times) => Math.abs(tempo / (chosen.tempo * times) - 1) < 0.02)),
    );
    if (chosen.tempo === 0 || faster.wanted < chosen.wanted * NEARLY || faster.wanted === 0) break;
    chosen = faster;
  }
  const confidence = Math.min(1, chosen.strength);
  if (confidence < LEAST_CONFIDENCE) return null;
  return { period: (60 * STEPS_PER_SECOND) / chosen.tempo, confidence: Number(confidence.toFixed(2)) };
}

/** The row of steps, about a period apart, that meets the strongest onsets. */
function followBeats(strengths: Float32Array, period: number): number[] {
  const power = Math.sqrt(strengths.reduce((sum, one) => sum + one * one, 0) / strengths.length) || 1;
  const local = widened(strengths.map((one) => one / power));
  const [nearest, farthest] = [Math.round(period / 2), Math.round(period * 2)];
  // What a gap costs that is not a period long.
  const costs = Float64Array.from({ length: farthest + 1 }, (_, gap) => -TIGHTNESS * Math.log(gap / period) ** 2);
  const scores = new Float64Array(strengths.length);
  const previous = new Int32Array(strengths.length).fill(-1);
  const first = 0.01 * local.reduce((most, one) => Math.max(most, one), 0);
  let hasBegun = false;
  for (let step = 0; step < local.length; step++) {
    let most = Number.NEGATIVE_INFINITY;
    let from = -1;
    for (let gap = nearest; gap <= farthest && gap <= step; gap++) {
      const score = (scores[step - gap] as number) + (costs[gap] as number);
      if (score <= most) continue;
      most = score;
      from = step - gap;
    }
    const own = local[step] as number;
    scores[step] = own + (from === -1 ? 0 : most);
    // Before the first onset there is nothing to follow.
    if (hasBegun || own >= first) {
      if (hasBegun) previous[step] = from;
      hasBegun = true;
    }
  }
  // The row ends at the best score of the last period.
  let last = Math.max(0, local.length - Math.ceil(period));
  for (let step = last; step < local.length; step++)
    if ((scores[step] as number) > (scores[last] as number)) last = step;
  const steps: number[] = [];
  for (let step = last; step !== -1; step = previous[step] as number) steps.push(step);
  return withoutSilence(steps.reverse(), local);
}

/** Leaves out beats before the first and after the last onset. */
function withoutSilence(steps: readonly number[], local: Float32Array): number[] {
  const heard = steps.map((step) => local.subarray(Math.max(0, step - 5), step + 6).some((one) => one > 0.5));
  return steps.slice(Math.max(0, heard.indexOf(true)), heard.lastIndexOf(true) + 1);
}

/** Step of the strongest onset near this one, between two steps if need be; the step itself if nothing is there. */
function nearestOnset(strengths: Float32Array, step: number): number {
  const reach = Math.round(PULL * STEPS_PER_SECOND);
  let peak = step;
  for (let at = Math.max(0, step - reach); at <= Math.min(strengths.length - 1, step + reach); at++)
    if ((strengths[at] as number) > (strengths[peak] as number)) peak = at;
  const [left, most, right] = [strengths[peak - 1] ?? 0, strengths[peak] as number, strengths[peak + 1] ?? 0];
  const bend = 2 * most - left - right;
  return most > 0 && bend > 0 ? peak + (right - left) / (2 * bend) : step;
}
