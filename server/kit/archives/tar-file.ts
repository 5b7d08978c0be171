/** Lists tar archives, plain or packed with gzip. Content is skipped. Runs in a child process: see media/image-reader.ts. */

import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type ArchiveContents, type ArchiveRefusal, createContents } from './contents.ts';

type Limits = { timeMs: number; entries: number };

const BLOCK = 512;
/** Longest path that an extended header can give. */
const MOST_HEADER_BYTES = 64 * 1024;
const LIMITS: Limits = { timeMs: 20_000, entries: 100_000 };

type Source = {
  /** The next bytes; fewer only at the end. */
  take(count: number): Promise<Buffer>;
  /** @returns how many bytes were there to skip */
  skip(count: number, until: number): Promise<number>;
  /** Whether it broke off. */
  hasFailed(): boolean;
};

/** @param options.isPacked whether gzip packed it */
export async function listTar(
  path: string,
  { isPacked, limits = LIMITS }: { isPacked: boolean; limits?: Limits },
): Promise<ArchiveContents | { refused: ArchiveRefusal }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await walk(isPacked ? packedSource(path) : fileSource(file, size), size, limits);
  } finally {
    await file.close();
  }
}

const fileSource = (file: FileHandle, size: number): Source => {
  let at = 0;
  return {
    async take(count) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(count), 0, count, at);
      at += bytesRead;
      return buffer.subarray(0, bytesRead);
    },
    async skip(count) {
      const there = Math.max(0, Math.min(count, size - at));
      at += there;
      return there;
    },
    hasFailed: () => false,
  };
};

const packedSource = (path: string): Source => {
  const gunzip = createGunzip();
  createReadStream(path)
    .on('error', (error) => gunzip.destroy(error))
    .pipe(gunzip);
  const chunks = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  let isOver = false;
  let hasFailed = false;
  const fill = async (): Promise<void> => {
    // What was unpacked before an error counts.
    const next = await chunks.next().catch(() => {
      hasFailed = true;
      return { done: true, value: undefined };
    });
    isOver = next.done === true;
    rest = next.value ? Buffer.concat([rest, next.value as Buffer]) : rest;
  };
  return {
    async take(count) {
      while (rest.length < count && !isOver) await fill();
      const taken = rest.subarray(0, count);
      rest = rest.subarray(taken.length);
      return taken;
    },
    async skip(count, until) {
      let left = count;
      for (;;) {
        const there = Math.min(left, rest.length);
        rest = rest.subarray(there);
        left -= there;
        if (left === 0 || isOver || performance.now() > until) return count - left;
        await fill();
      }
    },
    hasFailed: () => hasFailed,
  };
};

const walk = async (
  source: Source,
  packedBytes: number,
  limits: Limits,
): Promise<ArchiveContents | { refused: ArchiveRefusal }> => {
  const contents = createContents();
  const until = performance.now() + limits.timeMs;
  // What extended headers say about the next entry.
  let ahead: { path?: string; size?: number } = {};
  let [isCut, isDamaged] = [false, false];
  for (;;) {
    if (performance.now() > until || contents.count() >= limits.entries) {
      isCut = true;
      break;
    }
    const block = await source.take(BLOCK);
    // Some writers leave out the empty blocks at the end.
    if (block.length === 0 || isEmpty(block)) break;
    const header = block.length === BLOCK ? readHeader(block) : null;
    if (!header) {
      isDamaged = true;
      break;
    }
    const padded = Math.ceil(header.size / BLOCK) * BLOCK;
    if ('xgLK'.includes(header.type)) {
      const taken = await source.take(Math.min(padded, MOST_HEADER_BYTES));
      if (header.type === 'L') ahead.path = textOf(taken.subarray(0, header.size));
      if (header.type === 'x') ahead = { ...ahead, ...readExtended(taken.subarray(0, header.size)) };
      isDamaged = taken.length < padded && (await source.skip(padded - taken.length, until)) < padded - taken.length;
    } else {
      const size = ahead.size ?? header.size;
      const isLink = header.type === '1' || header.type === '2';
      contents.add(ahead.path ?? header.path, { size, isFolder: header.type === '5', isLink });
      ahead = {};
      const room = isLink || header.type === '5' ? 0 : Math.ceil(size / BLOCK) * BLOCK;
      isDamaged = (await source.skip(room, until)) < room;
    }
    if (isDamaged) {
      isCut = performance.now() > until;
      isDamaged = !isCut;
      break;
    }
  }
  isDamaged ||= source.hasFailed();
  if (contents.count() === 0 && isDamaged) return { refused: 'damaged' };
  return contents.end({ isCut, isDamaged, isLocked: false, packedBytes });
};

const isEmpty = (block: Buffer): boolean => block.every((byte) => byte === 0);

const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;
const SPACE = 0x20;

/** Null if the checksum is wrong, so that it's not a header. */
function readHeader(block: Buffer): { path: string; size: number; type: string } | null {
  let sum = CHECKSUM_BYTES * SPACE;
  for (const [at, byte] of block.entries()) if (at < CHECKSUM_AT || at >= CHECKSUM_AT + CHECKSUM_BYTES) sum += byte;
  if (numberIn(block, CHECKSUM_AT, CHECKSUM_BYTES) !== sum) return null;
  const size = numberIn(block, 124, 12);
  if (!Number.isSafeInteger(size) || size < 0) return null;
  const prefix = block.toString('latin1', 257, 262) === 'ustar' ? textOf(block.subarray(345, 500)) : '';
  const isGnu = block.toString('latin1', 257, 265) === 'ustar  \0';
  const name = textOf(block.subarray(0, 100));
  return {
    path: prefix && !isGnu ? `${prefix}/${name}` : name,
    size,
    type: String.fromCharCode(block[156] ?? 0),
  };
}

/** A number in octal digits, or in base 256 if its first bit is set. */
function numberIn(block: Buffer, at: number, length: number): number {
  const field = block.subarray(at, at + length);
  if (((field[0] ?? 0) & 0x80) !== 0) return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
  const digits = /^[ \0]*([0-7]*)/.exec(field.toString('latin1'))?.[1];
  return digits ? Number.parseInt(digits, 8) : 0;
}

/** Text up to the first zero byte: UTF-8, or else Latin-1. */
function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return pathOf(end === -1 ? bytes : bytes.subarray(0, end));
}

/** A path in UTF-8, or in Latin-1 if it's not that. */
export function pathOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Records of the form `27 path=folder/a file.txt\n`, where the number counts the bytes of the record. */
function readExtended(bytes: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const [, digits = ''] = /^(\d{1,6}) /.exec(bytes.toString('latin1', at, at + 7)) ?? [];
    const length = Number(digits);
    if (length <= digits.length + 1) break;
    const record = bytes.subarray(at + digits.length + 1, at + length - 1);
    const equals = record.indexOf('=');
    const name = record.toString('latin1', 0, equals);
    const value = record.subarray(equals + 1);
    if (name === 'path') found.path = pathOf(value);
    if (name === 'size' && /^\d{1,15}$/.test(value.toString('latin1'))) found.size = Number(value.toString('latin1'));
    at += length;
  }
  return found;
}
