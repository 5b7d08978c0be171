// Draws a resource's poster and hover strip from its files.
import { FONT_SIZES } from '#contract/resources/limits.ts';
import type { Deps } from '#server/deps.ts';
import type { MediaFile } from '#server/kit/media/ffmpeg.ts';
import { modelFormat, PDF, PHOTOSHOP } from '#server/kit/media/file-kind.ts';
import type { PictureSize } from '#server/kit/media/images.ts';
import { PLATE_SIZE } from '#server/kit/media/luts/lut-plates.ts';
import type { MediaTools } from '#server/kit/media/media-tools.ts';
import {
  cutPixels,
  encodeStrip,
  FRAME_SIZE,
  POSTER_SIZE,
  pastePixels,
  plainPixels,
  resizePixels,
  SIDE_SIZE,
  STRIP_FRAMES,
  splitPixels,
} from '#server/kit/media/thumbnails.ts';
import { drawWaveform, WAVEFORM_BARS } from '#server/kit/media/waveform-picture.ts';
import { DamagedContent, FileMissing } from '#server/kit/storage/errors.ts';
import type { CopiedFile } from '#server/kit/storage/local-copies.ts';
import {
  bestFrame,
  candidates,
  fillStrip,
  fillsCard,
  isPlain,
  namedPicture,
  orderFor,
  type PreviewKind,
  rowsOf,
  spread,
} from './choosing.ts';
import { lutInput, plateFor } from './files/rules.ts';
import type { MediaRow } from './queries.ts';
import type { ExaminedFile, PreviewReadDeps } from './reading.ts';
import { isLaidOver, type PreviewSubject } from './rules.ts';

type Stop = { signal: AbortSignal };
/** The poster as RGB pixels of POSTER_SIZE, and the encoded strip; each is null if it could not be created. */
export type Drawn = {
  poster: Buffer | null;
  strip: { kind: 'frames' | 'lut' | 'waveform'; body: Buffer } | null;
};
/** RGB pixels of this size that are seen through transparent parts of files. */
type Backdrop = (size: PictureSize) => Promise<Buffer>;
type DrawDeps = PreviewReadDeps & { backdrop: Backdrop };
type Draw = (deps: DrawDeps, files: readonly ExaminedFile[], stop: Stop, subject: PreviewSubject) => Promise<Drawn>;

/** Number of files of one kind to try before moving on to the next kind. */
const TRIES = 4;
/** Maximum number of sounds in one waveform. */
const MAX_SOUNDS = 8;
const FEWEST_FRAMES = 3;
/** Share of its cell that a picture among others takes. */
const CELL_SHARE = 0.82;

const nothing: Drawn = { poster: null, strip: null };

/** Draws the previews, skipping files that cannot be drawn. @throws the signal's abort reason */
export async function drawPreviews(
  readDeps: PreviewReadDeps,
  subject: PreviewSubject,
  files: readonly ExaminedFile[],
  stop: Stop,
): Promise<Drawn> {
  const deps = { ...readDeps, backdrop: backdropOf(readDeps, subject, stop) };
  const named = namedPicture(files);
  let { poster, strip } = nothing;
  if (named) poster = await still(deps, named, POSTER_SIZE, stop);
  for (const kind of orderFor(subject)) {
    if (poster && strip) break;
    const own = candidates(files, kind);
    if (own.length === 0) continue;
    const drawn = await draws[kind](deps, own, stop, subject);
    poster ??= drawn.poster;
    strip ??= drawn.strip;
  }
  return { poster, strip };
}

/** Draws the poster of a resource that has nothing but fonts and PDFs: the first that can be drawn. */
export async function drawDocument(
  deps: PreviewReadDeps & Pick<Deps, 'tools'>,
  rows: readonly MediaRow[],
  stop: Stop,
): Promise<Buffer | null> {
  for (const row of rows) {
    const picture = await withFile(deps, row, (path) => readDocument(deps, row, path, stop));
    if (picture) return (await deps.pictures.readStill(picture, POSTER_SIZE, stop)).pixels;
  }
  return null;
}

const readDocument = async (
  { pictures, tools }: PreviewReadDeps & Pick<Deps, 'tools'>,
  row: MediaRow,
  path: string,
  stop: Stop,
): Promise<Buffer | null> => {
  if (row.mediaType === PDF) {
    const pdf = await tools.readPdf?.(path, { pages: 1, longest: POSTER_SIZE.width }, stop);
    return (pdf && !('refused' in pdf) && pdf.bodies[0]) || null;
  }
  try {
    return (await pictures.readFont(path, FONT_SIZES[3], POSTER_SIZE, stop)).small;
  } catch (error) {
    stop.signal.throwIfAborted();
    if (error instanceof Error && error.name === 'ImageRefused') return null;
    throw error;
  }
};

