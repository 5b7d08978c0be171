/** Sound drawn as light: a circular spectrum. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, shadeSoftly, shineSvg } from '#demo/art/canvas.ts';
import { hex, oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { n, repeat } from '#demo/art/svg.ts';

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

export const spectrum: Scene = { detail: 1, paint: paintRing };
