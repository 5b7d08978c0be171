/**
 * Renders clips (with ffmpeg) and hover strips (with sharp) from the scenes: `npm run starter:media`, or with words
 * for a part of it: `clips`, `strips`, and names. The results are committed; a start never needs ffmpeg.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fromPixels } from '../art/develop.ts';
import { type ArtSpec, paintFrame } from '../art/frame.ts';
import { ENTRIES } from '../catalogue/keys.ts';
import { CLIP_HEIGHT, CLIP_WIDTH, CLIPS, type ClipSpec, FRAMES_PER_SECOND } from './clip-list.ts';

const STRIP_FRAMES = 12;
const CELL_WIDTH = 320;
const CELL_HEIGHT = 180;
/** Well under the 90 kB that the design allows, so that all strips and clips stay below 6 MB. */
const STRIP_MAX_BYTES = 46_000;
const FADE_SHARE = 0.3;

const words = process.argv.slice(2);
const wants = (part: string) => !words.some((word) => word === 'clips' || word === 'strips') || words.includes(part);
const names = words.filter((word) => word !== 'clips' && word !== 'strips');
const isWanted = (name: string) => names.length === 0 || names.includes(name);

await mkdir(new URL('./clips/', import.meta.url), { recursive: true });
await mkdir(new URL('./strips/', import.meta.url), { recursive: true });
if (wants('strips')) {
  for (const [key, { art }] of ENTRIES) if (isWanted(key)) await renderStrip(key, art);
}
if (wants('clips')) {
  for (const clip of CLIPS) if (isWanted(clip.name)) await renderClip(clip);
}

async function renderStrip(key: string, art: ArtSpec): Promise<void> {
  const width = CELL_WIDTH * STRIP_FRAMES;
  const strip = Buffer.alloc(width * CELL_HEIGHT * 3);
  for (let i = 0; i < STRIP_FRAMES; i++) {
    const cell = await paintFrame(art, i / STRIP_FRAMES, CELL_WIDTH, CELL_HEIGHT, { grain: 0.6 });
    for (let row = 0; row < CELL_HEIGHT; row++) {
      const from = row * CELL_WIDTH * 3;
      cell.copy(strip, (row * width + i * CELL_WIDTH) * 3, from, from + CELL_WIDTH * 3);
    }
  }
  for (let quality = 68, softness = 0; ; quality -= 6) {
    if (quality < 26) {
      quality = 50;
      softness += 0.7;
    }
    const image = fromPixels(strip, width, CELL_HEIGHT);
    if (softness > 0) image.blur(softness);
    const body = await image.webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (body.length > STRIP_MAX_BYTES) continue;
    await writeFile(new URL(`./strips/${key}.webp`, import.meta.url), body);
    console.log(`${key}.webp ${body.length} bytes, quality ${quality}`);
    return;
  }
}

async function renderClip(clip: ClipSpec): Promise<void> {
  const frames = clip.seconds * FRAMES_PER_SECOND;
  const overlap = clip.loop === 'faded' ? Math.round(frames * FADE_SHARE) : 0;
  const paint = (i: number) =>
    paintFrame(clip.art, i / (frames + overlap), CLIP_WIDTH, CLIP_HEIGHT, { grain: 0.8, vignette: 0.15 });
  const target = fileURLToPath(new URL(`./clips/${clip.name}.mp4`, import.meta.url));
  const source = `-f rawvideo -pix_fmt rgb24 -s ${CLIP_WIDTH}x${CLIP_HEIGHT} -r ${FRAMES_PER_SECOND} -i -`.split(' ');
  const coding = '-c:v libx264 -preset slow -crf 27 -maxrate 500k -bufsize 900k -pix_fmt yuv420p'.split(' ');
  const plain = '-threads 1 -movflags +faststart -fflags +bitexact -flags:v +bitexact -map_metadata -1'.split(' ');
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...source, ...coding, ...plain, target], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(ffmpeg, 'exit');
  for (let i = 0; i < frames; i++) {
    const frame = await paint(i);
    const shown = i < overlap ? dissolve(await paint(frames + i), frame, i / overlap) : frame;
    if (!ffmpeg.stdin.write(shown)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${clip.name}`);
  console.log(`${clip.name}.mp4, ${frames} frames`);
}

function dissolve(from: Buffer, to: Buffer, share: number): Buffer {
  const mixed = Buffer.allocUnsafe(to.length);
  for (let i = 0; i < to.length; i++) mixed[i] = (from[i] as number) * (1 - share) + (to[i] as number) * share;
  return mixed;
}
