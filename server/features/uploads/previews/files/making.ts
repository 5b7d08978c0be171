// Makes and stores what browsers can show and play of a resource's files.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Deps } from '#server/deps.ts';
import { musicFacts } from '#server/features/uploads/previews/rules.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { programsOf } from '#server/kit/media/file-tools.ts';
import { DamagedContent, FileMissing, StorageFull } from '#server/kit/storage/errors.ts';
import { openLocalCopies } from '#server/kit/storage/local-copies.ts';
import { deletePreviewFiles } from './deleting.ts';
import { createSequences } from './frames.ts';
import { makeKind, NOTHING } from './kinds.ts';
import * as queries from './queries.ts';
import type { Made } from './rules.ts';

export type FilePreviewDeps = Pick<Deps, 'db' | 'now' | 'config' | 'storage' | 'media' | 'tools' | 'pictures'> & {
  bus: Pick<Deps['bus'], 'publish'>;
};
type Stop = { signal: AbortSignal };

/** Files read from the database at a time. */
const BATCH = 20;
/** A new preview is deleted after a day unless a file has it by then, which covers a process that dies before saving it. */
const UNNAMED_KEPT_MS = 86_400_000;

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
        const made = await local.with(file, (path) => makeKind(deps, file, path, { signal })).catch(nothingIfLost);
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

const nothingIfLost = (error: unknown): Made => {
  if (error instanceof FileMissing || error instanceof DamagedContent) return NOTHING;
  throw error;
};

const aloneIfLost = (error: unknown) => {
  nothingIfLost(error);
  return 'alone' as const;
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
