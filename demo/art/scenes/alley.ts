/** A neon alley in the rain with one person under an umbrella. */

import { bloom, blur } from '#demo/art/bloom.ts';
import { addLight, type Canvas, createCanvas, drawSvg, rasterise, shadeCanvas } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import { between, createRandom, type Random } from '#demo/art/random.ts';
import { ASPECT, type Scene, type Shot } from '#demo/art/shot.ts';
import { linear, n, rect, repeat } from '#demo/art/svg.ts';

const HORIZON = 0.545;

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t, width, height } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const zoom = 1 + t * 0.14;
  const wall = oklch(0.13, 0.04, hue + 265);
  const fog = oklch(0.62, 0.19, hue);
  const core = oklch(0.95, 0.07, hue + 20);
  const air = shadeCanvas(width, height, (x, y, out) => {
    const dx = (x - 0.89) / zoom;
    const dy = (y - 0.47) / zoom;
    const depth = 1 / Math.max(0.11, Math.abs(dx) * 1.25);
    const brick = 0.75 + 0.35 * noise(depth * 3.3, dy * depth * 9) + 0.25 * noise(depth * 14, dy * depth * 30);
    const glow = Math.exp(-(dx * dx * 26 + dy * dy * 12)) * 1.15 + Math.exp(-(dx * dx * 3.4 + dy * dy * 3)) * 0.22;
    const sky = Math.max(0, 1 - Math.abs(dx) / Math.max(0.03, -dy * 0.72)) > 0 && dy < -0.04;
    const mist = 0.8 + 0.4 * layered(noise, x * 2, y * 2.4, t, 3);
    for (let c = 0; c < 3; c++) {
      const base = sky
        ? (fog[c] as number) * 0.13
        : (wall[c] as number) * brick * (0.6 + 2.2 * Math.exp(-Math.abs(dx) * 5));
      out[c] =
        base + (fog[c] as number) * glow * mist + (core[c] as number) * Math.exp(-(dx * dx * 130 + dy * dy * 60)) * 1.3;
    }
  });
  const lights = createCanvas(width, height);
  addLight(lights, await rasterise(signs(random, hue, zoom, t), width, height), 1.9);
  const scene = createCanvas(width, height);
  for (let i = 0; i < scene.light.length; i++) {
    scene.light[i] = (air.light[i] as number) + (lights.light[i] as number);
  }
  const smear = blur(scene, height * 0.006, height * 0.035);
  const wet = oklch(0.12, 0.035, hue + 270);
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const ground = HORIZON + Math.abs(x - 0.89) * 0.42 * 0.9;
    const column = Math.floor(x * height);
    if (y < ground) {
      const at = (Math.floor(y * height) * width + column) * 3;
      for (let c = 0; c < 3; c++) out[c] = scene.light[at + c] as number;
      return;
    }
    const depth = (y - HORIZON) / (1 - HORIZON);
    const lane = (x - 0.89) / (0.12 + depth);
    const puddle = layered(noise, lane * 2.4, 1.4 / (depth + 0.12), 5, 4);
    const wobble = noise(x * 9, y * 46, t * 4) * 0.02 * depth + noise(x * 30, y * 120, t * 4) * 0.006;
    const from = Math.min(width - 1, Math.max(0, Math.floor((x + wobble) * height)));
    const mirror = Math.max(0, ground - (y - ground) * 0.92);
    const at = (Math.floor(mirror * height) * width + from) * 3;
    const shine = 0.16 + 0.72 * Math.max(0, Math.min(1, puddle * 1.6 + 0.45));
    const lit = mixRgb(wet, fog, Math.exp(-depth * 5) * 0.3);
    for (let c = 0; c < 3; c++) out[c] = (lit[c] as number) * 0.6 + (smear.light[at + c] as number) * shine;
  });
  bloom(canvas, 0.85, 0.045, 0.6);
  await drawSvg(canvas, person(hue, zoom, t) + rain(random, t));
  return canvas;
}

