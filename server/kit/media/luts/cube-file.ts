/** Parses LUTs in .cube files (Adobe, Iridas and DaVinci Resolve) and applies them to colours. */

/** Why a file is refused, as creators read it. */
export const cubeRefusals = {
  large: 'The file is larger than any LUT.',
  head: "The file doesn't start like a .cube LUT.",
  tables: 'The file contains more than one LUT.',
  size: 'The size of the LUT is not a whole number from 2 to 129 (65,536 for a 1D LUT).',
  numbers: 'A line is not three plain numbers.',
  points: 'The file has more or fewer lines of numbers than its size needs.',
  domain: 'The input range is empty.',
  failed: 'Reading the file took too much time or memory.',
} as const;
export type CubeRefusal = keyof typeof cubeRefusals;

export class CubeRefused extends Error {
  override name = 'CubeRefused';
  readonly reason: CubeRefusal;
  constructor(reason: CubeRefusal) {
    super(cubeRefusals[reason]);
    this.reason = reason;
  }
}

/** Points of a 1D table (three curves) or a 3D table. */
type Points = {
  /** Points per axis. */
  size: number;
  /** Red, green and blue of each point; in three dimensions red varies fastest. May go beyond 0 to 1. */
  points: Float32Array;
  /** Input values that map to the first (`from`) and the last point (`to`), per channel. */
  from: readonly number[];
  to: readonly number[];
};

type Range = [from: number[], to: number[]];

export type Cube = Points & {
  dimensions: 1 | 3;
  /** Curves that Resolve applies before a 3D table in the same file. */
  shaper: Points | null;
};

/** A 129-point table with ten characters a number, and some more. */
export const MAX_CUBE_BYTES = 80 * 1024 * 1024;
const MAX_SIZE = { 1: 65_536, 3: 129 } as const;
const UNIT: Range = [
  [0, 0, 0],
  [1, 1, 1],
];
const HEAD_LINES = 200;
/** Leaves room for comments and empty lines between the points. */
const MAX_LINES = 3 * MAX_SIZE[3] ** 3;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** @throws CubeRefused unless the bytes contain exactly one complete LUT, or a shaper followed by a 3D LUT */
export function parseCube(bytes: Buffer): Cube {
  if (bytes.length > MAX_CUBE_BYTES) throw new CubeRefused('large');
  const tables: { 1?: Points; 3?: Points } = {};
  let low = [0, 0, 0];
  let high = [1, 1, 1];
  const ranges: { 1?: Range; 3?: Range } = {};
  /** Tables that are not full, in the order of their points in the file, and how far the first is filled. */
  let order: Points[] = [];
  let filled = 0;
  let lines = 0;
  for (const line of linesOf(bytes)) {
    lines += 1;
    if (order.length === 0 && lines > HEAD_LINES) throw new CubeRefused('head');
    if (lines > MAX_LINES) throw new CubeRefused('large');
    if (line === '' || line.startsWith('TITLE')) continue;
    const words = line.split(/\s+/);
    const [word = ''] = words;
    const [, kind, what] = /^LUT_([13])D_(SIZE|INPUT_RANGE)$/.exec(word) ?? [];
    const dimensions = kind === '1' ? 1 : 3;
    if (what === 'SIZE') {
      const size = Number(words[1]);
      if (tables[dimensions] || filled > 0) throw new CubeRefused('tables');
      if (!Number.isInteger(size) || size < 2 || size > MAX_SIZE[dimensions]) throw new CubeRefused('size');
      tables[dimensions] = { size, points: new Float32Array(size ** dimensions * 3), from: low, to: high };
      order = [tables[1], tables[3]].filter((table) => table !== undefined);
    } else if (what === 'INPUT_RANGE') {
      const [from = 0, to = 0] = numbersOf(words.slice(1), 2);
      ranges[dimensions] = [
        [from, from, from],
        [to, to, to],
      ];
    } else if (word === 'DOMAIN_MIN') low = numbersOf(words.slice(1), 3);
    else if (word === 'DOMAIN_MAX') high = numbersOf(words.slice(1), 3);
    else {
      if (order.length === 0 && !NUMBER.test(word)) throw new CubeRefused('head');
      while (order[0]?.points.length === filled) {
        order.shift();
        filled = 0;
      }
      const [table] = order;
      if (!table) throw new CubeRefused('points');
      table.points.set(numbersOf(words, 3), filled);
      filled += 3;
    }
  }
  const last = tables[3] ?? tables[1];
  if (!last) throw new CubeRefused('head');
  if (order.length !== 1 || filled < last.points.length) throw new CubeRefused('points');
  // The domain is that of the file's input, so with a shaper it is the shaper's.
  const whole: Range = [low, high];
  for (const dimensions of [1, 3] as const) {
    const table = tables[dimensions];
    if (!table) continue;
    const isShaped = dimensions === 3 && tables[1] !== undefined;
    [table.from, table.to] = ranges[dimensions] ?? (isShaped ? UNIT : whole);
    if (table.from.some((from, c) => from >= (table.to[c] ?? from))) throw new CubeRefused('domain');
  }
  return { ...last, dimensions: tables[3] ? 3 : 1, shaper: (tables[3] && tables[1]) ?? null };
}

