// RAR archives for tests, stored without compression, in the formats of RAR 5 and of RAR 4.
import { crc32 } from 'node:zlib';

export type RarEntry = {
  /** A folder if it ends with a slash. */
  name: string;
  body?: string | Buffer;
  /** The size in the header, if it's not that of the body. */
  size?: number;
  isLocked?: boolean;
  /** Whether the file continues in the next part of a split archive. */
  isSplit?: boolean;
};
type Options = { format?: 4 | 5; isEnded?: boolean; isSplit?: boolean };

export function writeRar(entries: readonly RarEntry[], { format = 5, isEnded = true, isSplit = false }: Options = {}) {
  const { start, file, end } = formats[format];
  return Buffer.concat([start(isSplit), ...entries.flatMap(file), ...(isEnded ? [end(isSplit)] : [])]);
}

/** An archive whose names need a password. */
export function writeSealedRar({ format = 5 }: Pick<Options, 'format'> = {}): Buffer {
  const sealed = Buffer.alloc(64, 'sealed');
  if (format === 4) return Buffer.concat([SIGNATURE_4, block4(0x73, 0x80, Buffer.alloc(6)), sealed]);
  const key = [number(0), number(0), Buffer.from([15]), Buffer.alloc(16, 'salt')];
  return Buffer.concat([SIGNATURE_5, block5([4, 0], key), sealed]);
}

const SIGNATURE_4 = Buffer.from('Rar!\x1a\x07\0', 'latin1');
const SIGNATURE_5 = Buffer.from('Rar!\x1a\x07\x01\0', 'latin1');

/** A number in groups of seven bits, the lowest first. */
const number = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value % 2 ** 32);
  return bytes;
};

const block5 = (numbers: readonly number[], fields: readonly Buffer[]): Buffer => {
  const header = Buffer.concat([...numbers.map(number), ...fields]);
  const sized = Buffer.concat([number(header.length), header]);
  return Buffer.concat([uint32(crc32(sized)), sized]);
};

const block4 = (type: number, flags: number, fields: Buffer): Buffer => {
  const header = Buffer.alloc(7);
  header[2] = type;
  header.writeUInt16LE(flags, 3);
  header.writeUInt16LE(7 + fields.length, 5);
  const block = Buffer.concat([header, fields]);
  block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff);
  return block;
};

type Format = { start(isSplit: boolean): Buffer; file(entry: RarEntry): Buffer[]; end(isSplit: boolean): Buffer };

const format5: Format = {
  start: (isSplit) => Buffer.concat([SIGNATURE_5, block5([1, 0, isSplit ? 1 : 0], [])]),
  file({ name, body = '', size, isLocked = false, isSplit = false }) {
    const [bytes, path] = [Buffer.from(body), Buffer.from(name.replace(/\/$/, ''))];
    const [isFolder, unpacked] = [name.endsWith('/'), size ?? bytes.length];
    const key = Buffer.concat([...[1, 0, 0].map(number), Buffer.from([15]), Buffer.alloc(32, 'salt')]);
    const extra = isLocked ? Buffer.concat([number(key.length), key]) : Buffer.alloc(0);
    const flags = 2 + (isLocked ? 1 : 0) + (isSplit ? 0x10 : 0);
    const numbers = [2, flags, ...(isLocked ? [extra.length] : []), bytes.length, isFolder ? 1 : 4, unpacked, 0o644];
    const checksum = isFolder ? [] : [uint32(crc32(bytes))];
    return [block5(numbers, [...checksum, number(0), number(1), number(path.length), path, extra]), bytes];
  },
  end: (isSplit) => block5([5, 0, isSplit ? 1 : 0], []),
};

const format4: Format = {
  start: (isSplit) => Buffer.concat([SIGNATURE_4, block4(0x73, isSplit ? 1 : 0, Buffer.alloc(6))]),
  file({ name, body = '', size, isLocked = false, isSplit = false }) {
    const [bytes, path] = [Buffer.from(body), Buffer.from(name.replace(/\/$/, ''))];
    const [isFolder, unpacked] = [name.endsWith('/'), size ?? bytes.length];
    // With sizes of 64 bits and names in UTF-8.
    const flags = 0x8300 + (isFolder ? 0xe0 : 0) + (isLocked ? 4 : 0) + (isSplit ? 2 : 0);
    const fields = Buffer.concat([
      uint32(bytes.length),
      uint32(unpacked),
      Buffer.from([3]),
      uint32(crc32(bytes)),
      uint32(0),
      Buffer.from([29, 0x30, path.length & 0xff, path.length >> 8]),
      uint32(isFolder ? 0o40755 : 0o100644),
      uint32(0),
      uint32(Math.floor(unpacked / 2 ** 32)),
      path,
    ]);
    return [block4(0x74, flags, fields), bytes];
  },
  end: (isSplit) => block4(0x7b, 0x4000 + (isSplit ? 1 : 0), Buffer.alloc(0)),
};

const formats: Record<4 | 5, Format> = { 4: format4, 5: format5 };
