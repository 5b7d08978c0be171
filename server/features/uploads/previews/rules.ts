// Preview rules without I/O.

import { isPlayable } from '#server/kit/media/ffmpeg.ts';
import {
  FONTS,
  GZIP,
  LOTTIE,
  MODEL_FORMATS,
  modelFormat,
  PDF,
  RAR,
  READ_PICTURES,
  SEVEN_ZIP,
  TAR,
  ZIP,
} from '#server/kit/media/file-kind.ts';
import type { FontFacts } from '#server/kit/media/font-file.ts';
import type { PictureFacts } from '#server/kit/media/frames.ts';
import type { LottieFacts } from '#server/kit/media/lottie-file.ts';
import type { MediaFacts } from '#server/kit/media/media-facts.ts';
import type { ModelFacts } from '#server/kit/media/models/model-file.ts';
import type { Music } from '#server/kit/media/sound-music.ts';

/** Stored widths of every thumbnail, in pixels. */
const THUMBNAIL_WIDTHS = [320, 640, 1280] as const;
const STRIP = /-strip\.webp$/;
const LOOK = 'application/x-cube-lut';

/** Maximum number of files read per resource. */
export const MAX_PROBED_FILES = 300;

/** Storage keys of a thumbnail (`<id>/<hash>`) in all sizes and formats, or of a strip (`<id>/<hash>-strip.webp`). */
export function previewKeys(key: string): string[] {
  return STRIP.test(key)
    ? [`t/${key}`]
    : THUMBNAIL_WIDTHS.flatMap((width) => [`t/${key}-${width}.webp`, `t/${key}-${width}.jpg`]);
}

/** File facts as stored in the column `facts`; `{}` if the file has not been read yet. */
export type FileFacts =
  | {
      kind: 'video';
      width: number;
      height: number;
      frameRate?: number;
      seconds?: number;
      codec: string;
      alpha: boolean;
    }
  | ({ kind: 'sound'; seconds?: number; codec: string; channels: number; sampleRate: number } & Partial<Music>)
  | ({ kind: 'picture' } & PictureFacts)
  | { kind: 'look'; size: number; dimensions: 1 | 3 }
  | ({ kind: 'font' } & FontFacts)
  | ({ kind: 'lottie' } & LottieFacts)
  | ({ kind: 'model' } & ModelFacts)
  | { kind: 'pdf'; pages: number }
  | { kind: 'archive'; files: number; size: number }
  | { kind: 'unreadable' };
export type FactsOf<Kind extends FileFacts['kind']> = Extract<FileFacts, { kind: Kind }>;

const ARCHIVES = [ZIP, RAR, TAR, GZIP, SEVEN_ZIP];

/** The tool that reads a file, chosen by content; null if no tool can read it. */
export function toolFor(file: {
  path: string;
  mediaType: string | null;
}): 'media' | 'picture' | 'look' | 'font' | 'lottie' | 'model' | 'pdf' | 'archive' | null {
  const { path, mediaType } = file;
  if (mediaType === LOOK || (/\.cube$/i.test(path) && (mediaType ?? 'text/plain') === 'text/plain')) return 'look';
  if (modelFormat(file)) return 'model';
  if (mediaType === null) return null;
  if (READ_PICTURES.includes(mediaType)) return 'picture';
  if (mediaType === LOTTIE || (mediaType === 'application/zip' && /\.lottie$/i.test(path))) return 'lottie';
  if (FONTS.includes(mediaType)) return 'font';
  if (mediaType === PDF) return 'pdf';
  if (ARCHIVES.includes(mediaType)) return 'archive';
  return isPlayable(mediaType) ? 'media' : null;
}

export function describeMedia({ video, audio, seconds }: MediaFacts): FileFacts {
  const length = seconds === null ? {} : { seconds };
  if (video?.codec === 'psd') return { kind: 'picture', width: video.width, height: video.height, alpha: video.alpha };
  if (video) {
    const { width, height, frameRate, codec, alpha } = video;
    return { kind: 'video', width, height, ...(frameRate !== null && { frameRate }), ...length, codec, alpha };
  }
  return audio ? { kind: 'sound', ...length, ...audio } : { kind: 'unreadable' };
}

