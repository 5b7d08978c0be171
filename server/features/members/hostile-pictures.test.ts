// Every hostile kind of file as somebody's picture: refused, or made into one by the site itself.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '#contract/accounts.ts';
import { encodeForm } from '#test/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness.ts';
import { expectHarmless, hostileCases } from '#test/hostile-inputs.ts';

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await test.addPerson('member');
});
afterAll(() => test.stop());

const text = (...lines: string[]): Buffer => Buffer.from(lines.join('\n'), 'latin1');
const svg = (inner: string, head = ''): Buffer =>
  text(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inner}</svg>`,
  );
const zip = (name: string, body = 'x'): Buffer =>
  Buffer.concat([text('PK\x03\x04'), Buffer.alloc(26), text(name, body)]);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A real PNG of one bit a pixel: all of it zeros, which is nothing until it is decoded. */
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

/** A small PNG with a chunk of so many bytes behind its header. */
const pngWith = async (type: string, bytes: number): Promise<Buffer> => {
  const whole = await png();
  const afterHeader = SIGNATURE.length + 25;
  return Buffer.concat([whole.subarray(0, afterHeader), chunk(type, randomBytes(bytes)), whole.subarray(afterHeader)]);
};

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

/** The kinds by what the list calls them. What is refused before it is stored anywhere may be 413 too. */
const files: Record<string, () => Buffer | Promise<Buffer>> = {
  'svg with <script>': () => svg('<script>alert(1)</script>'),
  'svg with external xlink:href': () => svg('<image xlink:href="http://127.0.0.1:9/x.png" width="9" height="9"/>'),
  'svg XXE file:///etc/passwd': () =>
    svg('<text>&x;</text>', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  'js/gif polyglot': () => text('GIF89a/*', '*/=1;alert(1)//'),
  'pdf/zip polyglot': () => Buffer.concat([text('%PDF-1.7', ''), zip('a.txt')]),
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
  'zip flat overlap bomb (zbsm)': () => zip('a', '\0'.repeat(42_000)),
  'zip with ../ entries (zip-slip)': () => zip('../../etc/cron.d/x'),
  'zip with symlink entry to /etc/passwd': () => zip('link', '/etc/passwd'),
  'zip case-colliding names': () => Buffer.concat([zip('A.txt'), zip('a.txt')]),
  'zip64 wrong sizes': () => Buffer.concat([text('PK\x06\x06'), Buffer.alloc(52, 0xff)]),
  'tar.gz bomb': () => gzipSync(Buffer.alloc(20_000_000)),
  'EICAR test file': () => text('X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
  'exe renamed .zip': () => text('MZ\x90\0\x03', 'This program cannot be run in DOS mode.'),
  '.lnk in zip': () => zip('readme.lnk', 'L\0\0\0'),
  'file whose size != declared size': async () => (await png()).subarray(0, -30),
  // Only its announcement is sent: it must be refused by that alone.
  'sparse 15 GB + 1 byte (must be refused before write)': () => Buffer.alloc(0),
};

const put = async (body: Buffer, announced?: string) => {
  const { payload, headers } = await encodeForm(['avatar', body, 'me.png']);
  const length = announced ? { 'content-length': announced } : {};
  return test.call({ method: 'PUT', url: '/api/users/profile', payload, headers: { ...headers, ...length } }, person);
};

const kinds = hostileCases.filter(({ kind }) => kind === 'filecontent');

it('all kinds are made', () => {
  expect(Object.keys(files).sort()).toEqual(kinds.map(({ input }) => input).sort());
});

it.each(kinds.map(({ id, input }) => [`${id} ${input}`, id, input]))(
  '%s',
  async (_name, id, input) => {
    const body = (await files[input]?.()) ?? Buffer.alloc(0);
    const reply = await put(body, input.startsWith('sparse') ? String(15 * 1024 ** 3 + 1) : undefined);
    expectHarmless(reply, id, '');
    const account = (await test.call({ method: 'GET', url: '/api/auth/me' }, person)).json<Account>();
    if (reply.statusCode === 200) {
      // The first frame of many is a picture, made anew.
      expect(input).toContain('frames');
      const shown = await test.call({ method: 'GET', url: account.avatar });
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1, height: 1 });
      return;
    }
    expect([400, 413], reply.body.slice(0, 300)).toContain(reply.statusCode);
    const { code, message } = reply.json<{ code: string; message: string }>();
    expect(['NOT_AN_IMAGE', 'TOO_LARGE']).toContain(code);
    if (code === 'NOT_AN_IMAGE')
      expect(message).toMatch(/^(Please upload an image file|This picture is too large: at most 40 megapixels\.)$/);
  },
  60_000,
);

it('what belongs to a picture but says too much of it is left out', async () => {
  for (const body of [
    await pngWith('eXIf', 9_000_000),
    await pngWith('iCCP', 9_000_000),
    await pngWith('tEXt', 9_000_000),
  ]) {
    const reply = await put(body);
    expectHarmless(reply, 'metadata', '');
    expect([200, 400]).toContain(reply.statusCode);
    if (reply.statusCode !== 200) continue;
    const shown = await test.call({ method: 'GET', url: reply.json<Account>().avatar });
    expect(shown.rawPayload.length).toBeLessThan(5000);
  }
}, 60_000);
