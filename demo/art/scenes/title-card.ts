/** Title cards: a poster, letters cut by light, and scrolling rows of words. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeCanvas, shadeSoftly } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { centreWords, drawWords, measureWords } from '#demo/art/letters.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
import { createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { n, rect, repeat } from '#demo/art/svg.ts';

async function paintPoster(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const one = oklch(0.64, 0.21, hue);
  const two = oklch(0.36, 0.17, hue + 320);
  const three = oklch(0.78, 0.15, hue + 45);
  const canvas = shadeSoftly(shot.width, shot.height, (x, y, out) => {
    const drift = layered(noise, x * 0.9 + t * 0.4, y * 0.9, t * 0.6, 3);
    const across = smoothstep(0, 1.9, x * 0.8 + y * 0.7 + drift * 0.55);
    const base = mixRgb(one, two, across);
    const flame = smoothstep(0.12, 0.62, layered(noise, x * 1.3 - t * 0.3, y * 1.6, 4 + t * 0.5, 4) + (0.4 - y) * 0.5);
    out.set(mixRgb(base, three, flame * 0.5));
  });
  const enter = smoothstep(-0.2, 0.3, t);
  const words = shot.text || 'TITLE';
  const shadow = centreWords(
    words,
    640,
    368 + (1 - enter) * 60,
    300,
    `fill="${hex(0.2, 0.1, hue + 330)}" opacity=".35"`,
    { maxWidth: 1010 },
  );
  const front = centreWords(words, 640, 358 + (1 - enter) * 60, 300, 'fill="#fffaf4"', { maxWidth: 1010 });
  const frame = `${rect(62, 62, 1156, 596, 'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2.5"')}${rect(48, 48, 28, 28, 'fill="#fff" opacity=".9"')}${rect(1204, 644, 28, 28, 'fill="#fff" opacity=".9"')}`;
  const slate = `${drawWords('HELIX TITLES', 92, 604, 26, 'fill="#fff" opacity=".85"', 16)}${rect(980, 614, 200, 5, 'fill="#fff" opacity=".35"')}${rect(980, 614, 200 * t, 5, 'fill="#fff"')}`;
  await drawSvg(canvas, shadow + frame + slate, 1);
  await drawSvg(canvas, front, 1.5);
  return canvas;
}

async function paintShine(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const words = shot.text || 'SHINE';
  const mask = shadeCanvas(shot.width, shot.height, (_x, _y, out) => out.fill(0));
  await drawSvg(mask, centreWords(words, 640, 360, 330, 'fill="#fff"', { maxWidth: 1080 }));
  const beam = -0.3 + t * 2.4;
  const steel = oklch(0.5, 0.07, hue);
  const bright = oklch(0.97, 0.04, hue + 40);
  const back = oklch(0.14, 0.035, hue + 10);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const at = (Math.floor(y * shot.height) * shot.width + Math.floor(x * shot.height)) * 3;
    const inside = mask.light[at] as number;
    const up = mask.light[Math.max(0, at - shot.width * 9)] as number;
    const brush = 0.55 + 0.45 * noise(x * 4, y * 130) * 0.5;
    const band = Math.exp(-(((x + y * 0.35 - beam) / 0.13) ** 2));
    const horizon = smoothstep(0.47, 0.53, y + noise(x * 5, 3) * 0.02) * 0.62 + smoothstep(0.5, 0.28, y) * 0.9;
    const bevel = Math.max(0, inside - up) * 1.6;
    const glow = Math.exp(-((x - beam + y * 0.35) ** 2) * 5 - (y - 0.5) ** 2 * 6) * 0.34;
    const dust = 0.75 + 0.5 * layered(noise, x * 2, y * 2, t, 3);
    for (let c = 0; c < 3; c++) {
      const metal =
        (steel[c] as number) * (0.35 + horizon * 1.5) * brush + (bright[c] as number) * (band * 2.1 + bevel);
      const ground = (back[c] as number) * (1.3 - y) * dust + (steel[c] as number) * glow * dust * 1.6;
      out[c] = shot.overlay ? metal : ground * (1 - inside) + metal * inside;
    }
  });
  bloom(canvas, 0.8, 0.05, 0.75);
  if (!shot.overlay) return canvas;
  return {
    ...canvas,
    cover: Float32Array.from({ length: shot.width * shot.height }, (_, i) => mask.light[i * 3] ?? 0),
  };
}

async function paintRows(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const random = createRandom(shot.seed);
  const base = oklch(0.95, 0.02, hue + 40);
  const canvas = shadeCanvas(shot.width, shot.height, (_x, y, out) => out.set(mixRgb(base, oklch(0.88, 0.05, hue), y)));
  const word = shot.text || 'KINETIC';
  const height = 128;
  const ink = hex(0.2, 0.05, hue + 260);
  const accent = hex(0.62, 0.22, hue);
  const unit = ((measureWords(`${word} `) + 8) * height) / 100;
  const lead = Math.floor(random() * 3) + 1;
  const rows = repeat(6, (row) => {
    const way = row % 2 ? 1 : -1;
    const offset = ((t * way * unit) % unit) - unit - (row * unit) / 3.1;
    const y = -46 + row * 152;
    const solid = row === lead;
    const style = solid
      ? `fill="${accent}"`
      : row % 2
        ? `fill="${ink}"`
        : `fill="none" stroke="${ink}" stroke-width="2.6"`;
    return repeat(Math.ceil(1280 / unit) + 4, (k) => drawWords(word, n1(offset + k * unit), y, height, style));
  });
  await drawSvg(canvas, `<g transform="rotate(-7 640 360) translate(0 -20)">${rows}</g>`, 1.05);
  return canvas;
}

function n1(value: number): number {
  return Number(n(value));
}

export const poster: Scene = { detail: 1, paint: paintPoster, finish: { vignette: 0.2 } };
export const shine: Scene = { detail: 1, paint: paintShine };
export const kinetic: Scene = { detail: 1, paint: paintRows, finish: { vignette: 0.12, grain: 2 } };
