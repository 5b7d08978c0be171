import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePhotoshop } from '#test/harness/photoshop.ts';
import { DEMUXERS, isPlayable } from './ffmpeg.ts';
import { findMediaTools, type MediaTools } from './media-tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'helix-tools-'));
const log = { info: () => {}, error: () => {}, warn: () => {} };
const SIZE = { width: 320, height: 180 };
let tools: MediaTools;

beforeAll(async () => {
  const found = await findMediaTools({ path: null, log });
  if (!found) throw new Error('These tests need ffmpeg: apt-get install ffmpeg');
  tools = found;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = (words: string, name: string): string => {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...words.split(' '), path]);
  return path;
};
const written = (name: string, body: Uint8Array | string): string => {
  const path = join(folder, name);
  writeFileSync(path, body);
  return path;
};
const SMALL = '-f lavfi -i testsrc2=s=320x180:r=24:d=1 -pix_fmt yuv420p';
const pixelAt = (frame: Buffer, x: number, y: number) => [...frame.subarray((y * 320 + x) * 3, (y * 320 + x) * 3 + 3)];

describe('ffmpeg', () => {
  it('is used only if it runs and ffprobe is next to it', async () => {
    expect(tools.version).toMatch(/^ffmpeg version/);
    expect(await findMediaTools({ path: '/nowhere/ffmpeg', log })).toBeNull();
    expect(await findMediaTools({ path: written('ffmpeg', 'not a program'), log })).toBeNull();
  });

  it.each([
    ['video/mp4', SMALL, 'a.mp4'],
    ['video/quicktime', `${SMALL} -c:v prores_ks -profile:v 0`, 'a.mov'],
    ['video/x-matroska', SMALL, 'a.mkv'],
    ['video/vnd.avi', `${SMALL} -c:v mjpeg`, 'a.avi'],
    ['video/mp2t', SMALL, 'a.ts'],
    ['video/MP2P', `${SMALL} -f vob`, 'a.mpg'],
    ['application/mxf', '-f lavfi -i testsrc2=s=320x180:r=25:d=1 -c:v mpeg2video', 'a.mxf'],
  ])('reads %s', async (mediaType, words, name) => {
    const file = { path: made(words, name), mediaType };
    const facts = await tools.probe(file);
    expect(facts?.video).toMatchObject({ width: 320, height: 180, alpha: false });
    expect(facts?.video?.frameRate).toBeCloseTo(name.endsWith('mxf') ? 25 : 24, 0);
    const frame = facts && (await tools.readFrame(file, facts, 0, SIZE));
    expect(frame?.length).toBe(320 * 180 * 3);
  });

  it.each([
    ['audio/wav', 'a.wav'],
    ['audio/mpeg', 'a.mp3'],
    ['audio/flac', 'a.flac'],
    ['audio/ogg; codecs=opus', 'a.opus'],
    ['audio/x-m4a', 'a.m4a'],
    ['audio/aiff', 'a.aiff'],
  ])('reads %s', async (mediaType, name) => {
    const file = { path: made('-f lavfi -i sine=f=300:d=1:r=48000,volume=8 -ac 2', name), mediaType };
    const facts = await tools.probe(file);
    expect(facts).toMatchObject({ video: null, audio: { channels: 2, sampleRate: 48_000 } });
    expect(facts?.seconds).toBeCloseTo(1, 0);
    const peaks = await tools.readPeaks(file, 10);
    expect(peaks).toHaveLength(10);
    expect(Math.max(...(peaks ?? []))).toBeGreaterThan(0.5);
  });
});

describe('frames', () => {
  it('are spread over the length of a clip', async () => {
    const words =
      '-f lavfi -i color=red:s=320x180:r=24:d=1 -f lavfi -i color=blue:s=320x180:r=24:d=1 -filter_complex concat';
    const file = { path: made(`${words} -pix_fmt yuv420p`, 'two.mp4'), mediaType: 'video/mp4' };
    const facts = await tools.probe(file);
    const frames = facts ? await tools.readFrames(file, facts, 12, SIZE) : [];
    const colours = frames.map((frame) => (pixelAt(frame, 10, 10)[0] ?? 0) > 128);
    expect(colours).toEqual([...Array(6).fill(true), ...Array(6).fill(false)]);
  });

  it('of a long clip are key frames', async () => {
    const words = '-f lavfi -i testsrc2=s=64x36:r=100:d=10 -pix_fmt yuv420p -g 50';
    const file = { path: made(words, 'long.mp4'), mediaType: 'video/mp4' };
    const facts = await tools.probe(file);
    if (!facts?.video) throw new Error('not read');
    // Pretends to be 8K.
    const large = { ...facts, video: { ...facts.video, width: 7680, height: 4320 } };
    const frames = await tools.readFrames(file, large, 12, SIZE);
    expect(frames.length).toBe(12);
    expect(new Set(frames.map((frame) => frame.toString('base64'))).size).toBeGreaterThan(8);
  });

  it('are upright and whole when the clip is tall', async () => {
    const flat = made('-f lavfi -i color=red:s=320x180:r=24:d=1 -pix_fmt yuv420p', 'flat.mp4');
    const path = made(`-i ${flat} -c copy -metadata:s:v rotate=90`, 'tall.mp4');
    const file = { path, mediaType: 'video/mp4' };
    const facts = await tools.probe(file);
    expect(facts?.video).toMatchObject({ width: 180, height: 320 });
    const frame = facts && (await tools.readFrame(file, facts, 0, SIZE));
    const [middle = 0] = frame ? pixelAt(frame, 160, 90) : [];
    const [edge = 0] = frame ? pixelAt(frame, 4, 90) : [];
    expect(middle).toBeGreaterThan(240);
    expect(edge).toBeLessThan(middle - 20);
  });
});

