/** A light leak: hot edges bleeding over a dark frame, with film perforations. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeCanvas } from '#demo/art/canvas.ts';
import { BLACK, oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import { ASPECT, type Scene, type Shot } from '#demo/art/shot.ts';
import { n, rect, repeat } from '#demo/art/svg.ts';

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const leaks = Array.from({ length: 7 }, (_, i) => {
    const edge = i % 4;
    const away = between(random, -0.1, 0.1);
    const along = random();
    const x = edge === 0 ? away : edge === 1 ? ASPECT - away : along * ASPECT;
    const y = edge === 2 ? away : edge === 3 ? 1 - away : along;
    return {
      x: x + Math.sin(t * 6.28 + i) * 0.12,
      y,
      wide: between(random, 0.22, 0.62),
      tall: between(random, 0.25, 0.7),
      power: between(random, 0.5, 1.35) * (0.75 + 0.25 * Math.sin(t * 12.6 + i * 2)),
      turn: between(random, -0.5, 0.5),
    };
  });
  const core = oklch(0.95, 0.11, hue + 45);
  const middle = oklch(0.72, 0.2, hue + 18);
  const outer = oklch(0.42, 0.18, hue - 10);
  const night = shot.overlay ? BLACK : oklch(0.13, 0.035, hue + 200);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const bend = layered(noise, x * 1.4, y * 1.4, t, 3) * 0.16;
    let sum = 0;
    for (const leak of leaks) {
      const dx = x - leak.x + bend;
      const dy = y - leak.y + bend * 0.6;
      const u = (dx + dy * leak.turn) / leak.wide;
      const v = (dy - dx * leak.turn) / leak.tall;
      sum += leak.power * Math.exp(-(u * u + v * v) * 1.7);
    }
    const hot = Math.max(0, sum - 0.75);
    const warm = Math.max(0, sum - 0.22);
    for (let c = 0; c < 3; c++) {
      out[c] =
        (night[c] as number) * (1.15 - y * 0.5) +
        (outer[c] as number) * sum * 0.75 +
        (middle[c] as number) * warm * 1.1 +
        (core[c] as number) * hot * 1.7;
    }
  });
  bloom(canvas, 0.4, 0.08, 0.6);
  if (shot.text !== 'PLAIN') await drawSvg(canvas, perforations(t));
  return canvas;
}

function perforations(t: number): string {
  const shift = (t * 3 * 90) % 90;
  return `<rect width="62" height="720" fill="#060506" opacity=".82"/>${repeat(10, (i) =>
    rect(16, i * 90 - 70 + shift, 32, 52, 'fill="#fff2dc" opacity=".92"', 9),
  )}<rect x="62" width="2" height="720" fill="#000" opacity=".5"/>${repeat(5, (i) => `<path d="M${n(300 + i * 217)} 0V720" stroke="#fff" stroke-width="1" opacity=".07"/>`)}`;
}

export const lightLeak: Scene = { detail: 0.4, paint };
