/** A city at night over water. */

import { bloom, blur } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeCanvas, shineSvg } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
import { between, createRandom, type Random } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { n, rect } from '#demo/art/svg.ts';

const WATER = 0.7;

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t, width, height } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const zenith = oklch(0.15, 0.06, hue + 250);
  const dusk = oklch(0.45, 0.14, hue + 320);
  const glow = oklch(0.74, 0.16, hue + 15);
  const sky = shadeCanvas(width, height, (x, y, out) => {
    const v = y / WATER;
    const base =
      v < 0.62 ? mixRgb(zenith, dusk, smoothstep(0.05, 0.62, v)) : mixRgb(dusk, glow, smoothstep(0.62, 1.15, v));
    const cloud = smoothstep(0, 0.6, layered(noise, x * 1.2 + t * 0.2, y * 5, 2, 4)) * 0.5 * v;
    out.set(mixRgb(base, glow, cloud * 0.55));
    const star = noise(x * 130, y * 130);
    if (star > 0.86 && v < 0.5) for (let c = 0; c < 3; c++) out[c] = (out[c] as number) + (star - 0.86) * 4 * (0.5 - v);
  });
  for (let layer = 0; layer < 3; layer++) {
    const { blocks, windows } = city(random, hue, layer, t);
    await drawSvg(sky, blocks);
    await shineSvg(sky, windows, layer === 2 ? 1.5 : 0.9);
  }
  bloom(sky, 0.7, 0.03, 0.55);
  const soft = blur(sky, height * 0.004, height * 0.02);
  return shadeCanvas(width, height, (x, y, out) => {
    const column = Math.floor(x * height);
    if (y < WATER) {
      const at = (Math.floor(y * height) * width + column) * 3;
      for (let c = 0; c < 3; c++) out[c] = sky.light[at + c] as number;
      return;
    }
    const depth = (y - WATER) / (1 - WATER);
    const wave = noise(x * 14 * (1.3 - depth), 40 / (depth + 0.16), t * 6);
    const from = Math.min(width - 1, Math.max(0, Math.floor((x + wave * 0.022 * (0.2 + depth)) * height)));
    const mirror = Math.max(0, WATER - 0.004 - (y - WATER) * 1.55 + wave * 0.03 * depth);
    const at = (Math.floor(mirror * height) * width + from) * 3;
    const shine = 0.62 - depth * 0.3 + wave * 0.16;
    for (let c = 0; c < 3; c++) out[c] = (soft.light[at + c] as number) * shine + (zenith[c] as number) * 0.22;
  });
}

function city(random: Random, hue: number, layer: number, t: number): { blocks: string; windows: string } {
  const floor = WATER * 720 + 2;
  const body = hex(0.36 - layer * 0.115, 0.085 - layer * 0.018, hue + 300 - layer * 18);
  let blocks = '';
  let windows = '';
  let x = -30 - random() * 40 - t * (8 + layer * 14);
  while (x < 1310) {
    const w = between(random, 34, 96) * (0.7 + layer * 0.22);
    const centre = Math.exp(-(((x + w / 2 - 700) / 420) ** 2));
    const h = between(random, 50, 150) + centre * between(random, 40, 250) * (1 - layer * 0.18) - layer * 18;
    blocks += rect(x, floor - h, w, h, `fill="${body}"`);
    const crown = random();
    if (crown < 0.2) blocks += rect(x + w * 0.2, floor - h - 22, w * 0.6, 23, `fill="${body}"`);
    if (crown > 0.72) blocks += rect(x + w / 2 - 2, floor - h - between(random, 24, 84), 4, 90, `fill="${body}"`);
    const step = 8 + layer * 2.4;
    for (let wy = floor - h + 10; layer > 0 && wy < floor - 12; wy += step * 1.35) {
      for (let wx = x + 6; wx < x + w - 7; wx += step) {
        if (random() > 0.36) continue;
        const warm = random() < 0.74;
        windows += rect(
          wx,
          wy,
          step * 0.46,
          step * 0.62,
          `fill="${hex(between(random, 0.7, 0.92), 0.12, warm ? 75 : hue + 200)}" opacity="${n(0.25 + random() * 0.75)}"`,
        );
      }
    }
    if (layer === 2 && random() < 0.34)
      windows += rect(x + w * 0.2, floor - h + 8, w * 0.6, 7, `fill="${hex(0.75, 0.21, hue + random() * 220)}"`, 2);
    x += w + between(random, -6, 12);
  }
  return { blocks, windows };
}

export const skyline: Scene = { detail: 0.75, paint };
