/** Hazy ridges under a low sun. Also the base image of the LUT and glitch scenes. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, shadeCanvas } from '#demo/art/canvas.ts';
import { mixRgb, oklch, type Rgb } from '#demo/art/colour.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import { ASPECT, type Scene, type Shot } from '#demo/art/shot.ts';

const LAYERS = 6;
const SAMPLES = 1024;

/** The landscape without bloom. `chroma` below 1 gives the flat log look. */
export function paintLandscape(shot: Shot, chroma = 1): Canvas {
  const { hue, t } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const sunX = between(random, 0.45, 1.35);
  const sunY = between(random, 0.36, 0.5) + t * 0.05;
  const top = oklch(0.24, 0.07 * chroma, hue + 215);
  const middle = oklch(0.52, 0.14 * chroma, hue + 325);
  const low = oklch(0.82, 0.15 * chroma, hue + 25);
  const sun = oklch(0.95, 0.09 * chroma, hue + 42);
  const ridges = Array.from({ length: LAYERS }, (_, i) => ridgeLine(shot, i));
  const near = Array.from({ length: LAYERS }, (_, i) =>
    oklch(0.46 - i * 0.068, (0.1 - i * 0.012) * chroma, hue + 335 - i * 18),
  );
  const haze = Array.from({ length: LAYERS }, (_, i) => oklch(0.72 - i * 0.085, 0.12 * chroma, hue + 10 - i * 8));

  return shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const column = (x / ASPECT) * SAMPLES;
    for (let i = LAYERS - 1; i >= 0; i--) {
      const edge = heightAt(ridges[i], column);
      if (y < edge) continue;
      const depth = Math.min(1, (y - edge) * (3.2 + i * 0.6));
      const rim = Math.max(0, 1 - (y - edge) * 130) * Math.exp(-((x - sunX) ** 2) * 5) * (0.75 - i * 0.1);
      const texture = 1 + noise(x * 42 + i * 9, y * 70) * 0.06 * (i / LAYERS + 0.3);
      const body = mixRgb(near[i] as Rgb, haze[i] as Rgb, i === LAYERS - 1 ? 0 : depth * 0.62);
      for (let c = 0; c < 3; c++) out[c] = (body[c] as number) * texture + (sun[c] as number) * rim * 0.5;
      return;
    }
    const height = y / 0.62;
    const base =
      height < 0.55
        ? mixRgb(top, middle, smoothstep(0, 0.55, height))
        : mixRgb(middle, low, smoothstep(0.55, 1.04, height));
    const distance = (x - sunX) ** 2 + (y - sunY) ** 2;
    const disc = smoothstep(0.0034, 0.0026, distance) * 3.4;
    const glow = 0.5 * Math.exp(-distance * 7) + 0.9 * Math.exp(-distance * 42) + disc;
    const cloud = layered(noise, x * 1.5 + t * 0.12, y * 7.5, 3.3, 4);
    const band = smoothstep(0.02, 0.5, cloud) * smoothstep(0.66, 0.1, y) * 0.62;
    const lit = 0.35 + 1.1 * Math.exp(-distance * 3.4);
    for (let c = 0; c < 3; c++) {
      const sky = (base[c] as number) + (sun[c] as number) * glow;
      const vapour = (low[c] as number) * lit;
      out[c] = sky + (vapour - sky) * band * (1 - Math.min(1, disc));
    }
  });
}

export const landscape: Scene = {
  detail: 0.6,
  paint: async (shot) => {
    const canvas = paintLandscape(shot);
    bloom(canvas, 0.55, 0.06, 0.75);
    return canvas;
  },
};

function ridgeLine(shot: Shot, layer: number): Float32Array {
  const noise = createNoise(shot.seed * 13 + layer * 101 + 7);
  const base = 0.535 + layer * 0.078;
  const tall = 0.2 - layer * 0.018;
  const drift = shot.t * 0.012 * (layer + 1);
  return Float32Array.from({ length: SAMPLES + 2 }, (_, i) => {
    const x = (i / SAMPLES) * ASPECT + drift;
    const peaks = 1 - Math.abs(noise(x * (1.6 + layer * 0.3), layer * 5.5));
    const rough = layered(noise, x * 5, layer * 3.1, 0, 5);
    return base - tall * (peaks * peaks * 0.8 - 0.25) - rough * tall * 0.26;
  });
}

function heightAt(line: Float32Array | undefined, column: number): number {
  if (!line) return 1;
  const i = Math.floor(column);
  const a = line[i] ?? 1;
  return a + ((line[i + 1] ?? a) - a) * (column - i);
}
