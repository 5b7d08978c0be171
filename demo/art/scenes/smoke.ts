/** Ink and smoke: domain-warped noise, lit from one side. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, shadeCanvas } from '#demo/art/canvas.ts';
import { mixRgb, oklch, scaleRgb } from '#demo/art/colour.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';

async function paintInk(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const random = createRandom(shot.seed);
  const tilt = between(random, -0.35, 0.35);
  const back = oklch(0.17, 0.05, hue);
  const edge = oklch(0.09, 0.025, hue + 30);
  const first = oklch(0.62, 0.21, hue - 35);
  const second = oklch(0.7, 0.19, hue + 45);
  const bright = scaleRgb(oklch(0.93, 0.08, hue + 60), 1.5);
  const flow = t * 0.9;
  const cover = shot.overlay ? new Float32Array(shot.width * shot.height) : undefined;
  let at = 0;
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const cx = x - 0.89;
    const cy = y - 0.5 - cx * tilt;
    const px = x * 1.7;
    const py = y * 1.7;
    const a = layered(noise, px, py - flow * 0.4, flow, 3);
    const b = layered(noise, px + 5.2, py + 1.3, flow, 3);
    const d = layered(noise, px + 2.4 * a, py + 2.4 * b, flow * 0.7, 5);
    const fine = layered(noise, px + 2.4 * a + 0.035, py + 2.4 * b + 0.05, flow * 0.7, 5);
    const reach = 1 - (cx * cx * 1.25 + cy * cy * 4.6);
    const body = smoothstep(0.02, 0.62, d * 0.75 + reach * 0.62 - 0.2);
    const light = Math.max(0, Math.min(1.6, 0.62 + (d - fine) * 6));
    const hueMix = smoothstep(-0.55, 0.6, cx * 0.9 + a * 0.8);
    const ink = mixRgb(first, second, hueMix);
    const hot = smoothstep(0.28, 0.75, d) * body;
    const base = mixRgb(back, edge, Math.min(1, Math.hypot(cx, cy * 1.3) * 1.1));
    for (let c = 0; c < 3; c++) {
      const lit = (ink[c] as number) * light * 1.15 + (bright[c] as number) * hot * 0.55;
      out[c] = cover ? lit : (base[c] as number) * (1 - body) + lit * body;
    }
    if (cover) cover[at++] = body;
  });
  bloom(canvas, 0.4, 0.05, 0.5);
  return cover ? { ...canvas, cover } : canvas;
}

/** A rising column of grey smoke on black, for use over footage in Screen mode. */
async function paintPlume(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const tint = oklch(0.86, 0.035, hue);
  const shade = oklch(0.5, 0.06, hue + 190);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const rise = 1 - y;
    const sway = noise(rise * 1.6 - t * 2, 3.3) * 0.22 * rise + noise(rise * 4 - t * 3, 8) * 0.05;
    const cx = x - 0.89 - sway;
    const spread = 0.09 + rise * 0.42;
    const a = layered(noise, x * 2.6, y * 2.2 + t * 1.4, t, 3);
    const d = layered(noise, x * 2.6 + a * 1.6, y * 2.2 + t * 1.4 + a, t * 0.5, 5);
    const side = layered(noise, x * 2.6 + a * 1.6 + 0.06, y * 2.2 + t * 1.4 + a, t * 0.5, 4);
    const fall = Math.exp(-((cx / spread) ** 2) * 1.8);
    const body = smoothstep(-0.1, 0.75, d * 0.8 + fall - 0.45) * smoothstep(-0.05, 0.2, rise) * (1 - rise * 0.45);
    const light = Math.max(0.06, 0.42 + (d - side) * 3.2);
    const key = Math.exp(-((x - 0.3) ** 2) * 0.9);
    for (let c = 0; c < 3; c++) {
      out[c] =
        0.006 + body * ((tint[c] as number) * light * key * 1.5 + (shade[c] as number) * (1 - key) * 0.55 * light);
    }
  });
  bloom(canvas, 0.25, 0.05, 0.4);
  return canvas;
}

export const ink: Scene = { detail: 0.5, paint: paintInk };
export const plume: Scene = { detail: 0.5, paint: paintPlume };