export type KnownFile = { path: string; facts: FileFacts };

const ofKind = <Kind extends FileFacts['kind']>(files: readonly KnownFile[], kind: Kind): FactsOf<Kind>[] =>
  files.flatMap(({ facts }) => (facts.kind === kind ? [facts as FactsOf<Kind>] : []));

export type PreviewSubject = { type: string; category: string; title: string; tags: readonly string[] };

const LAID_OVER: readonly string[] = ['overlay', 'transition', 'title', 'template'];

/** Whether a pack's transparent files are laid over footage, so that its pictures show them over footage too. */
export function isLaidOver({ type }: Pick<PreviewSubject, 'type'>): boolean {
  return LAID_OVER.includes(type);
}

const isSound = ({ type }: Pick<PreviewSubject, 'type'>): boolean => type === 'sound effect' || type === 'music';
const LOOPED = /(^|[^a-z])(loops?|looped|looping|loopable|seamless)([^a-z]|$)/i;

/** Whether a pack's clips loop, by what its title, its tags and their file names say. */
const isLooped = ({ title, tags }: PreviewSubject, files: readonly KnownFile[]): boolean =>
  [title, ...tags, ...files.flatMap(({ path, facts }) => (facts.kind === 'video' ? path : []))].some((text) =>
    LOOPED.test(text),
  );

/** Tempo and key of a sound pack: those of its longest sound that has one. */
export function musicFacts(
  subject: Pick<PreviewSubject, 'type'>,
  files: readonly KnownFile[],
): { tempo?: number; key?: string } {
  if (!isSound(subject)) return {};
  const sounds = ofKind(files, 'sound').toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0));
  const tempo = sounds.find((sound) => sound.tempo)?.tempo?.value;
  const key = sounds.find((sound) => sound.key)?.key?.value;
  return { ...(tempo !== undefined && { tempo }), ...(key !== undefined && { key }) };
}

/**
 * Filterable facts for a resource's `facts` column: the size of the first clip, or else of the largest picture; the length of the
 * first clip, or of the longest sound in a sound pack; tempo and key of a sound pack; whether any file has transparency.
 */
export function resourceFacts(
  subject: PreviewSubject,
  files: readonly KnownFile[],
): Record<string, number | boolean | string> {
  const clips = ofKind(files, 'video');
  const pictures = ofKind(files, 'picture');
  const sounds = ofKind(files, 'sound').flatMap(({ seconds }) => seconds ?? []);
  const [first] = clips;
  const size = first ?? pictures.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  const longest = isSound(subject) && sounds.length > 0 ? Math.max(...sounds) : undefined;
  const seconds = first?.seconds ?? longest;
  return {
    ...(size && { width: size.width, height: size.height }),
    ...(first?.frameRate !== undefined && { frameRate: first.frameRate }),
    ...(first && { loop: isLooped(subject, files) }),
    ...(seconds !== undefined && { seconds }),
    ...musicFacts(subject, files),
    ...(size && { alpha: [...clips, ...pictures].some(({ alpha }) => alpha) }),
  };
}

/** File counts by extension, in lower case without the dot. */
export type Endings = readonly { ending: string; count: number }[];

const SOUNDS = ['wav', 'mp3', 'aif', 'aiff', 'flac', 'ogg', 'm4a', 'aac', 'opus'];
const CLIPS = ['mp4', 'mov', 'webm', 'mkv', 'avi', 'mxf', 'm4v', 'mpg', 'mpeg', 'wmv'];
const PICTURES = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'tif', 'tiff', 'exr', 'psd', 'svg'];
const LUTS = ['cube', '3dl'];
const MODELS = [
  ...MODEL_FORMATS,
  'blend',
  'c4d',
  'max',
  'ma',
  'mb',
  'usd',
  'usda',
  'usdc',
  'usdz',
  'abc',
  'dae',
  '3ds',
];
/** Editable titles; a pack often has the same titles for several editors. */
const TITLES = ['mogrt', 'jsx', 'setting', 'drfx', 'moti', 'motn', 'fcpxml', 'prtl', 'ffx'];
const PALETTES = ['ase', 'gpl', 'aco', 'act'];
const CAPTIONS = ['srt', 'ass', 'ssa', 'vtt'];
/** Extensions of accompanying files, which are not the pack's content. */
const BESIDE = ['txt', 'md', 'pdf', 'html', 'htm', 'url', 'rtf', 'doc', 'docx', 'ini', 'db', 'ds_store', ''];

