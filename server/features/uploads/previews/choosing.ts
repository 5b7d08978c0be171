// Chooses the files of a pack that are shown in its previews, and describes what could not be shown. No I/O.
import { FRAME_SIZE, fillsFrame } from '#server/kit/media/thumbnails.ts';
import { type FileFacts, type KnownFile, MAX_PROBED_FILES, type PreviewSubject } from './rules.ts';

export type PreviewKind = Exclude<FileFacts['kind'], 'font' | 'lottie' | 'pdf' | 'archive' | 'unreadable'>;

const USUAL: readonly PreviewKind[] = ['video', 'look', 'picture', 'model', 'sound'];
/** Kinds that come before the usual ones. */
const FIRST: Readonly<Record<string, readonly PreviewKind[]>> = {
  'sound effect': ['sound', 'video', 'picture'],
  music: ['sound', 'video', 'picture'],
  LUT: ['look'],
  overlay: ['video', 'picture'],
  model: ['video', 'model', 'picture'],
};

/** File kinds, ordered by how well they represent a resource of this type. */
export function orderFor({ type }: Pick<PreviewSubject, 'type'>): readonly PreviewKind[] {
  return [...new Set([...(FIRST[type] ?? []), ...USUAL])];
}

const NAMED = /(^|\/)(thumb|thumbnail|cover|preview|poster)[^/]*$/i;

/** A picture that is marked as the preview by its file name, such as `cover.png`. */
export function namedPicture<File extends KnownFile>(files: readonly File[]): File | undefined {
  return files.find(({ path, facts }) => facts.kind === 'picture' && NAMED.test(path) && isLarge(facts));
}

const isLarge = ({ width, height }: { width: number; height: number }): boolean =>
  width >= FRAME_SIZE.width && height >= FRAME_SIZE.height;

/** Whether a picture looks good as a poster of its own, without others beside it. */
export function fillsCard(picture: { width: number; height: number }): boolean {
  return isLarge(picture) && fillsFrame(picture);
}

/** Maximum number of pictures in a row of a poster. */
const MAX_ACROSS = 4;

/** Number of pictures in each row and column of a poster that shows several of them; 1 if there are too few. */
export function rowsOf(count: number): number {
  return Math.min(MAX_ACROSS, Math.max(1, Math.floor(Math.sqrt(count))));
}

/** Below others: pictures that do not fill a card. Above others: clips with alpha, because a copy without it is on black. */
const rankOf = ({ facts }: KnownFile): number => {
  if (facts.kind === 'picture') return isLarge(facts) ? 0 : 1;
  return facts.kind === 'video' && facts.alpha ? -1 : 0;
};

/** Files of a kind, best first, otherwise in pack order. */
export function candidates<File extends KnownFile>(files: readonly File[], kind: PreviewKind): File[] {
  return files.filter(({ facts }) => facts.kind === kind).toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Up to `most` items, spread evenly over the list. */
export function spread<T>(items: readonly T[], most: number): T[] {
  return items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)] as T);
}

/** Fills the `count` places of a strip with any number of pictures, each shown for about the same time. */
export function fillStrip<T>(frames: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, i) => frames[Math.floor((i * frames.length) / count)] as T);
}

/** Visual interest of RGB pixels: low for black, white and plain frames. */
const liveliness = (pixels: Uint8Array): number => {
  let [sum, squares, count] = [0, 0, 0];
  // Sampling every seventh pixel is enough.
  for (let at = 1; at < pixels.length; at += 21) {
    const light = pixels[at] ?? 0;
    sum += light;
    squares += light * light;
    count += 1;
  }
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) * (mean < 16 ? 0.2 : 1) + mean * 0.05;
};

/** Whether RGB pixels are of about one colour, or nearly black. */
export function isPlain(pixels: Buffer): boolean {
  return liveliness(pixels) < 15;
}

/**
 * Index of the best frame for a poster: the first frame that is at least 90% as interesting as the most interesting frame. Of
 * frames that show `behind`, only what lies over it counts.
 */
export function bestFrame(frames: readonly Buffer[], behind?: Buffer): number {
  const scores = frames.map((frame) =>
    liveliness(behind ? frame.map((value, at) => Math.abs(value - (behind[at] ?? 0))) : frame),
  );
  const enough = Math.max(...scores) * 0.9;
  return Math.max(
    0,
    scores.findIndex((score) => score >= enough),
  );
}

const NO_TOOLS = 'ffmpeg is not available on this server, so video and audio previews could not be created.';

/** Explains which previews are missing; null if all are present. */
export function noteOf(gaps: {
  noTools: boolean;
  unreadable: readonly string[];
  /** Files skipped because there was too little time, or too little space for a local copy. */
  unread: number;
  /** Files over the limit, which were not read. */
  left: number;
}): string | null {
  const [first] = gaps.unreadable;
  const more = gaps.unreadable.length - 1;
  const name = first?.split('/').at(-1);
  const sentences = [
    gaps.noTools && NO_TOOLS,
    name && more === 0 && `“${name}” could not be read.`,
    name && more > 0 && `“${name}” and ${more} more ${more === 1 ? 'file' : 'files'} could not be read.`,
    gaps.unread === 1 && 'One file was skipped because the server ran out of space or time.',
    gaps.unread > 1 && `${gaps.unread} files were skipped because the server ran out of space or time.`,
    gaps.left > 0 && `Only the first ${MAX_PROBED_FILES} pictures, clips, sounds and LUTs were used for previews.`,
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '');
  return sentences.length > 0 ? sentences.join(' ') : null;
}
