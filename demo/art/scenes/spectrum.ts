/** Sound drawn as light: a mirrored waveform (played or unplayed) or a circular spectrum. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeSoftly, shineSvg } from '#demo/art/canvas.ts';
import { hex, oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import { createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { linear, n, rect, repeat } from '#demo/art/svg.ts';

/** Number of bars in a waveform. Each bar shows one peak. */
export const BARS = 104;

async function paintBars(shot: Shot): Promise<Canvas> {
  const { hue } = shot;
  const canvas = backdrop(shot);
  const random = createRandom(shot.seed);
  const peaks = Array.from({ length: 4 }, () => ({
    at: random(),
    wide: 0.03 + random() * 0.12,
    high: 0.4 + random() * 0.6,
  }));
  const defs = `<defs>${linear('w', [
    [0, hex(0.93, 0.1, hue + 35)],
    [0.42, hex(0.72, 0.19, hue)],
    [0.5, hex(0.86, 0.13, hue + 10)],
    [0.58, hex(0.62, 0.19, hue - 8)],
    [1, hex(0.42, 0.16, hue - 35)],
  ])}</defs>`;
  const light = shot.side === 'before' ? 0.3 : 1;
  const grid = repeat(27, (i) => rect(56 + i * 45, 0, 1, i % 5 ? 14 : 26, 'fill="#fff" opacity=".28"'));
  const bars = repeat(BARS, (i) => {
    const at = i / BARS;
    const envelope = peaks.reduce(
      (sum, p) => sum + p.high * Math.exp(-(((at - p.at) / p.wide) ** 2)) * (at > p.at ? 1 : 0.72),
      0.07,
    );
    const drawn = 320 * envelope * (0.35 + random() * 0.65);
    const high = Math.min(300, 10 + (shot.peaks ? 290 * (shot.peaks[i] ?? 0) : drawn));
    const x = 52 + i * 11.35;
    return rect(x, 366 - high, 6.5, high * 2, `fill="url(#w)" opacity="${light}"`, 3.2);
  });
  await shineSvg(canvas, defs + bars, 1.25);
  await drawSvg(canvas, `${grid}${rect(0, 365, 1280, 1.5, 'fill="#fff" opacity=".22"')}`);
  bloom(canvas, 0.8, 0.04, 0.4);
  return canvas;
}

async function paintRing(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const canvas = backdrop(shot);
  const noise = createNoise(shot.seed + 3);
  const spokes = repeat(180, (i) => {
    const angle = (i / 180) * Math.PI * 2;
    const turn = Math.min(i, 180 - i) / 90;
    const high = 22 + 230 * Math.max(0, 0.42 + layered(noise, turn * 5, t * 6, 2, 3)) ** 1.4;
    const inner = 172;
    const colour = hex(0.66 + 0.22 * Math.min(1, high / 120), 0.19, hue + turn * 95);
    const [cos, sin] = [Math.cos(angle - Math.PI / 2), Math.sin(angle - Math.PI / 2)];
    return `<path d="M${n(640 + cos * inner)} ${n(360 + sin * inner)}L${n(640 + cos * (inner + high))} ${n(360 + sin * (inner + high))}" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`;
  });
  const rings = `<circle cx="640" cy="360" r="156" fill="none" stroke="${hex(0.85, 0.12, hue)}" stroke-width="2.5"/><circle cx="640" cy="360" r="${n(120 + Math.sin(t * 19) * 6)}" fill="${hex(0.4, 0.17, hue)}" opacity=".45"/><circle cx="640" cy="360" r="60" fill="${hex(0.8, 0.16, hue + 40)}" opacity=".5"/>`;
  await shineSvg(canvas, rings + spokes, 1.3);
  bloom(canvas, 0.85, 0.045, 0.4);
  return canvas;
}

function backdrop(shot: Shot): Canvas {
  const noise = createNoise(shot.seed);
  const dark = oklch(0.12, 0.025, shot.hue);
  const glow = oklch(0.42, 0.14, shot.hue);
  const other = oklch(0.38, 0.13, shot.hue + 70);
  return shadeSoftly(shot.width, shot.height, (x, y, out) => {
    const a = Math.exp(-((x - 0.62) ** 2) * 2.4 - (y - 0.5) ** 2 * 9) * 0.55;
    const b = Math.exp(-((x - 1.3) ** 2) * 4 - (y - 0.55) ** 2 * 7) * 0.36;
    const mist = 0.75 + 0.5 * layered(noise, x * 1.8, y * 3, shot.t, 3);
    for (let c = 0; c < 3; c++) {
      out[c] = (dark[c] as number) + ((glow[c] as number) * a + (other[c] as number) * b) * mist;
    }
  });
}

export const waveform: Scene = { detail: 1, paint: paintBars, sides: 'waveform' };
export const spectrum: Scene = { detail: 1, paint: paintRing };
