/** Vector shapes as SVG files and Lottie animations. */
import { hex } from '#demo/art/colour.ts';
import { drawWords, measureWords } from '#demo/art/letters.ts';
import { between, createRandom } from '#demo/art/random.ts';
import { n, repeat } from '#demo/art/svg.ts';

export const SHAPE_NAMES = [
  'arc',
  'arrow',
  'badge',
  'blob',
  'bracket',
  'burst',
  'circle-dots',
  'cross',
  'dashes',
  'half-tone',
  'hexagon',
  'line-fan',
  'orbit',
  'plus-grid',
  'ring',
  'scribble',
  'spiral',
  'squiggle',
  'star',
  'wave',
] as const;
export type ShapeName = (typeof SHAPE_NAMES)[number];

/** A single shape as SVG, 512 x 512, coloured with the given hue. */
export function makeShape(name: ShapeName, hue: number, take = 0): Buffer {
  const random = createRandom(`${name}:${hue}:${take}`);
  const main = hex(0.66, 0.19, hue);
  const other = hex(0.84, 0.14, hue + 60);
  const inner = SHAPES[name](random, main, other);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">\n  ${inner}\n</svg>\n`,
  );
}

/** Text as SVG outlines, so that the title needs no font. */
export function makeWordSvg(words: string, hue: number): Buffer {
  const width = Math.round(measureWords(words) * 2 + 80);
  const letters = drawWords(words, 40, 40, 200, `fill="${hex(0.66, 0.2, hue)}"`);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 280" width="${width}" height="280">${letters}</svg>\n`,
  );
}

/** A two-second Lottie loop (60 frames at 30 fps): a ring that draws itself while rays rotate. */
export function makeLottie(name: string, hue: number, take: number): Buffer {
  const colour = (shift: number) => [...channels(hex(0.68, 0.19, hue + shift)), 1];
  const ease = { i: { x: [0.3], y: [1] }, o: { x: [0.6], y: [0] } };
  const still = (k: number | number[]) => ({ a: 0, k });
  const moving = (from: number, to: number) => ({
    a: 1,
    k: [
      { t: 0, s: [from], ...ease },
      { t: 59, s: [to] },
    ],
  });
  const place = { ty: 'tr', p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) };
  const layer = (index: number, title: string, turn: number, shapes: object[]) => ({
    ddd: 0,
    ind: index,
    ty: 4,
    nm: title,
    sr: 1,
    ip: 0,
    op: 60,
    st: 0,
    bm: 0,
    ks: { o: still(100), r: moving(0, turn), p: still([256, 256, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) },
    shapes: [{ ty: 'gr', nm: title, it: [...shapes, place] }],
  });
  const stroke = (shift: number, width: number) => ({
    ty: 'st',
    c: still(colour(shift)),
    o: still(100),
    w: still(width),
    lc: 2,
    lj: 2,
  });
  const ring = [
    { ty: 'el', p: still([0, 0]), s: still([260, 260]) },
    { ty: 'tm', s: moving(0, 30), e: moving(8, 100), o: moving(0, 180), m: 1 },
    stroke(0, 26),
  ];
  const star = [
    {
      ty: 'sr',
      sy: 1,
      p: still([0, 0]),
      pt: still(5 + (take % 6)),
      r: still(0),
      ir: still(60),
      or: still(96),
      is: still(0),
      os: still(0),
    },
    { ty: 'fl', c: still(colour(60)), o: still(100), r: 1 },
  ];
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: 512,
    h: 512,
    nm: name,
    ddd: 0,
    assets: [],
    layers: [layer(1, 'star', take % 2 ? 72 : -72, star), layer(2, 'ring', 90, ring)],
  };
  return Buffer.from(`${JSON.stringify(lottie, null, 1)}\n`);
}

