/**
 * Uploads in progress in object storage. They are stored in pieces, each saved before it is acknowledged, and joined at the end.
 */

import { crc32 } from 'node:zlib';
import { drain } from '#server/kit/db/drain.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { checkFile } from '#server/kit/storage/checked-file.ts';
import { FileMissing, InvalidStorageKey, StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { PartialFiles, StoredFile } from '#server/kit/storage/storage.ts';
import {
  chainPieces,
  cutChain,
  findTail,
  groupPieces,
  leastPartOf,
  lengthOf,
  namePiece,
  nameWriter,
  type Piece,
  readPiece,
  type UsedPiece,
} from './multipart-parts.ts';
import { LEAST_PART_BYTES, type ObjectPart, type ObjectStore } from './object-store.ts';
import { openObject } from './reader.ts';

const ROOT = 'partial/';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Size of a writer's buffer, which is also the most data that can be lost if the server is killed. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Maximum time before received data is saved, which matters on slow connections. */
const SAVE_EVERY_MS = 2000;
const AT_ONCE = 8;

/** @param options.objectOf validates a key and returns its object name */
export function createObjectPartials(
  store: ObjectStore,
  options: { objectOf(key: string): string; saveEveryMs?: number | undefined },
): PartialFiles {
  const { saveEveryMs = SAVE_EVERY_MS } = options;

  function folderOf(id: string): string {
    if (!ID.test(id)) throw new InvalidStorageKey('not an upload ID');
    return `${ROOT}${id}/`;
  }
  // An empty object that marks an upload as started, even if it has no bytes yet.
  const markOf = (id: string): string => `${folderOf(id)}begun`;

  // Lists an upload's objects. If the mark is missing, they are leftovers rather than an upload, so `chain` is null.
  async function look(id: string): Promise<{ names: string[]; pieces: Piece[]; chain: UsedPiece[] | null }> {
    const folder = folderOf(id);
    const mark = markOf(id);
    const entries = await Array.fromAsync(store.list(folder));
    const names = entries.map(({ name }) => name);
    const pieces = entries.flatMap((entry) => readPiece(folder, entry) ?? []);
    return { names, pieces, chain: names.includes(mark) ? chainPieces(pieces) : null };
  }

  const remove = async (names: readonly string[]): Promise<void> =>
    void (await mapConcurrently(names, AT_ONCE, (name) => store.remove(name)));

  const openPiece = (piece: Piece): StoredFile =>
    checkFile(openObject(store, { name: piece.name, size: piece.length }), piece.crc32, piece.name);

  // Contents of consecutive pieces, concatenated. Keep the total below a few MiB.
  async function gather(pieces: readonly UsedPiece[]): Promise<Uint8Array> {
    const read = await mapConcurrently(pieces, AT_ONCE, async (piece) => {
      const bytes = Buffer.allocUnsafe(piece.length);
      await openPiece(piece).read(bytes, 0);
      return bytes.subarray(0, piece.used);
    });
    return Buffer.concat(read);
  }

  async function savePiece(folder: string, writer: string, start: number, bytes: Uint8Array): Promise<UsedPiece> {
    const piece = { writer, start, length: bytes.byteLength, crc32: crc32(bytes) };
    const name = namePiece(folder, piece);
    await store.write(name, bytes);
    return { ...piece, name, used: piece.length };
  }

  async function* partsOf(chain: readonly UsedPiece[]): AsyncGenerator<ObjectPart> {
    for (const group of groupPieces(chain, leastPartOf(lengthOf(chain)))) {
      const [piece] = group;
      if (!piece || group.length > 1 || piece.used < LEAST_PART_BYTES) yield { bytes: await gather(group) };
      else yield { section: { name: piece.name, start: 0, end: piece.used, size: piece.length } };
    }
  }

  // Remove the mark first, so that the leftovers are not mistaken for a shorter upload if this is interrupted.
  async function drop(id: string): Promise<void> {
    const { names } = await look(id);
    const mark = markOf(id);
    if (names.includes(mark)) await store.remove(mark);
    await remove(names.filter((name) => name !== mark));
  }

  return {
    async begin(id) {
      const { names, chain } = await look(id);
      if (chain) return;
      await remove(names);
      await store.write(markOf(id), new Uint8Array());
    },

    async append(id, offset, source, onSaved) {
      const folder = folderOf(id);
      const found = await look(id);
      const length = lengthOf(found.chain ?? []);
      if (length < offset) throw new FileMissing(`upload ${id} has ${length} bytes, not ${offset}`);
      let chain = cutChain(found.chain ?? [], offset);
      const kept = new Set(chain.map(({ name }) => name));
      await remove(found.pieces.map(({ name }) => name).filter((name) => !kept.has(name)));
      if (!found.chain) await store.write(markOf(id), new Uint8Array());
      const writer = nameWriter(found.pieces, Date.now());

      return await appendFrom({ source, saveEveryMs, onSaved }, offset, async (start, bytes) => {
        chain.push(await savePiece(folder, writer, start, bytes));
        // Merge the small pieces from a slow connection; otherwise a long upload would consist of tens of thousands of pieces.
        const tail = findTail(chain, LEAST_PART_BYTES, PIECE_BYTES);
        const [first] = tail;
        if (!first) return;
        const joined = await savePiece(folder, writer, first.start, await gather(tail));
        chain = [...chain.slice(0, -tail.length), joined];
        await remove(tail.map(({ name }) => name));
      });
    },

    async size(id) {
      const { chain } = await look(id);
      return chain && lengthOf(chain);
    },

    async open(id) {
      const { chain } = await look(id);
      if (!chain) throw new FileMissing(`no upload ${id}`);
      return openChain(chain, openPiece);
    },

    async adopt(id, key, size) {
      const object = options.objectOf(key);
      // If an earlier call was interrupted after joining the pieces, the object is complete, but some pieces may already be
      // deleted.
      if ((await store.find(object))?.size === size) return await drop(id);
      const { chain } = await look(id);
      if (!chain) throw new FileMissing(`no upload ${id}`);
      const length = lengthOf(chain);
      if (length !== size) throw new FileMissing(`upload ${id} has ${length} bytes, not ${size}`);
      if (size < LEAST_PART_BYTES) await store.write(object, await gather(chain));
      else await store.assemble(object, partsOf(chain));
      const stored = await store.find(object);
      if (stored?.size !== size) {
        throw new StorageUnavailable(`${object} has ${stored?.size ?? 'no'} bytes after joining ${size}`);
      }
      await drop(id);
    },

    drop,

    async list() {
      const times = new Map<string, Date>();
      for await (const { name, modifiedAt } of store.list(ROOT)) {
        const id = name.slice(ROOT.length).split('/')[0] ?? '';
        if (ID.test(id) && modifiedAt > (times.get(id) ?? new Date(0))) times.set(id, modifiedAt);
      }
      return [...times].map(([id, modifiedAt]) => ({ id, modifiedAt }));
    },

    space: async () => null,
  };
}

/** Presents the pieces as one file. Only one piece is open at a time. */
function openChain(chain: readonly UsedPiece[], openPiece: (piece: Piece) => StoredFile): StoredFile {
  const size = lengthOf(chain);
  let current: { piece: UsedPiece; file: StoredFile } | null = null;

  async function close(): Promise<void> {
    const file = current?.file;
    current = null;
    await file?.close();
  }

  return {
    size,
    close,
    async read(buffer, position) {
      const length = Math.max(0, Math.min(buffer.byteLength, size - position));
      let filled = 0;
      while (filled < length) {
        const at = position + filled;
        const piece = chain.find(({ start, used }) => at >= start && at < start + used);
        if (!piece) throw new FileMissing(`upload has no byte ${at}`);
        if (current?.piece !== piece) {
          await close();
          current = { piece, file: openPiece(piece) };
        }
        const count = Math.min(length - filled, piece.start + piece.used - at);
        await current.file.read(buffer.subarray(filled, filled + count), at - piece.start);
        filled += count;
      }
      return length;
    },
  };
}

type Appending = {
  source: AsyncIterable<Uint8Array>;
  saveEveryMs: number;
  onSaved(length: number): Promise<void>;
};

/** Buffers the source, and writes when a piece is full, the time limit is reached, or the source ends or fails. */
async function appendFrom(
  { source, saveEveryMs, onSaved }: Appending,
  offset: number,
  write: (start: number, bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let gathered = Buffer.alloc(0);
  let filled = 0;
  let saved = offset;
  let savedAt = performance.now();

  const save = async (): Promise<void> => {
    if (filled > 0) {
      await write(saved, gathered.subarray(0, filled));
      await onSaved(saved + filled);
      saved += filled;
      filled = 0;
    }
    savedAt = performance.now();
  };
  const take = async (chunk: Uint8Array): Promise<void> => {
    for (let at = 0; at < chunk.byteLength; ) {
      if (gathered.byteLength < filled + chunk.byteLength - at && gathered.byteLength < PIECE_BYTES) {
        gathered = grow(gathered, filled + chunk.byteLength - at);
      }
      const count = Math.min(chunk.byteLength - at, gathered.byteLength - filled);
      gathered.set(chunk.subarray(at, at + count), filled);
      at += count;
      filled += count;
      if (filled === PIECE_BYTES) await save();
    }
    if (performance.now() - savedAt >= saveEveryMs) await save();
  };

  await drain(source, { take, save });
  return saved;
}

/** Doubles the buffer as needed, up to the size of a piece, so that small uploads do not need 8 MiB. */
function grow(buffer: Buffer, wanted: number): Buffer<ArrayBuffer> {
  const size = Math.min(PIECE_BYTES, Math.max(wanted, buffer.byteLength * 2, 64 * 1024));
  const larger = Buffer.allocUnsafeSlow(size);
  buffer.copy(larger);
  return larger;
}
