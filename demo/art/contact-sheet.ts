/** Combines all thumbnails (or the named scenes, or `avatars`) into one image: `node demo/art/contact-sheet.ts [names]`. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { artOf } from '#demo/content/art-of.ts';
import { ENTRIES } from '#demo/content/keys.ts';
import { DEMO_ACCOUNTS, HOUSE, LEAKERS, MEMBERS } from '#demo/content/people.ts';
import { makeAvatar, makeDefaultAvatar, makeDefaultBanner } from './avatar.ts';
import { makeDefaultThumbnail, makeShareImage } from './brand.ts';
import { makeThumbnail } from './frame.ts';

const FOLDER = new URL('../../.cache/', import.meta.url);
const SHEET_WIDTH = 2100;

const words = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });

if (words[0] === 'avatars') {
  const people = [HOUSE, ...DEMO_ACCOUNTS, ...LEAKERS, ...MEMBERS];
  const pictures = await Promise.all(
    people.map(({ username, hue }) => (hue === null ? makeDefaultAvatar() : makeAvatar(username, hue))),
  );
  await writeSheet('avatars.png', pictures, 150, 150, 14);
} else if (words[0] === 'brand') {
  await writeSheet(
    'brand.png',
    [await makeShareImage(), await makeDefaultBanner(), await makeDefaultThumbnail()],
    700,
    394,
    3,
  );
} else {
  const chosen = [...ENTRIES.values()].filter(({ art }) => words.length === 0 || words.includes(art.scene));
  const pictures: Buffer[] = [];
  for (const entry of chosen) pictures.push(await makeThumbnail(await artOf(entry)));
  const columns = words.length > 0 ? 3 : 7;
  const width = Math.floor(SHEET_WIDTH / columns);
  await writeSheet('thumbnails.png', pictures, width, Math.round((width * 9) / 16), columns);
}

async function writeSheet(name: string, pictures: Buffer[], width: number, height: number, columns: number) {
  const tiles = await Promise.all(
    pictures.map(async (picture, i) => ({
      input: await sharp(picture).resize(width, height, { fit: 'contain', background: '#111' }).png().toBuffer(),
      left: (i % columns) * width,
      top: Math.floor(i / columns) * height,
    })),
  );
  const size = { width: columns * width, height: Math.ceil(pictures.length / columns) * height };
  const target = fileURLToPath(new URL(name, FOLDER));
  await sharp({ create: { ...size, channels: 3, background: '#111' } })
    .composite(tiles)
    .png()
    .toFile(target);
  console.log(target);
}
