// Points in a sound that edits often begin or end at: where it starts, first hits, changes of loudness, where it ends. No DOM.
import { BEAT_RATE, type Onsets } from './beats.ts';

export type Cue = { time: number; name: string };

/** Samples of one level: 10 ms. */
const BLOCK = Math.round(BEAT_RATE / 100);
/** What is this much quieter than the loudest block, in dB, counts as silence; and what is below this in dBFS. */
const SILENT_BELOW_PEAK = 45;
const SILENT = -66;
/** A change of loudness: the averages of AROUND_SECONDS before and after differ by at least STEP_DB. */
const AROUND_SECONDS = 2;
const STEP_DB = 5;
/** Cues of loudness are at least this far apart, in seconds. */
const APART_SECONDS = 4;
const MOST_STEPS = 40;
/** A hit stands out as much as this share of the strongest one. */
const HIT = 0.5;

const decibels = (power: number): number => 10 * Math.log10(power + 1e-12);

/** Power of each block. */
function readPowers(samples: Float32Array): Float64Array {
  const powers = new Float64Array(Math.floor(samples.length / BLOCK));
  for (let block = 0; block < powers.length; block++) {
    let sum = 0;
    for (let at = block * BLOCK; at < (block + 1) * BLOCK; at++) sum += (samples[at] as number) ** 2;
    powers[block] = sum / BLOCK;
  }
  return powers;
}

/** @param samples mono, at BEAT_RATE; `onsets` are those of the same sound */
export function findCues(samples: Float32Array, onsets: Onsets): Cue[] {
  const powers = readPowers(samples);
  const peak = powers.reduce((most, power) => Math.max(most, power), 0);
  const floor = Math.max(SILENT, decibels(peak) - SILENT_BELOW_PEAK);
  const first = powers.findIndex((power) => decibels(power) > floor);
  if (first === -1) return [];
  const last = powers.findLastIndex((power) => decibels(power) > floor);
  const timeOf = (block: number): number => (block * BLOCK) / BEAT_RATE;
  const [start, end] = [timeOf(first), timeOf(last + 1)];
  const hit = firstHit(onsets);
  const cues = [
    { time: start, name: 'Sound starts' },
    ...(hit !== null && hit > start && hit < end ? [{ time: hit, name: 'First hit' }] : []),
    ...findSteps(powers, floor, first, last).map(({ block, isLouder }) => ({
      time: timeOf(block),
      name: isLouder ? 'Gets louder' : 'Gets quieter',
    })),
    { time: end, name: 'Sound ends' },
  ];
  return cues.toSorted((a, b) => a.time - b.time);
}

function firstHit({ strengths, timeOf }: Onsets): number | null {
  const strongest = strengths.reduce((most, one) => Math.max(most, one), 0);
  const at = strengths.findIndex((one, step) => one >= strongest * HIT && one >= (strengths[step + 1] ?? 0));
  return strongest === 0 || at === -1 ? null : timeOf(at);
}

/** Where the loudness changes most, between the first and the last audible block. */
function findSteps(powers: Float64Array, floor: number, first: number, last: number) {
  const around = Math.round((AROUND_SECONDS * BEAT_RATE) / BLOCK);
  const sums = new Float64Array(powers.length + 1);
  powers.forEach((power, block) => {
    sums[block + 1] = (sums[block] as number) + power;
  });
  const loudness = (from: number, to: number): number =>
    Math.max(floor, decibels(((sums[to] as number) - (sums[from] as number)) / (to - from)));
  const steps: { block: number; change: number }[] = [];
  for (let block = first + around; block <= last + 1 - around; block++)
    steps.push({ block, change: loudness(block, block + around) - loudness(block - around, block) });
  const apart = Math.round((APART_SECONDS * BEAT_RATE) / BLOCK);
  const kept: { block: number; isLouder: boolean }[] = [];
  const large = steps.filter(({ change }) => Math.abs(change) >= STEP_DB);
  for (const { block, change } of large.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))) {
    if (kept.length >= MOST_STEPS) break;
    if (kept.every((other) => Math.abs(other.block - block) >= apart)) kept.push({ block, isLouder: change > 0 });
  }
  return kept;
}
