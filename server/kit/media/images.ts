/** Converts pictures to the WebP sizes that pages show. Content that is not clearly a picture is refused. */

import sharp, { type Sharp } from 'sharp';
import { ImageRefused } from './image-refused.ts';

const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 20;
// Effort 4 takes three times as long and saves about 5% of the bytes.
const WEBP = { quality: 75, effort: 2 };

/** Thumbnail widths in pixels; a smaller picture is never enlarged. */
const THUMBNAIL_WIDTHS = [320, 640, 1280];

type Thumbnail = {
  /** Width in pixels; less than the requested width if the picture itself is narrower. */
  width: number;
  /** WebP without metadata. */
  body: Buffer;
};

export type Thumbnails = {
  /**
   * Narrowest first: each of THUMBNAIL_WIDTHS up to the picture's width, plus that width itself if it is below the largest of
   * them.
   */
  widths: Thumbnail[];
  /** Pixels as displayed, after applying the rotation. */
  width: number;
  height: number;
};

/**
 * Decodes a JPEG, PNG, WebP, GIF (first frame) or AVIF of at most 40 megapixels and makes its thumbnails.
 *
 * Metadata (location, camera, names) is dropped after applying its rotation. Throws `ImageRefused`, including for SVG and HTML,
 * whatever the file name. Decodes in this process: untrusted input belongs in a limited child process (kit/media/image-maker.ts).
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

/** Maximum size of a picture, which also sets its aspect ratio. */
export type PictureSize = {
  width: number;
  height: number;
  /** Fits the whole picture within the size instead of cropping it. */
  whole?: boolean;
};

/**
 * Decodes the same formats as `makeThumbnails`, crops the picture around its centre to the requested aspect ratio (unless `whole`
 * is set) and encodes it as WebP without metadata. A small picture is never enlarged. Also throws `ImageRefused` and decodes in
 * this process.
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

/** Opens a picture (bytes or path), to be rotated upright; nothing is decoded yet. */
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

/** Checks the first bytes, never the name or declared type; sharp itself would also render SVG, PDF and more. */
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
