/** Layers and transitions: lower thirds, wipes, whip pans, phone stories and halftone prints. */

import { bloom, blur } from '#demo/art/bloom.ts';
import { type Canvas, createCanvas, drawSvg, resizeCanvas, shadeCanvas, shadeSoftly } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { drawWords } from '#demo/art/letters.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
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

/** Two images and the moving edge between them. `text` selects a liquid, diagonal or shattered edge. */
async function paintWipe(shot: Shot): Promise<Canvas> {
  const { t, hue } = shot;
  const noise = createNoise(shot.seed + 8);
  const before = paintLandscape(shot);
  const after = paintLandscape({ ...shot, seed: shot.seed + 1, hue: hue + 165 });
  const rim = oklch(0.96, 0.06, hue + 30);
  const { width, height } = shot;
  const reach = -0.35 + t * 2.5;
  const diagonal = shot.text === 'SLICE';
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const at = (Math.floor(y * height) * width + Math.min(width - 1, Math.floor(x * height))) * 3;
    let edge: number;
    if (diagonal) {
      const lane = Math.floor((y + x * 0.35) * 7);
      edge = reach + ((lane * 0.37) % 1) * 0.5 - 0.25 - x;
    } else {
      edge = reach + layered(noise, x * 1.6, y * 2.1, t * 1.4, 4) * 0.5 + Math.sin(y * 7 + t * 6) * 0.05 - x;
    }
    const from = edge > 0 ? after : before;
    const lens = Math.exp(-Math.abs(edge) * 26);
    const warp = Math.round(lens * 30 * (width / 1280)) * 3;
    const source = Math.min(from.light.length - 3, Math.max(0, at + (edge > 0 ? -warp : warp)));
    const shadow = edge < 0 ? 1 - 0.5 * Math.exp(edge * 17) : 1;
    const light = Math.exp(-((edge * 120) ** 2)) * 1.5 + (edge > 0 ? Math.exp(-edge * 30) * 0.32 : 0);
    for (let c = 0; c < 3; c++) out[c] = (from.light[source + c] as number) * shadow + (rim[c] as number) * light;
  });
  bloom(canvas, 0.5, 0.04, 0.8);
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

/** Upright phone frames showing small scenes, for vertical video packs. */
async function paintPhones(shot: Shot): Promise<Canvas> {
  const { hue, t, width, height } = shot;
  const one = oklch(0.72, 0.17, hue);
  const two = oklch(0.5, 0.19, hue + 70);
  const noise = createNoise(shot.seed);
  const canvas = shadeSoftly(width, height, (x, y, out) => {
    out.set(mixRgb(one, two, smoothstep(0, 1.6, x * 0.7 + y * 0.6 + layered(noise, x, y, t, 3) * 0.5)));
  });
  const screens = await Promise.all([-1, 1, 0].map((place) => phoneScreen(shot, place)));
  for (const [i, place] of [-1, 1, 0].entries()) {
    const screen = screens[i] as Canvas;
    const tall = place === 0 ? 0.86 : 0.72;
    const wide = tall * 0.5;
    const cx = ASPECT / 2 + place * 0.44;
    const cy = 0.5 + (place === 0 ? 0.015 : 0.05) + Math.sin(t * 6.28 + place * 2) * 0.012;
    const left = (cx - wide / 2) * 720;
    const top = (cy - tall / 2) * 720;
    const [w, h] = [wide * 720, tall * 720];
    await drawSvg(
      canvas,
      `${rect(left + 12, top + 24, w, h, 'fill="#000" opacity=".22"', 40)}${rect(left + 4, top + 10, w + 6, h + 6, 'fill="#000" opacity=".2"', 42)}${rect(left - 9, top - 9, w + 18, h + 18, `fill="${hex(0.17, 0.01, 270)}"`, 42)}`,
    );
    for (let row = Math.floor((top / 720) * height); row < ((top + h) / 720) * height; row++) {
      for (let column = Math.floor((left / 1280) * width); column < ((left + w) / 1280) * width; column++) {
        const u = (column / width) * 1280 - left;
        const v = (row / height) * 720 - top;
        const corner = Math.hypot(Math.max(0, 32 - Math.min(u, w - u)), Math.max(0, 32 - Math.min(v, h - v)));
        if (corner > 32 || u < 0 || v < 0) continue;
        const sx = Math.min(screen.width - 1, Math.floor((0.5 + ((u / w - 0.5) * 9 * 9) / 256) * screen.width));
        const from = (Math.min(screen.height - 1, Math.floor((v / h) * screen.height)) * screen.width + sx) * 3;
        const to = (row * width + column) * 3;
        for (let c = 0; c < 3; c++) canvas.light[to + c] = screen.light[from + c] as number;
      }
    }
    const bottom = top + h;
    await drawSvg(
      canvas,
      `${rect(left + w / 2 - 34, top + 14, 68, 14, 'fill="#000"', 7)}${rect(left + 22, bottom - 96, w * 0.52, 17, 'fill="#fff" opacity=".95"', 8)}${rect(left + 22, bottom - 68, w * 0.36, 11, 'fill="#fff" opacity=".6"', 6)}${rect(left + 22, bottom - 38, w - 44, 5, 'fill="#fff" opacity=".3"', 3)}${rect(left + 22, bottom - 38, (w - 44) * t, 5, 'fill="#fff"', 3)}${repeat(3, (k) => circle(left + w - 32, bottom - 120 - k * 52, 15, 'fill="#fff" opacity=".85"'))}`,
      1.2,
    );
  }
  return canvas;
}

async function phoneScreen(shot: Shot, place: number): Promise<Canvas> {
  const seed = shot.seed + 40 + place * 11;
  const inner = { ...shot, seed, width: shot.width >> 1, height: shot.height >> 1, hue: shot.hue + 60 + place * 95 };
  if (place !== 0) return paintLandscape(inner, 1.1);
  return paintDoorPortrait(inner, 0);
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
export const wipe: Scene = { detail: 0.6, paint: paintWipe };
export const whip: Scene = { detail: 0.5, paint: paintWhip };
export const phones: Scene = { detail: 1, paint: paintPhones, finish: { vignette: 0.15, grain: 2 } };
export const halftone: Scene = { detail: 1, paint: paintHalftone, finish: { vignette: 0.1, grain: 2 } };
