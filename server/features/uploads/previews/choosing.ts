// What of a pack stands for it in pictures, and what is said of the rest. No I/O.
import { FRAME_SIZE, STRIP_FRAMES } from '#server/kit/media/thumbnails.ts';
import { type FileFacts, type KnownFile, MAX_PROBED_FILES, type PreviewSubject } from './rules.ts';

export type PreviewKind = Exclude<FileFacts['kind'], 'unreadable'>;

const ORDERS: Readonly<Record<string, readonly PreviewKind[]>> = {
  'sound effect': ['sound', 'video', 'picture', 'look'],
  music: ['sound', 'video', 'picture', 'look'],
  LUT: ['look', 'video', 'picture', 'sound'],
};
const USUAL: readonly PreviewKind[] = ['video', 'look', 'picture', 'sound'];

/** Kinds of files, by how well they stand for a resource of its type. */
export function orderFor({ type }: Pick<PreviewSubject, 'type'>): readonly PreviewKind[] {
  return ORDERS[type] ?? USUAL;
}

const NAMED = /(^|\/)(thumb|thumbnail|cover|preview|poster)[^/]*$/i;

/** A picture that its leaker named as the one to be shown. */
export function namedPicture<File extends KnownFile>(files: readonly File[]): File | undefined {
  return files.find(({ path, facts }) => facts.kind === 'picture' && NAMED.test(path) && isLarge(facts));
}

const isLarge = ({ width, height }: { width: number; height: number }): boolean =>
  width >= FRAME_SIZE.width && height >= FRAME_SIZE.height;

/** Files of a kind, best first: pictures that fill a card before those that do not, else as they stand in the pack. */
export function candidates<File extends KnownFile>(files: readonly File[], kind: PreviewKind): File[] {
  const own = files.filter(({ facts }) => facts.kind === kind);
  const small = own.filter(({ facts }) => facts.kind === 'picture' && !isLarge(facts));
  return [...own.filter((file) => !small.includes(file)), ...small];
}

/** So many of all, evenly: the first, the last and those between. */
export function spread<T>(items: readonly T[], most: number): T[] {
  return items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)] as T);
}

/** Frames of a strip from fewer or more pictures: each is shown equally long. */
export function fillStrip<T>(frames: readonly T[]): T[] {
  return Array.from({ length: STRIP_FRAMES }, (_, i) => frames[Math.floor((i * frames.length) / STRIP_FRAMES)] as T);
}

/** How much there is to see in RGB pixels: little in black, white and plain ones. */
const liveliness = (pixels: Buffer): number => {
  let [sum, squares, count] = [0, 0, 0];
  // Every seventh pixel tells as much.
  for (let at = 1; at < pixels.length; at += 21) {
    const light = pixels[at] ?? 0;
    sum += light;
    squares += light * light;
    count += 1;
  }
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) * (mean < 16 ? 0.2 : 1) + mean * 0.05;
};

/** The index of the frame that makes the best poster: the first of the liveliest. */
export function bestFrame(frames: readonly Buffer[]): number {
  const scores = frames.map(liveliness);
  const enough = Math.max(...scores) * 0.9;
  return Math.max(
    0,
    scores.findIndex((score) => score >= enough),
  );
}

const NO_TOOLS = 'This server has no ffmpeg, so no preview of video and sound could be made.';

/** What a person should know about what was not made; null when nothing is missing. */
export function noteOf(gaps: {
  noTools: boolean;
  unreadable: readonly string[];
  /** Files that there was no time for, or no room for a copy of. */
  unread: number;
  /** Files beyond those that are looked at. */
  left: number;
}): string | null {
  const [first] = gaps.unreadable;
  const more = gaps.unreadable.length - 1;
  const name = first?.split('/').at(-1);
  const sentences = [
    gaps.noTools && NO_TOOLS,
    name && more === 0 && `“${name}” could not be read.`,
    name && more > 0 && `“${name}” and ${more} more ${more === 1 ? 'file' : 'files'} could not be read.`,
    gaps.unread === 1 && 'One file was not looked at: the server had no room or no time for it.',
    gaps.unread > 1 && `${gaps.unread} files were not looked at: the server had no room or no time for them.`,
    gaps.left > 0 && `Only the first ${MAX_PROBED_FILES} pictures, clips, sounds and LUTs were looked at.`,
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '');
  return sentences.length > 0 ? sentences.join(' ') : null;
}
