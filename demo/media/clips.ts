/** Renders clips with ffmpeg. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Canvas } from '#demo/art/canvas.ts';
import { developCanvas, developOverlay } from '#demo/art/develop.ts';
import { paintCanvas } from '#demo/art/frame.ts';
import { CLIP_SIZE, CLIPS, type ClipSpec, FRAMES_PER_SECOND } from './clip-list.ts';

const FADE_SHARE = 0.3;

/** Renders the clips with these names into the folder `clips`. */
export async function renderClips(isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(new URL('./clips/', import.meta.url), { recursive: true });
  for (const clip of CLIPS) if (isWanted(clip.name)) await renderClip(clip);
}

async function renderClip(clip: ClipSpec): Promise<void> {
  const { name, art, seconds, loop, overlay } = clip;
  const { width, height } = CLIP_SIZE;
  const frames = seconds * FRAMES_PER_SECOND;
  const extra = loop === 'faded' ? Math.round(frames * FADE_SHARE) : 0;
  const paint = (i: number) => paintCanvas(art, i / (frames + extra), width, height, overlay !== undefined);
  const ffmpeg = startEncoder(clip);
  const ended = once(ffmpeg, 'exit');
  for (let i = 0; i < frames; i++) {
    const canvas = await paint(i);
    if (i < extra) dissolve(await paint(frames + i), canvas, i / extra);
    if (overlay === 'passing') dim(canvas, Math.sin(((i + 0.5) / frames) * Math.PI) ** 0.8);
    const frame = overlay
      ? developOverlay(canvas, width, height)
      : developCanvas(canvas, width, height, { grain: 0.8, vignette: 0.15 });
    if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code} on ${name}`);
  console.log(`${name}, ${frames} frames`);
}

/** Encodes raw frames: MP4, and for overlays also WebM with alpha. An overlay's MP4 shows it on black. */
function startEncoder(clip: ClipSpec) {
  const { width, height } = CLIP_SIZE;
  const target = (ending: string) => fileURLToPath(new URL(`./clips/${clip.name}.${ending}`, import.meta.url));
  const exact = '-fflags +bitexact -flags:v +bitexact -map_metadata -1 -threads 1'.split(' ');
  const format = `-f rawvideo -pix_fmt ${clip.overlay ? 'rgba' : 'rgb24'} -s ${width}x${height}`;
  const h264 = '-c:v libx264 -profile:v high -preset faster -crf 23 -pix_fmt yuv420p -movflags +faststart'.split(' ');
  const mp4 = [...h264, ...exact, target('mp4')];
  const vp9 = '-c:v libvpx-vp9 -pix_fmt yuva420p -auto-alt-ref 0 -crf 30 -b:v 5M -deadline good -cpu-used 5'.split(' ');
  const both = '[0:v]split[alpha][copy];[copy]premultiply=inplace=1,format=rgb24[black]';
  const outputs = clip.overlay
    ? ['-filter_complex', both, '-map', '[alpha]', ...vp9, ...exact, target('webm'), '-map', '[black]', ...mp4]
    : mp4;
  const input = `-y -loglevel error ${format} -r ${FRAMES_PER_SECOND} -i -`.split(' ');
  return spawn('ffmpeg', [...input, ...outputs], { stdio: ['pipe', 'inherit', 'inherit'] });
}

/** Lets a canvas appear: its cover if it has one, otherwise its light. */
function dim({ light, cover }: Canvas, share: number): void {
  const values = cover ?? light;
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * share;
}

/** Mixes the light of `from` into `to`; a share of 1 leaves only `to`. */
function dissolve(from: Canvas, to: Canvas, share: number): void {
  for (let i = 0; i < to.light.length; i++) {
    to.light[i] = (from.light[i] as number) * (1 - share) + (to.light[i] as number) * share;
  }
}
