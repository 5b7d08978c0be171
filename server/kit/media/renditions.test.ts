import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMediaTools, type MediaTools } from './media-tools.ts';
import { type ClipShape, fittedSize, type SoundShape } from './renditions.ts';

const folder = mkdtempSync(join(tmpdir(), 'helix-renditions-'));
const log = { info: () => {}, error: () => {}, warn: () => {} };
const CLIP: ClipShape = { longest: 320, seconds: 2, bitRate: 1_500_000 };
const SOUND: SoundShape = { seconds: 10, channels: 2, sampleRate: 48_000, bitRate: 128_000 };
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
const probed = (path: string, entries: string) =>
  JSON.parse(execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_entries', entries, path]).toString());
/** Grey value (0 to 255) at a place of the first frame, as a browser would show it. */
const greyAt = (path: string, x: number, y: number): number =>
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-i', path, '-frames:v', '1', '-vf', `format=rgb24,crop=1:1:${x}:${y}`],
    ...['-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'],
  ])[1] as number;

const clipOf = async (path: string, mediaType: string, shape: Partial<ClipShape> = {}) => {
  const file = { path, mediaType };
  const facts = await tools.probe(file);
  const clip = facts && (await tools.makeClip(file, facts, { ...CLIP, ...shape }));
  const out = join(folder, `out-${Math.random()}.mp4`);
  if (clip) writeFileSync(out, clip.body);
  return { clip, out };
};
const soundOf = async (path: string, mediaType: string, shape: Partial<SoundShape> = {}) => {
  const file = { path, mediaType };
  const facts = await tools.probe(file);
  return facts && (await tools.makeSound(file, facts, { ...SOUND, ...shape }));
};

describe('the size of a clip', () => {
  it.each([
    [{ width: 3840, height: 2160 }, 1280, { width: 1280, height: 720 }],
    [{ width: 1080, height: 1920 }, 1280, { width: 720, height: 1280 }],
    [{ width: 64, height: 36 }, 1280, { width: 64, height: 36 }],
    [{ width: 333, height: 77 }, 200, { width: 200, height: 46 }],
    [{ width: 4000, height: 1 }, 1280, { width: 1280, height: 2 }],
  ])('of %o within %i is %o', (size, longest, fitted) => {
    expect(fittedSize(size, longest)).toEqual(fitted);
  });
});

