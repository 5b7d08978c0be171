/** The pictures that LUTs are shown on: scene light drawn by our own code, in any input encoding. */

import { fileURLToPath } from 'node:url';
import { encodeLight } from '#contract/resources/lut-encodings.ts';
import type { EncodingName, PlateName } from '#contract/resources/luts.ts';
import type { PictureSize } from '#server/kit/media/images.ts';
import { loadSharp } from '#server/kit/media/loaded-sharp.ts';
import { type Cube, gradeColours, toPixels } from './cube-file.ts';

export const PLATE_SIZE: PictureSize = { width: 960, height: 540 };

/**
 * `npm run demo:media -- plates` renders the scenes; the charts are drawn when they are needed. Scenes are stored in 8 bits as
 * log(1 + (base - 1) * light / most) / log(base): about as many codes for each stop.
 */
export const STORED = { base: 97, most: 8 } as const;
/** A plate without a LUT is better than a still, because the LUT that browsers apply can multiply its contrast. */
const QUALITY = { plate: 95, still: 84 } as const;

/** A plate as an encoding records it: three numbers from 0 to 1 for each pixel of PLATE_SIZE. */
export async function encodePlate(name: PlateName, encoding: EncodingName): Promise<Float32Array> {
  // The ramps run through all values of the encoding, whatever light they stand for: that is what breaks show on.
  if (name === 'ramps') return drawPixels(rampAt);
  return encodeLight(name === 'chart' ? drawPixels(chartAt) : await readScene(name), encoding);
}

/**
 * A plate as RGB pixels of PLATE_SIZE: after the LUT, or as it is. Colours are rounded once, after the LUT, so log plates don't show
 * bands of 8 bits.
 */
export async function drawPlate(cube: Cube | null, name: PlateName, encoding: EncodingName): Promise<Buffer> {
  const plate = await encodePlate(name, encoding);
  return toPixels(cube ? gradeColours(cube, plate) : plate);
}

/** A plate as WebP in these sizes. */
export async function makePlateStills(
  cube: Cube | null,
  name: PlateName,
  encoding: EncodingName,
  sizes: readonly PictureSize[] = [PLATE_SIZE],
): Promise<Buffer[]> {
  const pixels = await drawPlate(cube, name, encoding);
  const sharp = await loadSharp();
  return await Promise.all(
    sizes.map((size) =>
      sharp(pixels, { raw: { ...PLATE_SIZE, channels: 3 } })
        .resize({ ...size, fit: 'cover' })
        .webp({ quality: cube ? QUALITY.still : QUALITY.plate, effort: 3, smartSubsample: true })
        .toBuffer(),
    ),
  );
}

async function readScene(name: PlateName): Promise<Float32Array> {
  const sharp = await loadSharp();
  const path = fileURLToPath(new URL(`./plates/${name}.webp`, import.meta.url));
  const stored = await sharp(path).removeAlpha().raw().toBuffer();
  const light = new Float32Array(stored.length);
  // Noise of one code hides the steps of 8 bits. It repeats from run to run, so that the same LUT gives the same still.
  let seed = 1;
  for (let at = 0; at < light.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    const value = Math.max(0, (stored[at] as number) + (seed >>> 8) / 0x1_00_00_00 - 0.5) / 255;
    light[at] = (STORED.base ** value - 1) * (STORED.most / (STORED.base - 1));
  }
  return light;
}

type Rgb = readonly [number, number, number];

function drawPixels(colourAt: (x: number, y: number) => Rgb): Float32Array {
  const { width, height } = PLATE_SIZE;
  const drawn = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) drawn.set(colourAt(x, y), (y * width + x) * 3);
  return drawn;
}

/** Skin from fair to deep, as linear reflection. */
const SKINS: readonly Rgb[] = [
  [0.74, 0.53, 0.43],
  [0.66, 0.44, 0.33],
  [0.56, 0.35, 0.25],
  [0.46, 0.27, 0.18],
  [0.34, 0.19, 0.115],
  [0.23, 0.12, 0.07],
  [0.14, 0.07, 0.042],
  [0.075, 0.038, 0.025],
];
const BACKDROP: Rgb = [0.09, 0.09, 0.09];

/** Two rows of lit spheres in skin colours (daylight, then warm light), two of colours and one of greys a stop apart. */
function chartAt(x: number, y: number): Rgb {
  if (y < 272) {
    const row = Math.floor(y / 136);
    const skin = SKINS[Math.min(7, Math.floor(x / 120))] ?? BACKDROP;
    const [dx, dy] = [((x % 120) - 60) / 54, ((y % 136) - 70) / 54];
    const z = 1 - dx * dx - dy * dy;
    if (z <= 0) return BACKDROP;
    const key = Math.max(0, (-0.55 * dx - 0.6 * dy + 0.58 * Math.sqrt(z) + 0.25) / 1.25);
    const shine = Math.max(0, -0.4 * dx - 0.42 * dy + 0.82 * Math.sqrt(z)) ** 40 * 0.35;
    const light: Rgb = row === 0 ? [1.15, 1.15, 1.15] : [1.4, 1.05, 0.68];
    const edge = Math.min(1, z * 12);
    return skin.map(
      (v, c) =>
        (BACKDROP[c] as number) +
        ((v * (key * 1.1 + 0.07) + shine) * (light[c] as number) - (BACKDROP[c] as number)) * edge,
    ) as unknown as Rgb;
  }
  const row = Math.floor((y - 282) / 86);
  const inside = (y - 282) % 86;
  if (row < 0 || row > 2 || inside >= 78 || x % 80 < 4 || x % 80 >= 76) return BACKDROP;
  const column = Math.floor(x / 80);
  if (row === 2) return Array(3).fill(0.18 * 2 ** (column - 7)) as unknown as Rgb;
  const hue = column * 30;
  const [high, low] = row === 0 ? [0.7, 0.02] : [0.42, 0.17];
  return [0, 240, 120].map((turn) => low + (high - low) * wheel(hue + turn)) as unknown as Rgb;
}

/** Ramps from 0 to 1 of grey, the three channels and their pairs, then all hues at full and half strength. */
function rampAt(x: number, y: number): Rgb {
  const share = x / (PLATE_SIZE.width - 1);
  if (y < 140) return [share, share, share];
  if (y < 320) {
    const bits = [1, 2, 4, 6, 5, 3][Math.floor((y - 140) / 30)] ?? 7;
    return [bits & 1 ? share : 0, bits & 2 ? share : 0, bits & 4 ? share : 0];
  }
  const depth = (y - 320) / 219;
  const [high, low] = depth < 0.5 ? [depth * 2, 0] : [1, depth * 2 - 1];
  return [0, 240, 120].map((turn) => low + (high - low) * wheel(share * 360 + turn)) as unknown as Rgb;
}

/** Share of the red channel in a hue of full strength, 0 to 1. */
function wheel(degrees: number): number {
  const turn = (degrees % 360) / 60;
  return Math.min(1, Math.max(0, Math.abs(turn - 3) - 1));
}
