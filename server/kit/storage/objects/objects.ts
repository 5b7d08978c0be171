/** A storage backend for any object storage service. Stored files are objects; uploads in progress are kept in pieces. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { checkFile } from '#server/kit/storage/checked-file.ts';
import type { SmallFile } from '#server/kit/storage/disk/bulk.ts';
import { DamagedContent, FileMissing, StoredFileTooLarge } from '#server/kit/storage/errors.ts';
import { assertStorageKey, isStorageKey } from '#server/kit/storage/key.ts';
import type { Storage, StoredContent, StoredFile } from '#server/kit/storage/storage.ts';
import { type ObjectPart, type ObjectStore, PART_BYTES } from './object-store.ts';
import { createObjectPartials } from './partials.ts';
import { openObject } from './reader.ts';

const ROOT = 'objects/';
/** Object written to prove that the bucket is writable. */
const PROOF = 'ready';
/** How long the result of this write test is reused, because /readyz asks for it every few seconds. */
const PROVEN_MS = 300_000;
const READ_AHEAD_BYTES = 1024 * 1024;
const ASKED_AT_ONCE = 32;
/** If more files than this are requested from one folder, the folder is listed instead of checking each file. */
const LISTED_FROM = 8;
/** Such a listing stops after this many names, or after LISTED_FOR_EACH names per requested file if that is more. */
const LISTED_AT_LEAST = 1000;
const LISTED_FOR_EACH = 10;

type Meter = { content(): StoredContent; add(bytes: Uint8Array): void };

/** @param options.saveEveryMs maximum time before received data is saved to the service */
export function createObjectStorage(
  store: ObjectStore,
  options: { linkSeconds?: number | null; saveEveryMs?: number } = {},
): Storage {
  let provenAt = Number.NEGATIVE_INFINITY;

  function objectOf(key: string): string {
    assertStorageKey(key);
    return ROOT + key;
  }

  async function openFile(key: string, crc32?: number): Promise<StoredFile> {
    const name = objectOf(key);
    const found = await store.find(name);
    if (!found) throw new FileMissing(`no stored file under ${key}`);
    const file = openObject(store, { name, ...found });
    return crc32 === undefined ? file : checkFile(file, crc32, `stored file ${key}`);
  }

  async function readWhole({ key, size, crc32: expected }: SmallFile): Promise<Uint8Array> {
    const name = objectOf(key);
    if (size === 0) {
      const found = await store.find(name);
      if (found?.size !== 0) throw new FileMissing(`stored file ${key} has ${found?.size ?? 'no'} bytes, not 0`);
      return new Uint8Array();
    }
    const bytes = Buffer.allocUnsafe(size);
    const file = openObject(store, { name, size });
    try {
      await file.read(bytes, 0);
      if (expected !== undefined && crc32(bytes) !== expected) {
        throw new DamagedContent(`stored file ${key} does not match its checksum`);
      }
      return bytes;
    } finally {
      await file.close();
    }
  }

  const findSize = async (key: string): Promise<number | null> => (await store.find(objectOf(key)))?.size ?? null;

  // Sizes of files in one folder by key; null for missing files. Lists the folder from the first key to the last. If there are
  // too many other files in between, the listing stops early, and the remaining keys are left out of the result.
  async function listSizes(folder: string, keys: readonly string[]): Promise<Map<string, number | null>> {
    const sorted = keys.toSorted();
    const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
    const found = new Map<string, number>();
    const most = Math.max(LISTED_AT_LEAST, keys.length * LISTED_FOR_EACH);
    let count = 0;
    let end = last;
    // Start just before the first key, because a listing excludes the name it starts from.
    for await (const { name, size } of store.list(ROOT + folder, ROOT + first.slice(0, -1))) {
      const key = name.slice(ROOT.length);
      found.set(key, size);
      count += 1;
      if (key < last && count < most) continue;
      if (key < last) end = key;
      break;
    }
    return new Map(sorted.filter((key) => key <= end).map((key) => [key, found.get(key) ?? null]));
  }

  return {
    remote: true,
    linkSeconds: options.linkSeconds ?? null,
    partials: createObjectPartials(store, { objectOf, saveEveryMs: options.saveEveryMs }),
    open: openFile,
    removeAbandoned: (before) => store.removeAbandoned(ROOT, before),
    signedLink: async (key, link) => await store.link(objectOf(key), link),
    localPath: async (key) => {
      assertStorageKey(key);
      return null;
    },
    frontPath: (key) => {
      assertStorageKey(key);
      return null;
    },

    async put(key, source, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const name = objectOf(key);
      const meter = createMeter();
      const parts = cutParts(source instanceof Uint8Array ? [source] : source, { maxBytes, meter });
      const first = await parts.next();
      const second = first.done ? first : await parts.next();
      if (first.done || second.done) await store.write(name, first.done ? new Uint8Array() : first.value);
      else await store.assemble(name, joinParts([first.value, second.value], parts));
      return meter.content();
    },

    async stat(key) {
      const found = await store.find(objectOf(key));
      return found && { size: found.size, modifiedAt: found.modifiedAt };
    },

    async sizes(keys) {
      const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1);
      for (const key of keys) assertStorageKey(key);
      const folders = [...Map.groupBy(keys, folderOf)].filter(([, inside]) => inside.length > LISTED_FROM);
      const listed = new Map<string, number | null>();
      await mapConcurrently(folders, ASKED_AT_ONCE, async ([folder, inside]) => {
        for (const [key, size] of await listSizes(folder, inside)) listed.set(key, size);
      });
      return await mapConcurrently(keys, ASKED_AT_ONCE, async (key) => {
        const size = listed.get(key);
        return size === undefined ? await findSize(key) : size;
      });
    },

    async readSmall(files) {
      for (const { key } of files) assertStorageKey(key);
      return Buffer.concat(await mapConcurrently(files, ASKED_AT_ONCE, readWhole));
    },

    async openRange(key, start, end) {
      const file = await openFile(key);
      if (start < 0 || end < start || end > file.size) {
        throw new FileMissing(`stored file ${key} has ${file.size} bytes, not ${start} to ${end}`);
      }
      return Readable.from(readThrough(file, start, end), { objectMode: false });
    },

    async delete(key) {
      await store.remove(objectOf(key));
    },

    async *list() {
      for await (const { name, size } of store.list(ROOT)) {
        const key = name.slice(ROOT.length);
        // Ignore objects that others have put in the bucket.
        if (isStorageKey(key)) yield { key, size };
      }
    },

    async ready() {
      const isProven = performance.now() - provenAt < PROVEN_MS;
      if (!isProven) await store.write(PROOF, Buffer.from('Helix stores its files here.\n'));
      if ((await store.find(PROOF)) === null) throw new FileMissing('the object that was just written is missing');
      if (!isProven) provenAt = performance.now();
    },
  };
}