describe('a clip', () => {
  it('keeps its frame rate, is cut and reduced, and starts with its index', async () => {
    const path = made(
      '-f lavfi -i testsrc2=s=640x360:r=30000/1001:d=3 -f lavfi -i sine=d=3 -pix_fmt yuv420p -shortest',
      'a.mp4',
    );
    const { clip, out } = await clipOf(path, 'video/mp4');
    expect(clip).toMatchObject({ width: 320, height: 180, isStacked: false, hasSound: true });
    const { streams, format } = probed(
      out,
      'stream=codec_name,width,height,r_frame_rate,nb_frames,start_time:format=duration',
    );
    expect(streams.map((stream: { codec_name: string }) => stream.codec_name)).toEqual(['h264', 'aac']);
    expect(streams[0]).toMatchObject({ width: 320, height: 180, r_frame_rate: '30000/1001', nb_frames: '60' });
    expect(Number(streams[0].start_time)).toBeCloseTo(0, 2);
    expect(Number(format.duration)).toBeCloseTo(2, 0);
    expect(clip?.body.indexOf('moov')).toBeLessThan(clip?.body.indexOf('mdat') ?? 0);
    expect(clip?.body.indexOf('moof')).toBe(-1);
  });

  it.each([
    ['video/quicktime', '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le', 'alpha.mov'],
    ['video/webm', '-c:v libvpx-vp9 -pix_fmt yuva420p -b:v 2M -auto-alt-ref 0', 'alpha.webm'],
  ])('with alpha (%s) has its alpha below, unchanged', async (mediaType, codec, name) => {
    // White, whose alpha grows from left to right: 0, 64, 128, 192 and 255 in bands of 64 pixels.
    const alpha = 'geq=r=255:g=255:b=255:a=min(255\\,64*floor(X/64))';
    const path = made(`-f lavfi -i color=white:s=320x180:r=25:d=1 -vf format=rgba,${alpha} ${codec}`, name);
    const { clip, out } = await clipOf(path, mediaType);
    expect(clip).toMatchObject({ width: 320, height: 180, isStacked: true, hasSound: false });
    expect(probed(out, 'stream=height').streams[0].height).toBe(360);
    for (const [band, value] of [0, 64, 128, 192, 255].entries()) {
      expect(Math.abs(greyAt(out, band * 64 + 32, 270) - value), `alpha of band ${band}`).toBeLessThanOrEqual(3);
      // White multiplied by alpha looks like alpha.
      expect(Math.abs(greyAt(out, band * 64 + 32, 90) - value), `colour of band ${band}`).toBeLessThanOrEqual(3);
    }
  });

  it('that is damaged is not made', async () => {
    const path = made('-f lavfi -i testsrc2=s=320x180:r=24:d=1 -pix_fmt yuv420p', 'whole.mp4');
    const file = { path, mediaType: 'video/mp4' };
    const facts = await tools.probe(file);
    if (!facts) throw new Error('not read');
    const broken = join(folder, 'broken.mp4');
    writeFileSync(broken, 'not a video');
    expect(await tools.makeClip({ path: broken, mediaType: 'video/mp4' }, facts, CLIP)).toBeNull();
    expect(await tools.makeClip(file, { ...facts, video: null }, CLIP)).toBeNull();
  });

  it('stops when it is no longer wanted', async () => {
    const path = made('-f lavfi -i testsrc2=s=640x360:r=30:d=6 -pix_fmt yuv420p', 'long.mp4');
    const file = { path, mediaType: 'video/mp4' };
    const facts = await tools.probe(file);
    if (!facts) throw new Error('not read');
    const stop = new AbortController();
    const making = tools.makeClip(file, facts, { ...CLIP, longest: 640, seconds: 6 }, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(making).rejects.toThrow('enough');
  });
});

describe('a sound', () => {
  it('is encoded with its waveform and loudness', async () => {
    const tone = '-f lavfi -i sine=f=1000:d=2:r=48000 -f lavfi -i anullsrc=r=48000:d=2 -filter_complex';
    const path = made(`${tone} [0:a][1:a]concat=v=0:a=1 -ac 2 -c:a pcm_s24le`, 'a.wav');
    const sound = await soundOf(path, 'audio/wav');
    const out = join(folder, 'a.m4a');
    writeFileSync(out, sound?.body ?? '');
    const { streams, format } = probed(out, 'stream=codec_name,channels,sample_rate:format=duration');
    expect(streams).toEqual([{ codec_name: 'aac', channels: 2, sample_rate: '48000' }]);
    expect(Number(format.duration)).toBeCloseTo(4, 1);
    const { peaks, averages } = sound?.wave ?? { peaks: Buffer.alloc(0), averages: Buffer.alloc(0) };
    expect(peaks).toHaveLength(240);
    // ffmpeg's tone has an amplitude of 1/8.
    expect(peaks[60]).toBeGreaterThan(20);
    expect(averages[60]).toBeGreaterThan(12);
    expect(averages[60]).toBeLessThan(peaks[60] ?? 0);
    expect(peaks[180]).toBeLessThan(3);
    // It loses 3 dB when it becomes stereo.
    expect(sound?.peak).toBeCloseTo(-21, 0);
    expect(sound?.loudness).toBeGreaterThan(-28);
    expect(sound?.loudness).toBeLessThan(-15);
  });

  it('can be shortened, mixed to mono and reduced', async () => {
    const path = made('-f lavfi -i sine=f=1000:d=5:r=48000 -ac 2', 'b.flac');
    const sound = await soundOf(path, 'audio/flac', { seconds: 1, channels: 1, sampleRate: 32_000, bitRate: 64_000 });
    const out = join(folder, 'b.m4a');
    writeFileSync(out, sound?.body ?? '');
    const { streams, format } = probed(out, 'stream=channels,sample_rate:format=duration');
    expect(streams).toEqual([{ channels: 1, sample_rate: '32000' }]);
    expect(Number(format.duration)).toBeCloseTo(1, 1);
  });

  it('without any level has neither loudness nor peak, and a very short one no loudness', async () => {
    const silent = await soundOf(made('-f lavfi -i anullsrc=r=48000:d=2', 'silent.wav'), 'audio/wav');
    expect(silent).toMatchObject({ loudness: null, peak: null });
    const click = await soundOf(made('-f lavfi -i sine=d=0.2', 'click.wav'), 'audio/wav');
    expect(click?.loudness).toBeNull();
    expect(click?.peak).toBeLessThan(0);
  });
});
