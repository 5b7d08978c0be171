/** Surfaces made of noise: liquid metal, rings on water, marbled paint, aurora. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, shadeCanvas } from '#demo/art/canvas.ts';
import { mixRgb, oklch, type Rgb, scaleRgb } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';

async function paintChrome(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const ramp: Rgb[] = [
    oklch(0.1, 0.04, hue + 260),
    oklch(0.4, 0.16, hue + 290),
    oklch(0.66, 0.2, hue),
    oklch(0.9, 0.1, hue + 50),
    oklch(0.5, 0.15, hue + 190),
    oklch(0.14, 0.05, hue + 230),
  ];
  const height = (x: number, y: number) => {
    const a = noise(x * 1.3 + t * 0.7, y * 1.3, t * 1.1);
    return noise(x * 2.3 + a * 1.3, y * 2.3 - a * 1.1, t) * 0.72 + noise(x * 4.4 + a * 2.2, y * 4.4, t) * 0.13;
  };
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const h = height(x, y);
    const gx = (height(x + 0.012, y) - h) / 0.012;
    const gy = (height(x, y + 0.012) - h) / 0.012;
    const inverse = 1 / Math.hypot(gx, gy, 1.6);
    const look = 0.5 + gy * inverse * 0.42 + gx * inverse * 0.2 + h * 0.16;
    const at = Math.max(0, Math.min(0.9999, look)) * (ramp.length - 1);
    const i = Math.floor(at);
    out.set(mixRgb(ramp[i] as Rgb, ramp[i + 1] as Rgb, at - i));
    const spark = Math.max(0, (gx * -0.5 + gy * -0.6 + 1) * inverse) ** 14 * 0.9;
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * (0.62 + inverse * 0.7) + spark;
  });
  bloom(canvas, 0.4, 0.04, 0.7);
  return canvas;
}

async function paintRipples(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const random = createRandom(shot.seed);
  const drops = Array.from({ length: 5 }, (_, i) => ({
    x: between(random, 0.2, 1.6),
    y: between(random, 0.1, 0.95),
    age: (i / 5 + t) % 1,
  }));
  const deep = oklch(0.22, 0.08, hue);
  const shallow = oklch(0.5, 0.13, hue - 20);
  const sky = oklch(0.95, 0.05, hue + 120);
  const warm = scaleRgb(oklch(0.8, 0.16, hue + 180), 1.2);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    let gx = 0;
    let gy = 0;
    for (const drop of drops) {
      const dx = x - drop.x;
      const dy = (y - drop.y) * 1.7;
      const d = Math.hypot(dx, dy) + 0.002;
      const front = drop.age * 0.95;
      const wave =
        Math.cos((d - front) * 62) * Math.exp(-(((d - front * 0.75) / (0.1 + front * 0.3)) ** 2)) * (1.05 - drop.age);
      gx += (wave * dx) / d;
      gy += (wave * dy) / d;
    }
    gx += noise(x * 5, y * 9, t * 3) * 0.22;
    gy += noise(x * 5 + 9, y * 9, t * 3) * 0.22;
    const tilt = gy * 0.5 + gx * 0.34;
    const base = mixRgb(deep, shallow, Math.max(0, Math.min(1, 0.28 + y * 0.35 + tilt * 0.42)));
    const spark = Math.max(0, tilt) ** 2 * 1.1;
    const dusk = Math.max(0, -gx * 0.55 + gy * 0.15) ** 2;
    const caustic =
      Math.max(0, 1 - Math.abs(layered(noise, x * 4 + gx * 0.2, y * 6 + gy * 0.2, t * 2, 3)) * 5) ** 2 * 0.1;
    for (let c = 0; c < 3; c++) {
      out[c] = (base[c] as number) * (1 + caustic * 4) + (sky[c] as number) * spark + (warm[c] as number) * dusk * 0.8;
    }
  });
  bloom(canvas, 0.4, 0.04, 0.7);
  return canvas;
}

async function paintAurora(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const sky = oklch(0.12, 0.045, hue + 110);
  const green = oklch(0.78, 0.2, hue);
  const violet = oklch(0.55, 0.2, hue + 150);
  const ridge = createNoise(shot.seed + 4);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    let curtain = 0;
    let high = 0;
    for (let i = 0; i < 3; i++) {
      const bend = noise(x * (0.9 + i * 0.5) + i * 7, t * 1.6 + i * 3) * 0.2 + noise(x * 3.2 + i * 5, t * 2) * 0.05;
      const foot = 0.6 - i * 0.13 + bend;
      const up = foot - y;
      const rays = 0.55 + 0.45 * noise(x * 26 + bend * 30, t * 3 + i) + 0.25 * noise(x * 70, t * 4);
      const body = up > 0 ? Math.exp(-up * (4.6 + i)) * rays : Math.exp(up * 60) * rays;
      curtain += body * (1 - i * 0.22);
      if (up > 0) high += up * body * 2.2;
    }
    const star = noise(x * 160, y * 160) > 0.9 ? 0.5 : 0;
    const land = 0.86 - Math.abs(ridge(x * 2.1, 1)) * 0.12 - layered(ridge, x * 9, 2, 0, 4) * 0.03;
    if (y > land) {
      for (let c = 0; c < 3; c++)
        out[c] = (sky[c] as number) * 0.35 + (green[c] as number) * 0.02 * (1 - (y - land) * 5);
      return;
    }
    for (let c = 0; c < 3; c++) {
      out[c] =
        (sky[c] as number) * (1.5 - y) +
        (green[c] as number) * Math.max(0, curtain) * 0.85 +
        (violet[c] as number) * Math.max(0, high) * 1.5 +
        star * (1 - curtain);
    }
  });
  bloom(canvas, 0.4, 0.06, 0.5);
  return canvas;
}

export const chrome: Scene = { detail: 0.5, paint: paintChrome };
export const ripples: Scene = { detail: 0.6, paint: paintRipples };
export const aurora: Scene = { detail: 0.5, paint: paintAurora };
