/**
 * Process that draws a single share image and exits. Input: the length of the order in bytes (32 bits, big-endian), the
 * order as JSON, then the bytes of its picture, if any. Output: a JPEG. Argument: the fonts folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp, { type OverlayOptions } from 'sharp';
import { xmlText } from '#server/kit/text/xml.ts';
import type { DrawingOrder } from './drawing.ts';
import { readLetters, writableText } from './letters.ts';
import * as look from './look.ts';

const folder = process.argv[2] ?? '';
sharp.concurrency(1);
sharp.cache(false);

const MAX_PIXELS = 40_000_000;
const TITLE_SIZES = [116, 100, 86, 74, 64];
const TITLE_HEIGHT = 300;
const LINE_SIZE = 30;
const MONO_SIZE = 25;

type Face = { name: string; file: string; letters: ReadonlySet<number> };

/** A font family in two files; the second adds the characters of other Latin-script languages. */
const face = (name: string, file: string): Face => {
  const files = [join(folder, `${file}.ttf`), join(folder, `${file}-ext.ttf`)];
  const letters = new Set(files.flatMap((path) => [...readLetters(readFileSync(path))]));
  return { name, file: files[0] ?? '', letters };
};
const sans = face('Instrument Sans', 'sans');
const mono = face('Geist Mono', 'mono');
// Use each `-ext` file once. From then on, the library finds its characters whenever the family is used.
for (const { name, file } of [sans, mono])
  await sharp({ text: { text: '.', font: `${name} 10`, fontfile: file.replace(/\.ttf$/, '-ext.ttf') } })
    .raw()
    .toBuffer();

type Words = { body: Buffer; width: number; height: number };
type Style = { face: Face; style?: string; size: number; colour: string; width: number; attributes?: string };

/** Renders text wrapped at `width`, as an image that is exactly as large as the text; null if nothing can be drawn. */
const write = async (text: string, given: Style): Promise<Words | null> => {
  const words = writableText(text, given.face.letters);
  if (!words) return null;
  const markup = `<span foreground="${given.colour}" ${given.attributes ?? ''}>${xmlText(words)}</span>`;
  const font = [given.face.name, given.style, given.size].filter(Boolean).join(' ');
  const { data, info } = await sharp({
    text: { text: markup, font, fontfile: given.face.file, width: given.width, wrap: 'word-char', rgba: true },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { body: data, width: info.width, height: info.height };
};

const writeTitle = async (text: string, width: number): Promise<Words | null> => {
  let made: Words | null = null;
  for (const size of TITLE_SIZES) {
    const attributes = 'line_height="0.88" letter_spacing="-1400"';
    made = await write(text, { face: sans, style: 'Condensed Bold', size, colour: look.FOREGROUND, width, attributes });
    if (!made || made.height <= TITLE_HEIGHT) return made;
  }
  if (!made) return null;
  const { data, info } = await sharp(made.body)
    .resize({ width, height: TITLE_HEIGHT, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { body: data, width: info.width, height: info.height };
};

/** Renders a single line, cut off at `most` pixels. */
const writeLine = async (text: string, style: Omit<Style, 'width'>, most: number): Promise<Words | null> => {
  const made = await write(text, { ...style, width: 100_000 });
  if (!made || made.width <= most) return made;
  const body = await sharp(made.body).extract({ left: 0, top: 0, width: most, height: made.height }).png().toBuffer();
  return { ...made, body, width: most };
};

const open = (picture: Buffer) =>
  sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).rotate();

/** If the title cannot be drawn, the line below it is drawn in its place, or the site's name if neither can be drawn. */
const shownWords = ({ title, by, siteName }: DrawingOrder): { title: string; by: string } => {
  const isWritable = (text: string): boolean => writableText(text, sans.letters) !== '';
  if (isWritable(title)) return { title, by };
  return { title: isWritable(by) ? by : siteName, by: '' };
};

const OVER_GAP = 26;

const draw = async (order: DrawingOrder, picture: Buffer | null): Promise<Buffer> => {
  const isRound = order.isRound && picture !== null;
  const left = isRound ? look.AVATAR.left + look.AVATAR.size + 44 : look.MARGIN;
  const width = look.WIDTH - left - look.MARGIN;
  const shown = shownWords(order);
  const lineWidth = width - (order.marks.length > 0 ? 320 : 0);
  const label = { face: sans, style: 'SemiBold', size: 26 };
  const [premium, site, title, over, by, marks] = [
    order.isPremium ? await writeLine('Premium', { ...label, colour: look.TUNGSTEN }, 300) : null,
    await writeLine(order.siteName, { face: sans, style: 'Bold', size: 34, colour: look.FOREGROUND }, 640),
    await writeTitle(shown.title, width),
    await writeLine(order.over, { face: mono, size: MONO_SIZE, colour: look.MUTED }, width),
    await writeLine(shown.by, { face: sans, style: 'Medium', size: LINE_SIZE, colour: look.FOREGROUND }, lineWidth),
    await writeLine(order.marks.join('  '), { face: mono, size: MONO_SIZE, colour: look.MUTED }, 300),
  ];
  const titleTop = look.TITLE_BOTTOM - (title?.height ?? 0);
  const at = (words: Words | null, place: { left: number; top: number }): OverlayOptions[] =>
    words ? [{ input: words.body, left: Math.round(place.left), top: Math.round(place.top) }] : [];
  const middle = (words: Words | null, of: number): number => of - (words?.height ?? 0) / 2;
  const avatar =
    isRound && picture
      ? await open(picture)
          .resize(look.AVATAR.size, look.AVATAR.size, { fit: 'cover' })
          .composite([{ input: look.circle(look.AVATAR.size), blend: 'dest-in' }])
          .png()
          .toBuffer()
      : null;
  const isFull = picture !== null && !isRound;
  const base = isFull
    ? open(picture).resize(look.WIDTH, look.HEIGHT, { fit: 'cover' }).flatten({ background: '#0a0b0d' })
    : sharp(look.ground(order.title, over ? titleTop - OVER_GAP - over.height : titleTop));
  const shapes = look.shapes({ accent: order.accent, shaded: isFull, premiumWidth: premium?.width ?? null });
  return base
    .composite([
      { input: shapes, left: 0, top: 0 },
      ...(avatar ? [{ input: avatar, left: look.AVATAR.left, top: look.AVATAR.top }] : []),
      ...at(site, { left: look.MARGIN + 62, top: middle(site, 87) }),
      ...at(premium, { left: look.WIDTH - look.MARGIN - 18 - (premium?.width ?? 0), top: middle(premium, 87) }),
      ...at(over, { left, top: titleTop - OVER_GAP - (over?.height ?? 0) }),
      ...at(title, { left, top: titleTop }),
      ...at(by, { left, top: middle(by, look.LINE_TOP + 14) }),
      ...at(marks, { left: look.WIDTH - look.MARGIN - (marks?.width ?? 0), top: middle(marks, look.LINE_TOP + 14) }),
    ])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer();
};

const input = await buffer(process.stdin);
const length = input.readUInt32BE(0);
const order = JSON.parse(input.subarray(4, 4 + length).toString('utf8')) as DrawingOrder;
const picture = input.subarray(4 + length);
process.stdout.write(await draw(order, picture.length > 0 ? picture : null));
