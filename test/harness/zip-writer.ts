// Writes ZIP archives of any kind, including archives that no normal program creates.
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string | Buffer;
  body?: string | Buffer;
  /** Whether the body is compressed. */
  deflate?: boolean;
  flags?: number;
  /** The system on which the archive claims to have been created (3 is Unix), and the file mode on that system. */
  madeOn?: number;
  mode?: number;
  /** Values for the central directory that differ from the real values. */
  lies?: { packed?: number; unpacked?: number; offset?: number; zip64?: Buffer };
};

export function writeZip(entries: readonly ZipEntry[], end: { count?: number; comment?: string } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const body = Buffer.from(entry.body ?? '');
    const packed = entry.deflate ? deflateRawSync(body) : body;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeCommon(local, 4, entry, { packed: packed.length, unpacked: body.length, sum: crc32(body) }, name.length);
    const { zip64 = Buffer.alloc(0), ...lies } = entry.lies ?? {};
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(((entry.madeOn ?? 0) << 8) | 20, 4);
    const sizes = { packed: lies.packed ?? packed.length, unpacked: lies.unpacked ?? body.length, sum: crc32(body) };
    writeCommon(central, 6, entry, sizes, name.length);
    central.writeUInt16LE(zip64.length, 30);
    central.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 38);
    central.writeUInt32LE(lies.offset ?? offset, 42);
    parts.push(local, name, packed);
    directory.push(central, name, zip64);
    offset += local.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const comment = Buffer.from(end.comment ?? '');
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE((end.count ?? entries.length) & 0xffff, 8);
  last.writeUInt16LE((end.count ?? entries.length) & 0xffff, 10);
  last.writeUInt32LE(listed.length, 12);
  last.writeUInt32LE(offset, 16);
  last.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, listed, last, comment]);
}

const writeCommon = (
  header: Buffer,
  at: number,
  entry: ZipEntry,
  { packed, unpacked, sum }: { packed: number; unpacked: number; sum: number },
  nameLength: number,
): void => {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(entry.flags ?? 0x800, at + 2);
  header.writeUInt16LE(entry.deflate ? 8 : 0, at + 4);
  header.writeUInt32LE(sum, at + 10);
  header.writeUInt32LE(packed, at + 14);
  header.writeUInt32LE(unpacked, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
};
