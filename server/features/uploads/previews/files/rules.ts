// Previews of single files: what they contain and how large they may be. No I/O.
import type { FilePreview } from '#contract/resources/api.ts';
import { FONT_SIZES, PREMIUM_FONT_SIZE } from '#contract/resources/limits.ts';
import type { PictureSize } from '#server/kit/media/images.ts';
import type { ClipShape, SoundShape } from '#server/kit/media/renditions.ts';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A preview without its URLs. */
export type PreviewDetails = DistributiveOmit<FilePreview, 'url' | 'stripUrl' | 'smallUrl' | 'beforeUrl' | 'afterUrl'>;

/** A stored file's key is `<uuid>/<hash>` and one of these endings. */
export const ENDINGS = {
  clip: '-clip.mp4',
  frames: '-frames.webp',
  sound: '-sound.m4a',
  picture: '-picture.webp',
  specimen: '-specimen.webp',
  lottie: '-lottie.json',
  small: '-small.webp',
  before: '-before.webp',
  after: '-after.webp',
} as const;

/** Whether a key is that of a file's preview, and not of a resource's thumbnail or strip. */
export function isFilePreview(key: string): boolean {
  return Object.values(ENDINGS).some((ending) => key.endsWith(ending));
}

/** Size of the frames in the strip below a clip. */
export const CLIP_FRAME_SIZE: PictureSize = { width: 160, height: 90 };
/** Size of the small picture in a list of files. */
export const SMALL_SIZE: PictureSize = { width: 176, height: 99 };

/** Premium clips are shorter, smaller and coarser, so that they are worth nothing as assets. */
export function clipShape(isPremium: boolean): ClipShape {
  return isPremium
    ? { longest: 960, seconds: 12, bitRate: 1_000_000 }
    : { longest: 1280, seconds: 30, bitRate: 2_500_000 };
}

/** Premium sounds are mono, without treble, and end after a minute. */
export function soundShape(isPremium: boolean): SoundShape {
  return isPremium
    ? { seconds: 60, channels: 1, sampleRate: 32_000, bitRate: 64_000 }
    : { seconds: 600, channels: 2, sampleRate: 48_000, bitRate: 128_000 };
}

/** Longest side of a picture, in pixels. */
export function pictureSide(isPremium: boolean): number {
  return isPremium ? 640 : 1600;
}

/** Pixels per em of a font's specimen. Visitors' own words are no larger (downloads/files/routes.ts). */
export function fontSize(isPremium: boolean): number {
  return isPremium ? PREMIUM_FONT_SIZE : FONT_SIZES[3];
}

/** Size of the sample picture through a LUT. Showing it does not give away the LUT. */
export const LOOK_SIZE: PictureSize = { width: 1280, height: 720 };
