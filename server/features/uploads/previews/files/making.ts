// Makes and stores what browsers can show and play of a resource's files.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CLIP_FRAMES } from '#contract/resources/limits.ts';
import { plateNames } from '#contract/resources/luts.ts';
import type { Deps } from '#server/deps.ts';
import { describeMedia, musicFacts, toolFor } from '#server/features/uploads/previews/rules.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { modelFormat, RAR, SEVEN_ZIP, TAR, ZIP } from '#server/kit/media/file-kind.ts';
import { programsOf } from '#server/kit/media/file-tools.ts';
import type { ListedKind } from '#server/kit/media/image-reader.ts';
import { cubeRefusals } from '#server/kit/media/luts/cube-file.ts';
import { modelRefusals } from '#server/kit/media/models/model-refused.ts';
import { encodeStrip } from '#server/kit/media/thumbnails.ts';
import { DamagedContent, FileMissing, StorageFull } from '#server/kit/storage/errors.ts';
import { openLocalCopies } from '#server/kit/storage/local-copies.ts';
import { deletePreviewFiles } from './deleting.ts';
import { createSequences } from './frames.ts';
import * as queries from './queries.ts';
import {
  CLIP_FRAME_SIZE,
  clipShape,
  ENDINGS,
  fontSize,
  lutInput,
  type Made,
  modelShape,
  pdfShape,
  pictureSide,
  SMALL_SIZE,
  soundShape,
} from './rules.ts';

export type FilePreviewDeps = Pick<Deps, 'db' | 'now' | 'config' | 'storage' | 'media' | 'tools' | 'pictures'> & {
  bus: Pick<Deps['bus'], 'publish'>;
};
type Stop = { signal: AbortSignal };

/** Files read from the database at a time. */
const BATCH = 20;
/** A new preview is deleted after a day unless a file has it by then, which covers a process that dies before saving it. */
const UNNAMED_KEPT_MS = 86_400_000;
/** A strip of fewer frames says nothing. */
const FEWEST_FRAMES = 3;

type MakingOptions = Stop &
  Pick<queries.Wanted, 'since' | 'onlyFailed'> & {
    /** No file but the first is started after this time. */
    maxMs: number;
    /** Called after each file, with whether it has a preview now. */
    onMade?: (hasPreview: boolean) => void;
  };

/**
 * Makes the previews of a resource that are missing. Can be interrupted and repeated at any point, because each preview is saved
 * as soon as it is made.
 * @returns whether all are made
 * @throws the signal's abort reason, StorageFull, StorageUnavailable
 */
export async function makeFilePreviews(
  deps: FilePreviewDeps,
  resourceId: string,
  { signal, maxMs, onMade, ...which }: MakingOptions,
): Promise<boolean> {
  const { db, bus, now } = deps;
  const wanted = { programs: programsOf(deps), ...which };
  const started = now().getTime();
  let isChanged = false;
  let hasRoom = true;
  let after = '';
  const local = await openLocalCopies(deps.storage, join(deps.config.dataDir, 'copies'), { signal });
  const partOf = createSequences({ ...deps, local }, resourceId, wanted);
  try {
    for (;;) {
      const files = await queries.findUnpreviewed(db, resourceId, { after, limit: BATCH }, wanted);
      for (const file of files) {
        if (after !== '' && now().getTime() - started > maxMs) return false;
        const part = await partOf(file, { signal }).catch(aloneIfLost);
        if (typeof part === 'object') {
          await keep(deps, part.first, part.made, part.unpictured);
          isChanged = true;
          for (const _ of [part.first, ...part.unpictured]) onMade?.(true);
        }
        if (part === 'no room') hasRoom = false;
        const isMade = typeof part === 'object' && [part.first, ...part.unpictured].some(({ id }) => id === file.id);
        if (isMade || part === 'done' || part === 'no room') {
          after = file.path;
          continue;
        }
        const made = await local.with(file, (path) => makeOne(deps, file, path, { signal })).catch(nothingIfLost);
        if (made) {
          await keep(deps, file, made);
          isChanged = true;
          onMade?.(made.preview !== null);
        } else hasRoom = false;
        after = file.path;
      }
      if (files.length < BATCH) break;
    }
    if (!hasRoom) throw new StorageFull('There is not enough space for copies of some files.');
    return true;
  } finally {
    await local.close();
    if (isChanged) {
      await saveMusic(db, resourceId);
      await bus.publish(db, 'resources', resourceId);
    }
  }
}

