/** Out-of-focus street lamps over wet ground. */

import { bloom, blur } from '#demo/art/bloom.ts';
import { addLight, type Canvas, createCanvas, rasterise, shadeCanvas, stamp } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { createNoise } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import { ASPECT, type Scene, type Shot } from '#demo/art/shot.ts';
import { n, radial, repeat } from '#demo/art/svg.ts';

const GROUND = 0.64;

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t, width, height } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const hues = [hue, hue + 24, hue + 45, hue + 195, hue + 230];
  const defs = repeat(5, (i) => {
    const centre = hex(0.72, 0.16, hues[i] as number);
    const rim = hex(0.86, 0.14, (hues[i] as number) + 8);
    return radial(`d${i}`, [
      [0, centre, 0.55],
      [0.8, centre, 0.62],
      [0.93, rim, 0.95],
      [1, rim, 0],
    ]);
  });
  let discs = '';
  for (let i = 0; i < 64; i++) {
    const depth = random() ** 1.6;
    const r = 10 + depth * 62;
    const x = between(random, -40, 1320) + Math.sin(t * 6.28 + i) * depth * 26;
    const y = 440 - depth * 60 - random() ** 1.4 * 330;
    const flicker = 0.3 + 0.7 * random();
    const kind = random() < 0.64 ? Math.floor(random() * 3) : 3 + Math.floor(random() * 2);
    discs += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#d${kind})" opacity="${n(flicker * (0.85 - depth * 0.45))}"/>`;
  }
  const rgba = await rasterise(`<defs>${defs}</defs>${discs}`, width, height);
  const lamps = createCanvas(width, height);
  addLight(lamps, rgba, 1.5);
  const sky = oklch(0.13, 0.035, hue + 215);
  const dusk = oklch(0.27, 0.07, hue + 300);
  const smear = blur(lamps, height * 0.008, height * 0.05);
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const glow = Math.exp(-((y - GROUND) ** 2) * 9);
    out.set(mixRgb(sky, dusk, glow));
    const column = Math.floor(x * height);
    if (y < GROUND) {
      const at = (Math.floor(y * height) * width + column) * 3;
      for (let c = 0; c < 3; c++) out[c] = (out[c] as number) + (lamps.light[at + c] as number);
      return;
    }
    const depth = (y - GROUND) / (1 - GROUND);
    const ripple = noise(x * 7, y * 60, t * 3) * 0.03 * (0.3 + depth);
    const mirror = Math.max(0, GROUND - (y - GROUND) * 1.5 + noise(x * 16, y * 34) * 0.02);
    const from = Math.min(width - 1, Math.max(0, Math.floor((x + ripple) * height)));
    const at = (Math.floor(mirror * height) * width + from) * 3;
    const wet = 0.5 + 0.5 * noise(x * 3.2, y * 9);
    for (let c = 0; c < 3; c++) {
      out[c] = (out[c] as number) * 0.28 + (smear.light[at + c] as number) * (0.34 + wet * 0.62) * (1.1 - depth * 0.6);
    }
  });
  bloom(canvas, 0.5, 0.05, 0.55);
  if (shot.text === 'RAIN') await drawRain(canvas, shot);
  return canvas;
}

/** Raindrops on the window in front of the lens, each with a small upside-down highlight. */
async function drawRain(canvas: Canvas, shot: Shot): Promise<void> {
  const random = createRandom(shot.seed + 99);
  const drops = repeat(150, () => {
    const r = 2 + random() ** 3 * 17;
    const x = random() * ASPECT * 720;
    const y = (random() * 760 + shot.t * 50 * (r / 10)) % 760;
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r)}" ry="${n(r * 1.18)}" fill="#05070b" opacity=".38"/><ellipse cx="${n(x)}" cy="${n(y + r * 0.35)}" rx="${n(r * 0.72)}" ry="${n(r * 0.5)}" fill="#dfe9ff" opacity=".42"/><circle cx="${n(x - r * 0.3)}" cy="${n(y - r * 0.45)}" r="${n(r * 0.18)}" fill="#fff" opacity=".9"/>`;
  });
  stamp(canvas, await rasterise(drops, canvas.width, canvas.height), 1);
}

export const bokeh: Scene = { detail: 0.6, paint };
