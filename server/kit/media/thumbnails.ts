/** Combines pixels that the site has drawn or decoded, and encodes them as thumbnails in all sizes and as strips that cards play. */

import { rgbaToThumbHash } from 'thumbhash';
import type { PictureSize } from './images.ts';
import { loadSharp } from './loaded-sharp.ts';

/** Size of the image that thumbnails are made from. */
export const POSTER_SIZE: PictureSize = { width: 1280, height: 720 };
/** Sizes of strip frames and of the two sides of a comparison, as the cards' players expect them. */
export const FRAME_SIZE: PictureSize = { width: 320, height: 180 };
export const SIDE_SIZE: PictureSize = { width: 640, height: 360 };
export const STRIP_FRAMES = 12;
/** Backdrop for transparent pictures: dark enough for light effects, light enough for dark ink. */
export const BEHIND_TRANSPARENCY = '#3a3f4a';

/** Pictures within these aspect ratios are cropped to fill a frame. Others are shown completely. */
const CUT_FROM = 1.45;
const CUT_TO = 2.25;

const WIDTHS = [320, 640, 1280];
const WEBP = { quality: 75, effort: 2 };
const JPEG = { quality: 80, mozjpeg: true };
const STRIP_WEBP = { effort: 4, smartSubsample: true };
/** A card loads its strip while a pointer is over it, so strips of detailed frames are made coarser, then softer. */
const STRIP_MAX_BYTES = 90_000;
const STRIP_STEPS = [{ quality: 68 }, { quality: 42 }, { quality: 42, blur: 0.8 }, { quality: 36, blur: 1.8 }] as const;
const HASH_SIZE: PictureSize = { width: 100, height: 56 };

export type Poster = {
  /** The endings are `-320.webp`, `-320.jpg` and so on. */
  files: { ending: string; body: Buffer }[];
  /** ThumbHash, base64: a tiny preview of the picture in about 24 bytes. */
  hash: string;
};

const open = async (pixels: Buffer, size: PictureSize) => {
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { ...size, channels: 3 } });
};

/** Encodes RGB pixels of `POSTER_SIZE` as WebP and JPEG in three widths. */
export async function encodePoster(pixels: Buffer): Promise<Poster> {
  const files: Poster['files'] = [];
  for (const width of WIDTHS) {
    const sized = (await open(pixels, POSTER_SIZE)).resize({ width });
    files.push({ ending: `-${width}.webp`, body: await sized.clone().webp(WEBP).toBuffer() });
    files.push({ ending: `-${width}.jpg`, body: await sized.clone().jpeg(JPEG).toBuffer() });
  }
  const small = await (await open(pixels, POSTER_SIZE)).resize(HASH_SIZE).ensureAlpha().raw().toBuffer();
  const hash = rgbaToThumbHash(HASH_SIZE.width, HASH_SIZE.height, small);
  return { files, hash: Buffer.from(hash).toString('base64') };
}

/** Encodes the RGB pixels of several pictures of one size side by side, as WebP. */
export async function encodeStrip(cells: readonly Buffer[], size: PictureSize): Promise<Buffer> {
  const width = size.width * cells.length;
  const strip = Buffer.alloc(width * size.height * 3);
  const line = size.width * 3;
  for (const [index, cell] of cells.entries()) {
    for (let row = 0; row < size.height; row++) {
      cell.copy(strip, row * width * 3 + index * line, row * line, (row + 1) * line);
    }
  }
  let body = Buffer.alloc(0);
  for (const { quality, ...softer } of STRIP_STEPS) {
    const picture = await open(strip, { width, height: size.height });
    if ('blur' in softer) picture.blur(softer.blur);
    body = await picture.webp({ ...STRIP_WEBP, quality }).toBuffer();
    if (body.length <= STRIP_MAX_BYTES) break;
  }
  return body;
}

/** Scales RGB pixels to another size. */
export async function resizePixels(pixels: Buffer, from: PictureSize, to: PictureSize): Promise<Buffer> {
  return (await open(pixels, from))
    .resize({ ...to, fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Whether a picture is cropped to fill a frame. */
export function fillsFrame({ width, height }: PictureSize): boolean {
  const shape = width / height;
  return shape >= CUT_FROM && shape <= CUT_TO;
}

/** Pixels of the site's backdrop. */
export function plainPixels({ width, height }: PictureSize): Buffer {
  return Buffer.alloc(width * height * 3, Buffer.from(BEHIND_TRANSPARENCY.slice(1), 'hex'));
}

/** Lays RGBA pixels over RGB pixels. */
export function flattenPixels(pixels: Buffer, behind: Buffer): Buffer {
  const flat = Buffer.alloc(behind.length);
  for (let from = 0, to = 0; to < flat.length; from += 4, to += 3) {
    const share = (pixels[from + 3] ?? 0) / 255;
    for (let c = 0; c < 3; c++) flat[to + c] = (pixels[from + c] ?? 0) * share + (behind[to + c] ?? 0) * (1 - share);
  }
  return flat;
}

type Part = PictureSize & { left: number; top: number };

/** Part of RGB pixels of this width. */
export function cutPixels(pixels: Buffer, width: number, part: Part): Buffer {
  const rows = Array.from({ length: part.height }, (_, row) => {
    const from = ((part.top + row) * width + part.left) * 3;
    return pixels.subarray(from, from + part.width * 3);
  });
  return Buffer.concat(rows);
}

/** Replaces a part of RGB pixels of this width. */
export function pastePixels(pixels: Buffer, width: number, part: Part, pasted: Buffer): void {
  for (let row = 0; row < part.height; row++) {
    const from = row * part.width * 3;
    pasted.copy(pixels, ((part.top + row) * width + part.left) * 3, from, from + part.width * 3);
  }
}

/** Joins the left half of one picture and the right half of another, with a border between them. */
export function splitPixels(left: Buffer, right: Buffer, size: PictureSize): Buffer {
  const split = Buffer.from(right);
  const half = Math.round(size.width / 2);
  for (let row = 0; row < size.height; row++) {
    const start = row * size.width * 3;
    left.copy(split, start, start, start + half * 3);
    split.fill(255, start + (half - 2) * 3, start + (half + 2) * 3);
  }
  return split;
}