/** Lets the listing filter by what was heard in the sounds. */
const saveMusic = async (db: Deps['db'], resourceId: string): Promise<void> => {
  const subject = await queries.findSounds(db, resourceId);
  if (subject) await queries.saveMusicFacts(db, resourceId, musicFacts(subject, subject.sounds));
};

const isUnread = (facts: queries.PreviewedFile['facts']): boolean => !('kind' in facts) || facts.kind === 'unreadable';

const NOTHING: Made = { facts: null, preview: null };

const nothingIfLost = (error: unknown): Made => {
  if (error instanceof FileMissing || error instanceof DamagedContent) return NOTHING;
  throw error;
};

const aloneIfLost = (error: unknown) => {
  nothingIfLost(error);
  return 'alone' as const;
};

const makeOne = async (deps: FilePreviewDeps, file: queries.PreviewedFile, path: string, stop: Stop): Promise<Made> => {
  const tool = toolFor(file);
  if (tool === 'picture') return await makePicture(deps, file.isPremium, path, stop);
  if (tool === 'look') return await makeLook(deps, file, path, stop);
  if (tool === 'font') return await makeFont(deps, file, path, stop);
  if (tool === 'lottie') return await makeLottie(deps, file, path, stop);
  if (tool === 'model') return await makeModel(deps, file, path, stop);
  if (tool === 'pdf') return await makePdf(deps, file, path, stop);
  if (tool === 'archive') return await makeContents(deps, file, path, stop);
  return tool === 'media' ? await makeMedia(deps, file, path, stop) : NOTHING;
};

