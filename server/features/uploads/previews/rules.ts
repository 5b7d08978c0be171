// Preview rules without I/O.

import { isPlayable } from '#server/kit/media/ffmpeg.ts';
import {
  FONTS,
  GZIP,
  LOTTIE,
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

const isSound = ({ type }: Pick<PreviewSubject, 'type'>): boolean => type === 'sound effect' || type === 'music';
const LOOPED = /(^|[^a-z])(loops?|looped|looping|loopable|seamless)([^a-z]|$)/i;

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
  const said = [subject.title, ...subject.tags, ...files.flatMap((f) => (f.facts.kind === 'video' ? f.path : []))];
  return {
    ...(size && { width: size.width, height: size.height }),
    ...(first?.frameRate !== undefined && { frameRate: first.frameRate }),
    ...(first && { loop: said.some((text) => LOOPED.test(text)) }),
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
const SPELLED: Readonly<Record<string, string>> = { jpeg: 'JPG', tiff: 'TIF', aiff: 'AIF' };
/** Extensions of accompanying files, which are not the pack's content. */
const BESIDE = ['txt', 'md', 'pdf', 'html', 'htm', 'url', 'rtf', 'doc', 'docx', 'ini', 'db', 'ds_store', ''];

const countOf = (endings: Endings, some: readonly string[]): number =>
  endings.reduce((sum, { ending, count }) => sum + (some.includes(ending) ? count : 0), 0);

/** Describes a number of files: `24 WAV` if all have the same extension, otherwise `24 sounds`. */
const counted = (endings: Endings, some: readonly string[], many: string): string => {
  const own = endings.filter(({ ending, count }) => count > 0 && some.includes(ending));
  const total = countOf(endings, some);
  const [only] = own;
  return own.length === 1 && only
    ? `${total} ${SPELLED[only.ending] ?? only.ending.toUpperCase()}`
    : `${total} ${many}`;
};

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

/** Short label in the corner of a card. The numbers in it are actual file counts or durations. */
export function labelOf(subject: PreviewSubject, files: readonly KnownFile[], endings: Endings): string {
  const [clips, sounds] = [ofKind(files, 'video'), ofKind(files, 'sound')];
  const cubes = countOf(endings, ['cube', '3dl']);
  const soundText = (): string => {
    const [only] = sounds;
    if (countOf(endings, SOUNDS) === 1 && only?.seconds !== undefined) return lengthText(only.seconds);
    return counted(endings, SOUNDS, 'sounds');
  };
  const clipText = (): string => {
    const [only] = clips;
    const total = countOf(endings, CLIPS);
    if (total > 1 || !only) return counted(endings, CLIPS, 'clips');
    if (only.seconds !== undefined) return lengthText(only.seconds);
    return only.frameRate === undefined ? sharpness(only) : `${sharpness(only)} · ${Math.round(only.frameRate)} fps`;
  };
  if (isSound(subject) && countOf(endings, SOUNDS) > 0) return soundText();
  if (subject.type === 'model' || subject.category.startsWith('3D')) return '3D';
  if (countOf(endings, CLIPS) > 0 && subject.type !== 'LUT') return clipText();
  if (cubes > 0) return cubes === 1 ? '1 LUT' : `${cubes} LUTs`;
  if (countOf(endings, SOUNDS) > 0) return soundText();
  if (countOf(endings, PICTURES) > 0) return counted(endings, PICTURES, 'pictures');
  const [most] = endings.filter(({ ending }) => !BESIDE.includes(ending)).toSorted((a, b) => b.count - a.count);
  return most && most.ending.length <= 8 ? `${most.count} ${most.ending.toUpperCase()}` : '';
}
