// Files of every kind that the stage shows, made by ffmpeg, sharp and the other makers. No two calls make equal files, because the
// site stores equal files once.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeFont } from './font.ts';
import { makeLottie } from './lottie.ts';
import { makeGlb } from './model.ts';
import { makePdf } from './pdf.ts';
import { makePhotoshop } from './photoshop.ts';
import { writeZip } from './zip-writer.ts';

/** Red on the left, transparent on the right: ProRes 4444, 24 frames per second, two seconds. */
const ALPHA_CLIP = [
  ...['-f', 'lavfi', '-i', 'color=red:s=320x180:r=24:d=2'],
  ...['-f', 'lavfi', '-i', 'color=black:s=320x180:r=24:d=2,drawbox=0:0:160:180:white:fill'],
  ...['-filter_complex', '[1]format=gray[a];[0][a]alphamerge', '-c:v', 'prores_ks', '-profile:v', '4444'],
  ...['-pix_fmt', 'yuva444p10le'],
];
const CLIP = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=24:d=4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><circle cx="20" cy="10" r="9" fill="red"/></svg>';
/** Exchanges red and blue. */
const CUBE = `TITLE "Swap"\nLUT_3D_SIZE 2\n${[0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => `${b} ${g} ${r}`))).join('\n')}\n`;

export type NewFile = { name: string; buffer: Buffer };

const made = (name: string, words: string[]): NewFile => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-stage-'));
  try {
    const path = join(folder, name);
    // A different comment in each run, because the site stores equal files once.
    execFileSync('ffmpeg', ['-v', 'error', ...words, '-metadata', `comment=${crypto.randomUUID()}`, path]);
    return { name, buffer: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A file that ffmpeg makes with these words. */
export function makeMedia(name: string, words: string[]): NewFile {
  return made(name, words);
}

/** A clip of one's own, in H.264 with a tone. `source` is a source of ffmpeg, such as `color=red:s=640x360:r=24:d=2`. */
export function makeOwnClip(name: string, source: string): NewFile {
  const inputs = ['-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', 'sine=f=440'];
  return made(name, [...inputs, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest']);
}

export function makeTone(name: string, frequency: number, seconds: number): NewFile {
  const source = `sine=f=${frequency}:r=48000:d=${seconds}`;
  return made(name, ['-f', 'lavfi', '-i', source, '-ac', '2', '-c:a', 'pcm_s24le']);
}

/** Clicks of 20 ms on each beat; the first is one beat after the beginning. */
export function makeClicks(name: string, tempo: number, seconds: number): NewFile {
  const gap = 60 / tempo;
  const source = `aevalsrc='if(lt(t,${gap}),0,if(lt(mod(t,${gap}),0.02),0.7*sin(2*PI*1500*t),0))':s=48000:d=${seconds}`;
  return made(name, ['-f', 'lavfi', '-i', source, '-ac', '2', '-c:a', 'pcm_s24le']);
}

export async function makeStageFiles(): Promise<NewFile[]> {
  const picture = sharp({
    create: { width: 640, height: 360, channels: 4, background: { r: 0, g: 200, b: 80, alpha: 0.5 } },
  });
  return [
    made('Alpha.mov', ALPHA_CLIP),
    // Long enough that a busy machine still sees them play.
    ...[220, 330, 440].map((frequency, at) => makeTone(`Beep_${at + 1}.wav`, frequency, 4)),
    { name: 'Look.cube', buffer: Buffer.from(`# ${crypto.randomUUID()}\n${CUBE}`) },
    {
      name: 'Plate.png',
      buffer: await picture
        .withExif({ IFD0: { ImageDescription: crypto.randomUUID() } })
        .png()
        .toBuffer(),
    },
    {
      name: 'Flat.psd',
      buffer: Buffer.concat([makePhotoshop({ colour: [0, 90, 255] }), Buffer.from(crypto.randomUUID())]),
    },
    { name: 'Logo.svg', buffer: Buffer.from(`<!-- ${crypto.randomUUID()} -->${LOGO}`) },
    { name: 'Moves.json', buffer: Buffer.from(makeLottie({ nm: crypto.randomUUID() })) },
    { name: 'Squares.ttf', buffer: makeFont({ family: crypto.randomUUID() }) },
    { name: 'notes.csv', buffer: Buffer.from(`scene,take\n1,${crypto.randomUUID()}\n`) },
    { name: 'README.txt', buffer: Buffer.from('Put the clip above your own.\n') },
  ];
}

/** A red square on the left of transparency, which moves by a tenth of the width. */
const makeFrame = async (at: number): Promise<Buffer> => {
  const clear = { width: 160, height: 90, channels: 4 as const, background: '#0000' };
  const square = await sharp({ create: { ...clear, width: 16, background: '#f00' } })
    .png()
    .toBuffer();
  return await sharp({ create: clear })
    .composite([{ input: square, left: at * 16, top: 0 }])
    .withExif({ IFD0: { ImageDescription: crypto.randomUUID() } })
    .png()
    .toBuffer();
};

/** An archive, a PDF of twelve pages, and ten numbered pictures, of which the sixth is missing. */
export async function makeContentsFiles(): Promise<NewFile[]> {
  const zip = writeZip(
    [
      { name: 'Clips/Day/one.mov', body: Buffer.alloc(3000) },
      { name: 'Clips/two.mov', body: Buffer.alloc(1000) },
      { name: 'Sounds/hit.wav', body: Buffer.alloc(500) },
      { name: 'inner.zip', body: writeZip([{ name: 'secret.txt', body: 'x' }]) },
      { name: 'notes.txt', body: 'Thanks' },
    ],
    { comment: crypto.randomUUID() },
  );
  const pages = Array.from({ length: 12 }, (_, at) => `Page ${at + 1}`);
  const numbers = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11];
  return [
    { name: 'Pack.zip', buffer: zip },
    { name: 'Guide.pdf', buffer: makePdf({ pages, catalogue: `/Lang(${crypto.randomUUID()})` }) },
    ...(await Promise.all(
      numbers.map(async (number, at) => ({
        name: `Smoke_${String(number).padStart(4, '0')}.png`,
        buffer: await makeFrame(at),
      })),
    )),
  ];
}

/** Every kind in its simplest form, with an opaque clip, a 3D model, and a PDF that needs a password. */
export async function makeAllFiles(): Promise<NewFile[]> {
  const note = crypto.randomUUID();
  return [
    made('Waves.mp4', CLIP),
    ...(await makeStageFiles()),
    ...(await makeContentsFiles()),
    { name: 'Cube.glb', buffer: await makeGlb({ isAnimated: true, note }) },
    { name: 'Locked.pdf', buffer: makePdf({ pages: ['Secret'], password: 'open', catalogue: `/Lang(${note})` }) },
  ];
}
