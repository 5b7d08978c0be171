// Finds pictures that are the numbered frames of one sequence. No I/O.
import { isFrameType } from '#server/kit/media/ffmpeg.ts';

/** A picture of a possible sequence. */
export type Frame = {
  path: string;
  mediaType: string | null;
  facts: { kind?: string; width?: number; height?: number };
};

export type Sequence<File extends Frame> = {
  /** In the order of their numbers. */
  frames: File[];
  missing: number[];
};

const FEWEST_FRAMES = 8;
const MOST_MISSING = 3;
/** Of longer sequences, single frames have no pictures. Shorter ones may be pictures that only happen to be numbered. */
export const PICTURED_FRAMES = 60;
/** Frames per second: pictures don't say. */
export const SEQUENCE_RATE = 24;
/** Frames that are read at most. Each is a file that ffmpeg may see, and one more argument of its command. */
export const READ_FRAMES = 480;

/** Two digits number variants, such as the textures of a pack. */
const NUMBERED = /^((?:.*\D)?)(\d{3,9})(\.[a-z]{3,4})$/i;

/** What frames of one sequence have in common: their paths without the number; null if the path has none. */
export function splitNumbered(path: string): { start: string; digits: string; ending: string } | null {
  const [, start, digits, ending] = NUMBERED.exec(path) ?? [];
  return start !== undefined && digits && ending ? { start, digits, ending } : null;
}

/** The sequence of these files, which have the same start; null if they are not one. */
export function sequenceOf<File extends Frame>(files: readonly File[], ending: string): Sequence<File> | null {
  const numbered = files
    .flatMap((file) => {
      const parts = splitNumbered(file.path);
      return parts && parts.ending === ending ? [{ file, number: Number(parts.digits) }] : [];
    })
    .toSorted((a, b) => a.number - b.number);
  const [first, last] = [numbered[0], numbered.at(-1)];
  if (!first || !last || numbered.length < FEWEST_FRAMES) return null;
  const numbers = new Set(numbered.map(({ number }) => number));
  const span = last.number - first.number + 1;
  if (numbers.size < numbered.length || span - numbers.size > MOST_MISSING) return null;
  const known = numbered.flatMap(({ file: { facts } }) => (facts.kind === 'picture' ? [facts] : []));
  const isAlike = numbered.every(({ file }) => file.mediaType === first.file.mediaType);
  const isOneSize = known.every(({ width, height }) => width === known[0]?.width && height === known[0]?.height);
  if (!isAlike || !isOneSize || !isFrameType(first.file.mediaType ?? '')) return null;
  const missing = Array.from({ length: span }, (_, at) => first.number + at).filter((number) => !numbers.has(number));
  return { frames: numbered.map(({ file }) => file), missing };
}
