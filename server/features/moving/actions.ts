// Brings all files from one storage to another while the site runs; see decision 0017.
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { mapAtOnce } from '../../kit/at-once.ts';
import type { StoredEntry } from '../../kit/storage.ts';
import { StorageUnavailable } from '../../kit/storage-errors.ts';
import { DamagedFile, moveFile, type Route, type Verdict } from './copying.ts';
import * as queries from './queries.ts';

/**
 * How far it is: files that are there, and bytes that are there or were sent, of those that were counted where they come from;
 * `sentBytes` are those that this run has sent.
 */
export type Progress = { files: number; bytes: number; allFiles: number; allBytes: number; sentBytes: number };
/** A file that was not brought over, as an administrator finds it. */
export type Trouble = { key: string; path: string | null; reason: string };

export type MoveOutcome = {
  /** Files and bytes that are at the other end now, of those that were found. */
  files: number;
  bytes: number;
  /** Of these, brought over by this run. */
  moved: number;
  damaged: Trouble[];
  /** Named by the database, and at neither end. */
  lost: Trouble[];
  /** Uploads on their way to the storage of before. */
  arriving: number;
  /** Whether the last pass found nothing more to bring over. */
  isSettled: boolean;
};

/** Whether all that is to be brought over is there, and nothing more will come: only then is the storage of before not needed. */
export const isWhole = ({ arriving, damaged, isSettled }: MoveOutcome): boolean =>
  arriving === 0 && damaged.length === 0 && isSettled;

export type Move = {
  db: Kysely<DB>;
  now(): Date;
  route: Route;
  /** Names both ends. */
  name: string;
  /** Files on their way at once; each takes up to 50 MiB of memory. */
  atOnce: number;
  onProgress(progress: Progress): void;
  /** Waits before a file is tried again that a storage failed with, in milliseconds; 1, 5 and 15 s without it. */
  pausesMs?: readonly number[];
};

const BATCH_FILES = 500;
const PAUSES_MS = [1000, 5000, 15_000];
/** Passes over what comes meanwhile; then it is for the next run. */
const MOST_PASSES = 10;

/**
 * Goes over all files until a pass finds nothing new. Nothing is removed where they come from. May be ended at any time: what
 * was brought over and compared is known to the next run.
 * @throws what a storage threw at last, StorageFull
 */
export const moveAll = async (move: Move): Promise<MoveOutcome> => {
  const { route, db, name } = move;
  const damaged = new Map<string, Trouble>();
  let moved = 0;
  let sentBytes = 0;
  let counted = await countFiles(route);
  for (let pass = 1; ; pass += 1) {
    const { fresh, files, bytes, sent } = await passOver(
      move,
      { ...counted, sentBytes, looksThere: pass === 1 },
      damaged,
    );
    moved += fresh;
    sentBytes += sent;
    if (fresh === 0 || pass === MOST_PASSES) {
      const arriving = (await route.from.partials.list()).length;
      await removeStranded(db, name, route);
      const lost = await findLost(db, name, route);
      return { files, bytes, moved, damaged: [...damaged.values()], lost, arriving, isSettled: fresh === 0 };
    }
    counted = await countFiles(route);
  }
};

const countFiles = async ({ from }: Route): Promise<{ files: number; bytes: number }> => {
  const counted = { files: 0, bytes: 0 };
  for await (const { size } of from.list()) {
    counted.files += 1;
    counted.bytes += size;
  }
  return counted;
};

const passOver = async (
  move: Move,
  counted: { files: number; bytes: number; sentBytes: number; looksThere: boolean },
  damaged: Map<string, Trouble>,
): Promise<{ fresh: number; files: number; bytes: number; sent: number }> => {
  const { db, name, route } = move;
  const done = { fresh: 0, files: 0, bytes: 0, sent: 0 };
  /** Of files that were there before. */
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
  for await (const batch of inBatches(route.from.list())) {
    const moved = await queries.findMoved(db, name, keysOf(batch));
    // A row says what was there once: whether it still is, is asked once in a run.
    const there = counted.looksThere ? await sizesThere(route, batch) : null;
    const left = batch.filter(({ key, size }) => {
      if (damaged.has(key)) return false;
      const known = moved.get(key);
      return known?.size !== size || (there !== null && there.get(key) !== known.sizeThere);
    });
    for (const entry of batch) if (!left.includes(entry) && !damaged.has(entry.key)) count(entry, false);
    if (left.length === 0) continue;
    const known = await queries.findKnownContents(db, keysOf(left));
    const sizes = there ?? (await sizesThere(route, left));
    await queries.noteBegun(db, name, left, move.now());
    await mapAtOnce(left, move.atOnce, async (entry) => {
      const content = known.get(entry.key);
      try {
        const verdict = await persist(move.pausesMs ?? PAUSES_MS, () =>
          moveFile(route, entry, {
            known: content,
            sizeThere: sizes.get(entry.key) ?? null,
            onBytes(bytes) {
              done.sent += bytes;
              tell();
            },
          }),
        );
        if (verdict.state === 'gone') return;
        const { key, size } = entry;
        await queries.noteMoved(db, name, { key, size, sizeThere: verdict.sizeThere, now: move.now() });
        if (verdict.state === 'moved') done.fresh += 1;
        count(entry, verdict.state === 'moved');
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        damaged.set(entry.key, troubleOf(entry.key, content, error.message));
      }
    });
  }
  return done;
};

