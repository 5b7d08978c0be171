/**
 * Measures what the preview of a clip costs: a 4K clip of ten seconds with 60 frames per second, and an hour of 1080p in clips
 * of 30 seconds. The reference is ffmpeg on its own with the same size and rate. `SIZE=small` is a trial run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIP_FRAMES } from '#contract/resources/limits.ts';
import { CLIP_FRAME_SIZE, clipShape } from '#server/features/uploads/previews/files/rules.ts';
import { findMediaTools } from '#server/kit/media/media-tools.ts';
import { encodeStrip } from '#server/kit/media/thumbnails.ts';
import { isSmall, rowOf, saveResult } from './saved.ts';

const log = { info: () => {}, error: console.error, warn: console.warn };
const SHAPE = clipShape(false);
const CLIPS_AN_HOUR = 3600 / 30;

const media = await findMediaTools({ path: null, log });
if (!media) {
  console.log('Missing: ffmpeg. Install with: apt-get install ffmpeg');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
const folder = mkdtempSync(join(tmpdir(), 'helix-previews-bench-'));
const at = (name: string): string => join(folder, name);

/** CPU seconds of the whole machine, because the kernel does not add up what isolated processes used. */
const machineSeconds = (): number =>
  cpus().reduce((total, { times }) => total + times.user + times.nice + times.sys, 0) / 1000;

const timed = async <T>(run: () => Promise<T> | T) => {
  const [begun, cpu] = [performance.now(), machineSeconds()];
  const result = await run();
  return { result, seconds: (performance.now() - begun) / 1000, cpu: machineSeconds() - cpu };
};

/** Noise over a moving pattern, as hard to decode and encode as footage, with the bit rate of a camera. */
const addClip = (name: string, size: string, rate: number, seconds: number, megabits: number): string => {
  const source = `testsrc2=s=${size}:r=${rate}:d=${seconds},noise=alls=4:allf=t`;
  const bits = `-b:v ${megabits}M -maxrate ${megabits}M -bufsize ${megabits}M`;
  const words = `-v error -f lavfi -i ${source} -c:v libx264 -preset superfast ${bits} -pix_fmt yuv420p`;
  execFileSync('ffmpeg', [...words.split(' '), at(name)]);
  return at(name);
};

/** The preview of a clip with its strip, as the job makes it. @returns bytes */
const makePreview = async (path: string): Promise<number> => {
  const file = { path, mediaType: 'video/mp4' };
  const facts = await media.probe(file);
  const clip = facts && (await media.makeClip(file, facts, SHAPE));
  if (!clip) throw new Error(`${path} has no preview`);
  const video = facts.video && { ...facts.video, width: clip.width, height: clip.height, stream: 0 };
  const frames = await media.readFrames(clip.body, { ...facts, video }, CLIP_FRAMES, CLIP_FRAME_SIZE);
  return clip.body.length + (await encodeStrip(frames, CLIP_FRAME_SIZE)).length;
};

const encodeAlone = (path: string): number => {
  const words = `-v error -y -t ${SHAPE.seconds} -i ${path} -vf scale=${SHAPE.longest}:-2 -c:v libx264 -preset veryfast -crf 26`;
  const rate = `-maxrate ${SHAPE.bitRate} -bufsize ${2 * SHAPE.bitRate} -pix_fmt yuv420p -movflags +faststart`;
  execFileSync('ffmpeg', [...words.split(' '), ...rate.split(' '), at('alone.mp4')]);
  return statSync(at('alone.mp4')).size;
};

try {
  const large = addClip('large.mp4', '3840x2160', 60, isSmall ? 1 : 10, 60);
  const usual = addClip('usual.mp4', '1920x1080', 30, isSmall ? 3 : 30, 24);
  const ours = { large: await timed(() => makePreview(large)), usual: await timed(() => makePreview(usual)) };
  const theirs = { large: await timed(() => encodeAlone(large)), usual: await timed(() => encodeAlone(usual)) };
  const reference = 'ffmpeg on its own';
  const hour = (value: number): number => value * CLIPS_AN_HOUR;
  const rows = [
    rowOf(
      { name: 'preview of 10 s of 4K60', reference, unit: 's', better: 'less' },
      { ours: ours.large.seconds, theirs: theirs.large.seconds, cost: ours.large.cpu / theirs.large.cpu },
    ),
    rowOf(
      { name: 'previews of an hour of clips, CPU', reference, unit: 's', better: 'less' },
      { ours: hour(ours.usual.cpu), theirs: hour(theirs.usual.cpu) },
    ),
    rowOf(
      { name: 'previews of an hour of clips, disk', reference, unit: 'MB', better: 'less' },
      { ours: hour(ours.usual.result) / 1e6, theirs: hour(theirs.usual.result) / 1e6 },
    ),
  ];
  console.table(rows);
  saveResult('previews', { ours, theirs, rows });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