/** Footage for packs that are laid over footage, and a plain colour for others. */
const backdropOf = ({ pictures }: PreviewReadDeps, subject: PreviewSubject, stop: Stop): Backdrop => {
  const made = new Map<number, Promise<Buffer>>();
  const make = async (size: PictureSize): Promise<Buffer> => {
    if (!isLaidOver(subject)) return plainPixels(size);
    const plate = await pictures.makeLutStills(null, 'rec709', [plateFor(subject)], FRAME_SIZE, stop);
    const [picture] = 'refused' in plate ? [] : plate.stills;
    return picture ? (await pictures.readStill(picture, size, stop)).pixels : plainPixels(size);
  };
  return (size) => {
    const pixels = made.get(size.width) ?? make(size);
    made.set(size.width, pixels);
    return pixels;
  };
};

const still = async (deps: DrawDeps, file: ExaminedFile, size: PictureSize, stop: Stop): Promise<Buffer | null> =>
  stillOver(deps, file, size, hasAlpha(file) ? await deps.backdrop(size) : null, stop);

const hasAlpha = ({ facts }: ExaminedFile): boolean => 'alpha' in facts && facts.alpha;

const stillOver = (
  deps: PreviewReadDeps,
  file: ExaminedFile,
  size: PictureSize,
  behind: Buffer | null,
  stop: Stop,
): Promise<Buffer | null> =>
  withFile(deps, file, async (path) => {
    if (file.mediaType === PHOTOSHOP)
      return await frame(deps, { path, mediaType: PHOTOSHOP }, size, { ...stop, behind: behind ?? undefined });
    try {
      if (behind) return await deps.pictures.readOver(path, behind, size, stop);
      return (await deps.pictures.readStill(path, size, stop)).pixels;
    } catch (error) {
      stop.signal.throwIfAborted();
      if (error instanceof Error && error.name === 'ImageRefused') return null;
      throw error;
    }
  });

const frame = async (
  { media }: PreviewReadDeps,
  file: MediaFile,
  size: PictureSize,
  stop: Stop & { behind: Buffer | undefined },
) => {
  const facts = await media?.probe(file, stop);
  return (facts && (await media?.readFrame(file, facts, 0, size, stop))) ?? null;
};

/** A poster that shows several files in rows; null if there are too few, or if one of them cannot be drawn. */
const drawRows = async (
  files: readonly ExaminedFile[],
  backdrop: Buffer,
  drawCell: (file: ExaminedFile, size: PictureSize, behind: Buffer) => Promise<Buffer | null>,
): Promise<Buffer | null> => {
  const across = rowsOf(files.length);
  if (across === 1) return null;
  const poster = Buffer.from(backdrop);
  const [outerWidth, outerHeight] = [POSTER_SIZE.width / across, POSTER_SIZE.height / across];
  const size = { width: Math.round(outerWidth * CELL_SHARE), height: Math.round(outerHeight * CELL_SHARE) };
  for (const [index, file] of spread(files, across * across).entries()) {
    const left = Math.round(((index % across) + 0.5) * outerWidth - size.width / 2);
    const top = Math.round((Math.floor(index / across) + 0.5) * outerHeight - size.height / 2);
    const part = { ...size, left, top };
    const pixels = await drawCell(file, size, cutPixels(poster, POSTER_SIZE.width, part));
    if (!pixels) return null;
    pastePixels(poster, POSTER_SIZE.width, part, pixels);
  }
  return poster;
};

/** Calls `use` with a local copy of a file; null if the file is missing or damaged, or there is no space for a copy. */
const withFile = async <T>(
  { local }: PreviewReadDeps,
  file: CopiedFile,
  use: (path: string) => Promise<T>,
): Promise<T | null> => {
  try {
    return await local.with(file, use);
  } catch (error) {
    if (error instanceof FileMissing || error instanceof DamagedContent) return null;
    throw error;
  }
};

const stripOf = async (frames: readonly Buffer[]): Promise<Drawn['strip']> =>
  frames.length < FEWEST_FRAMES
    ? null
    : { kind: 'frames', body: await encodeStrip(fillStrip(frames, STRIP_FRAMES), FRAME_SIZE) };

