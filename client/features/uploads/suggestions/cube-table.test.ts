import { expect, it } from 'vitest';
import { readCube, withCube } from './cube-table.ts';

const { signal } = new AbortController();
const cube = (...lines: string[]) => new Blob([lines.join('\r\n')]);
/** All points of a table of two points per axis, each changed by `change`. */
const points = (change: (rgb: [number, number, number]) => number[]): string[] =>
  [0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => change([r, g, b]).join(' '))));
const applied = async (file: Blob, ...pixel: number[]): Promise<number[]> => {
  const pixels = new Uint8ClampedArray(pixel);
  await withCube(await readCube(file, signal), pixels, signal);
  return [...pixels];
};

it('applies a table between its points and leaves alpha alone', async () => {
  const swap = cube('# swap', 'TITLE "Swap"', 'LUT_3D_SIZE 2', '', ...points(([r, g, b]) => [b, g, r]));
  expect(await applied(swap, 255, 100, 0, 77)).toEqual([0, 100, 255, 77]);
});

it('respects the input range', async () => {
  const half = cube('LUT_3D_SIZE 2', 'DOMAIN_MIN 0 0 0', 'DOMAIN_MAX 2 2 2', ...points((rgb) => rgb));
  expect(await applied(half, 200, 100, 0, 255)).toEqual([100, 50, 0, 255]);
});

it.each([
  ['an empty file', []],
  ['a 1D table', ['LUT_1D_SIZE 2', '0 0 0', '1 1 1']],
  ['too few points', ['LUT_3D_SIZE 2', '0 0 0']],
  ['too many points', ['LUT_3D_SIZE 2', ...points((rgb) => rgb), '1 1 1']],
  ['words among the numbers', ['LUT_3D_SIZE 2', ...points(([r, g]) => [r, g, Number.NaN])]],
  ['a huge size', ['LUT_3D_SIZE 4000']],
  ['an empty range', ['LUT_3D_SIZE 2', 'DOMAIN_MAX 0 0 0', ...points((rgb) => rgb)]],
])('rejects %s', async (_what, lines) => {
  await expect(readCube(cube(...lines), signal)).rejects.toThrow();
});

it('stops when it is aborted', async () => {
  const large = cube('LUT_3D_SIZE 64', '0.5 0.5 0.5\n'.repeat(64 ** 3));
  const stop = new AbortController();
  const reading = readCube(large, stop.signal);
  stop.abort();
  await expect(reading).rejects.toThrow();
});
