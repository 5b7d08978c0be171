// Previews of single files: what they contain and how large they may be. No I/O.
import type { ClipShape, SoundShape } from '#server/kit/media/renditions.ts';

/** What browsers need to know to play a preview, as stored in the column `details`. */
export type FilePreviewDetails =
  | {
      kind: 'clip';
      /** Size of the pictures in pixels, without the alpha half. */
      width: number;
      height: number;
      /** The exact frame rate as a fraction, such as `30000/1001`; null if it varies or is unknown. */
      rate: string | null;
      /** Length of the preview. */
      seconds: number | null;
      isStacked: boolean;
      hasSound: boolean;
    }
  | {
      kind: 'sound';
      seconds: number | null;
      /** Loudness of the original in LUFS, and its true peak in dBTP. */
      loudness: number | null;
      peak: number | null;
      /** Peaks and averages of equal parts (0 to 255), each as base64. */
      peaks: string;
      averages: string;
    };

/** Formats of previews by ending of their key, after `t/<uuid>/<hash>`. */
export const PREVIEW_ENDINGS = { clip: '-clip.mp4', sound: '-sound.m4a' } as const;

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
