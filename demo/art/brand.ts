/** The site's own images: logo marks and the default share card. */
import sharp from 'sharp';
import { hex } from './colour.ts';
import { fromPixels } from './develop.ts';
import { paintFrame } from './frame.ts';
import { drawWords, measureWords } from './letters.ts';

const TALLY = hex(0.7, 0.195, 36);
const INK = hex(0.15, 0.004, 270);
const PAPER = hex(0.965, 0.003, 90);

/** The logo's H: two bars and a tally-coloured diagonal, in a 26 x 26 box. */
function mark(colour: string): string {
  return `<path d="M2 2h7v22H2ZM17 2h7v22h-7Z" fill="${colour}"/><path d="M9 20.4V14.6L17 5.6V11.4Z" fill="${TALLY}"/>`;
}

/** /public/Images/icon.svg, readable on light and dark browser tabs. */
export function makeFaviconSvg(): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${INK}"/><g transform="translate(5 5) scale(.846)">${mark(PAPER)}</g></svg>\n`,
  );
}

/** /favicon.ico, for clients that ignore the icon links in the document: a single 48-pixel PNG (Windows Vista and later). */
export async function makeFaviconIco(): Promise<Buffer> {
  const size = 48;
  const png = await sharp(makeFaviconSvg(), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
  // ICONDIR: reserved, type 1 (icon), one image. ICONDIRENTRY: size, no palette, planes, bits per pixel, bytes, offset.
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The app icon as PNG in any size (180 for Apple, 192 and 512 for the manifest). */
export async function makeIcon(size: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32"><rect width="32" height="32" fill="${INK}"/><g transform="translate(6.4 6.4) scale(.738)">${mark(PAPER)}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** Default share card for pages without their own image, PNG 1200 x 630. */
export async function makeShareImage(): Promise<Buffer> {
  const [width, height] = [1280, 720];
  const pixels = await paintFrame({ scene: 'landscape', hue: 45 }, 0.38, width, height);
  const plate = await fromPixels(pixels, width, height)
    .resize(1200, 675)
    .extract({ left: 0, top: 22, width: 1200, height: 630 })
    .png()
    .toBuffer();
  const words = 'THE CUT STARTS HERE.';
  const scale = (880 / measureWords(words)) * 100;
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs><linearGradient id="d" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${INK}" stop-opacity=".86"/><stop offset="1" stop-color="${INK}" stop-opacity=".1"/></linearGradient></defs><rect width="1200" height="630" fill="url(#d)"/><g transform="translate(72 76) scale(3.4)">${mark('#ffffff')}</g>${drawWords('HELIX', 184, 86, 68, 'fill="#fff"')}${drawWords(words, 72, 400, scale, 'fill="#fff"')}<rect x="72" y="${Math.round(420 + scale)}" width="120" height="8" fill="${TALLY}"/></svg>`;
  return sharp(plate)
    .composite([{ input: Buffer.from(over) }])
    .png({ compressionLevel: 8, palette: true, colours: 256, dither: 1, effort: 7 })
    .toBuffer();
}

/** Placeholder for a missing thumbnail, PNG 1280 x 720: an empty timeline track. */
export async function makeDefaultThumbnail(): Promise<Buffer> {
  const line = hex(0.36, 0.008, 270);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720"><defs><pattern id="h" width="18" height="18" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V18" stroke="${line}" stroke-width="5"/></pattern></defs><rect width="1280" height="720" fill="${hex(0.19, 0.005, 270)}"/><rect x="140" y="312" width="380" height="96" rx="8" fill="${hex(0.29, 0.008, 270)}"/><rect x="540" y="312" width="200" height="96" rx="8" fill="url(#h)" stroke="${line}" stroke-width="3"/><rect x="760" y="312" width="380" height="96" rx="8" fill="${hex(0.29, 0.008, 270)}"/><rect x="638" y="240" width="4" height="240" fill="${TALLY}"/></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}