const draws: Record<PreviewKind, Draw> = {
  async video(deps, files, stop) {
    const { media } = deps;
    if (!media) return nothing;
    for (const file of files.slice(0, TRIES)) {
      const backdrop = hasAlpha(file) ? deps.backdrop : null;
      const drawn = await withFile(deps, file, (path) =>
        drawClip(media, { path, mediaType: file.mediaType }, backdrop, stop),
      );
      if (drawn) return drawn;
    }
    return nothing;
  },

  async picture(deps, files, stop) {
    const frames: { file: ExaminedFile; pixels: Buffer }[] = [];
    for (const file of files.length < FEWEST_FRAMES ? [] : spread(files, STRIP_FRAMES)) {
      const pixels = await still(deps, file, FRAME_SIZE, stop);
      if (pixels) frames.push({ file, pixels });
    }
    const isOneEnough = files.some(({ facts }) => facts.kind === 'picture' && fillsCard(facts));
    let poster = isOneEnough
      ? null
      : await drawRows(files, await deps.backdrop(POSTER_SIZE), (file, size, behind) =>
          stillOver(deps, file, size, behind, stop),
        );
    const chosen = frames.find(({ pixels }) => !isPlain(pixels))?.file;
    for (const file of [...(chosen ? [chosen] : []), ...files].slice(0, TRIES))
      poster ??= await still(deps, file, POSTER_SIZE, stop);
    return { poster, strip: await stripOf(frames.map(({ pixels }) => pixels)) };
  },

  async sound(deps, files, stop) {
    const { media } = deps;
    if (!media) return nothing;
    const chosen = files.slice(0, MAX_SOUNDS);
    const peaks: number[] = [];
    for (const file of chosen) {
      const { mediaType } = file;
      const count = Math.floor(WAVEFORM_BARS / chosen.length);
      peaks.push(...((await withFile(deps, file, (path) => media.readPeaks({ path, mediaType }, count, stop))) ?? []));
    }
    if (peaks.length === 0) return nothing;
    const bars = Array.from(
      { length: WAVEFORM_BARS },
      (_, i) => peaks[Math.floor((i * peaks.length) / WAVEFORM_BARS)] ?? 0,
    );
    const poster = await drawWaveform(bars, 'after', POSTER_SIZE);
    const sides = [await drawWaveform(bars, 'before', SIDE_SIZE), await drawWaveform(bars, 'after', SIDE_SIZE)];
    return { poster, strip: { kind: 'waveform', body: await encodeStrip(sides, SIDE_SIZE) } };
  },

  async model(deps, files, stop) {
    const draw = async (file: ExaminedFile, size: PictureSize): Promise<Buffer | null> => {
      const format = modelFormat(file);
      const drawn =
        format && (await withFile(deps, file, (path) => deps.pictures.drawModel({ path, format }, size, stop)));
      return drawn && !('refused' in drawn) ? drawn : null;
    };
    let poster = await drawRows(files, plainPixels(POSTER_SIZE), draw);
    for (const file of files.slice(0, TRIES)) poster ??= await draw(file, POSTER_SIZE);
    const frames: Buffer[] = [];
    for (const file of files.length < FEWEST_FRAMES ? [] : spread(files, STRIP_FRAMES)) {
      const pixels = await draw(file, FRAME_SIZE);
      if (pixels) frames.push(pixels);
    }
    return { poster, strip: await stripOf(frames) };
  },

  async look(deps, files, stop, subject) {
    const { pictures } = deps;
    const plate = plateFor(subject);
    for (const file of files.slice(0, TRIES)) {
      const look = await withFile(deps, file, async (path) => {
        const lut = await pictures.readLut(path, stop);
        if ('refused' in lut) return lut;
        const { encoding } = lutInput({ ...subject, path: file.path }, lut.quality.madeFor);
        return await pictures.drawLook(path, encoding, plate, stop);
      });
      if (!look || 'refused' in look) continue;
      const sized = (size: PictureSize) =>
        Promise.all([look.before, look.after].map((pixels) => resizePixels(pixels, PLATE_SIZE, size)));
      const [before, after] = (await sized(POSTER_SIZE)) as [Buffer, Buffer];
      const strip = { kind: 'lut' as const, body: await encodeStrip(await sized(SIDE_SIZE), SIDE_SIZE) };
      return { poster: splitPixels(before, after, POSTER_SIZE), strip };
    }
    return nothing;
  },
};

/** A poster from the most interesting frame, and a strip; null if no frame can be read. */
const drawClip = async (
  media: MediaTools,
  file: MediaFile,
  backdrop: Backdrop | null,
  stop: Stop,
): Promise<Drawn | null> => {
  const facts = await media.probe(file, stop);
  if (!facts?.video) return null;
  const behind = await backdrop?.(FRAME_SIZE);
  const frames = await media.readFrames(file, facts, STRIP_FRAMES, FRAME_SIZE, { ...stop, behind });
  if (frames.length === 0) return null;
  const second = ((facts.seconds ?? 0) * bestFrame(frames, behind)) / STRIP_FRAMES;
  const poster = await media.readFrame(file, facts, second, POSTER_SIZE, {
    ...stop,
    behind: await backdrop?.(POSTER_SIZE),
  });
  if (!poster) return null;
  return { poster, strip: await stripOf(frames) };
};
