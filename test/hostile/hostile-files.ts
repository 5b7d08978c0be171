// Generates every kind of hostile file in the list. Tests send them as users' pictures and as uploaded files.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { writeZip } from '#test/harness/zip-writer.ts';

const text = (...lines: string[]): Buffer => Buffer.from(lines.join('\n'), 'latin1');
const svg = (inner: string, head = ''): Buffer =>
  text(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inner}</svg>`,
  );
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A valid 1-bit PNG full of zeros, which is tiny until it is decoded. */
const flatPng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
};

const small = sharp({ create: { width: 20, height: 20, channels: 3, background: '#38c' } });
const png = () => small.clone().png().toBuffer();

/** A small PNG with an extra chunk of the given length after its header. */
export async function pngWith(type: string, bytes: number): Promise<Buffer> {
  const whole = await png();
  const afterHeader = SIGNATURE.length + 25;
  return Buffer.concat([whole.subarray(0, afterHeader), chunk(type, randomBytes(bytes)), whole.subarray(afterHeader)]);
}

const gifFrames = (count: number): Buffer => {
  const frame = Buffer.from('2c000000000100010000024c0100', 'hex');
  const head = Buffer.concat([text('GIF89a'), Buffer.from('01000100800000000000ffffff', 'hex')]);
  return Buffer.concat([head, ...Array<Buffer>(count).fill(frame), Buffer.from('3b', 'hex')]);
};

const hugeAvif = async (): Promise<Buffer> => {
  const whole = await small.clone().avif().toBuffer();
  const sizes = whole.indexOf('ispe');
  whole.writeUInt32BE(65_535, sizes + 8);
  whole.writeUInt32BE(65_535, sizes + 12);
  return whole;
};

const brokenCrc = async (): Promise<Buffer> => {
  const whole = await png();
  const data = whole.indexOf('IDAT');
  whole.writeUInt8(whole.readUInt8(data + 6) ^ 0xff, data + 6);
  return whole;
};

const box = (type: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + body.length);
  return Buffer.concat([size, Buffer.from(type), body]);
};

/** Many entries that share the same compressed bytes: 20 kB that unpack to 4 GB. */
const overlapBomb = (): Buffer => {
  const kernel = { body: Buffer.alloc(10_000_000), deflate: true };
  const others = Array.from({ length: 400 }, (_, index) => ({
    name: `${index}`,
    lies: { offset: 0, unpacked: 10_000_000, packed: 9700 },
  }));
  return writeZip([{ name: 'kernel', ...kernel }, ...others]);
};

/** 64-bit sizes that no real file can have. */
const liesOfSixtyFourBits = (): Buffer => {
  const field = Buffer.alloc(20, 0xff);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  return writeZip([{ name: 'a', body: 'x', lies: { packed: 0xffffffff, unpacked: 0xffffffff, zip64: field } }]);
};

/** Hostile files by the names used in the list. */
export const hostileFiles: Record<string, () => Buffer | Promise<Buffer>> = {
  'svg with <script>': () => svg('<script>alert(1)</script>'),
  'svg with external xlink:href': () => svg('<image xlink:href="http://127.0.0.1:9/x.png" width="9" height="9"/>'),
  'svg XXE file:///etc/passwd': () =>
    svg('<text>&x;</text>', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  'js/gif polyglot': () => text('GIF89a/*', '*/=1;alert(1)//'),
  'pdf/zip polyglot': () => Buffer.concat([text('%PDF-1.7', ''), writeZip([{ name: 'a.txt', body: 'x' }])]),
  'png 1-bit 30000x30000 (109 kB)': () => flatPng(30_000, 30_000),
  'gif 1 px x 100,000 frames': () => gifFrames(100_000),
  'tiff 4 GB IFD loop': () => Buffer.from('49492a0008000000010000010400010000000100000008000000', 'hex'),
  'avif 65535x65535': hugeAvif,
  'ico with 10,000 entries': () => Buffer.concat([Buffer.from('000001001027', 'hex'), Buffer.alloc(160_000, 1)]),
  'png with invalid CRC': brokenCrc,
  '0-byte file': () => Buffer.alloc(0),
  'png with 50 MB EXIF': () => pngWith('eXIf', 50 * 1024 * 1024),
  'ICC profile 20 MB': () => pngWith('iCCP', 20 * 1024 * 1024),
  'mp4 with no moov': () => Buffer.concat([box('ftyp', text('isom\0\0\x02\0isom')), box('mdat', Buffer.alloc(5000))]),
  'mkv attachment with js': () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), text('matroska', 'alert(1)')]),
  'm3u8 listing file:///etc/passwd': () => text('#EXTM3U', '#EXTINF:10,', 'file:///etc/passwd'),
  'ffmpeg protocol smuggling .txt as .mp4': () => text('ffconcat version 1.0', "file 'concat:/etc/passwd'"),
  'zip flat overlap bomb (zbsm)': overlapBomb,
  'zip with ../ entries (zip-slip)': () => writeZip([{ name: '../../etc/cron.d/x', body: 'x' }]),
  'zip with symlink entry to /etc/passwd': () =>
    writeZip([{ name: 'link', body: '/etc/passwd', madeOn: 3, mode: 0o120777 }]),
  'zip case-colliding names': () => writeZip([{ name: 'A.txt' }, { name: 'a.txt' }]),
  'zip64 wrong sizes': liesOfSixtyFourBits,
  'tar.gz bomb': () => gzipSync(Buffer.alloc(20_000_000)),
  'EICAR test file': () => text('X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
  'exe renamed .zip': () => text('MZ\x90\0\x03', 'This program cannot be run in DOS mode.'),
  '.lnk in zip': () => writeZip([{ name: 'readme.lnk', body: 'L\0\0\0' }]),
  'file whose size != declared size': async () => (await png()).subarray(0, -30),
  // No bytes are sent, because the declared size alone must be rejected.
  'sparse 15 GB + 1 byte (must be refused before write)': () => Buffer.alloc(0),
};
