/** Where every byte of a ZIP of known files lies, before any of them is read: exact length, entity tag, any byte range. */

import { createHash } from 'node:crypto';
import { zipNames } from './zip-names.ts';
import { centralLength, centralRecord, endRecord, localLength, localRecord, type ZipRecord } from './zip-records.ts';

/** A stored file that goes into the archive. */
export interface ZipSource {
  /** The path as its owner wrote it; made safe here. */
  path: string;
  /** Bytes. */
  size: number;
  /** CRC-32 of the content, unsigned. */
  crc32: number;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
  storageKey: string;
  createdAt: Date;
}

/** What lies at a byte of the archive: bytes of a record, or a place in a file's content, up to its end. */
type ZipPiece = { bytes: Buffer } | { source: ZipSource; offset: number; length: number };

export interface ZipLayout {
  /** Bytes of the whole archive. */
  size: number;
  /** Strong: another name, content or time gives another tag, and the same files always the same bytes. */
  etag: string;
  sources: readonly ZipSource[];
  /** The piece that begins at a byte before `size`. */
  pieceAt(position: number): ZipPiece;
}

/** Changed whenever the same files would give other bytes than before, so that no old part is continued by a new one. */
const FORMAT = 'zip 1';
const ETAG_DIGITS = 32;
const MAX_SECONDS = 0xffffffff;

/** Lays out the archive. The order is by path, whatever order the files come in. */
export function createZipLayout(files: readonly ZipSource[]): ZipLayout {
  const sources = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const records = recordsOf(sources);
  const localStarts = new Float64Array(sources.length);
  const centralStarts = new Float64Array(sources.length);
  let at = 0;
  for (const [index, record] of records.entries()) {
    localStarts[index] = at;
    at += localLength(record) + record.size;
  }
  const directoryStart = at;
  for (const [index, record] of records.entries()) {
    centralStarts[index] = at;
    at += centralLength(record, localStarts[index] ?? 0);
  }
  const endStart = at;
  const end = endRecord({ count: sources.length, start: directoryStart, size: endStart - directoryStart });
  const size = endStart + end.length;

  return {
    size,
    etag: etagOf(sources, records),
    sources,
    pieceAt(position) {
      if (position < 0 || position >= size) throw new RangeError(`no byte ${position} in an archive of ${size}`);
      if (position >= endStart) return { bytes: end.subarray(position - endStart) };
      const starts = position < directoryStart ? localStarts : centralStarts;
      const index = lastAtOrBefore(starts, position);
      const [record, source, start] = [records[index], sources[index], starts[index]];
      if (!record || !source || start === undefined) throw new RangeError(`no entry at byte ${position}`);
      if (starts === centralStarts) {
        return { bytes: centralRecord(record, localStarts[index] ?? 0).subarray(position - start) };
      }
      const offset = position - start - localLength(record);
      if (offset < 0) return { bytes: localRecord(record).subarray(position - start) };
      return { source, offset, length: record.size - offset };
    },
  };
}

function recordsOf(sources: readonly ZipSource[]): ZipRecord[] {
  const names = zipNames(sources.map((source) => source.path));
  return sources.map((source, index) => ({
    name: Buffer.from(names[index] ?? ''),
    size: source.size,
    crc32: source.crc32,
    modifiedAt: Math.min(Math.max(0, Math.floor(source.createdAt.getTime() / 1000)), MAX_SECONDS),
  }));
}

function etagOf(sources: readonly ZipSource[], records: readonly ZipRecord[]): string {
  const hash = createHash('sha256').update(FORMAT);
  for (const [index, { name, size, crc32, modifiedAt }] of records.entries()) {
    hash.update(JSON.stringify([name.toString(), size, crc32, modifiedAt, sources[index]?.sha256]));
  }
  return `"${hash.digest('hex').slice(0, ETAG_DIGITS)}"`;
}

/** Index of the last start that is not behind the position. An empty file's end is its successor's start: the last wins. */
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
