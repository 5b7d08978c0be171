/** PNG files: overlays with alpha, grain plates, transition mattes and surface textures. */
import sharp from 'sharp';
import { shrink } from '#demo/art/bloom.ts';
import type { Canvas } from '#demo/art/canvas.ts';
import { hex, toSrgb } from '#demo/art/colour.ts';
import { developCanvas, fromPixels } from '#demo/art/develop.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
import { between, createRandom, seedFrom } from '#demo/art/random.ts';
import { SCENES, type SceneName } from '#demo/art/scene-list.ts';
import { n, radial, repeat } from '#demo/art/svg.ts';
import { encodeRgba } from './png.ts';

const WIDE = 1920;
const TALL = 1080;

/** Defaults to Full HD. Packs with many files use 1280 x 720. */
export type OverlaySize = readonly [width: number, height: number];
export const FULL_HD: OverlaySize = [WIDE, TALL];
export const HD: OverlaySize = [1280, 720];

/**
 * Paints a scene at a small size, makes its dark areas transparent and scales it up. The alpha channel holds the detail, and the
 * colour channels hold only the large shapes, so the file stays small.
 */
export async function makeLightOverlay(
  scene: SceneName,
  hue: number,
  take: number,
  size: OverlaySize = FULL_HD,
): Promise<Buffer> {
  const [width, height] = size === FULL_HD ? [384, 216] : [320, 180];
  const text = scene === 'lightLeak' ? 'PLAIN' : '';
  const shot = { seed: seedFrom(`${scene}:${hue}:${take}`), hue, t: (take * 0.137) % 1, width, height, text };
  const canvas = await SCENES[scene].paint(shot);
  const [rgb, alpha] = await Promise.all([
    enlarge(colourOf(shrink(canvas, 4)), width >> 2, height >> 2, 3, size),
    enlarge(brightnessOf(canvas), width, height, 1, size),
  ]);
  return encodeRgba(rgb, alpha, ...size);
}

/** A finished opaque image of a scene as JPEG, 1920 x 1080, for skies and backgrounds. */
export async function makePlate(scene: SceneName, hue: number, take: number): Promise<Buffer> {
  const { detail } = SCENES[scene];
  const [width, height] = [Math.round(720 * detail), Math.round(405 * detail)];
  const seed = seedFrom(`plate:${scene}:${hue}:${take}`);
  const canvas = await SCENES[scene].paint({ seed, hue, t: (take * 0.137) % 1, width, height, text: '' });
  const pixels = developCanvas(canvas, width, height, { vignette: 0, grain: 0 });
  return fromPixels(pixels, width, height).resize(WIDE, TALL).jpeg({ quality: 88 }).toBuffer();
}

/** Dust, hairs and scratches of worn film on a transparent background, 1920 x 1080. */
export async function makeDustOverlay(seed: string): Promise<Buffer> {
  const random = createRandom(seed);
  const specks = repeat(150, () => {
    const r = 0.5 + random() ** 5 * 9;
    return `<ellipse cx="${n(random() * WIDE)}" cy="${n(random() * TALL)}" rx="${n(r)}" ry="${n(r * between(random, 0.5, 1))}" fill="#fff" opacity="${n(between(random, 0.25, 0.95))}"/>`;
  });
  const hairs = repeat(7, () => {
    const [x, y] = [random() * WIDE, random() * TALL];
    const turn = () => n(between(random, -90, 90));
    return `<path d="M${n(x)} ${n(y)}c${turn()} ${turn()} ${turn()} ${turn()} ${turn()} ${turn()}" fill="none" stroke="#fff" stroke-width="${n(between(random, 0.8, 2.2))}" opacity="${n(between(random, 0.4, 0.85))}"/>`;
  });
  const scratches = repeat(4, () => {
    const x = random() * WIDE;
    return `<path d="M${n(x)} 0L${n(x + between(random, -8, 8))} ${TALL}" stroke="#fff" stroke-width="${n(between(random, 0.5, 1.6))}" opacity="${n(between(random, 0.12, 0.5))}" stroke-dasharray="${n(between(random, 60, 500))} ${n(between(random, 10, 200))}"/>`;
  });
  return svgToPng(specks + hairs + scratches);
}

/** Soft round lights on a transparent background, 1920 x 1080. */
export async function makeBokehOverlay(hue: number, take: number): Promise<Buffer> {
  const random = createRandom(`bokeh-overlay:${hue}:${take}`);
  const defs = repeat(3, (i) => {
    const colour = hex(0.8, 0.14, hue + i * 28);
    return radial(`g${i}`, [
      [0, colour, 0.35],
      [0.82, colour, 0.45],
      [0.94, '#ffffff', 0.7],
      [1, colour, 0],
    ]);
  });
  const discs = repeat(38, () => {
    const r = between(random, 14, 120);
    return `<circle cx="${n(random() * WIDE)}" cy="${n(random() * TALL)}" r="${n(r)}" fill="url(#g${Math.floor(random() * 3)})" opacity="${n(between(random, 0.15, 0.8))}"/>`;
  });
  return svgToPng(`<defs>${defs}</defs>${discs}`);
}

