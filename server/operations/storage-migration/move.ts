// Parameters of a migration, and iteration over a storage backend's files.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Storage, StoredEntry } from '#server/kit/storage/storage.ts';
import type { StorageRoute } from './copying.ts';
import { isProbe } from './places.ts';

/**
 * Progress: files and bytes that are in the new storage or have been sent, and the totals counted in the old storage. `sentBytes`
 * is the number of bytes that this run has sent.
 */
export type Progress = { files: number; bytes: number; allFiles: number; allBytes: number; sentBytes: number };

export type Move = {
  db: Kysely<DB>;
  now(): Date;
  route: StorageRoute;
  /** Identifies the pair of storage backends in the database. */
  name: string;
  /** Number of files migrated concurrently; each takes up to 50 MiB of memory. */
  atOnce: number;
  onProgress(progress: Progress): void;
  /** Whether the site no longer uses the old storage, which makes the new one authoritative. */
  siteHasLeft: boolean;
  /** Stops the run: after an abort, operations already in progress finish, but nothing else is written or removed. */
  signal?: AbortSignal;
  /** Pauses in milliseconds before each retry after a storage error; 1, 5 and 15 s by default. */
  pausesMs?: readonly number[];
};

export const BATCH_FILES = 500;

export function keysOf(entries: readonly { key: string }[]): string[] {
  return entries.map(({ key }) => key);
}

/** All files in a storage backend, except probe files left by killed runs. */
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

/** Size of each file in a storage backend by key; null if the file is missing. */
export async function sizesIn(
  storage: Storage,
  entries: readonly { key: string }[],
): Promise<Map<string, number | null>> {
  const sizes = await storage.sizes(keysOf(entries));
  return new Map(entries.map(({ key }, index) => [key, sizes[index] ?? null]));
}