describe('a layered picture', () => {
  const PSD = 'image/vnd.adobe.photoshop';

  it('is read flattened, with its transparency', async () => {
    const file = { path: written('a.psd', makePhotoshop({ width: 320, colour: [255, 32, 0, 128] })), mediaType: PSD };
    expect((await tools.probe(file))?.video).toMatchObject({ codec: 'psd', width: 320, height: 36, alpha: true });
    const png = await tools.readPicture(file, 160);
    const { data, info } = await sharp(png ?? '')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 160, height: 18, channels: 4 });
    expect([...data.subarray(0, 4)]).toEqual([255, 32, 0, 128]);
  });

  it.each([
    ['PSB', makePhotoshop({ version: 2 })],
    ['cut off', makePhotoshop().subarray(0, 500)],
    ['of claimed 900 megapixels', Buffer.concat([makePhotoshop({ width: 30_000, height: 30_000, colour: [] })])],
    ['empty', Buffer.from('8BPS')],
  ])('is not read when it is %s', async (_, body) => {
    const file = { path: written('b.psd', body), mediaType: PSD };
    expect(await tools.readPicture(file, 160)).toBeNull();
  });
});

describe('an untrusted file', () => {
  const LISTS = {
    playlist: '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    concat: "ffconcat version 1.0\nfile '/etc/passwd'\n",
    text: 'hello '.repeat(2000),
    nothing: '',
  };

  it.each(Object.keys(DEMUXERS))('disguised as %s is rejected, without reading other files', async (mediaType) => {
    const found = Object.entries(LISTS).map(([name, text]) =>
      tools.probe({ path: written(`${name}.mp4`, text), mediaType }),
    );
    expect(await Promise.all(found)).toEqual(found.map(() => null));
  });

  it('of another media type is never passed to ffmpeg', async () => {
    for (const type of [
      'application/vnd.apple.mpegurl',
      'audio/mpegurl',
      'text/plain',
      'image/svg+xml',
      'constructor',
    ]) {
      expect(isPlayable(type)).toBe(false);
      await expect(tools.probe({ path: written('x', LISTS.playlist), mediaType: type })).rejects.toThrow(
        'not a type for ffmpeg',
      );
    }
  });

  it('that is truncated is rejected', async () => {
    const whole = readFileSync(made(SMALL, 'whole.mp4'));
    const file = { path: written('cut.mp4', whole.subarray(0, whole.length / 2)), mediaType: 'video/mp4' };
    expect(await tools.probe(file)).toBeNull();
  });

  it('that claims four billion pixels is rejected', async () => {
    const body = readFileSync(made('-f lavfi -i testsrc2=s=320x320:r=24:d=0.1 -c:v ffv1', 'small.mkv'));
    const [wide, high] = [Buffer.from([0xb0, 0x82, 0x01, 0x40]), Buffer.from([0xba, 0x82, 0x01, 0x40])];
    const at = body.indexOf(wide);
    expect(body.indexOf(high)).toBeGreaterThan(at);
    body.set([0xb0, 0x82, 0xff, 0xff], at);
    body.set([0xba, 0x82, 0xff, 0xff], body.indexOf(high));
    expect(await tools.probe({ path: written('huge.mkv', body), mediaType: 'video/webm' })).toBeNull();
  });

  it('that is damaged halfway still yields its readable frames', async () => {
    const body = readFileSync(
      made('-f lavfi -i testsrc2=s=320x180:r=24:d=3 -pix_fmt yuv420p -movflags faststart', 'd.mp4'),
    );
    body.fill(0xff, Math.floor(body.length * 0.6));
    const file = { path: written('damaged.mp4', body), mediaType: 'video/mp4' };
    const facts = await tools.probe(file);
    const frames = facts ? await tools.readFrames(file, facts, 12, SIZE) : [];
    expect(frames.length).toBeGreaterThan(3);
  });

  it('with an attachment is read without it', async () => {
    const attached = `${SMALL} -attach /etc/hostname -metadata:s:t mimetype=text/plain`;
    const file = { path: made(attached, 'attached.mkv'), mediaType: 'video/matroska' };
    const facts = await tools.probe(file);
    expect(facts).toMatchObject({ video: { width: 320 }, audio: null });
  });

  it('with a cover picture counts as audio', async () => {
    const cover = made('-f lavfi -i color=red:s=64x64 -frames:v 1', 'cover.png');
    const words = `-f lavfi -i sine=d=1 -i ${cover} -map 0 -map 1 -c:v copy -disposition:v attached_pic`;
    const file = { path: made(words, 'covered.mp3'), mediaType: 'audio/mpeg' };
    expect(await tools.probe(file)).toMatchObject({ video: null, audio: { codec: 'mp3' } });
  });

  it('is no longer read when the server stops', async () => {
    const file = { path: made(SMALL, 'stopped.mp4'), mediaType: 'video/mp4' };
    await expect(tools.probe(file, { signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow('stopping');
  });
});