const SHAPES: Record<ShapeName, (random: () => number, main: string, other: string) => string> = {
  arc: (r, m) =>
    `<path d="M96 416A224 224 0 0 1 416 ${n(between(r, 90, 120))}" fill="none" stroke="${m}" stroke-width="56" stroke-linecap="round"/>`,
  arrow: (_r, m) =>
    `<path d="M64 300C170 130 300 120 404 214M404 214l-18-104M404 214l-106 10" fill="none" stroke="${m}" stroke-width="34" stroke-linecap="round" stroke-linejoin="round"/>`,
  badge: (_r, m, o) =>
    `${star(24, 216, 176, m)}<circle cx="256" cy="256" r="126" fill="none" stroke="${o}" stroke-width="10"/>`,
  blob: (r, m) => `<path d="${blob(r)}" fill="${m}"/>`,
  bracket: (_r, m) => `<path d="M176 72H84v368h92M336 72h92v368h-92" fill="none" stroke="${m}" stroke-width="30"/>`,
  burst: (r, m) =>
    repeat(
      16,
      (i) =>
        `<path d="M256 ${n(between(r, 40, 90))}V176" stroke="${m}" stroke-width="16" stroke-linecap="round" transform="rotate(${n(i * 22.5)} 256 256)"/>`,
    ),
  'circle-dots': (_r, m) =>
    repeat(
      24,
      (i) => `<circle cx="256" cy="56" r="${i % 2 ? 9 : 15}" fill="${m}" transform="rotate(${i * 15} 256 256)"/>`,
    ),
  cross: (_r, m) => `<path d="M120 120L392 392M392 120L120 392" stroke="${m}" stroke-width="64"/>`,
  dashes: (r, m) =>
    repeat(
      12,
      (i) =>
        `<path d="M48 ${64 + i * 35}h${n(between(r, 90, 400))}" stroke="${m}" stroke-width="16" stroke-linecap="round"/>`,
    ),
  'half-tone': (_r, m) =>
    repeat(
      144,
      (i) =>
        `<circle cx="${40 + (i % 12) * 39}" cy="${40 + Math.floor(i / 12) * 39}" r="${n(1 + ((i % 12) + Math.floor(i / 12)) * 0.78)}" fill="${m}"/>`,
    ),
  hexagon: (_r, m, o) =>
    `<path d="M256 48L436 152V360L256 464L76 360V152Z" fill="none" stroke="${m}" stroke-width="26"/><path d="M256 138L358 197V315L256 374L154 315V197Z" fill="${o}"/>`,
  'line-fan': (_r, m) => repeat(15, (i) => `<path d="M60 452L452 ${n(452 - i * 27)}" stroke="${m}" stroke-width="8"/>`),
  orbit: (_r, m, o) =>
    `${repeat(3, (i) => `<ellipse cx="256" cy="256" rx="216" ry="78" fill="none" stroke="${m}" stroke-width="10" transform="rotate(${i * 60} 256 256)"/>`)}<circle cx="256" cy="256" r="42" fill="${o}"/>`,
  'plus-grid': (_r, m) =>
    repeat(
      25,
      (i) =>
        `<path d="M${70 + (i % 5) * 93} ${54 + Math.floor(i / 5) * 93}v32m-16-16h32" stroke="${m}" stroke-width="8"/>`,
    ),
  ring: (_r, m, o) =>
    `<circle cx="256" cy="256" r="190" fill="none" stroke="${m}" stroke-width="44"/><path d="M256 66A190 190 0 0 1 446 256" fill="none" stroke="${o}" stroke-width="44"/>`,
  scribble: (r, m) =>
    `<path d="M60 ${n(between(r, 220, 300))}${repeat(9, (i) => `S${90 + i * 42} ${i % 2 ? 90 : 430} ${110 + i * 42} ${n(between(r, 200, 310))}`)}" fill="none" stroke="${m}" stroke-width="18" stroke-linecap="round"/>`,
  spiral: (_r, m) =>
    `<path d="M256 256${repeat(90, (i) => `L${n(256 + Math.cos(i * 0.28) * i * 2.3)} ${n(256 + Math.sin(i * 0.28) * i * 2.3)}`)}" fill="none" stroke="${m}" stroke-width="16" stroke-linejoin="round"/>`,
  squiggle: (_r, m) =>
    `<path d="M40 256Q76 150 112 256T184 256T256 256T328 256T400 256T472 256" fill="none" stroke="${m}" stroke-width="32" stroke-linecap="round"/>`,
  star: (r, m) => star(Math.round(between(r, 5, 9)), 220, 96, m),
  wave: (r, m, o) =>
    repeat(
      4,
      (i) =>
        `<path d="M0 ${150 + i * 70}Q64 ${n(90 + i * 70 + r() * 20)} 128 ${150 + i * 70}T256 ${150 + i * 70}T384 ${150 + i * 70}T512 ${150 + i * 70}" fill="none" stroke="${i % 2 ? o : m}" stroke-width="22"/>`,
    ),
};

function star(points: number, outer: number, inner: number, fill: string): string {
  const list = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (i / points) * Math.PI - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    return `${n(256 + Math.cos(angle) * r)},${n(256 + Math.sin(angle) * r)}`;
  });
  return `<polygon points="${list.join(' ')}" fill="${fill}"/>`;
}

function blob(random: () => number): string {
  const points = Array.from({ length: 8 }, (_, i) => {
    const angle = (i / 8) * Math.PI * 2;
    const r = between(random, 140, 226);
    return [256 + Math.cos(angle) * r, 256 + Math.sin(angle) * r] as const;
  });
  const middle = (i: number) => {
    const a = points[i % 8] ?? [256, 256];
    const b = points[(i + 1) % 8] ?? [256, 256];
    return `${n((a[0] + b[0]) / 2)} ${n((a[1] + b[1]) / 2)}`;
  };
  return `M${middle(7)}${points.map(([x, y], i) => `Q${n(x)} ${n(y)} ${middle(i)}`).join('')}Z`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1000) / 1000);
}