/** Applies a LUT to colours (three numbers each, 0 to 1): 3D tables by tetrahedral interpolation, so that greys stay neutral. */
export function gradeColours(cube: Cube, colours: Float32Array): Float32Array {
  const { dimensions, shaper } = cube;
  const shaped = shaper ? throughCurves(shaper, colours) : colours;
  return dimensions === 3 ? throughGrid(cube, shaped) : throughCurves(cube, shaped);
}

/** Rounds colours (0 to 1) to bytes, clipping those beyond black and white. */
export function toPixels(colours: Float32Array): Buffer {
  const pixels = new Uint8ClampedArray(colours.length);
  for (let at = 0; at < colours.length; at++) pixels[at] = (colours[at] as number) * 255;
  return Buffer.from(pixels.buffer);
}

function throughCurves({ points, size, from, to }: Points, colours: Float32Array): Float32Array {
  const graded = new Float32Array(colours.length);
  for (let at = 0; at < colours.length; at++) {
    const c = at % 3;
    const place = placeOf(colours[at] as number, from[c] as number, to[c] as number, size);
    const below = Math.min(size - 2, Math.floor(place));
    const [low, high] = [points[below * 3 + c] as number, points[below * 3 + 3 + c] as number];
    graded[at] = low + (high - low) * (place - below);
  }
  return graded;
}

function throughGrid({ points, size, from, to }: Points, colours: Float32Array): Float32Array {
  const graded = new Float32Array(colours.length);
  for (let at = 0; at + 2 < colours.length; at += 3) {
    const red = placeOf(colours[at] as number, from[0] as number, to[0] as number, size);
    const green = placeOf(colours[at + 1] as number, from[1] as number, to[1] as number, size);
    const blue = placeOf(colours[at + 2] as number, from[2] as number, to[2] as number, size);
    const [r, g, b] = [Math.min(size - 2, red | 0), Math.min(size - 2, green | 0), Math.min(size - 2, blue | 0)];
    const first = (r + (g + b * size) * size) * 3;
    // The shares of the axes within the cell, and the steps to the next point on them. Sorted by share, they lead through the
    // corners of the tetrahedron.
    let [high, middle, low] = [red - r, green - g, blue - b];
    let [second, third, fourth] = [3, size * 3, size * size * 3];
    if (high < middle) [high, middle, second, third] = [middle, high, third, second];
    if (middle < low) [middle, low, third, fourth] = [low, middle, fourth, third];
    if (high < middle) [high, middle, second, third] = [middle, high, third, second];
    second += first;
    third += second;
    fourth += third;
    for (let c = 0; c < 3; c++) {
      graded[at + c] =
        (points[first + c] as number) * (1 - high) +
        (points[second + c] as number) * (high - middle) +
        (points[third + c] as number) * (middle - low) +
        (points[fourth + c] as number) * low;
    }
  }
  return graded;
}

/** Place of an input value between the points of an axis, 0 to size - 1. */
function placeOf(value: number, from: number, to: number, size: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from))) * (size - 1);
}

function numbersOf(words: readonly string[], count: number): number[] {
  const numbers = words.map((word) => (NUMBER.test(word) ? Math.fround(Number(word)) : Number.NaN));
  if (numbers.length !== count || !numbers.every(Number.isFinite)) throw new CubeRefused('numbers');
  return numbers;
}

/** Lines without comments and outer white space. One at a time, because a text of 80 MB would not fit into the reader's memory. */
function* linesOf(bytes: Buffer): Generator<string> {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  for (let start = hasMark ? 3 : 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    // Longer lines are comments or garbage, which would be slow to split.
    const line = bytes.toString('latin1', start, Math.min(end, start + 4096));
    const comment = line.indexOf('#');
    yield (comment === -1 ? line : line.slice(0, comment)).trim();
    start = end + 1;
  }
}
