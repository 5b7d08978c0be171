// What the committed clips contain, read with ffmpeg.
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CLIP_SIZE, CLIPS, filesOf } from './clip-list.ts';

const hasTools = ['ffprobe', 'ffmpeg'].every((tool) => spawnSync(tool, ['-version']).status === 0);
const pathOf = (file: string) => fileURLToPath(new URL(`./clips/${file}`, import.meta.url));
const ALL_FILES = CLIPS.flatMap((clip) => filesOf(clip).map((file) => ({ ...clip, file })));
const SMALL = { width: 64, height: 36 };

/** Every frame of a clip at a small size, as RGBA. */
function framesOf(file: string): Buffer[] {
  const decoder = file.endsWith('.webm') ? ['-c:v', 'libvpx-vp9'] : [];
  const output = `-f rawvideo -pix_fmt rgba -s ${SMALL.width}x${SMALL.height} -`.split(' ');
  const options = { maxBuffer: 64_000_000 };
  const pixels = execFileSync('ffmpeg', ['-v', 'error', ...decoder, '-i', pathOf(file), ...output], options);
  const size = SMALL.width * SMALL.height * 4;
  return Array.from({ length: pixels.length / size }, (_, i) => pixels.subarray(i * size, (i + 1) * size));
}

const difference = (a: Buffer, b: Buffer) =>
  a.reduce((sum, v, i) => sum + Math.abs(v - (b[i] as number)), 0) / a.length;

describe.skipIf(!hasTools)('the committed clips', () => {
  it.each(ALL_FILES)('are full HD at 24 frames per second: $file', (clip) => {
    const { file, seconds } = clip;
    const asked = 'stream=width,height,r_frame_rate,nb_read_packets,codec_name,profile';
    const options = `-v error -select_streams v:0 -count_packets -show_entries ${asked} -of json`.split(' ');
    const [stream] = JSON.parse(execFileSync('ffprobe', [...options, pathOf(file)]).toString()).streams;
    expect(stream).toMatchObject({ ...CLIP_SIZE, r_frame_rate: '24/1' });
    expect(`${stream.codec_name} ${stream.profile}`).toBe(file.endsWith('.webm') ? 'vp9 Profile 0' : 'h264 High');
    expect(Number(stream.nb_read_packets)).toBe(seconds * 24);
  });

  it.each(ALL_FILES.filter(({ file }) => file.endsWith('.webm')))('move and show what is behind: $file', (clip) => {
    const frames = framesOf(clip.file);
    const alphas = frames.map((frame) => frame.filter((_, i) => i % 4 === 3));
    expect(Math.min(...alphas.map((alpha) => Math.min(...alpha)))).toBeLessThan(40);
    expect(Math.max(...alphas.map((alpha) => Math.max(...alpha)))).toBeGreaterThan(150);
    expect(new Set(alphas.map((alpha) => alpha.reduce((sum, v) => sum + v, 0))).size).toBeGreaterThan(10);
    if (clip.overlay !== 'passing') return;
    const amounts = alphas.map((alpha) => alpha.reduce((sum, v) => sum + v, 0) / alpha.length);
    for (const amount of [amounts[0], amounts.at(-1)]) expect(amount).toBeLessThan(Math.max(...amounts) / 3);
  });

  it.each(CLIPS.filter(({ loop }) => loop))('$name ends where it starts', ({ name }) => {
    const frames = framesOf(`${name}.mp4`);
    const steps = frames.slice(1).map((frame, i) => difference(frame, frames[i] as Buffer));
    const seam = difference(frames.at(-1) as Buffer, frames[0] as Buffer);
    expect(Math.max(...steps)).toBeGreaterThan(0.2);
    expect(seam).toBeLessThan(Math.max(...steps) * 1.5);
  });
});
