/** Sound effects by name; each `take` is a different variation. */
import { between } from '#demo/art/random.ts';
import { filteredNoise, hit, renderMono, renderStereo, sourceFor, swell, tone, withEcho } from './synth.ts';
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
    return renderStereo(length, voice(1), voice(-1));
  },
  impact: (take) => {
    const random = sourceFor('impact', take);
    const low = between(random, 34, 52);
    const thump = tone((t) => low + 130 * Math.exp(-t * 22));
    const crack = filteredNoise(random, 'band', () => between(random, 900, 2600), 0.6);
    const rumble = filteredNoise(random, 'low', (t) => 700 * Math.exp(-t * 3) + 60, 0.8);
    const [boom, snap, tail] = [hit(0.002, 0.32), hit(0.001, 0.035), hit(0.004, 0.5)];
    const dry = renderMono(1.7, (t, s) =>
      Math.tanh(thump(t, s) * boom(t, s) * 1.7 + crack(t, s) * snap(t, s) * 0.8 + rumble(t, s) * tail(t, s) * 0.75),
    );
    return withEcho(dry, between(random, 0.09, 0.17), 0.28);
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
    return renderStereo(length, voice(1), voice(1.007));
  },
  glitch: (take) => {
    const random = sourceFor('glitch', take);
    const steps = Array.from({ length: 40 }, () => ({
      pitch: between(random, 90, 4200),
      on: random() < 0.62,
      noisy: random() < 0.4,
    }));
    const pitch = tone((t) => steps[Math.floor(t * 46) % 40]?.pitch ?? 200, 0.8);
    const hiss = filteredNoise(random, 'high', () => 3000);
    const crush = (v: number) => Math.round(v * 7) / 7;
    return renderMono(between(random, 0.3, 0.8), (t, s) => {
      const step = steps[Math.floor(t * 46) % 40];
      const sound = step?.noisy ? hiss(t, s) * 0.5 : pitch(t, s);
      return step?.on ? crush(sound) * (1 - s * 0.4) : 0;
    });
  },
  room: (take) => {
    const random = sourceFor('room', take);
    const hum = tone(() => (take % 2 ? 50 : 60));
    const voice = () => {
      const air = filteredNoise(random, 'low', (t) => 320 + 90 * Math.sin(t * 0.9), 0.6);
      const far = filteredNoise(random, 'band', (t) => 900 + 300 * Math.sin(t * 0.37 + take), 0.3);
      return (t: number, s: number) => air(t, s) * 0.9 + far(t, s) * 0.12 + hum(t, s) * 0.015;
    };
    return renderStereo(3, voice(), voice(), 0.28);
  },
  click: (take) => {
    const random = sourceFor('click', take);
    const pitch = between(random, 700, 2600);
    const body = tone((t) => pitch * (1 + 0.6 * Math.exp(-t * 300)));
    const tick = filteredNoise(random, 'band', () => pitch * 1.7, 0.9);
    const [envelope, tap] = [hit(0.001, between(random, 0.012, 0.05)), hit(0.0005, 0.004)];
    return renderMono(0.22, (t, s) => body(t, s) * envelope(t, s) * 0.7 + tick(t, s) * tap(t, s), 0.7);
  },
  drop: (take) => {
    const random = sourceFor('drop', take);
    const from = between(random, 90, 150);
    const voice = tone((t) => 26 + from * Math.exp(-t * between(random, 1.9, 1.95)), 0.15);
    const envelope = hit(0.02, 0.95);
    return renderMono(2.2, (t, s) => Math.tanh(voice(t, s) * 1.5) * envelope(t, s));
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
    return renderStereo(3, voice(), voice(), 0.5);
  },
  tape: (take) => {
    const random = sourceFor('tape', take);
    const length = between(random, 0.7, 1.3);
    const chord = [196, 246.9, 293.7, 392].map((f) => tone((_t, s) => f * (1 - s) ** 1.6 + 8, 0.4));
    const hiss = filteredNoise(random, 'high', () => 4000);
    return renderMono(
      length,
      (t, s) => chord.reduce((sum, voice) => sum + voice(t, s), 0) * (1 - s) ** 0.5 + hiss(t, s) * 0.06 * (1 - s),
    );
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
    return renderStereo(2.4, voice(1), voice(1.006));
  },
  foley: (take) => {
    const random = sourceFor('foley', take);
    const cloth = filteredNoise(random, 'band', (t) => 1300 + 900 * Math.sin(t * 21 + take), 0.5);
    const bumps = Array.from({ length: 4 }, () => ({ at: random(), wide: between(random, 0.03, 0.12) }));
    return renderMono(
      between(random, 0.4, 0.9),
      (t, s) => cloth(t, s) * bumps.reduce((sum, b) => sum + Math.exp(-(((s - b.at) / b.wide) ** 2)), 0),
      0.6,
    );
  },
  vinyl: (take) => {
    const random = sourceFor('vinyl', take);
    const bed = filteredNoise(random, 'band', () => 2400, 0.4);
    let pop = 0;
    return renderMono(
      4,
      (t, s) => {
        if (random() < 0.00035) pop = between(random, 0.3, 1);
        pop *= 0.9;
        const turn = 0.7 + 0.3 * Math.sin((t / 1.8) * Math.PI * 2);
        return bed(t, s) * 0.05 * turn + (random() * 2 - 1) * pop;
      },
      0.5,
    );
  },
} satisfies Record<string, Recipe>;

export type SoundName = keyof typeof RECIPES;

/** Synthesises one variation of a sound effect at 48 kHz. */
export function makeSound(name: SoundName, take: number): Sound {
  return RECIPES[name](take);
}
