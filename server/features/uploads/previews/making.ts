// Creates and stores everything derived from a resource's files: facts, label, thumbnail and strip.
import { join } from 'node:path';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { openLocalCopies } from '#server/kit/storage/local-copies.ts';
import { noteOf } from './choosing.ts';
import { drawDocument, drawPreviews } from './drawing.ts';
import { requestFilePreviews } from './files/jobs.ts';
import { deletePreviewPictures, storeStrip, storeThumbnail } from './pictures.ts';
import * as queries from './queries.ts';
import { type PreviewReadDeps, readFiles } from './reading.ts';
import { labelOf, MAX_PROBED_FILES, type PreviewSubject, resourceFacts, toolFor } from './rules.ts';

export type MakingDeps = Pick<Deps, 'db' | 'now' | 'bus' | 'config' | 'storage' | 'pictures' | 'media' | 'tools'>;

const UNREADABLE = { code: 'unreadable', sentence: 'This file could not be read. It may be damaged.' };
/** Fonts and PDFs that are tried for a poster. */
const TRIES = 4;
const FULL = 'The server ran out of space for previews.';

/**
 * Reads the files, then draws and stores the previews. Can be interrupted and repeated at any point: facts already read are kept,
 * and pictures that no resource shows are removed a day later.
 * @throws the signal's abort reason
 */
export async function makePreviewsOf(deps: MakingDeps, id: string, stop: { signal: AbortSignal }): Promise<void> {
  const { db } = deps;
  const subject = await queries.findPreviewSubject(db, id);
  if (!subject) return;
  await queries.setPreviewState(db, id, 'MAKING');
  const version = await queries.findPreviewVersion(db, id);
  const rows = (await queries.findMedia(db, id, MAX_PROBED_FILES + 1)).filter((row) => toolFor(row) !== null);
  const looked = rows.slice(0, MAX_PROBED_FILES);
  const local = await openLocalCopies(deps.storage, join(deps.config.dataDir, 'copies'), stop);
  const { files, left, readable, drawn } = await look({ ...deps, local }, id, subject, looked, stop).finally(
    local.close,
  );
  const note = noteOf({
    noTools: !deps.media && looked.some((row) => toolFor(row) === 'media'),
    unreadable: files.filter(({ facts }) => facts.kind === 'unreadable').map(({ path }) => path),
    unread: left,
    left: rows.length - looked.length,
  });
  const stored = await store(deps, subject.hasChosen ? { ...drawn, poster: null } : drawn);
  const hasAny = drawn.poster !== null || drawn.strip !== null;
  await keep(deps, id, version, {
    facts: resourceFacts(subject, readable),
    label: labelOf(subject, readable, await queries.countEndings(db, id)),
    ...stored,
    state: looked.length === 0 && !hasAny ? 'NONE' : hasAny && !stored.isFull ? 'READY' : 'FAILED',
    note: stored.isFull ? FULL : note,
  });
}

/** Reads the files and draws the previews. Facts are saved before anything is drawn. */
const look = async (
  deps: MakingDeps & PreviewReadDeps,
  id: string,
  subject: PreviewSubject,
  rows: readonly queries.MediaRow[],
  stop: { signal: AbortSignal },
) => {
  const read = await readFiles(deps, rows, stop);
  await queries.saveFacts(deps.db, read.fresh, UNREADABLE);
  const readable = read.files.filter(({ facts }) => facts.kind !== 'unreadable');
  const drawn = await drawPreviews(deps, subject, readable, stop);
  if (rows.length === 0) drawn.poster = await drawDocument(deps, await queries.findDocuments(deps.db, id, TRIES), stop);
  return { ...read, readable, drawn };
};

/** Stores the previews. Full storage is not an error, because a resource without pictures can still be reviewed and found. */
const store = async (deps: MakingDeps, { poster, strip }: Awaited<ReturnType<typeof drawPreviews>>) => {
  try {
    const thumbnail = poster && (await storeThumbnail(deps, poster));
    const key = strip && (await storeStrip(deps, strip.body));
    return { thumbnail, strip: strip && key ? { key, kind: strip.kind } : null, isFull: false };
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    return { thumbnail: null, strip: null, isFull: true };
  }
};

const keep = ({ db, bus }: MakingDeps, id: string, version: string, made: queries.Previews): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await queries.savePreviews(trx, id, version, made);
    if (before) await requestFilePreviews(trx, id);
    const unshown = before
      ? [before.hasChosen ? made.thumbnail?.key : before.thumbnailKey, before.stripKey]
      : [made.thumbnail?.key, made.strip?.key];
    for (const key of unshown) if (key) await enqueue(trx, deletePreviewPictures, { key });
    if (before?.status === 'APPROVED') await bus.publish(trx, 'resources', id);
  });
