/** Lo-fi music beds: four bars of chords, drums and record crackle. They loop, and their tempo and key are exact. */
import { createRandom } from '#demo/art/random.ts';
import { loudnessLevelled, RATE } from './synth.ts';
import type { Sound } from './wav.ts';

export type Bed = {
  readonly tempo: number;
  readonly root: keyof typeof ROOTS;
  readonly mode: keyof typeof CHORDS;
};

/** MIDI numbers. */
const ROOTS = { A: 57, C: 60, D: 62, E: 52, F: 53, G: 55 };
/** One chord for each bar, in semitones above the root. */
const CHORDS = {
  minor: [
    [0, 3, 7],
    [5, 8, 12],
    [7, 10, 14],
    [0, 3, 7],
  ],
  major: [
    [0, 4, 7],
    [5, 9, 12],
    [7, 11, 14],
    [0, 4, 7],
  ],
};
const BEATS_PER_BAR = 4;

/** Such as `Bed_82bpm_Am`. */
export function bedName({ tempo, root, mode }: Bed): string {
  return `Bed_${tempo}bpm_${root}${mode === 'minor' ? 'm' : ''}`;
}

export function makeBed({ tempo, root, mode }: Bed): Sound {
  const beat = 60 / tempo;
  const length = Math.round(CHORDS[mode].length * BEATS_PER_BAR * beat * RATE);
  const channels = [new Float32Array(length), new Float32Array(length)];
  const random = createRandom(`bed:${tempo}:${root}:${mode}`);
  /** Adds a sound at a beat, with `pan` from -1 (left) to 1 (right). What lasts beyond the end continues at the beginning. */
  const add = (atBeat: number, seconds: number, pan: number, sample: (time: number) => number) => {
    const start = Math.round(atBeat * beat * RATE);
    const gains = [Math.sqrt((1 - pan) / 2), Math.sqrt((1 + pan) / 2)];
    for (let i = 0; i < seconds * RATE; i++) {
      const value = sample(i / RATE);
      const at = (start + i) % length;
      for (const [side, channel] of channels.entries()) {
        channel[at] = (channel[at] as number) + value * (gains[side] as number);
      }
    }
  };
  const noise = () => random() * 2 - 1;
  for (const [bar, chord] of CHORDS[mode].entries()) {
    const first = bar * BEATS_PER_BAR;
    for (const [i, steps] of chord.entries()) {
      add(first, beat * 4, (i - 1) * 0.55, piano(ROOTS[root] + steps, 0.16));
      add(first + 2, beat * 2, (i - 1) * 0.55, piano(ROOTS[root] + steps, 0.09));
    }
    add(first, beat * 3, 0, piano(ROOTS[root] + (chord[0] ?? 0) - 12, 0.22));
    for (let step = 0; step < BEATS_PER_BAR; step++) {
      if (step % 2 === 0) add(first + step, 0.3, 0, kick);
      else add(first + step, 0.2, 0.08, (t) => noise() * 0.34 * Math.exp(-t * 26));
      add(first + step, 0.06, 0.35, (t) => noise() * 0.1 * Math.exp(-t * 90));
      add(first + step + 0.5, 0.05, -0.35, (t) => noise() * 0.03 * Math.exp(-t * 120));
    }
  }
  for (let crackles = 0; crackles < length / 9000; crackles++) {
    const power = 0.02 + random() * 0.05;
    add((random() * length) / RATE / beat, 0.004, noise() * 0.9, (t) => noise() * power * Math.exp(-t * 900));
  }
  return loudnessLevelled({ rate: RATE, channels }, -16);
}

/** An electric piano: a few overtones that fade faster the higher they are. */
function piano(note: number, level: number): (time: number) => number {
  const pitch = 440 * 2 ** ((note - 69) / 12) * Math.PI * 2;
  return (t) => {
    const attack = Math.min(1, t / 0.006);
    let sum = 0;
    for (let k = 1; k <= 3; k++) sum += (Math.sin(pitch * k * t) / k ** 2) * Math.exp(-t * (1.1 + k * 0.7));
    return sum * level * attack;
  };
}

function kick(t: number): number {
  return Math.sin(2 * Math.PI * (46 * t - 3.2 * Math.exp(-t * 26))) * 0.55 * Math.exp(-t * 11);
}
