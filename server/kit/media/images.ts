/** Turns pictures into the WebP sizes that pages show; what is not plainly a picture by its content is refused. */

import sharp, { type Sharp } from 'sharp';
import { ImageRefused } from './image-refused.ts';

const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 20;
// Effort 4 takes three times as long and saves about a twentieth of the bytes.
const WEBP = { quality: 75, effort: 2 };

/** Widths in pixels that thumbnails come in; a smaller picture is never enlarged. */
const THUMBNAIL_WIDTHS = [320, 640, 1280];

type Thumbnail = {
  /** Pixels; smaller than the width asked for when the picture itself is. */
  width: number;
  /** WebP without metadata. */
  body: Buffer;
};

export type Thumbnails = {
  /** One for each of THUMBNAIL_WIDTHS that the picture reaches, or one of its own width, narrowest first. */
  widths: Thumbnail[];
  /** Pixels of the picture as it is seen, its rotation applied. */
  width: number;
  height: number;
};

/**
 * Decodes a JPEG, PNG, WebP, GIF (first frame) or AVIF of at most 40 megapixels and makes its thumbnails.
 *
 * Metadata (place, camera, names) is dropped and the rotation it asked for applied. Throws `ImageRefused`, also for SVG and
 * HTML under any name. It decodes in this process: what people send belongs into a child process with limits of its own
 * (kit/media/image-maker.ts).
 */
export async function makeThumbnails(input: Uint8Array): Promise<Thumbnails> {
  if (!isRasterImage(input)) throw new ImageRefused('kind');
  try {
    const picture = openPicture(input);
    const { width, height } = (await picture.metadata()).autoOrient;
    const targets = THUMBNAIL_WIDTHS.filter((target) => target <= width);
    if (targets.length < THUMBNAIL_WIDTHS.length && targets.at(-1) !== width) targets.push(width);
    const widths = await Promise.all(targets.map((target) => makeThumbnail(picture, target)));
    return { widths, width, height };
  } catch (error) {
    throw describeRefusal(error);
  }
}

/** The most pixels that a picture gets; its proportions are kept to, whatever it was. */
export type PictureSize = {
  width: number;
  height: number;
  /** Keeps all of the picture within the size, where nothing may be cut off. */
  whole?: boolean;
};

/**
 * Decodes a picture of the same kinds and cuts its middle out in the proportions asked for (or keeps it whole), as
 * WebP without metadata. A
 * small picture is never enlarged. Throws `ImageRefused` like `makeThumbnails`, and decodes in this process too.
 */
export async function makePicture(input: Uint8Array, size: PictureSize): Promise<Buffer> {
  if (!isRasterImage(input)) throw new ImageRefused('kind');
  try {
    const picture = openPicture(input);
    if (size.whole) {
      const { width, height } = size;
      return await picture.resize({ width, height, fit: 'inside', withoutEnlargement: true }).webp(WEBP).toBuffer();
    }
    const { width, height } = (await picture.metadata()).autoOrient;
    const scale = Math.min(1, width / size.width, height / size.height);
    const target = {
      width: Math.max(1, Math.round(size.width * scale)),
      height: Math.max(1, Math.round(size.height * scale)),
    };
    return await picture
      .resize({ ...target, fit: 'cover' })
      .webp(WEBP)
      .toBuffer();
  } catch (error) {
    throw describeRefusal(error);
  }
}

/** Opens a picture (its bytes or its path), turned upright; nothing is decoded yet. */
export function openPicture(input: Uint8Array | string): Sharp {
  return sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient().timeout({ seconds: MAX_SECONDS });
}

async function makeThumbnail(picture: Sharp, width: number): Promise<Thumbnail> {
  const { data, info } = await picture.clone().resize({ width }).webp(WEBP).toBuffer({ resolveWithObject: true });
  return { width: info.width, body: data };
}

export function describeRefusal(error: unknown): ImageRefused {
  const isTooLarge = error instanceof Error && /pixel limit|dimensions/i.test(error.message);
  return new ImageRefused(isTooLarge ? 'pixels' : 'damaged', { cause: error });
}

/** By the first bytes, never by name or declared type; sharp itself would also draw SVG, PDF and more. */
export function isRasterImage(input: Uint8Array): boolean {
  const head = Buffer.from(input.subarray(0, 16)).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('GIF87a') ||
    head.startsWith('GIF89a') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    (head.slice(4, 8) === 'ftyp' && ['avif', 'avis'].includes(head.slice(8, 12)))
  );
}
