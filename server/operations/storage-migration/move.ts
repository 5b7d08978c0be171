// What one move is given, and how the files of a storage are gone through.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Storage, StoredEntry } from '#server/kit/storage/storage.ts';
import type { StorageRoute } from './copying.ts';
import { isProbe } from './places.ts';

/**
 * How far it is: files that are there, and bytes that are there or were sent, of those that were counted where they come from;
 * `sentBytes` are those that this run has sent.
 */
export type Progress = { files: number; bytes: number; allFiles: number; allBytes: number; sentBytes: number };

export type Move = {
  db: Kysely<DB>;
  now(): Date;
  route: StorageRoute;
  /** Names both ends. */
  name: string;
  /** Files on their way at once; each takes up to 50 MiB of memory. */
  atOnce: number;
  onProgress(progress: Progress): void;
  /** Whether the site neither reads nor writes where the files come from any more: then the other end says what there is. */
  siteHasLeft: boolean;
  /** Ends the run: nothing is written or removed any more once it is aborted, but what is under way. */
  signal?: AbortSignal;
  /** Waits before a file is tried again that a storage failed with, in milliseconds; 1, 5 and 15 s without it. */
  pausesMs?: readonly number[];
};

export const BATCH_FILES = 500;

export function keysOf(entries: readonly { key: string }[]): string[] {
  return entries.map(({ key }) => key);
}

/** All files of a storage; what a run that was killed left of its own is none. */
export async function* filesOf(storage: Storage): AsyncGenerator<StoredEntry> {
  for await (const entry of storage.list()) if (!isProbe(entry.key)) yield entry;
}

export async function* inBatches(list: AsyncIterable<StoredEntry>): AsyncGenerator<StoredEntry[]> {
  let batch: StoredEntry[] = [];
  for await (const entry of list) {
    batch.push(entry);
    if (batch.length < BATCH_FILES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Bytes under each key of a storage; null for none. */
export async function sizesIn(
  storage: Storage,
  entries: readonly { key: string }[],
): Promise<Map<string, number | null>> {
  const sizes = await storage.sizes(keysOf(entries));
  return new Map(entries.map(({ key }, index) => [key, sizes[index] ?? null]));
}
