/** A ZIP that exists only while it is sent: looks like an open stored file, reads its contents from the storage as they are needed. */

import type { Storage, StoredFile } from './storage.ts';
import { FileMissing } from './storage-errors.ts';
import type { ZipLayout, ZipSource } from './zip-layout.ts';

/**
 * Opens the archive for reads by position. At most one stored file is open at a time, and nothing is kept of what was
 * read. A read throws `FileMissing` when a stored file is gone or has another size than the layout says.
 */
export function openZip(layout: ZipLayout, storage: Storage): StoredFile {
  let current: { source: ZipSource; file: StoredFile } | null = null;

  async function fileOf(source: ZipSource): Promise<StoredFile> {
    if (current?.source === source) return current.file;
    await close();
    const file = await storage.open(source.storageKey);
    current = { source, file };
    if (file.size !== source.size) {
      throw new FileMissing(`stored file ${source.storageKey} has ${file.size} bytes, ${source.size} were recorded`);
    }
    return file;
  }

  async function close(): Promise<void> {
    const file = current?.file;
    current = null;
    await file?.close();
  }

  async function readPiece(buffer: Uint8Array, position: number): Promise<number> {
    const piece = layout.pieceAt(position);
    if ('bytes' in piece) {
      const bytes = piece.bytes.subarray(0, buffer.byteLength);
      buffer.set(bytes);
      return bytes.byteLength;
    }
    const wanted = buffer.subarray(0, Math.min(buffer.byteLength, piece.length));
    const bytesRead = await (await fileOf(piece.source)).read(wanted, piece.offset);
    if (bytesRead < wanted.byteLength) throw new FileMissing(`stored file ${piece.source.storageKey} ended early`);
    return bytesRead;
  }

  return {
    size: layout.size,
    close,
    async read(buffer, position) {
      const length = Math.min(buffer.byteLength, layout.size - position);
      let filled = 0;
      while (filled < length) filled += await readPiece(buffer.subarray(filled, length), position + filled);
      return filled;
    },
  };
}
