/** Portraits and banners of the demo's fictional people, and the site's default images. */

import sharp from 'sharp';
import { hex } from './colour.ts';
import { fromPixels } from './develop.ts';
import { type ArtSpec, paintFrame } from './frame.ts';
import { between, createRandom, pick, type Random } from './random.ts';
import type { SceneName } from './scene-list.ts';
import { circle, linear, n, radial, repeat } from './svg.ts';

const AVATAR_SIZE = 320;
const SKINS = [
  [0.86, 0.06, 60],
  [0.78, 0.075, 58],
  [0.68, 0.085, 55],
  [0.56, 0.08, 50],
  [0.44, 0.065, 45],
  [0.35, 0.05, 40],
] as const;
const HAIRS = [
  [0.2, 0.02, 60],
  [0.28, 0.05, 50],
  [0.42, 0.09, 55],
  [0.66, 0.1, 75],
  [0.8, 0.02, 80],
  [0.5, 0.14, 35],
] as const;

/** A drawn head and shoulders as WebP, 320 x 320. The same name always gives the same face. */
export async function makeAvatar(name: string, hue: number): Promise<Buffer> {
  const random = createRandom(`avatar:${name}`);
  const inner = random() < 0.84 ? portrait(random, hue) : emblem(random, hue);
  return encode(inner);
}

/** A wide banner as WebP, 1600 x 400, cropped from a scene in the person's hue. */
export async function makeBanner(name: string, hue: number): Promise<Buffer> {
  const random = createRandom(`banner:${name}`);
  const scene = pick<SceneName>(random, [
    'landscape',
    'bokeh',
    'ink',
    'lightLeak',
    'aurora',
    'chrome',
    'ripples',
    'flare',
    'skyline',
  ]);
  const art: ArtSpec = { scene, hue, text: 'PLAIN', variant: 40 };
  const [width, height] = [960, 540];
  const pixels = await paintFrame(art, random(), width, height);
  return fromPixels(pixels, width, height)
    .extract({ left: 0, top: 180, width, height: 240 })
    .resize(1600, 400)
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}

