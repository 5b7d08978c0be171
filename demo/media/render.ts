/**
 * Renders clips (with ffmpeg), the plates that LUTs are shown on, and the previews of packs (from their files, so clips come first):
 * `npm run demo:media`. Arguments limit it to `clips`, `plates` or `previews`, and to the given names. The results are committed, so the server needs neither program.
 */
import { writeFile } from 'node:fs/promises';
import { bloom } from '#demo/art/bloom.ts';
import { fromPixels } from '#demo/art/develop.ts';
import { PLATE_SIZE } from '#server/kit/media/luts/lut-plates.ts';
import { renderClips } from './clips.ts';
import { coast } from './plates/coast.ts';
import { dunes } from './plates/dunes.ts';
import { storeLight, takePicture, type View } from './plates/march.ts';
import { portrait } from './plates/portrait.ts';
import { street } from './plates/street.ts';
import { renderPreviews } from './previews.ts';

const words = process.argv.slice(2);
const PARTS = ['clips', 'plates', 'previews'];
const wants = (part: string) => !words.some((word) => PARTS.includes(word)) || words.includes(part);
const names = words.filter((word) => !PARTS.includes(word));
const isWanted = (name: string) => names.length === 0 || names.includes(name);

if (wants('plates')) {
  const plates: Record<string, View> = { coast, dunes, portrait, street };
  for (const [name, view] of Object.entries(plates)) if (isWanted(name)) await renderPlate(name, view);
}
if (wants('clips')) await renderClips(isWanted);
if (wants('previews')) await renderPreviews(isWanted);

async function renderPlate(name: string, view: View): Promise<void> {
  const { width, height } = PLATE_SIZE;
  const canvas = { width, height, light: takePicture(view, width, height) };
  bloom(canvas, 0.5, 0.03, 0.9);
  // Much better than a poster, because a LUT can multiply its contrast.
  const image = fromPixels(storeLight(canvas.light), width, height);
  const body = await image.webp({ quality: 92, effort: 6, smartSubsample: true }).toBuffer();
  await writeFile(new URL(`../../server/kit/media/luts/plates/${name}.webp`, import.meta.url), body);
  console.log(`${name}.webp ${body.length} bytes`);
}
