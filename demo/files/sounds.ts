/** Sound effects by name; each `take` is a different variation. */
import { between } from '#demo/art/random.ts';
import { filteredNoise, hit, render, renderBed, sourceFor, swell, tone, withEcho } from './synth.ts';
import type { Sound } from './wav.ts';

type Recipe = (take: number) => Sound;

const RECIPES = {
  whoosh: (take) => {
    const random = sourceFor('whoosh', take);
    const length = between(random, 0.45, 1.1);
    const peak = between(random, 0.4, 0.68);
    const top = between(random, 1800, 5200);
    const shape = swell(peak, between(random, 1.6, 3));
    const side = take % 2 ? 1 : -1;
    const voice = (way: number) => {
      const air = filteredNoise(random, 'band', (_t, s) => 180 + top * shape(0, s), 0.8);
      const body = filteredNoise(random, 'low', () => 240, 0.9);
      return (t: number, s: number) =>
        (air(t, s) * 0.8 + body(t, s) * 0.9) * shape(t, s) * (0.55 + 0.45 * Math.sin(way * side * (s - 0.5) * Math.PI));
    };
    return render(length, voice(1), voice(-1));
  },
  impact: (take) => {
    const random = sourceFor('impact', take);
    const low = between(random, 34, 52);
    const [boom, snap, tail] = [hit(0.002, 0.32), hit(0.001, 0.035), hit(0.004, 0.5)];
    const voice = () => {
      const thump = tone((t) => low + 130 * Math.exp(-t * 22));
      const crack = filteredNoise(random, 'band', () => between(random, 900, 2600), 0.6);
      const rumble = filteredNoise(random, 'low', (t) => 700 * Math.exp(-t * 3) + 60, 0.8);
      return (t: number, s: number) =>
        Math.tanh(thump(t, s) * boom(t, s) * 1.7 + crack(t, s) * snap(t, s) * 0.8 + rumble(t, s) * tail(t, s) * 0.75);
    };
    return withEcho(render(1.7, voice(), voice()), between(random, 0.09, 0.17), 0.28);
  },
  riser: (take) => {
    const random = sourceFor('riser', take);
    const length = between(random, 2, 3.2);
    const base = between(random, 70, 140);
    const voice = (detune: number) => {
      const one = tone((_t, s) => base * detune * 2 ** (s * 3), 0.5);
      const air = filteredNoise(random, 'band', (_t, s) => 300 + 6000 * s * s, 0.5);
      const pulse = (t: number, s: number) => 0.6 + 0.4 * Math.sin(t * Math.PI * 2 * (3 + s * 14));
      return (t: number, s: number) => (one(t, s) * 0.35 + air(t, s) * 0.8) * s ** 1.9 * pulse(t, s);
    };
    return render(length, voice(1), voice(1.007));
  },
  glitch: (take) => {
    const random = sourceFor('glitch', take);
    const steps = Array.from({ length: 40 }, () => ({
      pitch: between(random, 90, 4200),
      on: random() < 0.62,
      noisy: random() < 0.4,
      pan: between(random, -0.8, 0.8),
    }));
    const crush = (v: number) => Math.round(v * 7) / 7;
    const voice = (side: number) => {
      const pitch = tone((t) => steps[Math.floor(t * 46) % 40]?.pitch ?? 200, 0.8);
      const hiss = filteredNoise(random, 'high', () => 3000);
      return (t: number, s: number) => {
        const step = steps[Math.floor(t * 46) % 40];
        const [tonal, noisy] = [pitch(t, s), hiss(t, s) * 0.5];
        return step?.on ? crush(step.noisy ? noisy : tonal) * (1 + step.pan * side) * (1 - s * 0.4) : 0;
      };
    };
    return render(between(random, 0.3, 0.8), voice(-1), voice(1));
  },
  room: (take) => {
    const random = sourceFor('room', take);
    const hum = tone(() => (take % 2 ? 50 : 60));
    const voice = () => {
      const air = filteredNoise(random, 'low', (t) => 320 + 90 * Math.sin(t * 0.9), 0.6);
      const far = filteredNoise(random, 'band', (t) => 900 + 300 * Math.sin(t * 0.37 + take), 0.3);
      return (t: number, s: number) => air(t, s) * 0.9 + far(t, s) * 0.12 + hum(t, s) * 0.015;
    };
    return renderBed(3, voice(), voice(), -24);
  },
  click: (take) => {
    const random = sourceFor('click', take);
    const pitch = between(random, 700, 2600);
    const pan = between(random, -0.25, 0.25);
    const [envelope, tap] = [hit(0.001, between(random, 0.012, 0.05)), hit(0.0005, 0.004)];
    const voice = (side: number) => {
      const body = tone((t) => pitch * (1 + 0.6 * Math.exp(-t * 300)));
      const tick = filteredNoise(random, 'band', () => pitch * 1.7, 0.9);
      return (t: number, s: number) => (body(t, s) * envelope(t, s) * 0.7 + tick(t, s) * tap(t, s)) * (1 + pan * side);
    };
    return render(0.22, voice(-1), voice(1));
  },
  drop: (take) => {
    const random = sourceFor('drop', take);
    const from = between(random, 90, 150);
    const fall = between(random, 1.9, 1.95);
    const envelope = hit(0.02, 0.95);
    // The lowest octave is the same on both sides, or it would cancel itself out in a room.
    const voice = (detune: number) => {
      const sub = tone((t) => 26 + from * Math.exp(-t * fall), 0.15);
      const upper = tone((t) => (26 + from * Math.exp(-t * fall)) * 3 * detune, 0.4);
      return (t: number, s: number) => Math.tanh(sub(t, s) * 1.5 + upper(t, s) * 0.16) * envelope(t, s);
    };
    return render(2.2, voice(0.997), voice(1.003));
  },
  rain: (take) => {
    const random = sourceFor('rain', take);
    const voice = () => {
      const wash = filteredNoise(random, 'band', () => 4200, 0.35);
      const roof = filteredNoise(random, 'low', () => 700, 0.7);
      let drop = 0;
      return (t: number, s: number) => {
        if (random() < 0.0016) drop = random();
        drop *= 0.985;
        return wash(t, s) * 0.32 + roof(t, s) * 0.25 + (random() * 2 - 1) * drop * 0.6;
      };
    };
    return renderBed(3, voice(), voice(), -19);
  },
  tape: (take) => {
    const random = sourceFor('tape', take);
    const length = between(random, 0.7, 1.3);
    const voice = (detune: number) => {
      const chord = [196, 246.9, 293.7, 392].map((f) => tone((_t, s) => f * detune * (1 - s) ** 1.6 + 8, 0.4));
      const hiss = filteredNoise(random, 'high', () => 4000);
      return (t: number, s: number) =>
        chord.reduce((sum, note) => sum + note(t, s), 0) * (1 - s) ** 0.5 + hiss(t, s) * 0.06 * (1 - s);
    };
    return render(length, voice(0.998), voice(1.002));
  },
  braam: (take) => {
    const random = sourceFor('braam', take);
    const base = between(random, 41, 62);
    const voice = (detune: number) => {
      const horns = [1, 2, 3.01, 4.02].map((k) => tone(() => base * k * detune, 0.9));
      const breath = filteredNoise(random, 'low', () => 900, 0.6);
      const envelope = hit(0.05, 0.9);
      return (t: number, s: number) =>
        Math.tanh(horns.reduce((sum, horn, i) => sum + horn(t, s) / (i + 1), 0) * 1.1 + breath(t, s) * 0.3) *
        envelope(t, s);
    };
    return render(2.4, voice(1), voice(1.006));
  },
  foley: (take) => {
    const random = sourceFor('foley', take);
    const bumps = Array.from({ length: 4 }, () => ({
      at: random(),
      wide: between(random, 0.03, 0.12),
      pan: between(random, -0.6, 0.6),
    }));
    const voice = (side: number) => {
      const cloth = filteredNoise(random, 'band', (t) => 1300 + 900 * Math.sin(t * 21 + take), 0.5);
      return (t: number, s: number) =>
        cloth(t, s) * bumps.reduce((sum, b) => sum + (1 + b.pan * side) * Math.exp(-(((s - b.at) / b.wide) ** 2)), 0);
    };
    return render(between(random, 0.4, 0.9), voice(-1), voice(1));
  },
} satisfies Record<string, Recipe>;

export type SoundName = keyof typeof RECIPES;

/** Synthesises one variation of a sound effect: stereo, 48 kHz. */
export function makeSound(name: SoundName, take: number): Sound {
  return RECIPES[name](take);
}
