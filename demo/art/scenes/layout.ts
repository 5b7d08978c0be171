/** Layers and transitions: lower thirds, wipes, whip pans, phone stories and halftone prints. */

import { bloom, blur } from '#demo/art/bloom.ts';
import { type Canvas, createCanvas, drawSvg, resizeCanvas, shadeCanvas } from '#demo/art/canvas.ts';
import { hex, oklch } from '#demo/art/colour.ts';
import { drawWords } from '#demo/art/letters.ts';
import { createNoise, smoothstep } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import { ASPECT, type Scene, type Shot } from '#demo/art/shot.ts';
import { circle, n, rect, repeat } from '#demo/art/svg.ts';
import { paintLandscape } from './landscape.ts';
import { paintDoorPortrait } from './portrait.ts';

async function paintLowerThird(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const canvas = await paintDoorPortrait(shot, 0.2);
  bloom(canvas, 0.4, 0.05, 0.6);
  const enter = smoothstep(0, 0.22, t) * smoothstep(1.02, 0.86, t);
  const accent = hex(0.7, 0.2, hue);
  const dark = hex(0.16, 0.02, hue + 220);
  const name = shot.text || 'NOVA REYES';
  const w = 560 * enter;
  const shade = `<defs><linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".6"/></linearGradient><clipPath id="c"><rect x="92" y="470" width="${n(w)}" height="170"/></clipPath></defs><rect width="1280" height="720" fill="url(#f)"/>`;
  const plate = `<g clip-path="url(#c)">${rect(92, 488, 560, 84, 'fill="#fbf8f2"')}${rect(92, 572, 430, 48, `fill="${dark}"`)}${drawWords(name, 122, 508, 44, `fill="${dark}"`, 10)}${drawWords('COLOURIST', 122, 586, 20, 'fill="#fff" opacity=".9"', 22)}${rect(470, 586, 20, 20, `fill="${accent}"`)}</g>${rect(80, 488 + (1 - enter) * 66, 12, 132 * enter, `fill="${accent}"`)}`;
  const guides = `<path d="M64 64h46M64 64v46M1216 64h-46M1216 64v46M64 656h46M64 656v-46M1216 656h-46M1216 656v-46" fill="none" stroke="#fff" stroke-width="2" opacity=".4"/>${circle(1190, 96, 9, 'fill="#ff4d2e"')}`;
  await drawSvg(canvas, shade + plate + guides, 1.1);
  return canvas;
}

/** A whip pan: the image is smeared along the move and sharpest at both ends. */
async function paintWhip(shot: Shot): Promise<Canvas> {
  const { t, width, height, hue } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const plate = paintLandscape(shot);
  const lamps = repeat(40, () =>
    circle(
      random() * 1280,
      between(random, 120, 660),
      between(random, 4, 26),
      `fill="${hex(between(random, 0.7, 0.92), 0.18, hue + random() * 240)}"`,
    ),
  );
  await drawSvg(plate, lamps, 2.4);
  const speed = Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.12)) ** 2;
  // Over footage the pan must have moved on when it clears: two pictures further, mirrored at their edges.
  const pan = shot.overlay ? smoothstep(0, 1, t) * 2 * ASPECT : 0;
  const small = resizeCanvas(plate, width >> 1, height >> 1);
  const smear = blur(small, height * 0.055 * speed + 1, 0);
  const smearMore = blur(smear, height * 0.02 * speed + 1, 0);
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const bow = (y - 0.5) * (y - 0.5) * (x - 0.89) * 0.28 * speed;
    const sx = Math.min(small.width - 1, Math.max(0, Math.floor(mirrored(x + bow + pan) * small.height)));
    const sy = Math.min(
      small.height - 1,
      Math.max(0, Math.floor((y + (x - 0.89) ** 2 * (y - 0.5) * 0.22 * speed) * small.height)),
    );
    const at = (sy * small.width + sx) * 3;
    const streak = Math.max(0, noise(x * 1.1 - t * 8, y * 120)) * 0.34 * speed;
    out[0] = (smearMore.light[at] as number) + streak * 0.6;
    out[1] = (smear.light[at + 1] as number) + streak * 0.5;
    out[2] = (smearMore.light[Math.min(smearMore.light.length - 3, at + 9) + 2] as number) + streak * 0.75;
  });
  bloom(canvas, 0.55, 0.04, 0.7);
  return shot.overlay ? { ...canvas, cover: new Float32Array(width * height).fill(1) } : canvas;
}

/** Position in a picture that repeats as its own mirror image. */
function mirrored(x: number): number {
  const turn = x % (2 * ASPECT);
  return turn > ASPECT ? 2 * ASPECT - turn : turn;
}

/** A two-ink halftone print of a portrait or a landscape. */
async function paintHalftone(shot: Shot): Promise<Canvas> {
  const { hue, width, height } = shot;
  const small = { ...shot, width: width >> 2, height: height >> 2 };
  const plate = shot.text === 'LAND' ? paintLandscape(small) : await paintDoorPortrait(small, 0.02);
  const paper = oklch(0.94, 0.03, hue + 60);
  const first = oklch(0.62, 0.22, hue);
  const second = oklch(0.3, 0.12, hue + 215);
  const tone = (x: number, y: number) => {
    const column = Math.min(plate.width - 1, Math.max(0, Math.floor(x * plate.height)));
    const at = (Math.min(plate.height - 1, Math.max(0, Math.floor(y * plate.height))) * plate.width + column) * 3;
    const v =
      (plate.light[at] as number) * 0.4 + (plate.light[at + 1] as number) * 0.5 + (plate.light[at + 2] as number) * 0.1;
    return Math.min(1, Math.max(0, v * 2.6)) ** 0.5;
  };
  const dot = (x: number, y: number, angle: number, cell: number, gain: number) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const u = (x * cos + y * sin) / cell;
    const v = (y * cos - x * sin) / cell;
    const [cu, cv] = [Math.floor(u) + 0.5, Math.floor(v) + 0.5];
    const light = tone((cu * cos - cv * sin) * cell, (cv * cos + cu * sin) * cell);
    const r = Math.sqrt(Math.max(0, 1 - light * gain)) * 0.74;
    return smoothstep(r + 0.08, r - 0.08, Math.hypot(u - cu, v - cv));
  };
  const slip = 0.006 + shot.t * 0.006;
  const canvas = createCanvas(width, height);
  return shadeCanvas(canvas.width, canvas.height, (x, y, out) => {
    const a = dot(x + slip, y - slip, 0.26, 0.0135, 0.95);
    const b = dot(x, y, 1.05, 0.0135, 1.5);
    const edge = x < 0.045 || x > ASPECT - 0.045 || y < 0.045 || y > 0.955 ? 0 : 1;
    for (let c = 0; c < 3; c++) {
      const one = 1 - (1 - (first[c] as number)) * a * edge;
      const two = 1 - (1 - (second[c] as number)) * b * edge;
      out[c] = (paper[c] as number) * one * two * 1.12;
    }
  });
}

export const lowerThird: Scene = { detail: 1, paint: paintLowerThird };
export const whip: Scene = { detail: 0.5, paint: paintWhip };
export const halftone: Scene = { detail: 1, paint: paintHalftone, finish: { vignette: 0.1, grain: 2 } };
