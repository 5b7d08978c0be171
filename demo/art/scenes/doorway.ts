/** A figure in a lit doorway, with dust in the beam of light. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeCanvas, shineSvg } from '#demo/art/canvas.ts';
import { hex, oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import { createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { n, repeat } from '#demo/art/svg.ts';

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const half = 0.16 + t * 0.06;
  const light = oklch(0.96, 0.06, hue + 35);
  const warm = oklch(0.66, 0.19, hue + 8);
  const room = oklch(0.11, 0.035, hue - 20);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const dx = Math.abs(x - 0.89);
    const door = dx < half && y > 0.1 && y < 0.86 ? 1 : 0;
    const gx = Math.max(0, dx - half);
    const gy = Math.max(0, 0.1 - y);
    const spill = Math.exp(-Math.hypot(gx, gy) * 5.5) * 0.3;
    const floor = y > 0.86 - gx * 0 ? Math.max(0, 1 - Math.max(0, dx - half - (y - 0.86) * 2.6) * 9) : 0;
    const onFloor = y > 0.86 ? floor * (1.05 - (y - 0.86) * 2.2) : 0;
    const fog = 0.7 + 0.55 * layered(noise, x * 2.4, y * 2.4 - t, t, 4);
    const cone = Math.exp(-((dx / (half + y * 0.22)) ** 2) * 1.1) * 0.3 * fog;
    const plank = 0.8 + 0.2 * noise(dx * 42, y * 3);
    const falloff = door ? 0.6 + 0.75 * Math.exp(-((x - 0.89) ** 2 * 22 + (y - 0.5) ** 2 * 5)) : 0;
    for (let c = 0; c < 3; c++) {
      out[c] =
        (room[c] as number) * plank * (1 + spill * 4) +
        (light[c] as number) * falloff * (0.9 + fog * 0.25) +
        (warm[c] as number) * (spill * plank + cone * 0.8 + onFloor * 0.85 * (0.75 + plank * 0.3));
    }
  });
  bloom(canvas, 0.55, 0.09, 0.6);
  await drawSvg(canvas, frame(hue, half) + figure(hue, t));
  await shineSvg(
    canvas,
    repeat(70, () => {
      const x = 640 + (random() - 0.5) * 640;
      const y = (random() * 700 + t * 40) % 720;
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(0.7 + random() ** 3 * 4)}" fill="${hex(0.92, 0.08, hue + 40)}" opacity="${n(0.15 + random() * 0.55)}"/>`;
    }),
    0.9,
  );
  return canvas;
}

function frame(hue: number, half: number): string {
  const left = 640 - half * 720;
  const right = 640 + half * 720;
  const edge = hex(0.16, 0.05, hue - 10);
  const lip = hex(0.82, 0.14, hue + 22);
  return `<path d="M${n(left - 16)} 56H${n(right + 16)}V622H${n(right)}V72H${n(left)}V622H${n(left - 16)}Z" fill="${edge}"/><path d="M${n(left)} 72V620M${n(right)} 72V620M${n(left)} 72H${n(right)}" stroke="${lip}" stroke-width="3" opacity=".8"/>`;
}

function figure(hue: number, t: number): string {
  const dark = hex(0.08, 0.03, hue - 20);
  const rim = hex(0.9, 0.12, hue + 30);
  const sway = Math.sin(t * 12) * 3;
  const shape =
    'M640 292c17 0 28 13 27 31c0 14-6 27-13 33v12c22 6 50 14 55 44l14 104c2 15-12 20-16 6l-20-82l-3 62l12 108l4 62h-36l-14-150h-14l-14 150h-36l4-62l12-108l-3-62l-20 82c-4 14-18 9-16-6l14-104c5-30 33-38 55-44v-12c-7-6-13-19-13-33c-1-18 10-31 27-31Z';
  return `<g transform="translate(${n(sway)} 0)"><path d="M596 668L390 740H890L684 668Z" fill="${dark}" opacity=".75"/><path d="${shape}" fill="${dark}" stroke="${rim}" stroke-width="3" stroke-opacity=".55"/></g>`;
}

export const doorway: Scene = { detail: 0.6, paint };