/** A grain plate around mid grey, for Overlay mode; 1920 x 1080, 8-bit grey. */
export async function makeGrainPlate(seed: string, size: number, strength: number): Promise<Buffer> {
  const random = createRandom(seed);
  const width = Math.round(WIDE / size);
  const height = Math.round(TALL / size);
  const pixels = Buffer.allocUnsafe(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const value = (random() + random() + random() - 1.5) * strength;
    pixels[i] = 128 + Math.round(value / 6) * 6;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(WIDE, TALL, { kernel: size > 1 ? 'cubic' : 'nearest' })
    .toColourspace('b-w')
    .png({ compressionLevel: 2 })
    .toBuffer();
}

export type MatteKind = 'ink' | 'slice' | 'iris' | 'blinds' | 'burn';

/** One frame of a transition's luma matte, where white is the incoming shot. 1280 x 720, 8-bit grey. */
export async function makeMatte(kind: MatteKind, seed: number, share: number): Promise<Buffer> {
  const [width, height] = [1280, 720];
  const noise = createNoise(seed);
  const [w, h] = kind === 'slice' || kind === 'blinds' ? [width >> 1, height >> 1] : [width >> 2, height >> 2];
  const pixels = Buffer.allocUnsafe(w * h);
  const soft = kind === 'ink' || kind === 'burn' ? 0.05 : 0.012;
  for (let row = 0, at = 0; row < h; row++) {
    for (let column = 0; column < w; column++, at++) {
      const x = column / h;
      const y = row / h;
      pixels[at] = 255 * smoothstep(-soft, soft, share * 1.3 - 0.15 - matteField(kind, noise, x, y));
    }
  }
  return sharp(pixels, { raw: { width: w, height: h, channels: 1 } })
    .resize(width, height, { kernel: 'cubic' })
    .toColourspace('b-w')
    .png({ compressionLevel: 2 })
    .toBuffer();
}

export type TextureKind = 'height' | 'normal' | 'roughness';

/** A 512 x 512 surface map for 3D materials. */
export async function makeTexture(kind: TextureKind, seed: number): Promise<Buffer> {
  const size = 512;
  const noise = createNoise(seed);
  const heights = new Float32Array((size + 1) * (size + 1));
  for (let y = 0, at = 0; y <= size; y++) {
    for (let x = 0; x <= size; x++, at++) heights[at] = layered(noise, x / 64, y / 64, 0, 5) * 0.5 + 0.5;
  }
  const heightAt = (x: number, y: number) => heights[y * (size + 1) + x] as number;
  const pixels = Buffer.allocUnsafe(size * size * 3);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at += 3) {
      const here = heightAt(x, y);
      if (kind === 'normal') {
        const dx = (here - heightAt(x + 1, y)) * 14;
        const dy = (here - heightAt(x, y + 1)) * 14;
        const length = Math.hypot(dx, dy, 1);
        pixels[at] = 127.5 + (dx / length) * 127;
        pixels[at + 1] = 127.5 + (dy / length) * 127;
        pixels[at + 2] = 127.5 + 127 / length;
        continue;
      }
      const value = 255 * (kind === 'height' ? here : 0.35 + 0.5 * Math.abs(here - 0.5));
      pixels.fill(Math.max(0, Math.min(255, value)), at, at + 3);
    }
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

function matteField(kind: MatteKind, noise: ReturnType<typeof createNoise>, x: number, y: number): number {
  if (kind === 'ink') return Math.hypot(x - 0.89, y - 0.5) * 0.75 + layered(noise, x * 2.4, y * 2.4, 0, 4) * 0.34 + 0.1;
  if (kind === 'slice') return (x / 1.78) * 0.6 + ((Math.floor((y + x * 0.3) * 8) * 0.37) % 1) * 0.4;
  if (kind === 'iris') return Math.hypot(x - 0.89, y - 0.5) * 0.98;
  if (kind === 'blinds') return ((y * 9) % 1) * 0.7 + (x / 1.78) * 0.3;
  return 0.5 + layered(noise, x * 3.1, y * 3.1, 0, 5) * 0.55;
}

/** The brightest channel of each pixel, as 8-bit alpha. */
function brightnessOf({ light }: Canvas): Buffer {
  const alpha = Buffer.allocUnsafe(light.length / 3);
  for (let from = 0, to = 0; from < light.length; from += 3, to++) {
    const bright = Math.max(light[from] as number, light[from + 1] as number, light[from + 2] as number);
    alpha[to] = Math.round(toSrgb(Math.min(1, Math.max(0, bright - 0.012))) * 255);
  }
  return alpha;
}

/** Each pixel's colour at full brightness, as 8-bit RGB. */
function colourOf({ light }: Canvas): Buffer {
  const pixels = Buffer.allocUnsafe(light.length);
  for (let at = 0; at < light.length; at += 3) {
    const bright = Math.max(light[at] as number, light[at + 1] as number, light[at + 2] as number, 1e-4);
    for (let c = 0; c < 3; c++) pixels[at + c] = Math.round(toSrgb((light[at + c] as number) / bright) * 255);
  }
  return pixels;
}

function enlarge(pixels: Buffer, width: number, height: number, channels: 1 | 3, size: OverlaySize): Promise<Buffer> {
  const image = sharp(pixels, { raw: { width, height, channels } }).resize(...size, {
    kernel: channels === 1 ? 'cubic' : 'linear',
  });
  return (channels === 1 ? image.toColourspace('b-w') : image).raw().toBuffer();
}

function svgToPng(inner: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${TALL}" viewBox="0 0 ${WIDE} ${TALL}">${inner}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 4 }).toBuffer();
}
