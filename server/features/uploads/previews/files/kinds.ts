// Makes the preview of a file, by one maker per kind.
import { CLIP_FRAMES } from '#contract/resources/limits.ts';
import { plateNames } from '#contract/resources/luts.ts';
import type { Deps } from '#server/deps.ts';
import { fillStrip } from '#server/features/uploads/previews/choosing.ts';
import { describeMedia, toolFor } from '#server/features/uploads/previews/rules.ts';
import { modelFormat, RAR, SEVEN_ZIP, TAR, ZIP } from '#server/kit/media/file-kind.ts';
import type { ListedKind } from '#server/kit/media/image-reader.ts';
import { cubeRefusals } from '#server/kit/media/luts/cube-file.ts';
import { modelRefusals } from '#server/kit/media/models/model-refused.ts';
import { encodeStrip } from '#server/kit/media/thumbnails.ts';
import type { PreviewedFile } from './queries.ts';
import {
  CLIP_FRAME_SIZE,
  clipShape,
  ENDINGS,
  fontSize,
  lutInput,
  type Made,
  type MadeFile,
  modelShape,
  pdfShape,
  pictureSide,
  SMALL_SIZE,
  soundShape,
} from './rules.ts';

type KindDeps = Pick<Deps, 'media' | 'tools' | 'pictures'>;
type Stop = { signal: AbortSignal };
type Maker = (deps: KindDeps, file: PreviewedFile, path: string, stop: Stop) => Promise<Made>;

/** A strip of fewer frames says nothing. */
const FEWEST_FRAMES = 3;

export const NOTHING: Made = { facts: null, preview: null };

/** Makes the preview of a file, whose content is at `path`. */
export async function makeKind(deps: KindDeps, file: PreviewedFile, path: string, stop: Stop): Promise<Made> {
  const tool = toolFor(file);
  return tool ? await makers[tool](deps, file, path, stop).catch(nothingIfRefused(stop)) : NOTHING;
}

const nothingIfRefused =
  ({ signal }: Stop) =>
  (error: unknown): Made => {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'ImageRefused') return NOTHING;
    throw error;
  };

/** The strip below a clip, as the only item, or nothing if there are too few frames. */
export async function stripOf(frames: readonly Buffer[]): Promise<MadeFile[]> {
  if (frames.length < FEWEST_FRAMES) return [];
  const body = await encodeStrip(fillStrip(frames, CLIP_FRAMES), CLIP_FRAME_SIZE);
  return [{ field: 'stripUrl', ending: ENDINGS.frames, body }];
}

const makeMedia: Maker = async ({ media, pictures }, { mediaType, isPremium }, path, stop) => {
  const file = { path, mediaType: mediaType ?? '' };
  const found = await media?.probe(file, stop);
  if (!media || !found) return NOTHING;
  const read = describeMedia(found);
  if (read.kind === 'picture') {
    const flat = await media.readPicture(file, pictureSide(isPremium), stop);
    const made = flat && (await viewPicture(pictures, isPremium, flat, stop).catch(nothingIfRefused(stop)));
    return { facts: read, preview: made?.preview ?? null };
  }
  if (!found.video) {
    const shape = soundShape(isPremium);
    const sound = await media.makeSound(file, found, shape, stop);
    if (!sound) return { facts: read, preview: null };
    const { body, wave, loudness, peak, tempo, key } = sound;
    const facts = read.kind === 'sound' ? { ...read, tempo, key } : read;
    const levels = { peaks: wave.peaks.toString('base64'), averages: wave.averages.toString('base64') };
    const details = { kind: 'sound' as const, seconds: shortened(found.seconds, shape), loudness, peak, ...levels };
    return { facts, preview: { details, files: [{ field: 'url', ending: ENDINGS.sound, body }] } };
  }
  const shape = clipShape(isPremium);
  const clip = await media.makeClip(file, found, shape, stop);
  if (!clip) return { facts: read, preview: null };
  const seconds = shortened(found.seconds, shape);
  const { body, ...shown } = clip;
  // Frames without transparency are read from the clip, whose frames are smaller than the file's.
  const [source, video] = clip.isStacked ? [file, found.video] : [body, { ...found.video, ...shown, stream: 0 }];
  const frames = await media.readFrames(source, { ...found, video, seconds }, CLIP_FRAMES, CLIP_FRAME_SIZE, stop);
  const files = [{ field: 'url', ending: ENDINGS.clip, body }, ...(await stripOf(frames))];
  return { facts: read, preview: { details: { kind: 'clip', ...shown, rate: found.video.rate, seconds }, files } };
};

const shortened = (seconds: number | null, shape: { seconds: number }): number | null =>
  seconds === null ? null : Math.min(seconds, shape.seconds);

const viewPicture = async (
  pictures: KindDeps['pictures'],
  isPremium: boolean,
  picture: string | Uint8Array,
  stop: Stop,
): Promise<Made> => {
  const view = await pictures.readView(picture, pictureSide(isPremium), SMALL_SIZE, stop);
  const { facts, body, small, width, height } = view;
  const files = [
    { field: 'url', ending: ENDINGS.picture, body },
    { field: 'smallUrl', ending: ENDINGS.small, body: small },
  ];
  return {
    facts: { kind: 'picture', ...facts },
    preview: { details: { kind: 'picture', width, height, hasAlpha: facts.alpha }, files },
  };
};

const makePicture: Maker = ({ pictures }, { isPremium }, path, stop) => viewPicture(pictures, isPremium, path, stop);

