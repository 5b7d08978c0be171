/** Screen graphics: a radar display, a neon grid, cut paper, a halftone print. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, shadeCanvas, shineSvg } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { drawWords } from '#demo/art/letters.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
import { between, createRandom, pick } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { circle, linear, n, rect, repeat } from '#demo/art/svg.ts';

async function paintHud(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const random = createRandom(shot.seed);
  const base = oklch(0.14, 0.035, hue + 15);
  const land = oklch(0.42, 0.11, hue);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const h = layered(noise, x * 1.8 + t * 0.06, y * 1.8, 0, 5);
    const line = Math.abs(((h * 9) % 1) - 0.5);
    const contour = smoothstep(0.09, 0.0, Math.abs(line - 0.25)) * (h > 0 ? 0.5 : 0.16);
    const glow = Math.exp(-((x - 0.89) ** 2 + (y - 0.5) ** 2) * 2.4);
    for (let c = 0; c < 3; c++) {
      out[c] =
        (base[c] as number) * (0.6 + glow) +
        (land[c] as number) * (contour * 0.6 + Math.max(0, h) * 0.16) * (0.35 + glow);
    }
  });
  const main = hex(0.84, 0.14, hue);
  const alert = hex(0.72, 0.2, hue + 190);
  const sweep = t * 360;
  const defs = `<defs>${linear(
    'sw',
    [
      [0, main, 0.5],
      [1, main, 0],
    ],
    [0, 0, 1, 0],
  )}</defs>`;
  const rings = [70, 140, 210, 284]
    .map((r, i) =>
      circle(
        640,
        360,
        r,
        `fill="none" stroke="${main}" stroke-width="${i === 3 ? 3 : 1.4}" opacity="${i === 3 ? 0.9 : 0.5}"`,
      ),
    )
    .join('');
  const ticks = repeat(
    72,
    (i) =>
      `<path d="M640 ${i % 6 ? 68 : 58}v${i % 6 ? 8 : 18}" stroke="${main}" stroke-width="2" transform="rotate(${i * 5} 640 360)" opacity=".8"/>`,
  );
  const arcs = `<g fill="none" stroke-width="9"><path d="M640 46A314 314 0 0 1 912 203" stroke="${main}" transform="rotate(${n(sweep * 0.4)} 640 360)"/><path d="M640 674A314 314 0 0 1 380 536" stroke="${alert}" transform="rotate(${n(-sweep * 0.3)} 640 360)"/></g>`;
  const beam = `<g transform="rotate(${n(sweep)} 640 360)">${repeat(26, (i) => `<path d="M640 360L640 76A284 284 0 0 1 ${n(640 + 284 * Math.sin(0.035))} ${n(360 - 284 * Math.cos(0.035))}Z" fill="${main}" opacity="${n(0.34 * (1 - i / 26))}" transform="rotate(${-i * 2} 640 360)"/>`)}<path d="M640 360V76" stroke="${main}" stroke-width="3"/></g>`;
  const blips = repeat(9, (i) => {
    const a = random() * 6.28;
    const r = between(random, 40, 270);
    const [x, y] = [640 + Math.cos(a) * r, 360 + Math.sin(a) * r];
    return i % 3 === 0
      ? `<path d="M${n(x - 16)} ${n(y - 16)}h10M${n(x - 16)} ${n(y - 16)}v10M${n(x + 16)} ${n(y + 16)}h-10M${n(x + 16)} ${n(y + 16)}v-10" stroke="${alert}" stroke-width="3"/>${circle(x, y, 5, `fill="${alert}"`)}`
      : circle(x, y, 4, `fill="${main}"`);
  });
  const side = (left: number, way: number) =>
    repeat(7, (i) => {
      const w = between(random, 60, 190);
      return `${drawWords(`${pick(random, ['TRK', 'ALT', 'RNG', 'SIG', 'LAT', 'VEL'])} ${Math.floor(random() * 9000 + 1000)}`, left, 120 + i * 70, 18, `fill="${main}" opacity=".85"`, 14)}${rect(left, 148 + i * 70, 200, 4, `fill="${main}" opacity=".2"`)}${rect(way > 0 ? left : left + 200 - w, 148 + i * 70, w, 4, `fill="${i === 3 ? alert : main}"`)}`;
    });
  const corners = `<path d="M36 96V36H96M1184 36h60v60M1244 624v60h-60M96 684H36v-60" fill="none" stroke="${main}" stroke-width="4"/>`;
  await shineSvg(canvas, defs + rings + ticks + arcs + beam + blips + side(74, 1) + side(1006, -1) + corners, 1.1);
  bloom(canvas, 0.8, 0.022, 0.35);
  return canvas;
}

async function paintGrid(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const top = oklch(0.13, 0.06, hue + 270);
  const low = oklch(0.42, 0.2, hue + 340);
  const neon = oklch(0.74, 0.22, hue);
  const sunTop = oklch(0.9, 0.15, hue + 90);
  const sunLow = oklch(0.66, 0.25, hue + 10);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const dx = x - 0.89;
    if (y < 0.6) {
      out.set(mixRgb(top, low, (y / 0.6) ** 2.4));
      const r = Math.hypot(dx, y - 0.4);
      const gap = y > 0.36 && (y * 26) % 1 < (y - 0.34) * 2.1;
      if (r < 0.225 && !gap) out.set(mixRgb(sunTop, sunLow, (y - 0.18) / 0.42));
      const halo = Math.exp(-Math.max(0, r - 0.2) * 9) * 0.3;
      for (let c = 0; c < 3; c++) out[c] = (out[c] as number) + (sunLow[c] as number) * halo;
      const ridge =
        0.6 -
        Math.max(0, Math.abs(dx) - 0.24) * 0.34 * (0.6 + 0.8 * Math.abs(noise(x * 3.4, 2))) -
        Math.abs(noise(x * 11, 7)) * 0.03 * Math.min(1, Math.abs(dx) * 2.4);
      if (y > ridge) {
        const edge = Math.exp(-(y - ridge) * 260);
        for (let c = 0; c < 3; c++) out[c] = (top[c] as number) * 0.7 + (neon[c] as number) * edge * 0.9;
      }
      if (noise(x * 150, y * 150) > 0.89 && y < 0.4 && r > 0.23) out.fill(0.5);
      return;
    }
    const depth = 0.1 / (y - 0.595);
    const gx = Math.abs(((((dx * depth * 5) % 1) + 1.5) % 1) - 0.5) / depth / 5;
    const gz = Math.abs(((depth * 3.2 + t * 4) % 1) - 0.5);
    const lineX = Math.exp(-((gx * 420) ** 2) * 0.5);
    const lineZ = Math.exp(-(((0.5 - gz) / (0.012 + depth * 0.035)) ** 2) * 0.6);
    const fade = Math.exp(-depth * 0.22);
    const shine = Math.exp(-((dx / (0.16 + (y - 0.6) * 0.6)) ** 2)) * 0.22;
    for (let c = 0; c < 3; c++) {
      out[c] =
        (top[c] as number) * 0.8 +
        (neon[c] as number) * (Math.max(lineX, lineZ) * fade * 1.5 + Math.exp(-(y - 0.6) * 26) * 0.6) +
        (sunLow[c] as number) * shine;
    }
  });
  bloom(canvas, 0.75, 0.035, 0.5);
  return canvas;
}

export const hud: Scene = { detail: 1, paint: paintHud };
export const grid: Scene = { detail: 1, paint: paintGrid };
