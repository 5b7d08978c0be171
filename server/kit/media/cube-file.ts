/** Parses LUTs in .cube files (Adobe, Iridas and DaVinci Resolve) and applies them to pixels. */

export class CubeRefused extends Error {
  override name = 'CubeRefused';
}

export type Cube = {
  dimensions: 1 | 3;
  /** Points per axis. */
  size: number;
  /** Red, green and blue of each point, 0 to 1; in three dimensions red varies fastest. */
  points: Float32Array;
  /** Input values that map to the first (`from`) and the last point (`to`), per channel. */
  from: readonly number[];
  to: readonly number[];
};

const MAX_SIZE = { 1: 65_536, 3: 129 } as const;
const HEAD_LINES = 200;
/** The byte order mark that some text editors write, decoded as UTF-8 and as Latin-1. */
const MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)/;

/** @throws CubeRefused unless the text contains exactly one complete LUT */
export function parseCube(text: string): Cube {
  let dimensions: 1 | 3 = 3;
  let size = 0;
  let from = [0, 0, 0];
  let to = [1, 1, 1];
  let points = new Float32Array(0);
  let filled = 0;
  let lines = 0;
  for (const line of linesOf(text.replace(MARK, ''))) {
    lines += 1;
    if (size === 0 && lines > HEAD_LINES) break;
    const words = line.trim().split(/\s+/);
    const [word = ''] = words;
    if (word === '' || word.startsWith('#') || word === 'TITLE') continue;
    const numbers = words.slice(1).map(Number);
    const kind = /^LUT_([13])D_SIZE$/.exec(word)?.[1];
    if (kind) {
      if (size > 0) throw new CubeRefused('two tables');
      dimensions = kind === '1' ? 1 : 3;
      size = numbers[0] ?? 0;
      if (!Number.isInteger(size) || size < 2 || size > MAX_SIZE[dimensions]) throw new CubeRefused('size');
      points = new Float32Array(size ** dimensions * 3);
    } else if (word === 'DOMAIN_MIN') from = three(numbers);
    else if (word === 'DOMAIN_MAX') to = three(numbers);
    else if (/^LUT_[13]D_INPUT_RANGE$/.test(word)) {
      from = three(Array(3).fill(numbers[0]));
      to = three(Array(3).fill(numbers[1]));
    } else {
      const colour = three(words.map(Number));
      if (filled + 3 > points.length) throw new CubeRefused('more points than declared');
      points.set(colour, filled);
      filled += 3;
    }
  }
  if (size === 0 || filled < points.length) throw new CubeRefused('fewer points than declared');
  if (from.some((low, channel) => low >= (to[channel] ?? 0))) throw new CubeRefused('domain');
  return { dimensions, size, points, from, to };
}

/** Applies a LUT to RGB pixels (three bytes each), with linear interpolation between its points. */
export function gradePixels(cube: Cube, pixels: Uint8Array): Buffer {
  const graded = Buffer.alloc(pixels.length - (pixels.length % 3));
  const grade = cube.dimensions === 3 ? throughCube : throughCurves;
  const places = [0, 0, 0];
  const colour = [0, 0, 0];
  for (let at = 0; at < graded.length; at += 3) {
    for (let c = 0; c < 3; c++) {
      const low = cube.from[c] ?? 0;
      const share = ((pixels[at + c] ?? 0) / 255 - low) / ((cube.to[c] ?? 1) - low);
      places[c] = Math.min(1, Math.max(0, share)) * (cube.size - 1);
    }
    grade(cube, places, colour);
    for (let c = 0; c < 3; c++) graded[at + c] = Math.min(255, Math.max(0, Math.round((colour[c] ?? 0) * 255)));
  }
  return graded;
}

function throughCurves({ points, size }: Cube, places: readonly number[], colour: number[]): void {
  for (let c = 0; c < 3; c++) {
    const place = places[c] ?? 0;
    const below = Math.min(size - 2, Math.floor(place));
    const share = place - below;
    colour[c] = (points[below * 3 + c] ?? 0) * (1 - share) + (points[(below + 1) * 3 + c] ?? 0) * share;
  }
}

function throughCube({ points, size }: Cube, [r = 0, g = 0, b = 0]: readonly number[], colour: number[]): void {
  const below = [r, g, b].map((place) => Math.min(size - 2, Math.floor(place)));
  const [x = 0, y = 0, z = 0] = below;
  colour.fill(0);
  for (let corner = 0; corner < 8; corner++) {
    const [dx, dy, dz] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight = (dx ? r - x : 1 - r + x) * (dy ? g - y : 1 - g + y) * (dz ? b - z : 1 - b + z);
    if (weight === 0) continue;
    const at = (x + dx + (y + dy) * size + (z + dz) * size * size) * 3;
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] ?? 0) + weight * (points[at + c] ?? 0);
  }
}

function three(numbers: readonly number[]): number[] {
  const found = numbers.slice(0, 3);
  if (found.length < 3 || !found.every(Number.isFinite)) throw new CubeRefused('not three numbers');
  return found;
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? text.length : end);
    if (end === -1) return;
    start = end + 1;
  }
}
