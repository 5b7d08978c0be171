// Previews of single files: what they contain and how large they may be. No I/O.
import type { FilePreview } from '#contract/resources/api.ts';
import type { ClipShape, SoundShape } from '#server/kit/media/renditions.ts';

/** A preview as stored in the column `details`, without its URL. */
export type FilePreviewDetails = DistributiveOmit<FilePreview, 'url'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Formats of previews by ending of their key, after `t/<uuid>/<hash>`. */
export const PREVIEW_ENDINGS = { clip: '-clip.mp4', sound: '-sound.m4a' } as const;

/** Whether a key is that of a file's preview, and not of a thumbnail or strip. */
export function isFilePreview(key: string): boolean {
  return Object.values(PREVIEW_ENDINGS).some((ending) => key.endsWith(ending));
}

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