/** The default avatar, 320 x 320, served as /public/Images/default-avatar.png. */
export async function makeDefaultAvatar(): Promise<Buffer> {
  const back = hex(0.3, 0.008, 270);
  const fore = hex(0.62, 0.01, 270);
  const svg = `<rect width="320" height="320" fill="${back}"/><circle cx="160" cy="128" r="58" fill="${fore}"/><path d="M36 320C40 238 92 206 160 206S280 238 284 320Z" fill="${fore}"/>`;
  return sharp(Buffer.from(frame(svg)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** The default banner, 1600 x 400, served as /public/Images/default-banner.png: muted greys with a timecode ruler. */
export async function makeDefaultBanner(): Promise<Buffer> {
  const tick = hex(0.52, 0.008, 270);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="400"><defs>${linear(
    'g',
    [
      [0, hex(0.27, 0.012, 270)],
      [1, hex(0.19, 0.008, 270)],
    ],
    [0, 0, 1, 1],
  )}${radial(
    's',
    [
      [0, hex(0.45, 0.03, 36), 0.55],
      [1, hex(0.3, 0.01, 270), 0],
    ],
    0.78,
    0.2,
    0.5,
  )}</defs><rect width="1600" height="400" fill="url(#g)"/><rect width="1600" height="400" fill="url(#s)"/>${repeat(5, (i) => `<rect x="${i * 370 - 120}" y="${130 + (i % 3) * 48}" width="${230 + ((i * 67) % 160)}" height="36" rx="4" fill="${hex(0.33 + (i % 3) * 0.03, 0.02, 270 + i * 30)}" opacity=".55"/>`)}${repeat(80, (i) => `<rect x="${i * 20 + 8}" y="${i % 5 ? 376 : 362}" width="2" height="40" fill="${tick}" opacity=".6"/>`)}<rect x="1010" width="3" height="400" fill="${hex(0.7, 0.195, 36)}"/></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

async function encode(inner: string): Promise<Buffer> {
  return sharp(Buffer.from(frame(inner)))
    .webp({ quality: 86 })
    .toBuffer();
}

function frame(inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${AVATAR_SIZE}" height="${AVATAR_SIZE}" viewBox="0 0 320 320">${inner}</svg>`;
}

function portrait(random: Random, hue: number): string {
  const [sl, sc, sh] = pick(random, SKINS);
  const [hl, hc, hh] = pick(random, HAIRS);
  const dyed = random() < 0.2;
  const skin = hex(sl, sc, sh);
  const shade = hex(sl - 0.13, sc + 0.015, sh - 8);
  const glow = hex(Math.min(0.96, sl + 0.09), sc, sh + 8);
  const hair = dyed ? hex(0.6, 0.18, hue + 120) : hex(hl, hc, hh);
  const cloth = hex(between(random, 0.35, 0.75), 0.15, hue + between(random, 100, 240));
  const clothDark = hex(0.28, 0.1, hue + 150);
  const long = random() < 0.4;
  const turn = between(random, -7, 7);
  const defs = `<defs>${linear(
    'b',
    [
      [0, hex(0.68, 0.15, hue)],
      [1, hex(0.36, 0.13, hue + 45)],
    ],
    [0, 0, 1, 1],
  )}${linear(
    'k',
    [
      [0, glow],
      [0.45, skin],
      [1, shade],
    ],
    [0, 0, 1, 0.3],
  )}${linear('c', [
    [0, cloth],
    [1, clothDark],
  ])}</defs>`;
  const behind = long ? `<path d="M82 150C70 60 118 36 160 36S252 60 240 150L252 262H68Z" fill="${hair}"/>` : '';
  const body = `<path d="M22 330C26 262 82 238 132 228L160 250L188 228C238 238 294 262 298 330Z" fill="url(#c)"/><path d="M130 190H190V232Q160 258 130 232Z" fill="${shade}"/>`;
  const head = `<path d="M98 128C96 78 124 58 160 58S224 78 222 128C222 184 194 218 160 218S98 184 98 128Z" fill="url(#k)"/><ellipse cx="97" cy="142" rx="10" ry="17" fill="${skin}"/><ellipse cx="223" cy="142" rx="10" ry="17" fill="${shade}"/>`;
  const brow = between(random, -3, 4);
  const smile = between(random, 2, 12);
  const ink = hex(0.22, 0.03, 40);
  const face = `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-width="5"><path d="M122 ${n(116 + brow)}q14-8 28 0M170 ${n(116 + brow)}q14-8 28 0" stroke="${hair}" stroke-width="7"/><path d="M138 178q22 ${n(smile)} 44 0"/><path d="M160 132q-6 22 4 24" stroke="${shade}"/></g><circle cx="136" cy="136" r="5.5" fill="${ink}"/><circle cx="184" cy="136" r="5.5" fill="${ink}"/>`;
  return `${defs}<rect width="320" height="320" fill="url(#b)"/>${circle(250, 70, 120, `fill="${hex(0.8, 0.13, hue + 40)}" opacity=".35"`)}${behind}${body}<g transform="rotate(${n(turn)} 160 200)">${head}${face}${top(random, hair, long)}${extra(random, ink, hair, shade)}</g>`;
}

function top(random: Random, hair: string, long: boolean): string {
  const kind = Math.floor(random() * (long ? 3 : 6));
  const styles = [
    `<path d="M92 140C80 56 128 40 162 42C210 40 240 66 228 140C220 112 208 96 186 88C150 104 116 98 104 108C96 118 94 128 92 140Z" fill="${hair}"/>`,
    `<path d="M92 132C84 66 120 40 160 40S236 66 228 132C214 96 190 84 160 84S106 96 92 132Z" fill="${hair}"/>`,
    `<path d="M90 136C88 50 150 34 190 44C232 52 236 96 228 138C222 118 218 100 200 84C170 112 120 88 90 136Z" fill="${hair}"/>`,
    `${repeat(11, (i) => circle(100 + i * 12, 82 - Math.sin((i / 10) * 3.14) * 34, 22, `fill="${hair}"`))}`,
    `<path d="M100 104C104 62 132 52 160 52S216 62 220 104C200 82 184 78 160 78S120 82 100 104Z" fill="${hair}" opacity=".75"/>`,
    `<path d="M86 112C86 48 130 34 160 34S234 48 234 112L240 118H80Z" fill="${hair}"/><rect x="76" y="104" width="168" height="17" rx="8" fill="${hair}"/>`,
  ];
  return styles[kind] ?? '';
}

function extra(random: Random, ink: string, hair: string, shade: string): string {
  const roll = random();
  if (roll < 0.24)
    return `<g fill="none" stroke="${ink}" stroke-width="4.5"><circle cx="136" cy="137" r="20"/><circle cx="184" cy="137" r="20"/><path d="M156 134q4-3 8 0"/></g>`;
  if (roll < 0.42)
    return `<path d="M104 158C108 204 132 226 160 226S212 204 216 158C206 176 190 168 160 170S114 176 104 158Z" fill="${hair}" opacity=".92"/><path d="M140 184q20 8 40 0" stroke="${shade}" stroke-width="6" stroke-linecap="round" fill="none"/>`;
  if (roll < 0.54)
    return `<path d="M92 132C88 40 232 40 228 132" fill="none" stroke="${ink}" stroke-width="11"/><rect x="80" y="122" width="26" height="44" rx="12" fill="${ink}"/><rect x="214" y="122" width="26" height="44" rx="12" fill="${ink}"/>`;
  return '';
}

/** An abstract avatar for people without a portrait. */
function emblem(random: Random, hue: number): string {
  const defs = `<defs>${linear(
    'b',
    [
      [0, hex(0.3, 0.09, hue)],
      [1, hex(0.18, 0.06, hue + 60)],
    ],
    [0, 0, 1, 1],
  )}${radial(
    'o',
    [
      [0, hex(0.95, 0.06, hue + 40)],
      [0.5, hex(0.72, 0.19, hue)],
      [1, hex(0.36, 0.15, hue + 320)],
    ],
    0.36,
    0.3,
    0.8,
  )}</defs>`;
  const rings = repeat(
    4,
    (i) =>
      `<ellipse cx="160" cy="160" rx="${n(118 + i * 16)}" ry="${n(30 + i * 9)}" fill="none" stroke="${hex(0.8, 0.14, hue + 60)}" stroke-opacity="${n(0.8 - i * 0.18)}" stroke-width="3" transform="rotate(${n(between(random, -50, 50))} 160 160)"/>`,
  );
  return `${defs}<rect width="320" height="320" fill="url(#b)"/>${circle(160, 160, 82, 'fill="url(#o)"')}${rings}`;
}
