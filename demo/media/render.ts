/**
 * Renders clips (with ffmpeg), hover strips and the plates that LUTs are shown on: `npm run demo:media`. Arguments limit it to
 * `clips`, `strips`, `plates` or `facts` (clip metadata, read with ffprobe), and to the given names. The results are committed, so the server needs
 * neither program.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bloom } from '#demo/art/bloom.ts';
import { fromPixels } from '#demo/art/develop.ts';
import { type ArtSpec, POSTER_MOMENT, paintFrame, stripKindOf } from '#demo/art/frame.ts';
import { artOf } from '#demo/content/art-of.ts';
import type { ClipFacts } from '#demo/content/entry.ts';
import { ENTRIES } from '#demo/content/keys.ts';
import { PLATE_SIZE } from '#server/kit/media/luts/lut-plates.ts';
import { CLIP_HEIGHT, CLIP_WIDTH, CLIPS, type ClipSpec, FRAMES_PER_SECOND } from './clip-list.ts';
import { coast } from './plates/coast.ts';
import { dunes } from './plates/dunes.ts';
import { storeLight, takePicture, type View } from './plates/march.ts';
import { portrait } from './plates/portrait.ts';
import { street } from './plates/street.ts';

const STRIP_FRAMES = 12;
const MOMENT_SIZE = { width: 320, height: 180 };
/** On hover, the card shows one of the two sides instead of the thumbnail, so each side must be as sharp as the thumbnail. */
const SIDE_SIZE = { width: 640, height: 360 };
/** Well under the design limit of 90 kB, to keep all strips and clips together below 6 MB. */
const STRIP_MAX_BYTES = 46_000;
const FADE_SHARE = 0.3;

const words = process.argv.slice(2);
const PARTS = ['clips', 'strips', 'plates', 'facts'];
const wants = (part: string) => !words.some((word) => PARTS.includes(word)) || words.includes(part);
const names = words.filter((word) => !PARTS.includes(word));
const isWanted = (name: string) => names.length === 0 || names.includes(name);

await mkdir(new URL('./clips/', import.meta.url), { recursive: true });
await mkdir(new URL('./strips/', import.meta.url), { recursive: true });
if (wants('strips')) {
  for (const [key, entry] of ENTRIES) if (isWanted(key)) await renderStrip(key, await artOf(entry));
}
if (wants('plates')) {
  const plates: Record<string, View> = { coast, dunes, portrait, street };
  for (const [name, view] of Object.entries(plates)) if (isWanted(name)) await renderPlate(name, view);
}
if (wants('clips')) {
  for (const clip of CLIPS) if (isWanted(clip.name)) await renderClip(clip);
}
if (wants('clips') || wants('facts')) {
  const facts = Object.fromEntries(CLIPS.map((clip) => [`${clip.name}.mp4`, probeClip(clip)]));
  await writeFile(new URL('./clips.json', import.meta.url), `${JSON.stringify(facts, null, 2)}\n`);
}

async function renderStrip(key: string, art: ArtSpec): Promise<void> {
  const cell = stripKindOf(art) === 'frames' ? MOMENT_SIZE : SIDE_SIZE;
  const cells = await paintCells(art, cell);
  const width = cell.width * cells.length;
  const strip = Buffer.alloc(width * cell.height * 3);
  for (const [i, pixels] of cells.entries()) {
    for (let row = 0; row < cell.height; row++) {
      const from = row * cell.width * 3;
      pixels.copy(strip, (row * width + i * cell.width) * 3, from, from + cell.width * 3);
    }
  }
  for (let quality = cell === SIDE_SIZE ? 82 : 68, softness = 0; ; quality -= 6) {
    if (quality < 26) {
      quality = 50;
      softness += 0.7;
    }
    const image = fromPixels(strip, width, cell.height);
    if (softness > 0) image.blur(softness);
    const body = await image.webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (body.length > STRIP_MAX_BYTES) continue;
    await writeFile(new URL(`./strips/${key}.webp`, import.meta.url), body);
    console.log(`${key}.webp ${body.length} bytes, quality ${quality}`);
    return;
  }
}

/** Twelve moments of the shot, or both sides of the moment that the thumbnail shows. */
function paintCells(art: ArtSpec, { width, height }: typeof SIDE_SIZE): Promise<Buffer[]> {
  const paint = (shot: ArtSpec, moment: number) => paintFrame(shot, moment, width, height, { grain: 0.6 });
  if (stripKindOf(art) === 'frames') {
    return Promise.all(Array.from({ length: STRIP_FRAMES }, (_, i) => paint(art, i / STRIP_FRAMES)));
  }
  return Promise.all((['before', 'after'] as const).map((side) => paint({ ...art, side }, POSTER_MOMENT)));
}

async function renderPlate(name: string, view: View): Promise<void> {
  const { width, height } = PLATE_SIZE;
  const canvas = { width, height, light: takePicture(view, width, height) };
  bloom(canvas, 0.5, 0.03, 0.9);
  // Much better than a strip, because a LUT can multiply its contrast.
  const image = fromPixels(storeLight(canvas.light), width, height);
  const body = await image.webp({ quality: 92, effort: 6, smartSubsample: true }).toBuffer();
  await writeFile(new URL(`../../server/kit/media/luts/plates/${name}.webp`, import.meta.url), body);
  console.log(`${name}.webp ${body.length} bytes`);
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
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code} on ${clip.name}`);
  console.log(`${clip.name}.mp4, ${frames} frames`);
}

function probeClip({ name, loop }: ClipSpec): ClipFacts {
  const path = fileURLToPath(new URL(`./clips/${name}.mp4`, import.meta.url));
  const wanted = 'stream=width,height,avg_frame_rate,pix_fmt:format=duration';
  const told = execFileSync('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    wanted,
    '-of',
    'json',
    path,
  ]);
  const { streams, format } = JSON.parse(told.toString());
  const [{ width, height, avg_frame_rate, pix_fmt }] = streams;
  const [frames, seconds] = avg_frame_rate.split('/').map(Number);
  return {
    width,
    height,
    frameRate: frames / seconds,
    seconds: Number(format.duration),
    alpha: /^(yuva|rgba|argb|bgra|abgr|ya)/.test(pix_fmt),
    loop: loop !== undefined,
  };
}

function dissolve(from: Buffer, to: Buffer, share: number): Buffer {
  const mixed = Buffer.allocUnsafe(to.length);
  for (let i = 0; i < to.length; i++) mixed[i] = (from[i] as number) * (1 - share) + (to[i] as number) * share;
  return mixed;
}
