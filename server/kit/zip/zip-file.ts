/** A ZIP generated on the fly. It behaves like an opened stored file and reads its contents from storage as needed. */

import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Storage, StoredFile } from '#server/kit/storage/storage.ts';
import type { ZipContent, ZipLayout } from './zip-layout.ts';

/** Files up to this size are read whole, together with their neighbours. */
const SMALL_BYTES = 64 * 1024;
/** The same limit for remote storage. It is higher, because each read is a network request. */
const REMOTE_SMALL_BYTES = 1024 * 1024;

/**
 * Maximum number of files per batch. It is limited so that other requests can run between batches: on a slow disk, reading a
 * small file can take as long as reading the start of a large one.
 */
const FILES_A_TURN = 200;

/** Adjacent small files in the requested range, each with its position in the buffer. */
type Batch = { content: ZipContent; at: number }[];
/** Requested parts of large files. */
type Parts = { content: ZipContent; offset: number; wanted: Uint8Array }[];

/**
 * Opens the archive for random-access reads. Only one stored file is open at a time, and nothing is cached. A read throws
 * `FileMissing` if a stored file is missing or its size differs from the layout, and `DamagedContent` if content read over a
 * network is corrupt.
 */
export function openZip(layout: ZipLayout, storage: Storage): StoredFile {
  const smallBytes = storage.remote ? REMOTE_SMALL_BYTES : SMALL_BYTES;
  let current: { content: ZipContent; file: StoredFile } | null = null;

  async function fileOf(content: ZipContent): Promise<StoredFile> {
    if (current?.content === content) return current.file;
    await close();
    const file = await storage.open(content.storageKey, content.crc32);
    current = { content, file };
    if (file.size !== content.size) {
      throw new FileMissing(`stored file ${content.storageKey} has ${file.size} bytes, not ${content.size}`);
    }
    return file;
  }

  async function close(): Promise<void> {
    const file = current?.file;
    current = null;
    await file?.close();
  }

  async function readParts(parts: Parts): Promise<void> {
    for (const { content, offset, wanted } of parts) {
      const bytesRead = await (await fileOf(content)).read(wanted, offset);
      if (bytesRead < wanted.byteLength) throw new FileMissing(`stored file ${content.storageKey} ended early`);
    }
  }

  // Reads many small files in batches, because opening them one by one would take far longer than reading their bytes.
  async function readBatch(batch: Batch, buffer: Uint8Array): Promise<void> {
    for (let start = 0; start < batch.length; start += FILES_A_TURN) {
      const some = batch.slice(start, start + FILES_A_TURN);
      const bytes = await storage.readSmall(
        some.map(({ content: { storageKey: key, size, crc32 } }) => ({ key, size, crc32 })),
      );
      let from = 0;
      for (const { content, at } of some) {
        buffer.set(bytes.subarray(from, from + content.size), at);
        from += content.size;
      }
    }
  }

  return {
    size: layout.size,
    close,
    async read(buffer, position) {
      const length = Math.min(buffer.byteLength, layout.size - position);
      const batch: Batch = [];
      const parts: Parts = [];
      let filled = 0;
      while (filled < length) {
        const left = length - filled;
        const piece = layout.pieceAt(position + filled);
        if ('bytes' in piece) {
          const bytes = piece.bytes.subarray(0, left);
          buffer.set(bytes, filled);
          filled += bytes.byteLength;
          continue;
        }
        const { content, offset } = piece;
        const count = Math.min(left, content.size - offset);
        if (count === content.size && count <= smallBytes) batch.push({ content, at: filled });
        else parts.push({ content, offset, wanted: buffer.subarray(filled, filled + count) });
        filled += count;
      }
      await Promise.all([readBatch(batch, buffer), readParts(parts)]);
      return length;
    },
  };
}
