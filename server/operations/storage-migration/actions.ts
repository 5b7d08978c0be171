// Migrates all files from one storage backend to another while the site is running; see decision 0017.
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { StorageUnavailable, StoredFileTooLarge } from '#server/kit/storage/errors.ts';
import type { StoredEntry } from '#server/kit/storage/storage.ts';
import { type CopyResult, DamagedFile, moveFile, type StorageRoute } from './copying.ts';
import { BATCH_FILES, filesOf, inBatches, keysOf, type Move, sizesIn } from './move.ts';
import { requireTwoPlaces } from './places.ts';
import * as queries from './queries.ts';
import { deleteStrandedFiles, findDeleted } from './removing.ts';

/** A file that was not migrated, described so that administrators can identify it. */
export type MoveFailure = { key: string; path: string | null; reason: string };

export type MoveOutcome = {
  /** Number and total bytes of the old storage's files that are now also in the new storage. */
  files: number;
  bytes: number;
  /** How many of these files this run has migrated. */
  moved: number;
  damaged: MoveFailure[];
  /** Files that are larger than the new storage accepts. */
  tooLarge: MoveFailure[];
  /** Files that are in the database but in neither storage. */
  lost: MoveFailure[];
  /** Number of uploads in progress in the old storage. */
  arriving: number;
  /** Whether the last pass found nothing more to migrate. */
  isSettled: boolean;
};

/** Whether everything has been migrated and nothing more will arrive, so that the old storage is no longer needed. */
export function isWhole({ arriving, damaged, tooLarge, isSettled }: MoveOutcome): boolean {
  return arriving === 0 && damaged.length === 0 && tooLarge.length === 0 && isSettled;
}

const PAUSES_MS = [1000, 5000, 15_000];
/** Maximum number of passes over new files. The next run migrates the rest. */
const MOST_PASSES = 10;

/**
 * Migrates all files, and repeats this until a pass finds nothing new. Removes nothing from the old storage. Can be stopped at
 * any time: the next run knows which files have been migrated and verified.
 * @throws SamePlace, the last storage error, StorageFull, the abort reason of `move.signal`
 */
export async function moveAll(move: Move): Promise<MoveOutcome> {
  const { route, db, name } = move;
  const seen: Seen = { refused: new Map(), deleted: new Set() };
  let moved = 0;
  let sentBytes = 0;
  await requireTwoPlaces(route);
  let counted = await countFiles(route);
  for (let pass = 1; ; pass += 1) {
    const { fresh, files, bytes, sent } = await passOver(move, { ...counted, sentBytes, looksThere: pass === 1 }, seen);
    moved += fresh;
    sentBytes += sent;
    if (fresh === 0 || pass === MOST_PASSES) {
      const arriving = (await route.from.partials.list()).length;
      await deleteStrandedFiles(db, name, route);
      const lost = await findLost(db, name, route);
      const refusedFor = (isTooLarge: boolean): MoveFailure[] =>
        [...seen.refused.values()].filter((each) => each.isTooLarge === isTooLarge).map(({ trouble }) => trouble);
      const troubles = { damaged: refusedFor(false), tooLarge: refusedFor(true), lost };
      return { files, bytes, moved, ...troubles, arriving, isSettled: fresh === 0 };
    }
    counted = await countFiles(route);
  }
}

/** Files that later passes of this run skip: those that failed, by key, and those that were deleted. */
type Seen = { refused: Map<string, { trouble: MoveFailure; isTooLarge: boolean }>; deleted: Set<string> };

const countFiles = async ({ from }: StorageRoute): Promise<{ files: number; bytes: number }> => {
  const counted = { files: 0, bytes: 0 };
  for await (const { size } of filesOf(from)) {
    counted.files += 1;
    counted.bytes += size;
  }
  return counted;
};

