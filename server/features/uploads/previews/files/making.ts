// Makes and stores what browsers can play of a resource's files.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import type { MediaTools } from '#server/kit/media/media-tools.ts';
import { DamagedContent, FileMissing } from '#server/kit/storage/errors.ts';
import { openLocalCopies } from '#server/kit/storage/local-copies.ts';
import { deletePreviewFiles } from './deleting.ts';
import * as queries from './queries.ts';
import { clipShape, type FilePreviewDetails, PREVIEW_ENDINGS, soundShape } from './rules.ts';

export type FilePreviewDeps = Pick<Deps, 'db' | 'now' | 'bus' | 'config' | 'storage' | 'media'>;
type Stop = { signal: AbortSignal };

/** Files read from the database at a time. */
const BATCH = 20;
/** A new preview is deleted after a day unless a file has it by then, which covers a process that dies before saving it. */
const UNNAMED_KEPT_MS = 86_400_000;

/**
 * Makes the previews of a resource that are missing, for at most `maxMs`. Can be interrupted and repeated at any point, because
 * each preview is saved as soon as it is made.
 * @returns whether all are made
 * @throws the signal's abort reason, StorageFull, StorageUnavailable
 */
export async function makeFilePreviews(
  deps: FilePreviewDeps,
  resourceId: string,
  { signal, maxMs }: Stop & { maxMs: number },
): Promise<boolean> {
  const { db, bus, media } = deps;
  if (!media) return true;
  const started = performance.now();
  let isChanged = false;
  const local = await openLocalCopies(deps.storage, join(deps.config.dataDir, 'copies'), { signal });
  try {
    for (;;) {
      const files = await queries.findUnpreviewed(db, resourceId, BATCH);
      if (files.length === 0) return true;
      for (const file of files) {
        if (performance.now() - started > maxMs) return false;
        const made = await local.with(file, (path) => makeOne(media, file, path, { signal })).catch(nothingIfLost);
        // Without room for a copy, the rest is tried again later.
        if (made === null) return false;
        await keep(deps, file, made);
        isChanged = true;
      }
    }
  } finally {
    await local.close();
    if (isChanged) await bus.publish(db, 'resources', resourceId);
  }
}

type Made = { kind: 'none' } | { kind: 'clip' | 'sound'; body: Buffer; details: FilePreviewDetails };

const nothingIfLost = (error: unknown): Made => {
  if (error instanceof FileMissing || error instanceof DamagedContent) return { kind: 'none' };
  throw error;
};

const makeOne = async (
  media: MediaTools,
  { mediaType, isPremium }: queries.PreviewedFile,
  path: string,
  stop: Stop,
): Promise<Made> => {
  const file = { path, mediaType };
  const facts = await media.probe(file, stop);
  if (facts?.video) {
    const shape = clipShape(isPremium);
    const clip = await media.makeClip(file, facts, shape, stop);
    if (!clip) return { kind: 'none' };
    const { body, ...rest } = clip;
    const seconds = facts.seconds === null ? null : Math.min(facts.seconds, shape.seconds);
    return { kind: 'clip', body, details: { kind: 'clip', ...rest, rate: facts.video.rate, seconds } };
  }
  if (!facts?.audio) return { kind: 'none' };
  const shape = soundShape(isPremium);
  const sound = await media.makeSound(file, facts, shape, stop);
  if (!sound) return { kind: 'none' };
  const { body, wave, loudness, peak } = sound;
  const seconds = facts.seconds === null ? null : Math.min(facts.seconds, shape.seconds);
  const levels = { peaks: wave.peaks.toString('base64'), averages: wave.averages.toString('base64') };
  return { kind: 'sound', body, details: { kind: 'sound', seconds, loudness, peak, ...levels } };
};

const keep = async (
  { db, now, storage }: FilePreviewDeps,
  { id: fileId, isPremium }: queries.PreviewedFile,
  made: Made,
): Promise<void> => {
  let preview: queries.NewPreview = { fileId, isPremium, kind: 'none' };
  if (made.kind !== 'none') {
    const hash = createHash('sha256').update(made.body).digest('hex').slice(0, 16);
    const key = `${randomUUID()}/${hash}${PREVIEW_ENDINGS[made.kind]}`;
    await enqueue(db, deletePreviewFiles, { keys: [key] }, { runAt: new Date(now().getTime() + UNNAMED_KEPT_MS) });
    await storage.put(`t/${key}`, made.body);
    preview = { fileId, isPremium, kind: made.kind, key, size: made.body.length, details: made.details };
  }
  await db.transaction().execute(async (trx) => {
    const { earlierKey } = await queries.saveFilePreview(trx, preview);
    if (earlierKey !== null) await enqueue(trx, deletePreviewFiles, { keys: [earlierKey] });
  });
};