function signs(random: Random, hue: number, zoom: number, t: number): string {
  const hues = [hue, hue, hue + 25, hue + 190, hue + 225, hue + 60];
  let drawn = '';
  for (let i = 0; i < 34; i++) {
    const side = i % 2 ? 1 : -1;
    const near = 0.12 + random() * 0.95;
    const x = 640 + side * (70 + 610 * near) * zoom;
    const y = 340 - (30 + random() * 330) * near * zoom;
    const colour = hex(between(random, 0.68, 0.86), 0.2, hues[Math.floor(random() * 6)] as number);
    const blink = random() < 0.15 && Math.sin(t * 40 + i) < 0 ? 0.35 : 1;
    const w = (14 + random() * 34) * near;
    const h = (50 + random() * 150) * near;
    const skew = side * -12 * near;
    const kind = random();
    if (kind < 0.42)
      drawn += `<g opacity="${blink}" transform="translate(${n(x)} ${n(y)}) skewY(${n(skew)})">${rect(0, 0, w, h, `fill="${colour}" opacity=".92"`, 3)}${repeat(4, (k) => rect(w * 0.2, h * (0.1 + k * 0.22), w * 0.6, h * 0.12, 'fill="#fff" opacity=".5"', 1))}</g>`;
    else if (kind < 0.72)
      drawn += `<g opacity="${blink}" transform="translate(${n(x)} ${n(y)}) skewY(${n(skew)})">${rect(0, 0, w * 1.4, h * 0.8, `fill="none" stroke="${colour}" stroke-width="${n(2 + near * 4)}"`, 6)}<path d="M${n(w * 0.3)} ${n(h * 0.2)}h${n(w * 0.8)}M${n(w * 0.3)} ${n(h * 0.4)}h${n(w * 0.6)}M${n(w * 0.3)} ${n(h * 0.6)}h${n(w * 0.8)}" stroke="${colour}" stroke-width="${n(2 + near * 3)}"/></g>`;
    else if (kind < 0.88)
      drawn += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(w)}" fill="none" stroke="${colour}" stroke-width="${n(2 + near * 5)}" opacity="${blink}"/>`;
    else
      drawn += `<path d="M${n(x)} ${n(y)}h${n(w * 4 * side)}" stroke="${colour}" stroke-width="${n(3 + near * 6)}" stroke-linecap="round"/>`;
    if (near < 0.6)
      drawn += rect(
        x + side * w * 2,
        y + h,
        4 + near * 9,
        6 + near * 12,
        `fill="${hex(0.85, 0.11, 80)}" opacity="${n(0.25 + random() * 0.5)}"`,
      );
  }
  return drawn;
}

function person(hue: number, zoom: number, t: number): string {
  const dark = hex(0.09, 0.025, hue + 270);
  const rim = hex(0.8, 0.16, hue + 10);
  const step = Math.sin(t * 25) * 5;
  const defs = `<defs>${linear('um', [
    [0, rim],
    [0.12, dark],
    [1, dark],
  ])}</defs>`;
  const umbrella = `<path d="M-92 0C-84-62-40-84 0-86C40-84 84-62 92 0C76-14 52-14 46-2C30-16 14-16 0-4C-14-16-30-16-46-2C-52-14-76-14-92 0Z" fill="url(#um)"/><path d="M-2-90h4v86h-4Z" fill="${dark}"/>`;
  const body = `<path d="M-3 0h5v52h-5Z"/><circle cx="-2" cy="22" r="17"/><path d="M-34 74C-34 48-22 42-2 42C18 42 30 48 30 74L36 152L24 158L20 206L${n(16 + step)} 262H2L-2 200L-8 262H${n(-24 + step)}L-24 206L-28 158L-40 152Z"/>`;
  return `${defs}<g transform="translate(640 ${n(292)}) scale(${n(0.78 * zoom)})" fill="${dark}">${body}${umbrella}<path d="M-34 74C-34 48-22 42-2 42" fill="none" stroke="${rim}" stroke-width="2.5" opacity=".75"/><path d="M30 74L36 152" stroke="${rim}" stroke-width="2" opacity=".6"/></g>`;
}

function rain(random: Random, t: number): string {
  return repeat(110, () => {
    const x = random() * ASPECT * 720;
    const y = ((random() + t * 2) % 1) * 780 - 40;
    const long = 16 + random() * 44;
    return `<path d="M${n(x)} ${n(y)}l${n(-long * 0.08)} ${n(long)}" stroke="#dfe4ff" stroke-width="${n(0.6 + random())}" opacity="${n(0.1 + random() * 0.22)}"/>`;
  });
}

export const alley: Scene = { detail: 0.75, paint };
