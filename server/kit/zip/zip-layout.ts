/**
 * Computes the position of every byte in a ZIP before any file is read. This gives the exact length and the ETag, and allows
 * serving any byte range.
 */

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { distinctNames, zipPathOf } from './zip-names.ts';
import { centralLength, centralRecord, endRecord, localLength, localRecord, type ZipRecord } from './zip-records.ts';

/** The stored file from which an entry's content is read. */
export type ZipContent = {
  storageKey: string;
  /** Bytes. */
  size: number;
  /** CRC-32 of the content, unsigned. */
  crc32: number;
};

/** A stored file to include in the archive. */
export interface ZipSource extends ZipContent {
  /** The path as given by the uploader; it is sanitised here. */
  path: string;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
  createdAt: Date;
}

/** The piece at a position in the archive: a record's bytes, or a file's content from an offset. */
type ZipPiece = { bytes: Buffer } | { content: ZipContent; offset: number };

/**
 * The layout of an archive. It takes about 200 bytes per file, so even a large resource's layout can be cached between requests.
 */
export type ZipLayout = {
  /** Size of the whole archive in bytes. */
  size: number;
  /** Strong ETag, which changes if any name, content or time changes. The same files always result in the same bytes. */
  etag: string;
  contents: readonly ZipContent[];
  /** Returns the piece that starts at a position below `size`. */
  pieceAt(position: number): ZipPiece;
};

/**
 * Change this whenever the same files would produce different bytes, so that partial downloads of the old format are not resumed
 * with the new one.
 */
const FORMAT = 'zip 1';
const ETAG_DIGITS = 32;
const MAX_SECONDS = 0xffffffff;

/** Number of files processed before other work can run. Processing 70,000 without a pause would block for half a second. */
const FILES_A_TURN = 1000;

async function inTurns<T>(items: readonly T[], act: (item: T, index: number) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    act(item, index);
    if (index % FILES_A_TURN === FILES_A_TURN - 1) await setImmediate();
  }
}

/** Lays out the archive. The files are sorted by path, whatever order they are given in. */
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

/** Stores the names in one buffer and the numbers in arrays, which takes less memory than one object per file. */
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

/** Index of the last start that is at or before the position. */
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
