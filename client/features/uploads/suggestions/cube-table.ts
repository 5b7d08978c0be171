// A LUT applied to a picture for a suggested thumbnail. The server has the complete reader (server/kit/media/luts/cube-file.ts).
import { steps } from './steps.ts';

/** `points` are red, green and blue of each point, red varying fastest. */
export type CubeTable = { size: number; points: Float32Array; from: number[]; to: number[] };

/** Lines and pixels between two looks at the clock. */
const BATCH = 2000;

const corners = Array.from({ length: 8 }, (_, corner) => [corner & 1, (corner >> 1) & 1, corner >> 2]);

const numbersOf = (line: string): number[] => line.trim().split(/\s+/).map(Number);

/** Reads a 3D LUT. @throws if it is something else, or if it is aborted */
export async function readCube(file: Blob, signal: AbortSignal): Promise<CubeTable> {
  const step = steps(signal);
  const table: CubeTable = { size: 0, points: new Float32Array(), from: [0, 0, 0], to: [1, 1, 1] };
  let filled = 0;
  for (const [index, line] of (await file.text()).split('\n').entries()) {
    if (index % BATCH === 0) await step();
    if (/^\s*[-+.\d]/.test(line)) {
      for (const value of numbersOf(line)) table.points[filled++] = value;
      continue;
    }
    const [, word, rest = ''] = /^(LUT_3D_SIZE|LUT_1D_SIZE|DOMAIN_MIN|DOMAIN_MAX)\s+(.*)$/.exec(line.trim()) ?? [];
    if (word === 'LUT_1D_SIZE') throw new Error('1D');
    if (word === 'DOMAIN_MIN') table.from = numbersOf(rest);
    if (word === 'DOMAIN_MAX') table.to = numbersOf(rest);
    if (word !== 'LUT_3D_SIZE') continue;
    table.size = Number(rest);
    if (!Number.isInteger(table.size) || table.size < 2 || table.size > 129) throw new Error('size');
    table.points = new Float32Array(table.size ** 3 * 3);
  }
  if (table.size === 0 || filled !== table.points.length || table.points.some(Number.isNaN)) throw new Error('points');
  if (![0, 1, 2].every((channel) => (table.from[channel] ?? 0) < (table.to[channel] ?? 0))) throw new Error('range');
  return table;
}

/** Applies the table to RGBA pixels, interpolating between its eight nearest points. @throws if aborted */
export async function withCube(
  { size, points, from, to }: CubeTable,
  pixels: Uint8ClampedArray,
  signal: AbortSignal,
): Promise<void> {
  const step = steps(signal);
  const low = new Uint8Array(3);
  const part = new Float32Array(3);
  const sum = new Float32Array(3);
  for (let at = 0; at < pixels.length; at += 4) {
    if (at % (BATCH * 4) === 0) await step();
    for (let channel = 0; channel < 3; channel += 1) {
      const least = from[channel] ?? 0;
      const share = ((pixels[at + channel] ?? 0) / 255 - least) / ((to[channel] ?? 1) - least);
      const place = Math.min(1, Math.max(0, share)) * (size - 1);
      low[channel] = Math.min(size - 2, place);
      part[channel] = place - (low[channel] ?? 0);
    }
    sum.fill(0);
    for (let corner = 0; corner < 8; corner += 1) {
      const [r, g, b] = corners[corner] as [number, number, number];
      const weight = Math.abs((1 - r - (part[0] ?? 0)) * (1 - g - (part[1] ?? 0)) * (1 - b - (part[2] ?? 0)));
      const point = (((low[2] ?? 0) + b) * size + (low[1] ?? 0) + g) * size + (low[0] ?? 0) + r;
      for (let channel = 0; channel < 3; channel += 1)
        sum[channel] = (sum[channel] ?? 0) + weight * (points[point * 3 + channel] ?? 0);
    }
    for (let channel = 0; channel < 3; channel += 1) pixels[at + channel] = (sum[channel] ?? 0) * 255;
  }
}
