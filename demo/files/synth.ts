/** A small synthesiser for the sound effects: envelopes, filtered noise and tones. */
import { createRandom, type Random } from '#demo/art/random.ts';
import type { Sound } from './wav.ts';

export const RATE = 48_000;

export type Voice = (time: number, share: number) => number;

/** White noise through a state-variable filter with a time-varying `cutoff` in Hz. `kind` selects the output. */
export function filteredNoise(
  random: Random,
  kind: 'low' | 'band' | 'high',
  cutoff: (time: number, share: number) => number,
  resonance = 0.7,
): Voice {
  let low = 0;
  let band = 0;
  return (time, share) => {
    const f = 2 * Math.sin((Math.PI * Math.min(7200, Math.max(20, cutoff(time, share)))) / RATE);
    const high = random() * 2 - 1 - low - band / resonance;
    band += f * high;
    low += f * band;
    return kind === 'low' ? low : kind === 'band' ? band : high;
  };
}

/** An oscillator with a time-varying pitch in Hz: a sine, or a richer folded sine if `fold` is above 0. */
export function tone(pitch: (time: number, share: number) => number, fold = 0): Voice {
  let phase = 0;
  return (time, share) => {
    phase += pitch(time, share) / RATE;
    const sine = Math.sin(phase * Math.PI * 2);
    return fold > 0 ? Math.sin(sine * (1 + fold * 3)) : sine;
  };
}

/** Envelope that rises to 1 in `attack` seconds, then falls to about a third every `decay` seconds. */
export function hit(attack: number, decay: number): Voice {
  return (time) => (time < attack ? time / attack : Math.exp(-(time - attack) / decay));
}

/** Envelope that rises to its maximum at `peak` (0 to 1 of the length) and then falls. */
export function swell(peak: number, sharpness = 2): Voice {
  return (_time, share) => {
    const side = share < peak ? share / peak : (1 - share) / (1 - peak);
    return Math.max(0, side) ** sharpness;
  };
}

/** Highest sample of a finished sound: -1 dB below full scale. */
const PEAK = 10 ** (-1 / 20);

/** Renders a left and a right voice so that the louder of them peaks at -1 dB. The ends do not click. */
export function render(seconds: number, left: Voice, right: Voice): Sound {
  return peakLevelled({ rate: RATE, channels: [play(seconds, left), play(seconds, right)] }, PEAK);
}

/** Renders a steady sound, such as rain, at a loudness in LUFS. */
export function renderBed(seconds: number, left: Voice, right: Voice, loudness: number): Sound {
  return loudnessLevelled({ rate: RATE, channels: [play(seconds, left), play(seconds, right)] }, loudness);
}

/** Adds decaying echoes, as if the sound were played in a room. */
export function withEcho({ rate, channels }: Sound, delay: number, feedback: number): Sound {
  const gap = Math.round(delay * rate);
  const wet = channels.map((channel, side) => {
    const samples = Float32Array.from(channel);
    const own = gap + side * 211;
    for (let i = own; i < samples.length; i++) {
      samples[i] = (samples[i] as number) + (samples[i - own] as number) * feedback;
    }
    return samples;
  });
  return peakLevelled({ rate, channels: wet }, PEAK);
}

/**
 * Scales a sound to about this loudness in LUFS (ITU-R BS.1770 without its filters, which change little for broad sounds). Its
 * highest samples are rounded off, so that they stay below -1 dB.
 */
export function loudnessLevelled({ rate, channels }: Sound, loudness: number): Sound {
  const power = channels.reduce((sum, channel) => sum + channel.reduce((s, v) => s + v * v, 0) / channel.length, 0);
  const gain = 10 ** ((loudness + 0.69) / 20) / Math.sqrt(power || 1);
  return { rate, channels: channels.map((channel) => channel.map((v) => PEAK * Math.tanh((v * gain) / PEAK))) };
}

function peakLevelled({ rate, channels }: Sound, level: number): Sound {
  const peak = Math.max(...channels.map(peakOf));
  return { rate, channels: channels.map((channel) => channel.map((v) => (v * level) / (peak || 1))) };
}

/** The random generator for one sound, seeded with its name and take. */
export function sourceFor(name: string, take: number): Random {
  return createRandom(`${name}:${take}`);
}

function play(seconds: number, voice: Voice): Float32Array {
  const length = Math.round(seconds * RATE);
  const edge = Math.min(240, length / 8);
  const samples = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const ends = Math.min(1, i / edge, (length - 1 - i) / edge);
    samples[i] = voice(i / RATE, i / length) * ends;
  }
  return samples;
}

function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const v of samples) peak = Math.max(peak, Math.abs(v));
  return peak;
}
