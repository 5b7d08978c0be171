// Parameters of a migration, and iteration over the files of a storage.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Storage, StoredEntry } from '#server/kit/storage/storage.ts';
import type { StorageRoute } from './copying.ts';
import { isProbe } from './places.ts';

/**
 * Progress: files and bytes that are in the new storage or were sent, and the totals counted in the old storage; `sentBytes`
 * are those sent by this run.
 */
export type Progress = { files: number; bytes: number; allFiles: number; allBytes: number; sentBytes: number };

export type Move = {
  db: Kysely<DB>;
  now(): Date;
  route: StorageRoute;
  /** Identifies the pair of storages. */
  name: string;
  /** Concurrent files; each takes up to 50 MiB of memory. */
  atOnce: number;
  onProgress(progress: Progress): void;
  /** Whether the site no longer uses the old storage: then the new one is authoritative. */
  siteHasLeft: boolean;
  /** Stops the run: once aborted, nothing more is written or removed except for what is in progress. */
  signal?: AbortSignal;
  /** Pauses in milliseconds before a file is retried after a storage error; 1, 5 and 15 s by default. */
  pausesMs?: readonly number[];
};

export const BATCH_FILES = 500;

export function keysOf(entries: readonly { key: string }[]): string[] {
  return entries.map(({ key }) => key);
}

/** All files of a storage, without the probes of killed runs. */
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

/** Size of each key in a storage; null if missing. */
export async function sizesIn(
  storage: Storage,
  entries: readonly { key: string }[],
): Promise<Map<string, number | null>> {
  const sizes = await storage.sizes(keysOf(entries));
  return new Map(entries.map(({ key }, index) => [key, sizes[index] ?? null]));
}