const makeMedia = async (
  deps: FilePreviewDeps,
  { mediaType, isPremium }: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
  const { media } = deps;
  const file = { path, mediaType: mediaType ?? '' };
  const found = await media?.probe(file, stop);
  if (!media || !found) return NOTHING;
  const read = describeMedia(found);
  if (read.kind === 'picture') {
    const flat = await media.readPicture(file, pictureSide(isPremium), stop);
    const made = flat && (await makePicture(deps, isPremium, flat, stop));
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
  const files = [{ field: 'url', ending: ENDINGS.clip as string, body }];
  const frames = await media.readFrames(file, { ...found, seconds }, CLIP_FRAMES, CLIP_FRAME_SIZE, stop);
  if (frames.length >= FEWEST_FRAMES) {
    const all = Array.from({ length: CLIP_FRAMES }, (_, i) => frames[Math.floor((i * frames.length) / CLIP_FRAMES)]);
    const strip = await encodeStrip(all as Buffer[], CLIP_FRAME_SIZE);
    files.push({ field: 'stripUrl', ending: ENDINGS.frames, body: strip });
  }
  return { facts: read, preview: { details: { kind: 'clip', ...shown, rate: found.video.rate, seconds }, files } };
};

const shortened = (seconds: number | null, shape: { seconds: number }): number | null =>
  seconds === null ? null : Math.min(seconds, shape.seconds);

const makePicture = async (
  { pictures }: FilePreviewDeps,
  isPremium: boolean,
  picture: string | Uint8Array,
  stop: Stop,
): Promise<Made> => {
  try {
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
  } catch (error) {
    return nothingIfRefused(error, stop);
  }
};

const nothingIfRefused = (error: unknown, { signal }: Stop): Made => {
  signal.throwIfAborted();
  if (error instanceof Error && error.name === 'ImageRefused') return NOTHING;
  throw error;
};

const makeFont = async (
  { pictures }: FilePreviewDeps,
  { isPremium }: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
  try {
    const { facts, body, small, width, height } = await pictures.readFont(path, fontSize(isPremium), SMALL_SIZE, stop);
    const files = [
      { field: 'url', ending: ENDINGS.specimen, body },
      { field: 'smallUrl', ending: ENDINGS.small, body: small },
    ];
    return { facts: { kind: 'font', ...facts }, preview: { details: { kind: 'font', width, height }, files } };
  } catch (error) {
    return nothingIfRefused(error, stop);
  }
};

/** An animation that browsers can play is the asset itself, so of Premium ones, only the facts are shown. */
const makeLottie = async (
  { pictures }: FilePreviewDeps,
  { isPremium }: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
  try {
    const { facts, body } = await pictures.readLottie(path, stop);
    const details = { kind: 'lottie' as const, frameRate: facts.frameRate, seconds: facts.seconds };
    const preview = { details, files: [{ field: 'url', ending: ENDINGS.lottie, body }] };
    return { facts: { kind: 'lottie', ...facts }, preview: isPremium ? null : preview };
  } catch (error) {
    return nothingIfRefused(error, stop);
  }
};

const makeModel = async (
  { pictures }: FilePreviewDeps,
  file: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
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

const makePdf = async (
  { tools, pictures }: FilePreviewDeps,
  { isPremium }: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
  const pdf = await tools.readPdf?.(path, pdfShape(isPremium), stop);
  if (!pdf) return NOTHING;
  if ('refused' in pdf) return { ...NOTHING, reason: PDF_REASONS[pdf.refused] };
  const [first] = pdf.bodies;
  try {
    const small =
      (first && (await pictures.readView(first, SMALL_SIZE.width, SMALL_SIZE, stop)).small) ?? Buffer.alloc(0);
    const files = [
      ...pdf.bodies.map((body) => ({ field: 'pageUrls', ending: ENDINGS.page as string, body })),
      { field: 'smallUrl', ending: ENDINGS.small, body: small },
    ];
    return { facts: { kind: 'pdf', pages: pdf.pages }, preview: { details: { kind: 'pdf', pages: pdf.pages }, files } };
  } catch (error) {
    return nothingIfRefused(error, stop);
  }
};

const ARCHIVE_REASONS = {
  locked: 'This archive needs a password, so its contents can’t be listed.',
  damaged: 'This archive is damaged, so its contents can’t be listed.',
  split: 'This is one part of a split archive, so its contents can’t be listed.',
};
const LISTED_KINDS: Readonly<Record<string, ListedKind>> = { [ZIP]: 'zip', [RAR]: 'rar', [TAR]: 'tar' };

/** Lists names, also of Premium archives, whose content is not read. */
const makeContents = async (
  { tools, pictures }: FilePreviewDeps,
  { mediaType }: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
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

const makeLook = async (
  { pictures }: FilePreviewDeps,
  file: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
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

const FRAME_REASON = 'This is a frame of a sequence. Its first frame plays all of them.';

const keep = async (
  { db, now, storage }: FilePreviewDeps,
  { id: fileId, isPremium, facts }: queries.PreviewedFile,
  { facts: found, preview, reason }: Made,
  unpictured: readonly { id: string }[] = [],
): Promise<void> => {
  const stored = (preview?.files ?? []).map(({ field, ending, body }) => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    return { field, body, key: `${randomUUID()}/${hash}${ending}` };
  });
  const keys = stored.map(({ key }) => key);
  if (keys.length > 0)
    await enqueue(db, deletePreviewFiles, { keys }, { runAt: new Date(now().getTime() + UNNAMED_KEPT_MS) });
  for (const { key, body } of stored) await storage.put(`t/${key}`, body);
  const absent = { clip: { stripUrl: null }, model: { url: null } };
  const { kind = 'none' } = preview?.details ?? {};
  const urls: Record<string, string | string[] | null> = kind === 'clip' || kind === 'model' ? { ...absent[kind] } : {};
  for (const { field, key } of stored) {
    const earlier = urls[field];
    urls[field] = !field.endsWith('Urls') ? key : Array.isArray(earlier) ? [...earlier, key] : [key];
  }
  await db.transaction().execute(async (trx) => {
    const unshown = await queries.saveFilePreview(trx, {
      fileId,
      isPremium,
      kind,
      keys,
      size: stored.reduce((sum, { body }) => sum + body.length, 0),
      details: { ...preview?.details, ...urls, ...(reason !== undefined && { reason }) },
      madeAt: now(),
    });
    if (unpictured.length > 0)
      unshown.push(
        ...(await queries.saveUnpreviewed(
          trx,
          unpictured.map(({ id }) => id),
          { isPremium, reason: FRAME_REASON, madeAt: now() },
        )),
      );
    if (found && (isUnread(facts) || 'tempo' in found)) await queries.saveFileFacts(trx, fileId, found);
    if (unshown.length > 0) await enqueue(trx, deletePreviewFiles, { keys: unshown });
  });
};