const countOf = (endings: Endings, some: readonly string[]): number =>
  endings.reduce((sum, { ending, count }) => sum + (some.includes(ending) ? count : 0), 0);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a duration as `0:24` or `1:02:03`. */
const lengthText = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
};

const sharpness = ({ width, height }: { width: number; height: number }): string => {
  const [small, large] = [Math.min(width, height), Math.max(width, height)];
  if (large >= 7680 || small >= 4320) return '8K';
  if (large >= 3840 || small >= 2160) return '4K';
  return `${small}p`;
};

const pictureNoun = ({ type }: PreviewSubject, endings: Endings): string => {
  if (countOf(endings, PICTURES) > countOf(endings, ['svg'])) return 'picture';
  return type === 'shape' ? 'shape' : 'vector';
};

/**
 * Short label in the corner of a card: how much a pack has of what its type is about, or how long its only clip or sound is. The
 * numbers in it are actual file counts or durations.
 */
export function labelOf(subject: PreviewSubject, files: readonly KnownFile[], endings: Endings): string {
  const { type } = subject;
  const [clips, sounds, pictures] = [ofKind(files, 'video'), ofKind(files, 'sound'), ofKind(files, 'picture')];
  const number = (some: readonly string[]): number => countOf(endings, some);
  const most = (some: readonly string[]): number => Math.max(...some.map((ending) => number([ending])));
  const withAlpha = (text: string, own: readonly { alpha: boolean }[]): string =>
    own.some(({ alpha }) => alpha) ? `${text}, alpha` : text;
  const soundText = (): string => {
    const [only] = sounds;
    return number(SOUNDS) === 1 && only?.seconds !== undefined
      ? lengthText(only.seconds)
      : counted(number(SOUNDS), 'sound');
  };
  const clipText = (): string => {
    const [only] = clips;
    if (number(CLIPS) > 1 || !only) return counted(number(CLIPS), 'clip');
    if (only.seconds !== undefined) return `${lengthText(only.seconds)}${isLooped(subject, files) ? ' loop' : ''}`;
    return only.frameRate === undefined ? sharpness(only) : `${sharpness(only)} · ${Math.round(only.frameRate)} fps`;
  };
  const pictureText = (): string => {
    const noun = pictureNoun(subject, endings);
    return withAlpha(counted(number(PICTURES), noun), noun === 'picture' ? pictures : []);
  };
  if (isSound(subject) && number(SOUNDS) > 0) return soundText();
  if (number(MODELS) > 0 && (type === 'model' || subject.category.startsWith('3D')))
    return counted(number(MODELS), 'model');
  if (type === 'title' && number(TITLES) > 0) return counted(most(TITLES), 'title');
  if (number(CLIPS) > 0 && type !== 'LUT') return withAlpha(clipText(), clips);
  if (number(LUTS) > 0 && (type !== 'overlay' || number(PICTURES) === 0)) return counted(number(LUTS), 'LUT');
  if (number(PICTURES) > 1) return pictureText();
  // A single picture shows what the other files look like.
  if (number(SOUNDS) > 0) return soundText();
  if (number(CAPTIONS) > 0) return counted(most(CAPTIONS), 'caption file');
  if (number(PALETTES) > 0) return counted(most(PALETTES), 'palette');
  if (number(PICTURES) > 0 && type !== 'preset') return pictureText();
  const [other] = endings
    .filter(({ ending }) => !BESIDE.includes(ending) && !PICTURES.includes(ending))
    .toSorted((a, b) => b.count - a.count);
  return other && other.ending.length <= 8 ? `${other.count} ${other.ending.toUpperCase()}` : '';
}
