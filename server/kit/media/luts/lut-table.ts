/** The form in which LUTs are sent to browsers, which the WebGL view loads as a texture without parsing text. */

import { type Cube, gradeColours } from './cube-file.ts';

export type LutTable = {
  dimensions: 1 | 3;
  /** Points per axis: at most 65 in three dimensions, 1024 in one. */
  size: number;
  /** Red, green and blue of each point for inputs from 0 to 1; in three dimensions red varies fastest. */
  points: Float16Array;
};

const MAX_SIZE = { 1: 1024, 3: 65 } as const;
const HALF_MAX = 65_504;

/** Folds the shaper and the input range into one table for inputs from 0 to 1, resampled if necessary. */
export function makeLutTable(cube: Cube): LutTable {
  const { dimensions, shaper } = cube;
  const isPlain = !shaper && cube.from.every((from) => from === 0) && cube.to.every((to) => to === 1);
  const size = isPlain ? Math.min(cube.size, MAX_SIZE[dimensions]) : MAX_SIZE[dimensions];
  const points = isPlain && size === cube.size ? cube.points : gradeColours(cube, latticeOf(dimensions, size));
  return { dimensions, size, points: new Float16Array(points.map((v) => Math.min(HALF_MAX, Math.max(-HALF_MAX, v)))) };
}

/**
 * One line of JSON with `dimensions` and `size`, padded so that the points after it start at a multiple of four bytes; then the
 * points as little-endian float16.
 */
export function encodeLutTable({ dimensions, size, points }: LutTable): Buffer {
  const head = JSON.stringify({ dimensions, size });
  const line = `${head.padEnd(Math.ceil((head.length + 1) / 4) * 4 - 1)}\n`;
  return Buffer.concat([Buffer.from(line), new Uint8Array(points.buffer, points.byteOffset, points.byteLength)]);
}

/** The input colours of all points of a table. */
function latticeOf(dimensions: 1 | 3, size: number): Float32Array {
  const at = Array.from({ length: size }, (_, i) => i / (size - 1));
  if (dimensions === 1) return Float32Array.from(at.flatMap((v) => [v, v, v]));
  const lattice = new Float32Array(size ** 3 * 3);
  let filled = 0;
  for (const blue of at) {
    for (const green of at) {
      for (const red of at) {
        lattice[filled++] = red;
        lattice[filled++] = green;
        lattice[filled++] = blue;
      }
    }
  }
  return lattice;
}
