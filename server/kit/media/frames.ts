/** Turns pictures of any shape into stills of one size and reads their metadata. Runs in a child process: see image-reader.ts. */

import { open, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { HEAD_BYTES, kindOfContent, SVG } from './file-kind.ts';
import { ImageRefused } from './image-refused.ts';
import { describeRefusal, isRasterImage, openPicture, type PictureSize } from './images.ts';
import { BEHIND_TRANSPARENCY, fillsFrame } from './thumbnails.ts';

/** Maximum factor by which a small picture is enlarged. */
const MAX_ENLARGEMENT = 2;
/** Maximum number of pixels for which transparency is checked, because the check has to decode all of them. */
const MAX_COUNTED_PIXELS = 16_000_000;

/** Larger drawings are traced photographs. */
const MAX_SVG_BYTES = 8 * 1024 * 1024;
/** Pixels per inch at which librsvg draws an SVG in its own size. */
const SVG_DENSITY = 72;
/** Longest side of an SVG of which transparency is checked. */
const COUNTED_SVG_SIDE = 400;

const VIEW_WEBP = { quality: 80, effort: 2 };

export type PictureFacts = {
  /** Pixels as displayed, after applying the rotation. */
  width: number;
  height: number;
  /** Whether any part of the picture is transparent. */
  alpha: boolean;
};

export interface Still extends PictureFacts {
  /** RGB, three bytes per pixel, in exactly the requested size. */
  pixels: Buffer;
}

/** Size and transparency of a picture. @throws ImageRefused */
export async function readPictureFacts(path: string): Promise<PictureFacts> {
  return await factsOf(await sourceOf(path, COUNTED_SVG_SIDE));
}

async function factsOf({ input, size }: Source): Promise<PictureFacts> {
  try {
    const picture = openPicture(input);
    const { autoOrient, hasAlpha } = await picture.metadata();
    const { width, height } = autoOrient;
    const isCounted = hasAlpha && width * height <= MAX_COUNTED_PIXELS;
    const alpha = isCounted ? !(await picture.clone().stats()).isOpaque : hasAlpha;
    return { width, height, ...size, alpha };
  } catch (error) {
    throw describeRefusal(error);
  }
}

/**
 * Renders a picture as a still of the given size: cropped to fill it, or complete over a blurred copy of itself. Bytes must not be
 * SVG. @throws ImageRefused
 */
export async function makeStill(input: Uint8Array | string, size: PictureSize): Promise<Still> {
  return await stillOf(await sourceOf(input, Math.max(size.width, size.height)), size);
}

async function stillOf({ input, size: own }: Source, size: PictureSize): Promise<Still> {
  try {
    const picture = openPicture(input);
    const { autoOrient, hasAlpha } = await picture.metadata();
    const { width, height } = autoOrient;
    const flat = () => (hasAlpha ? picture.clone().flatten({ background: BEHIND_TRANSPARENCY }) : picture.clone());
    const cut = () => flat().resize({ ...size, fit: 'cover' });
    const place = placeOf({ width, height }, size);
    const shown = place === size ? cut() : await overBlur(cut(), flat(), place, size);
    const pixels = await shown.removeAlpha().toColourspace('srgb').raw().toBuffer();
    return { pixels, width, height, ...own, alpha: hasAlpha };
  } catch (error) {
    throw describeRefusal(error);
  }
}

/** Renders a picture like a still, but with its transparency and nothing around it: RGBA pixels. @throws ImageRefused */
export async function makeLayer(path: string, size: PictureSize): Promise<Buffer> {
  const { input } = await sourceOf(path, Math.max(size.width, size.height));
  try {
    const picture = openPicture(input);
    const shown = placeOf((await picture.metadata()).autoOrient, size);
    const [left, top] = [Math.floor((size.width - shown.width) / 2), Math.floor((size.height - shown.height) / 2)];
    return await picture
      .ensureAlpha()
      .resize({ ...shown, fit: 'cover' })
      .extend({
        ...{ left, top, right: size.width - shown.width - left, bottom: size.height - shown.height - top },
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .toColourspace('srgb')
      .raw()
      .toBuffer();
  } catch (error) {
    throw describeRefusal(error);
  }
}

/** The place of a picture in a still: `still` if it is cropped to fill it, otherwise how large it is in the middle of it. */
const placeOf = ({ width, height }: PictureSize, still: PictureSize): PictureSize => {
  const scale = Math.min(still.width / width, still.height / height);
  if (fillsFrame({ width, height }) && scale <= MAX_ENLARGEMENT) return still;
  const factor = Math.min(scale, MAX_ENLARGEMENT);
  return {
    width: Math.max(1, Math.min(still.width, Math.round(width * factor))),
    height: Math.max(1, Math.min(still.height, Math.round(height * factor))),
  };
};

export type PictureView = {
  /** Of the original. */
  facts: PictureFacts;
  /** Pixels of `body`. */
  width: number;
  height: number;
  /** The whole picture as WebP, with its transparency and without metadata. */
  body: Buffer;
  /** A still as WebP. */
  small: Buffer;
};

/** Reduces a picture so that its longer side has at most `longest` pixels. @throws ImageRefused */
export async function makeView(
  input: Uint8Array | string,
  longest: number,
  smallSize: PictureSize,
): Promise<PictureView> {
  const source = await sourceOf(input, longest);
  const facts = await factsOf(source);
  const { pixels } = await stillOf(source, smallSize);
  const small = await sharp(pixels, { raw: { ...smallSize, channels: 3 } })
    .webp(VIEW_WEBP)
    .toBuffer();
  try {
    const { data, info } = await openPicture(source.input)
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp(VIEW_WEBP)
      .toBuffer({ resolveWithObject: true });
    return { facts, body: data, small, width: info.width, height: info.height };
  } catch (error) {
    throw describeRefusal(error);
  }
}

async function overBlur(behind: Sharp, front: Sharp, place: PictureSize, size: PictureSize): Promise<Sharp> {
  const inFront = await front
    .resize({ ...place, fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const blurred = await behind
    .blur(size.width / 40)
    .modulate({ brightness: 0.55 })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return sharp(blurred, { raw: { ...size, channels: 3 } }).composite([{ input: inFront, gravity: 'centre' }]);
}

type Source = {
  /** A picture of pixels. */
  input: Uint8Array | string;
  /** The size that an SVG specifies. */
  size?: PictureSize;
};

/** Checks the file type by the first bytes. An SVG is drawn with `longest` pixels on its longer side. @throws ImageRefused */
async function sourceOf(input: Uint8Array | string, longest: number): Promise<Source> {
  if (typeof input !== 'string') {
    if (!isRasterImage(input)) throw new ImageRefused('kind');
    return { input };
  }
  const file = await open(input).catch((cause: unknown) => {
    throw new ImageRefused('damaged', { cause });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    if (isRasterImage(head)) return { input };
    if ((await kindOfContent(head)) !== SVG || (await file.stat()).size > MAX_SVG_BYTES) throw new ImageRefused('kind');
  } finally {
    await file.close();
  }
  return await drawSvg(await readFile(input), longest);
}

/** Draws an SVG. Its scripts are ignored, and because it is passed as bytes, nothing it refers to is loaded. */
async function drawSvg(body: Buffer, longest: number): Promise<Source> {
  try {
    // Nothing is drawn for metadata, whatever size the file claims.
    const { width, height } = await sharp(body, { limitInputPixels: false }).metadata();
    const density = Math.min(100_000, Math.max(1, (SVG_DENSITY * longest) / Math.max(width, height)));
    const input = await sharp(body, { density, limitInputPixels: MAX_COUNTED_PIXELS, failOn: 'error' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    return { input, size: { width, height } };
  } catch (error) {
    throw describeRefusal(error);
  }
}
