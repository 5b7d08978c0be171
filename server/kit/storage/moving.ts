/** Combines two storage backends into one while files are migrated from the old backend to the new one. */

import type { SmallFile } from '#server/kit/storage/disk/bulk.ts';
import { FileMissing } from './errors.ts';
import type { PartialFiles, Storage, StoredEntry, StoredFile } from './storage.ts';

const LISTED_AT_ONCE = 500;

/** Writes go to `storage`. Reads try `storage` first, then `before`. Uploads started in `before` are also finished there. */
export function createMovingStorage(storage: Storage, before: Storage): Storage {
  // Falls back to the old storage if the file is not in the new one.
  async function either<T>(ask: (place: Storage) => Promise<T>): Promise<T> {
    try {
      return await ask(storage);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      return await ask(before);
    }
  }

  // The storage that has the file, or the new one if neither has it.
  async function placeOf(key: string): Promise<Storage> {
    if (await storage.stat(key)) return storage;
    return (await before.stat(key)) ? before : storage;
  }

  async function sizes(keys: readonly string[]): Promise<(number | null)[]> {
    const found = await storage.sizes(keys);
    const missing = keys.filter((_, index) => found[index] === null);
    if (missing.length === 0) return found;
    const rest = (await before.sizes(missing)).values();
    return found.map((size) => size ?? rest.next().value ?? null);
  }

  return {
    remote: storage.remote || before.remote,
    linkSeconds: storage.linkSeconds,
    partials: joinPartials(storage, before),
    put: (key, source, options) => storage.put(key, source, options),
    stat: async (key) => (await storage.stat(key)) ?? (await before.stat(key)),
    open: (key, crc32) => either((place) => place.open(key, crc32)),
    openRange: (key, start, end) => either((place) => place.openRange(key, start, end)),
    sizes,
    readSmall: (files) => readSmall(storage, before, files),
    signedLink: async (key, link) => (await placeOf(key)).signedLink(key, link),
    localPath: async (key) => (await placeOf(key)).localPath(key),
    removeAbandoned: async (time) => (await storage.removeAbandoned(time)) + (await before.removeAbandoned(time)),

    // Always null, because a front server knows only one folder, and the file might still be in the other storage.
    frontPath(key) {
      storage.frontPath(key);
      return null;
    },

    // Delete from the old storage first: after copying a file, the migration checks that the original still exists.
    async delete(key) {
      await before.delete(key);
      await storage.delete(key);
    },

    async *list() {
      yield* storage.list();
      for await (const entry of onlyIn(before, storage)) yield entry;
    },

    async ready() {
      await storage.ready();
      await before.ready();
    },
  };
}

/** Contents of small files from both storage backends, concatenated in the requested order. */
async function readSmall(storage: Storage, before: Storage, files: readonly SmallFile[]): Promise<Uint8Array> {
  const found = await storage.sizes(files.map(({ key }) => key));
  const isHere = files.map((_, index) => found[index] !== null);
  if (!isHere.includes(false)) return await storage.readSmall(files);
  const here = files.filter((_, index) => isHere[index]);
  const there = files.filter((_, index) => !isHere[index]);
  // A file that was migrated since the lookup can still be read from the old storage.
  const read = { here: await storage.readSmall(here), there: await before.readSmall(there) };
  const at = { here: 0, there: 0 };
  const parts = files.map(({ size }, index) => {
    const place = isHere[index] ? 'here' : 'there';
    at[place] += size;
    return read[place].subarray(at[place] - size, at[place]);
  });
  return Buffer.concat(parts);
}

async function* onlyIn(before: Storage, storage: Storage): AsyncGenerator<StoredEntry> {
  let batch: StoredEntry[] = [];
  const rest = async (): Promise<StoredEntry[]> => {
    const sizes = await storage.sizes(batch.map(({ key }) => key));
    return batch.filter((_, index) => sizes[index] === null);
  };
  for await (const entry of before.list()) {
    batch.push(entry);
    if (batch.length < LISTED_AT_ONCE) continue;
    yield* await rest();
    batch = [];
  }
  if (batch.length > 0) yield* await rest();
}

/** An upload stays in the storage backend where it was started. */
function joinPartials(storage: Storage, before: Storage): PartialFiles {
  async function placeOf(id: string): Promise<PartialFiles> {
    return ((await before.partials.size(id)) === null ? storage : before).partials;
  }

  return {
    begin: async (id) => (await placeOf(id)).begin(id),
    append: async (id, offset, source, onSaved) => (await placeOf(id)).append(id, offset, source, onSaved),
    size: async (id) => (await before.partials.size(id)) ?? (await storage.partials.size(id)),
    open: async (id): Promise<StoredFile> => (await placeOf(id)).open(id),
    space: () => storage.partials.space(),

    async adopt(id, key, size) {
      const place = await placeOf(id);
      try {
        await place.adopt(id, key, size);
      } catch (error) {
        // It is not an error if an earlier call has already adopted the upload in the old storage.
        if (!(error instanceof FileMissing) || (await before.stat(key))?.size !== size) throw error;
      }
    },

    async drop(id) {
      await before.partials.drop(id);
      await storage.partials.drop(id);
    },

    async list() {
      return [...(await storage.partials.list()), ...(await before.partials.list())];
    },
  };
}