const passOver = async (
  move: Move,
  counted: { files: number; bytes: number; sentBytes: number; looksThere: boolean },
  { refused, deleted }: Seen,
): Promise<{ fresh: number; files: number; bytes: number; sent: number }> => {
  const { db, name, route, signal } = move;
  const done = { fresh: 0, files: 0, bytes: 0, sent: 0 };
  // Bytes of files that were already in the new storage.
  let kept = 0;
  const tell = () => {
    const allBytes = Math.max(counted.bytes, done.bytes);
    move.onProgress({
      files: done.files,
      bytes: Math.min(allBytes, kept + done.sent),
      allFiles: Math.max(counted.files, done.files),
      allBytes,
      sentBytes: counted.sentBytes + done.sent,
    });
  };
  const count = ({ size }: StoredEntry, wasSent: boolean) => {
    done.files += 1;
    done.bytes += size;
    if (!wasSent) kept += size;
    tell();
  };
  for await (const batch of inBatches(filesOf(route.from))) {
    const moved = await queries.findMoved(db, name, keysOf(batch));
    // A row only records that a file was in the new storage at some point. Once per run, check whether the file is still there.
    const there = counted.looksThere ? await sizesIn(route.to, batch) : null;
    if (there && move.siteHasLeft) for (const key of await findDeleted(db, moved, there)) deleted.add(key);
    const wanted = batch.filter(({ key }) => !refused.has(key) && !deleted.has(key));
    const left = wanted.filter(({ key, size }) => {
      const known = moved.get(key);
      return known?.size !== size || (there !== null && there.get(key) !== known.sizeThere);
    });
    for (const entry of wanted) if (!left.includes(entry)) count(entry, false);
    if (left.length === 0) continue;
    const known = await queries.findKnownContents(db, keysOf(left));
    const sizes = there ?? (await sizesIn(route.to, left));
    await queries.noteBegun(db, name, left, move.now());
    await mapConcurrently(left, move.atOnce, async (entry) => {
      const { key, size } = entry;
      const content = known.get(key);
      try {
        const verdict = await persist(move.pausesMs ?? PAUSES_MS, (attempt) => {
          signal?.throwIfAborted();
          return moveFile(route, entry, {
            known: content,
            sizeThere: sizes.get(key) ?? null,
            sizeBrought: moved.get(key)?.sizeThere ?? null,
            isAgain: attempt > 0,
            isNamed: async () => (await queries.findKnownContents(db, [key])).has(key),
            onBytes(bytes) {
              signal?.throwIfAborted();
              done.sent += bytes;
              tell();
            },
          });
        });
        if (verdict.state === 'gone') return;
        await queries.noteMoved(db, name, { key, size, sizeThere: verdict.sizeThere, now: move.now() });
        if (verdict.state === 'moved') done.fresh += 1;
        count(entry, verdict.state === 'moved');
      } catch (error) {
        const isTooLarge = error instanceof StoredFileTooLarge;
        if (!isTooLarge && !(error instanceof DamagedFile)) throw error;
        const reason = isTooLarge ? `its ${size} bytes exceed the limit of the new storage` : error.message;
        refused.set(key, { trouble: troubleOf(key, content, reason), isTooLarge });
      }
    });
  }
  return done;
};

/**
 * Retries after a pause if a storage backend is unavailable. Retries once if a file is damaged, since it may have been corrupted
 * in transit.
 */
const persist = async (
  pausesMs: readonly number[],
  run: (attempt: number) => Promise<CopyResult>,
): Promise<CopyResult> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run(attempt);
    } catch (error) {
      const wait = pausesMs[attempt];
      const isPassing = error instanceof StorageUnavailable || (error instanceof DamagedFile && attempt === 0);
      if (!isPassing || wait === undefined) throw error;
      if (error instanceof StorageUnavailable) await pause(wait);
    }
  }
};

/**
 * Finds files that are in neither storage. The new storage is checked even for files that were never migrated, because the site
 * may have stored them there directly.
 */
const findLost = async (db: Kysely<DB>, name: string, { from, to }: StorageRoute): Promise<MoveFailure[]> => {
  const lost: MoveFailure[] = [];
  let behind = '';
  for (;;) {
    const rows = await queries.findUnmoved(db, name, { behind, limit: BATCH_FILES });
    const last = rows.at(-1);
    if (!last) return lost;
    behind = last.key;
    const sizes = await to.sizes(keysOf(rows));
    for (const [index, row] of rows.entries()) {
      if (sizes[index] === row.size || (await from.stat(row.key))) continue;
      lost.push(troubleOf(row.key, row, 'it is in neither storage'));
    }
  }
};

const troubleOf = (key: string, content: queries.KnownContent | undefined, reason: string): MoveFailure => ({
  key,
  path: content ? `${content.title}: ${content.path}` : null,
  reason,
});