/** Bytes under each key at the other end; null for none. */
const sizesThere = async ({ to }: Route, entries: readonly StoredEntry[]): Promise<Map<string, number | null>> => {
  const sizes = await to.sizes(keysOf(entries));
  return new Map(entries.map(({ key }, index) => [key, sizes[index] ?? null]));
};

/** Again after a pause, as long as a storage is away; a damaged file once more, since a line may have damaged it. */
const persist = async (pausesMs: readonly number[], run: () => Promise<Verdict>): Promise<Verdict> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const wait = pausesMs[attempt];
      const isPassing = error instanceof StorageUnavailable || (error instanceof DamagedFile && attempt === 0);
      if (!isPassing || wait === undefined) throw error;
      if (error instanceof StorageUnavailable) await pause(wait);
    }
  }
};

/**
 * Removes what a run that was killed had just put at the other end, and what was removed where it came from before anybody
 * looked there again. Only files of uploads, whose keys nobody uses twice: a picture may have been made anew meanwhile.
 */
const removeStranded = async (db: Kysely<DB>, name: string, { from, to }: Route): Promise<void> => {
  let behind = '';
  for (;;) {
    const keys = await queries.findBegun(db, name, { behind, limit: BATCH_FILES });
    const last = keys.at(-1);
    if (last === undefined) return;
    behind = last;
    const [here, there, named] = [
      await from.sizes(keys),
      await to.sizes(keys),
      await queries.findKnownContents(db, keys),
    ];
    for (const [index, key] of keys.entries()) {
      const isStranded = here[index] === null && typeof there[index] === 'number' && !named.has(key);
      if (isStranded && key.startsWith('r/')) await to.delete(key);
    }
  }
};

/** Files of resources that were not brought over are at the other end all the same when the site stored them there. */
const findLost = async (db: Kysely<DB>, name: string, { from, to }: Route): Promise<Trouble[]> => {
  const lost: Trouble[] = [];
  let behind = '';
  for (;;) {
    const rows = await queries.findUnmoved(db, name, { behind, limit: BATCH_FILES });
    const last = rows.at(-1);
    if (!last) return lost;
    behind = last.key;
    const sizes = await to.sizes(keysOf(rows));
    for (const [index, row] of rows.entries()) {
      if (sizes[index] === row.size || (await from.stat(row.key))) continue;
      lost.push(troubleOf(row.key, row, 'it is in neither of the two storages'));
    }
  }
};

const troubleOf = (key: string, content: queries.KnownContent | undefined, reason: string): Trouble => ({
  key,
  path: content ? `${content.title}: ${content.path}` : null,
  reason,
});

/**
 * Removes what was brought over where it came from, each file only while its other copy is there in its size.
 * @returns how many were removed, and how many are left
 */
export const deleteMoved = async ({ db, route, name, atOnce }: Move): Promise<{ removed: number; left: number }> => {
  const outcome = { removed: 0, left: 0 };
  for await (const batch of inBatches(route.from.list())) {
    const moved = await queries.findMoved(db, name, keysOf(batch));
    const sizes = await route.to.sizes(keysOf(batch));
    await mapAtOnce([...batch.entries()], atOnce, async ([index, { key, size }]) => {
      const known = moved.get(key);
      if (known?.size === size && known.sizeThere === sizes[index]) {
        await route.from.delete(key);
        outcome.removed += 1;
      } else outcome.left += 1;
    });
  }
  if (outcome.left === 0) await queries.forgetMoved(db, name);
  return outcome;
};

const keysOf = (entries: readonly { key: string }[]): string[] => entries.map(({ key }) => key);

async function* inBatches(list: AsyncIterable<StoredEntry>): AsyncGenerator<StoredEntry[]> {
  let batch: StoredEntry[] = [];
  for await (const entry of list) {
    batch.push(entry);
    if (batch.length < BATCH_FILES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
