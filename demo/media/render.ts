/**
 * Renders clips (with ffmpeg), hover strips and the plates that LUTs are shown on: `npm run demo:media`. Arguments limit it to
 * `clips`, `strips`, `plates` or `facts` (clip metadata, read with ffprobe), and to the given names. The results are committed, so the server needs
 * neither program.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { bloom } from '#demo/art/bloom.ts';
import { fromPixels } from '#demo/art/develop.ts';
import { type ArtSpec, POSTER_MOMENT, paintFrame, stripKindOf } from '#demo/art/frame.ts';
import { artOf } from '#demo/content/art-of.ts';
import { ENTRIES } from '#demo/content/keys.ts';
import { PLATE_SIZE } from '#server/kit/media/luts/lut-plates.ts';
import { renderClips, writeClipFacts } from './clips.ts';
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

const words = process.argv.slice(2);
const PARTS = ['clips', 'strips', 'plates', 'facts'];
const wants = (part: string) => !words.some((word) => PARTS.includes(word)) || words.includes(part);
const names = words.filter((word) => !PARTS.includes(word));
const isWanted = (name: string) => names.length === 0 || names.includes(name);

await mkdir(new URL('./strips/', import.meta.url), { recursive: true });
if (wants('strips')) {
  for (const [key, entry] of ENTRIES) if (isWanted(key)) await renderStrip(key, await artOf(entry));
}
if (wants('plates')) {
  const plates: Record<string, View> = { coast, dunes, portrait, street };
  for (const [name, view] of Object.entries(plates)) if (isWanted(name)) await renderPlate(name, view);
}
if (wants('clips')) await renderClips(isWanted);
if (wants('clips') || wants('facts')) await writeClipFacts();

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