async function* readThrough(file: StoredFile, start: number, end: number): AsyncGenerator<Buffer> {
  try {
    for (let at = start; at < end; at += READ_AHEAD_BYTES) {
      const bytes = Buffer.allocUnsafe(Math.min(READ_AHEAD_BYTES, end - at));
      await file.read(bytes, at);
      yield bytes;
    }
  } finally {
    await file.close();
  }
}

function createMeter(): Meter {
  const hash = createHash('sha256');
  let size = 0;
  let checksum = 0;
  return {
    add(bytes) {
      size += bytes.byteLength;
      hash.update(bytes);
      checksum = crc32(bytes, checksum);
    },
    content: () => ({ size, sha256: hash.digest('hex'), crc32: checksum }),
  };
}

/** Splits a source into parts of equal size; the last one may be shorter. */
async function* cutParts(
  source: AsyncIterable<unknown> | Iterable<Uint8Array>,
  { maxBytes, meter }: { maxBytes: number; meter: Meter },
): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let total = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    total += bytes.byteLength;
    if (total > maxBytes) throw new StoredFileTooLarge(`more than ${maxBytes} bytes`);
    meter.add(bytes);
    for (let rest = bytes; rest.byteLength > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - waitingBytes);
      rest = rest.subarray(taken.byteLength);
      waiting.push(taken);
      waitingBytes += taken.byteLength;
      if (waitingBytes < PART_BYTES) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
    }
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}

async function* joinParts(
  begun: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<ObjectPart, void> {
  for (const bytes of begun) yield { bytes };
  for await (const bytes of rest) yield { bytes };
}
