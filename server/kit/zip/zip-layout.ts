/**
 * Computes the position of every byte in a ZIP of known files before any file is read: exact length, entity tag, any byte
 * range.
 */

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { distinctNames, zipPathOf } from './zip-names.ts';
import { centralLength, centralRecord, endRecord, localLength, localRecord, type ZipRecord } from './zip-records.ts';

/** Where the archive takes a file's content from. */
export type ZipContent = {
  storageKey: string;
  /** Bytes. */
  size: number;
  /** CRC-32 of the content, unsigned. */
  crc32: number;
};

/** A stored file to include in the archive. */
export interface ZipSource extends ZipContent {
  /** The path as written by its owner; sanitised here. */
  path: string;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
  createdAt: Date;
}

/** Content at a position of the archive: bytes of a record, or an offset within a file. */
type ZipPiece = { bytes: Buffer } | { content: ZipContent; offset: number };

/** Takes about 200 bytes per file, so that the layout of a large resource can be cached between requests. */
export type ZipLayout = {
  /** Size of the whole archive in bytes. */
  size: number;
  /** Strong: any change of name, content or time changes the tag, and the same files always give the same bytes. */
  etag: string;
  contents: readonly ZipContent[];
  /** The piece that starts at a position below `size`. */
  pieceAt(position: number): ZipPiece;
};

/**
 * Changed whenever the same files would produce different bytes, so that old partial downloads are not continued with new
 * bytes.
 */
const FORMAT = 'zip 1';
const ETAG_DIGITS = 32;
const MAX_SECONDS = 0xffffffff;

/** Files processed before other work gets its turn: 70,000 would block the process for half a second. */
const FILES_A_TURN = 1000;

async function inTurns<T>(items: readonly T[], act: (item: T, index: number) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    act(item, index);
    if (index % FILES_A_TURN === FILES_A_TURN - 1) await setImmediate();
  }
}

/** Lays out the archive, ordered by path regardless of the order of the files. */
export async function createZipLayout(files: readonly ZipSource[]): Promise<ZipLayout> {
  const sources = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const contents = sources.map(({ storageKey, size, crc32 }) => ({ storageKey, size, crc32 }));
  const { recordAt, etag } = await keepRecords(sources);
  const localStarts = new Float64Array(sources.length);
  const centralStarts = new Float64Array(sources.length);
  let at = 0;
  await inTurns(contents, (_, index) => {
    const record = recordAt(index);
    localStarts[index] = at;
    at += localLength(record) + record.size;
  });
  const directoryStart = at;
  await inTurns(contents, (_, index) => {
    centralStarts[index] = at;
    at += centralLength(recordAt(index), localStarts[index] ?? 0);
  });
  const endStart = at;
  const end = endRecord({ count: sources.length, start: directoryStart, size: endStart - directoryStart });
  const size = endStart + end.length;

  return {
    size,
    etag,
    contents,
    pieceAt(position) {
      if (position < 0 || position >= size) throw new RangeError(`no byte ${position} in an archive of ${size}`);
      if (position >= endStart) return { bytes: end.subarray(position - endStart) };
      const starts = position < directoryStart ? localStarts : centralStarts;
      const index = lastAtOrBefore(starts, position);
      const [content, start] = [contents[index], starts[index]];
      if (!content || start === undefined) throw new RangeError(`no entry at byte ${position}`);
      const record = recordAt(index);
      if (starts === centralStarts) {
        return { bytes: centralRecord(record, localStarts[index] ?? 0).subarray(position - start) };
      }
      const offset = position - start - localLength(record);
      return offset < 0 ? { bytes: localRecord(record).subarray(position - start) } : { content, offset };
    },
  };
}

/** Stores the record data compactly instead of one object per file: names in one buffer, numbers in arrays. */
async function keepRecords(
  sources: readonly ZipSource[],
): Promise<{ recordAt: (index: number) => ZipRecord; etag: string }> {
  const wanted: string[] = [];
  await inTurns(sources, ({ path }) => wanted.push(zipPathOf(path)));
  const paths = distinctNames(wanted);
  const names = Buffer.alloc(paths.reduce((sum, path) => sum + Buffer.byteLength(path), 0));
  const nameEnds = new Uint32Array(sources.length);
  const sizes = new Float64Array(sources.length);
  const sums = new Uint32Array(sources.length);
  const times = new Uint32Array(sources.length);
  const hash = createHash('sha256').update(FORMAT);
  let nameEnd = 0;
  await inTurns(sources, ({ size, crc32, sha256, createdAt }, index) => {
    const path = paths[index] ?? '';
    const seconds = Math.min(Math.max(0, Math.floor(createdAt.getTime() / 1000)), MAX_SECONDS);
    nameEnd += names.write(path, nameEnd);
    nameEnds[index] = nameEnd;
    sizes[index] = size;
    sums[index] = crc32;
    times[index] = seconds;
    hash.update(JSON.stringify([path, size, crc32, seconds, sha256]));
  });
  return {
    etag: `"${hash.digest('hex').slice(0, ETAG_DIGITS)}"`,
    recordAt: (index) => ({
      name: names.subarray(nameEnds[index - 1] ?? 0, nameEnds[index]),
      size: sizes[index] ?? 0,
      crc32: sums[index] ?? 0,
      modifiedAt: times[index] ?? 0,
    }),
  };
}

/** Index of the last start at or before the position. Empty files share their start with the next file, so the last one wins. */
function lastAtOrBefore(starts: Float64Array, position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
