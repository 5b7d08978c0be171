/**
 * ZIP records byte by byte (APPNOTE.TXT 6.3.10): uncompressed entries with known size and CRC, and ZIP64 only if a number
 * requires it.
 */

export type ZipRecord = {
  name: Buffer;
  /** Bytes. */
  size: number;
  /** CRC-32 of the content, unsigned. */
  crc32: number;
  /** Seconds since 1970, UTC. */
  modifiedAt: number;
};

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const MADE_ON_UNIX = 3 << 8;
const NAME_IS_UTF8 = 1 << 11;
const REGULAR_FILE_0644 = 0o100644;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const TIME_EXTRA_BYTES = 9;
const TIME_EXTRA = 0x5455;
const ZIP64_EXTRA = 0x0001;
const END_BYTES = 22;
const END64_BYTES = 56;
const LOCATOR_BYTES = 20;

/** Length in bytes of the local record, which precedes a file's content. */
export function localLength(file: ZipRecord): number {
  return LOCAL_BYTES + file.name.length + TIME_EXTRA_BYTES + (isLarge(file) ? 20 : 0);
}

/** Length in bytes of a file's record in the central directory. `offset` is where its local record starts. */
export function centralLength(file: ZipRecord, offset: number): number {
  return CENTRAL_BYTES + file.name.length + TIME_EXTRA_BYTES + zip64Numbers(file, offset).length;
}

/** Builds the local record, which precedes a file's content. */
export function localRecord(file: ZipRecord): Buffer {
  const record = Buffer.alloc(localLength(file));
  record.writeUInt32LE(0x04034b50, 0);
  let at = writeShared(record, 4, file, isLarge(file));
  at = writeNumber16(record, at, file.name.length);
  at = writeNumber16(record, at, record.length - LOCAL_BYTES - file.name.length);
  at += file.name.copy(record, at);
  at = writeTime(record, at, file);
  if (isLarge(file)) writeZip64(record, at, [file.size, file.size]);
  return record;
}

/** Builds a file's record in the central directory. */
export function centralRecord(file: ZipRecord, offset: number): Buffer {
  const zip64 = zip64Numbers(file, offset);
  const record = Buffer.alloc(centralLength(file, offset));
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 4);
  const at = writeShared(record, 6, file, zip64.length > 0);
  writeNumber16(record, at, file.name.length);
  writeNumber16(record, at + 2, record.length - CENTRAL_BYTES - file.name.length);
  record.writeUInt32LE((REGULAR_FILE_0644 << 16) >>> 0, 38);
  record.writeUInt32LE(Math.min(offset, MAX_32), 42);
  file.name.copy(record, CENTRAL_BYTES);
  const end = writeTime(record, CENTRAL_BYTES + file.name.length, file);
  if (zip64.length > 0) writeZip64(record, end, zip64.numbers);
  return record;
}

/** Builds the end record: the position of the central directory and the number of files. */
export function endRecord(directory: { count: number; start: number; size: number }): Buffer {
  const { count, start, size } = directory;
  const needsZip64 = count >= MAX_16 || start >= MAX_32 || size >= MAX_32;
  const record = Buffer.alloc((needsZip64 ? END64_BYTES + LOCATOR_BYTES : 0) + END_BYTES);
  let at = 0;
  if (needsZip64) {
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(BigInt(END64_BYTES - 12), 4);
    record.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12);
    record.writeUInt16LE(VERSION_ZIP64, 14);
    for (const [index, value] of [count, count, size, start].entries()) {
      record.writeBigUInt64LE(BigInt(value), 24 + 8 * index);
    }
    record.writeUInt32LE(0x07064b50, END64_BYTES);
    record.writeBigUInt64LE(BigInt(start + size), END64_BYTES + 8);
    record.writeUInt32LE(1, END64_BYTES + 16);
    at = END64_BYTES + LOCATOR_BYTES;
  }
  record.writeUInt32LE(0x06054b50, at);
  record.writeUInt16LE(Math.min(count, MAX_16), at + 8);
  record.writeUInt16LE(Math.min(count, MAX_16), at + 10);
  record.writeUInt32LE(Math.min(size, MAX_32), at + 12);
  record.writeUInt32LE(Math.min(start, MAX_32), at + 16);
  return record;
}

const isLarge = (file: ZipRecord): boolean => file.size >= MAX_32;

/** Numbers that do not fit into 32 bits, in the order that the format requires, and the length of the ZIP64 field. */
function zip64Numbers(file: ZipRecord, offset: number): { numbers: number[]; length: number } {
  const numbers = [...(isLarge(file) ? [file.size, file.size] : []), ...(offset >= MAX_32 ? [offset] : [])];
  return { numbers, length: numbers.length === 0 ? 0 : 4 + 8 * numbers.length };
}

/** Writes the fields that a file's two records share, from "version needed" to the size. Returns the end position. */
function writeShared(record: Buffer, start: number, file: ZipRecord, needsZip64: boolean): number {
  const { date, time } = dosTime(file.modifiedAt);
  let at = writeNumber16(record, start, needsZip64 ? VERSION_ZIP64 : VERSION);
  at = writeNumber16(record, at, NAME_IS_UTF8);
  at = writeNumber16(record, at, 0);
  at = writeNumber16(record, at, time);
  at = writeNumber16(record, at, date);
  at = record.writeUInt32LE(file.crc32, at);
  at = record.writeUInt32LE(Math.min(file.size, MAX_32), at);
  return record.writeUInt32LE(Math.min(file.size, MAX_32), at);
}

const writeNumber16 = (record: Buffer, at: number, value: number): number => record.writeUInt16LE(value, at);

/** Writes the extended timestamp, the only time in a ZIP with a defined time zone. */
function writeTime(record: Buffer, start: number, file: ZipRecord): number {
  let at = writeNumber16(record, start, TIME_EXTRA);
  at = writeNumber16(record, at, TIME_EXTRA_BYTES - 4);
  at = record.writeUInt8(1, at);
  return record.writeUInt32LE(file.modifiedAt, at);
}

function writeZip64(record: Buffer, start: number, numbers: number[]): void {
  let at = writeNumber16(record, start, ZIP64_EXTRA);
  at = writeNumber16(record, at, 8 * numbers.length);
  for (const value of numbers) at = record.writeBigUInt64LE(BigInt(value), at);
}

/** The legacy DOS date and time, which start in 1980 and have no time zone; UTC is used here. */
function dosTime(seconds: number): { date: number; time: number } {
  const moment = new Date(Math.max(seconds, Date.UTC(1980, 0, 1) / 1000) * 1000);
  return {
    date: ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  };
}