const makeFont: Maker = async ({ pictures }, { isPremium }, path, stop) => {
  const { facts, body, small, width, height } = await pictures.readFont(path, fontSize(isPremium), SMALL_SIZE, stop);
  const files = [
    { field: 'url', ending: ENDINGS.specimen, body },
    { field: 'smallUrl', ending: ENDINGS.small, body: small },
  ];
  return { facts: { kind: 'font', ...facts }, preview: { details: { kind: 'font', width, height }, files } };
};

/** An animation that browsers can play is the asset itself, so of Premium ones, only the facts are shown. */
const makeLottie: Maker = async ({ pictures }, { isPremium }, path, stop) => {
  const { facts, body } = await pictures.readLottie(path, stop);
  const details = { kind: 'lottie' as const, frameRate: facts.frameRate, seconds: facts.seconds };
  const preview = { details, files: [{ field: 'url', ending: ENDINGS.lottie, body }] };
  return { facts: { kind: 'lottie', ...facts }, preview: isPremium ? null : preview };
};

const makeModel: Maker = async ({ pictures }, file, path, stop) => {
  const format = modelFormat(file);
  if (!format) return NOTHING;
  const view = await pictures.readModel({ path, format }, modelShape(file.isPremium), SMALL_SIZE, stop);
  if ('refused' in view) {
    const needed = view.missing.length > 0 ? ` Missing files: ${view.missing.join(', ')}.` : '';
    return { ...NOTHING, reason: modelRefusals[view.refused] + needed };
  }
  const { facts, clips, body, still, small } = view;
  const files = [
    ...(body ? [{ field: 'url', ending: ENDINGS.model, body }] : []),
    { field: 'stillUrl', ending: ENDINGS.still, body: still },
    { field: 'smallUrl', ending: ENDINGS.small, body: small },
  ];
  return { facts: { kind: 'model', ...facts }, preview: { details: { kind: 'model', clips }, files } };
};

const PDF_REASONS = {
  locked: 'This PDF needs a password, so its pages can’t be shown.',
  damaged: 'This PDF is damaged, so its pages can’t be shown.',
};

const makePdf: Maker = async ({ tools, pictures }, { isPremium }, path, stop) => {
  const pdf = await tools.readPdf?.(path, pdfShape(isPremium), stop);
  if (!pdf) return NOTHING;
  if ('refused' in pdf) return { ...NOTHING, reason: PDF_REASONS[pdf.refused] };
  const [first] = pdf.bodies;
  const small =
    (first && (await pictures.readView(first, SMALL_SIZE.width, SMALL_SIZE, stop)).small) ?? Buffer.alloc(0);
  const files = [
    ...pdf.bodies.map((body) => ({ field: 'pageUrls', ending: ENDINGS.page as string, body })),
    { field: 'smallUrl', ending: ENDINGS.small, body: small },
  ];
  return { facts: { kind: 'pdf', pages: pdf.pages }, preview: { details: { kind: 'pdf', pages: pdf.pages }, files } };
};

const ARCHIVE_REASONS = {
  locked: 'This archive needs a password, so its contents can’t be listed.',
  damaged: 'This archive is damaged, so its contents can’t be listed.',
  split: 'This is one part of a split archive, so its contents can’t be listed.',
};
const LISTED_KINDS: Readonly<Record<string, ListedKind>> = { [ZIP]: 'zip', [RAR]: 'rar', [TAR]: 'tar' };

/** Lists names, also of Premium archives, whose content is not read. */
const makeContents: Maker = async ({ tools, pictures }, { mediaType }, path, stop) => {
  const kind = LISTED_KINDS[mediaType ?? ''] ?? 'gzip';
  const listed =
    mediaType === SEVEN_ZIP ? await tools.listSevenZip?.(path, stop) : await pictures.listArchive(path, kind, stop);
  if (!listed) return NOTHING;
  if ('refused' in listed) return { ...NOTHING, reason: ARCHIVE_REASONS[listed.refused] };
  const { files, size } = listed.facts;
  return {
    facts: { kind: 'archive', files, size },
    preview: {
      details: { kind: 'archive', ...listed.facts },
      files: [{ field: 'url', ending: ENDINGS.contents, body: listed.body }],
    },
  };
};

const makeLook: Maker = async ({ pictures }, file, path, stop) => {
  const lut = await pictures.readLut(path, stop);
  if ('refused' in lut) return { ...NOTHING, reason: cubeRefusals[lut.refused] };
  const { size, dimensions, madeFor, greyDrift, banding } = lut.quality;
  const input = lutInput(file, madeFor);
  const shown = await pictures.makeLutStills(path, input.encoding, plateNames, SMALL_SIZE, stop);
  if ('refused' in shown) return { ...NOTHING, reason: cubeRefusals[shown.refused] };
  const files = [
    ...shown.stills.map((body) => ({ field: 'stillUrls', ending: ENDINGS.still, body })),
    { field: 'smallUrl', ending: ENDINGS.small, body: shown.small },
    { field: 'tableUrl', ending: ENDINGS.table, body: lut.table },
  ];
  return {
    facts: { kind: 'look', size, dimensions },
    preview: { details: { kind: 'look', ...input, greyDrift, banding }, files },
  };
};

const makers: Record<NonNullable<ReturnType<typeof toolFor>>, Maker> = {
  media: makeMedia,
  picture: makePicture,
  look: makeLook,
  font: makeFont,
  lottie: makeLottie,
  model: makeModel,
  pdf: makePdf,
  archive: makeContents,
};
