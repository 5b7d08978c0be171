/** A glitched image (torn rows, split colours, blocks) and a worn-tape variant. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeCanvas } from '#demo/art/canvas.ts';
import { hex, oklch } from '#demo/art/colour.ts';
import { drawWords } from '#demo/art/letters.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { n, rect, repeat } from '#demo/art/svg.ts';
import { paintLandscape } from './landscape.ts';
import { paintDoorPortrait } from './portrait.ts';

async function paintDigital(shot: Shot): Promise<Canvas> {
  const { t, width, height, hue } = shot;
  const random = createRandom(shot.seed + Math.floor(t * 12) * 17);
  const plate = shot.overlay ? paintInterference(shot) : await paintPicture(shot, 0);
  bloom(plate, 0.5, 0.06, 0.7);
  const rows = new Float32Array(height);
  const tint = new Float32Array(height);
  for (let i = 0; i < 16; i++) {
    const top = Math.floor(random() * height);
    const tall = Math.floor(between(random, 0.008, 0.085) * height);
    const shift = (random() - 0.5) * 0.34;
    for (let row = top; row < Math.min(height, top + tall); row++) {
      rows[row] = shift;
      tint[row] = i % 3 === 0 ? 1 : 0;
    }
  }
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const row = Math.floor(y * height);
    const shift = rows[row] as number;
    const split = 0.008 + Math.abs(shift) * 0.09;
    const line = row % 4 < 2 ? 1 : 0.74;
    out[0] = take(plate, x + shift - split, row, 0) * line;
    out[1] = take(plate, x + shift, row, 1) * line;
    out[2] = take(plate, x + shift + split, row, 2) * line;
    if (tint[row]) {
      out[0] = (out[0] as number) * 0.35;
      out[1] = (out[1] as number) * 1.3 + 0.03;
      out[2] = (out[2] as number) * 1.4 + 0.06;
    } else if (shot.overlay && !shift) out.fill(0);
  });
  const blocks = repeat(34, () => {
    const colour = hex(between(random, 0.6, 0.9), 0.21, hue + (random() < 0.5 ? 180 : 20) + random() * 40);
    return rect(
      random() * 1280,
      Math.floor(random() * 60) * 12,
      20 + random() ** 3 * 320,
      4 + Math.floor(random() * 3) * 8,
      `fill="${colour}" opacity="${n(0.25 + random() * 0.65)}"`,
    );
  });
  await drawSvg(canvas, blocks, 1.1);
  bloom(canvas, 0.35, 0.03, 0.6);
  return canvas;
}

async function paintTape(shot: Shot): Promise<Canvas> {
  const { t, width, height } = shot;
  const noise = createNoise(shot.seed);
  const plate = await paintPicture(shot, 0.02, 1.1);
  bloom(plate, 0.5, 0.05, 0.6);
  const tear = (0.68 + t * 0.9) % 1.15;
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const row = Math.floor(y * height);
    const near = Math.exp(-(((y - tear) / 0.035) ** 2));
    const foot = Math.max(0, (y - 0.955) / 0.045);
    const jitter =
      noise(y * 190, t * 60) * 0.0035 +
      near * (0.07 + noise(y * 90, t * 70) * 0.09) +
      foot * (0.1 + noise(y * 240, t * 60) * 0.16);
    const bleed = 0.014;
    const luma = take(plate, x + jitter, row, 1);
    const red = (take(plate, x + jitter - bleed, row, 0) + take(plate, x + jitter - bleed * 2, row, 0)) / 2;
    const blue = (take(plate, x + jitter + bleed, row, 2) + take(plate, x + jitter + bleed * 2.2, row, 2)) / 2;
    const hiss = Math.max(0, noise(x * 210 + t * 900, row * 0.73 + t * 300) - 0.45) * (near * 3.4 + foot * 2.4 + 0.1);
    const line = row % 3 === 0 ? 0.82 : 1;
    const hum = 0.92 + 0.1 * layered(noise, 0.5, y * 2.2 - t * 4, 1, 2);
    out[0] = (red * 0.92 + 0.035 + hiss) * line * hum;
    out[1] = (luma * 0.9 + 0.025 + hiss) * line * hum;
    out[2] = (blue * 0.95 + 0.05 + hiss) * line * hum;
  });
  const seconds = String(22 + Math.floor(t * 3));
  const white = 'fill="#f4f2ff" opacity=".94"';
  const osd = `${drawWords('PLAY', 74, 58, 44, white, 14)}<path d="M256 58l38 22-38 22Z" ${white}/>${drawWords(`SP 0:14:${seconds}`, 74, 612, 44, white, 14)}`;
  const ghost = `<g transform="translate(5 2)" opacity=".5">${drawWords('PLAY', 74, 58, 44, 'fill="#ff2d6b"', 14)}${drawWords(`SP 0:14:${seconds}`, 74, 612, 44, 'fill="#22e0ff"', 14)}</g>`;
  await drawSvg(canvas, ghost + osd, 1.15);
  bloom(canvas, 0.3, 0.02, 0.6);
  return canvas;
}

function paintPicture(shot: Shot, door: number, haze?: number): Promise<Canvas> | Canvas {
  return shot.text === 'PORTRAIT' ? paintDoorPortrait(shot, door) : paintLandscape(shot, haze);
}

/** Bright streaks like those of a broken signal, on black. */
function paintInterference({ seed, t, hue, width, height }: Shot): Canvas {
  const noise = createNoise(seed);
  const colour = oklch(0.82, 0.14, hue + 40);
  return shadeCanvas(width, height, (x, y, out) => {
    const streak = Math.max(0, noise(x * 2.4 + t * 40, Math.floor(y * 180) * 1.7)) ** 1.5 * 1.5;
    for (let c = 0; c < 3; c++) out[c] = (colour[c] as number) * streak;
  });
}

function take(plate: Canvas, x: number, row: number, channel: number): number {
  const column = Math.min(plate.width - 1, Math.max(0, Math.floor(x * plate.height)));
  return plate.light[(row * plate.width + column) * 3 + channel] as number;
}

export const glitch: Scene = { detail: 0.6, paint: paintDigital, finish: { grain: 4 } };
export const tape: Scene = { detail: 0.6, paint: paintTape, finish: { grain: 6 } };
