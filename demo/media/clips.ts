/** Renders clips with ffmpeg, and reads their facts back with ffprobe. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { paintFrame } from '#demo/art/frame.ts';
import type { ClipFacts } from '#demo/content/entry.ts';
import { CLIP_HEIGHT, CLIP_WIDTH, CLIPS, type ClipSpec, FRAMES_PER_SECOND } from './clip-list.ts';

const FADE_SHARE = 0.3;

/** Renders the clips with these names into the folder `clips`. */
export async function renderClips(isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(new URL('./clips/', import.meta.url), { recursive: true });
  for (const clip of CLIPS) if (isWanted(clip.name)) await renderClip(clip);
}

/** Writes `clips.json`, the facts of all committed clips. */
export async function writeClipFacts(): Promise<void> {
  const facts = Object.fromEntries(CLIPS.map((clip) => [`${clip.name}.mp4`, probeClip(clip)]));
  await writeFile(new URL('./clips.json', import.meta.url), `${JSON.stringify(facts, null, 2)}\n`);
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
