// Previews of single files: what they contain and how large they may be. No I/O.

import type { FilePreview } from '#contract/resources/api.ts';
import { FONT_SIZES, PREMIUM_FONT_SIZE } from '#contract/resources/limits.ts';
import type { EncodingName, PlateName } from '#contract/resources/luts.ts';
import type { FileFacts } from '#server/features/uploads/previews/rules.ts';
import type { PictureSize } from '#server/kit/media/images.ts';
import type { ModelShape } from '#server/kit/media/models/model-file.ts';
import type { PdfShape } from '#server/kit/media/pdf-file.ts';
import type { ClipShape, SoundShape } from '#server/kit/media/renditions.ts';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A preview without its URLs. */
export type PreviewDetails = DistributiveOmit<
  FilePreview,
  'url' | 'stripUrl' | 'smallUrl' | 'stillUrl' | 'stillUrls' | 'tableUrl' | 'pageUrls'
>;

export type MadeFile = { field: string; ending: string; body: Buffer };

/** What was made of a file. */
export type Made = {
  /** Facts that were read on the way; null if none could be. */
  facts: FileFacts | null;
  preview: { details: PreviewDetails; files: MadeFile[] } | null;
  /** Why there is no preview, as people read it. */
  reason?: string;
};

/** A stored file's key is `<uuid>/<hash>` and one of these endings. */
export const ENDINGS = {
  clip: '-clip.mp4',
  frames: '-frames.webp',
  sound: '-sound.m4a',
  picture: '-picture.webp',
  specimen: '-specimen.webp',
  lottie: '-lottie.json',
  model: '-model.glb',
  small: '-small.webp',
  still: '-still.webp',
  page: '-page.webp',
  /** What is in an archive. */
  contents: '-contents.json',
  /** A LUT for browsers; as good as the LUT itself. */
  table: '-table.bin',
} as const;

/** Whether a key is that of a file's preview, and not of a resource's thumbnail or strip. */
export function isFilePreview(key: string): boolean {
  return Object.values(ENDINGS).some((ending) => key.endsWith(ending));
}

/** Whether a key is that of a LUT's table, which only people who may download the LUT may have. */
export function isLutTable(key: string): boolean {
  return key.endsWith(ENDINGS.table);
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

/** Premium models are so coarse that they are worth nothing as assets. */
export function modelShape(isPremium: boolean): ModelShape {
  return isPremium
    ? { triangles: 20_000, texture: 256, isReduced: true }
    : { triangles: 300_000, texture: 1024, isReduced: false };
}

/** Pages of a PDF, and their longer side in pixels. */
export function pdfShape(isPremium: boolean): PdfShape {
  return isPremium ? { pages: 3, longest: 900 } : { pages: 10, longest: 1600 };
}

/** Pixels per em of a font's specimen. Visitors' own words are no larger (downloads/files/routes.ts). */
export function fontSize(isPremium: boolean): number {
  return isPremium ? PREMIUM_FONT_SIZE : FONT_SIZES[3];
}

/** Encodings as creators write them in names. */
const SPELLINGS: readonly (readonly [EncodingName, RegExp])[] = [
  ['rec709', /rec[ ._-]?709|bt[ ._-]?709|sRGB/i],
  ['slog3', /(?<![a-z])s[ ._-]?log/i],
  ['logc3', /log[ ._-]?c(?![a-z])|alexa|(?<![a-z])arri(?![a-z])/i],
  ['vlog', /(?<![a-z])v[ ._-]?log(?![a-z])/i],
  ['clog3', /(?<![a-z])c[ ._-]?log|canon[ ._-]?log/i],
  ['flog2', /(?<![a-z])f[ ._-]?log/i],
  ['davinci', /davinci[ ._-]?(wg|wide|intermediate)|(?<![a-z])DWG(?![a-z])/i],
  ['acescct', /acescct/i],
];

/**
 * The input that a LUT is made for. Names usually say it, and first the input, then the output (`S-Log3 to Rec.709`); the file's
 * own name counts more than its folder's, and this more than the resource's title and tags. Otherwise it is guessed from the
 * measured curve, which cannot tell one log encoding from another.
 */
export function lutInput(
  { path, title, tags }: { path: string; title: string; tags: readonly string[] },
  measured: 'rec709' | 'log' | 'unknown',
): { encoding: EncodingName; madeFor: 'name' | 'log' | 'rec709' | 'unknown' } {
  for (const part of [...path.split('/').toReversed(), title, ...tags]) {
    const found = SPELLINGS.map(([encoding, spelling]) => ({ encoding, at: part.search(spelling) }))
      .filter(({ at }) => at !== -1)
      .toSorted((a, b) => a.at - b.at);
    if (found[0]) return { encoding: found[0].encoding, madeFor: 'name' };
  }
  return { encoding: measured === 'log' ? 'slog3' : 'rec709', madeFor: measured };
}

/** Scenes that suit what names of packs promise. */
const SCENES: readonly (readonly [PlateName, RegExp])[] = [
  ['portrait', /portrait|skin|wedding|beauty|fashion|face/i],
  ['street', /night|neon|city|street|cyber|urban/i],
  ['dunes', /desert|dune|sand|golden|western|warm/i],
  ['coast', /coast|sea|ocean|drone|travel|landscape|nature|summer/i],
];

/** The plate for a LUT pack's picture: by its title and tags, otherwise any, but always the same. */
export function plateFor({ title, tags }: { title: string; tags: readonly string[] }): PlateName {
  const said = [title, ...tags].join(' ');
  const fitting = SCENES.find(([, words]) => words.test(said));
  const sum = [...title].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (fitting ?? SCENES[sum % SCENES.length])?.[0] ?? 'coast';
}
