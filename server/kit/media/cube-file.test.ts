import { describe, expect, it } from 'vitest';
import { CubeRefused, gradePixels, parseCube } from './cube-file.ts';

/** A cube with two points per axis, whose colours are computed from their position. */
const cubeOf = (colour: (r: number, g: number, b: number) => number[], head = 'LUT_3D_SIZE 2'): string => {
  const lines = [head];
  for (const b of [0, 1]) for (const g of [0, 1]) for (const r of [0, 1]) lines.push(colour(r, g, b).join(' '));
  return lines.join('\n');
};
const grade = (text: string, ...pixels: number[]) => [...gradePixels(parseCube(text), Uint8Array.from(pixels))];

describe('.cube files', () => {
  it('leaves pixels unchanged with an identity LUT', () => {
    expect(
      grade(
        cubeOf((r, g, b) => [r, g, b]),
        0,
        128,
        255,
        1,
        2,
        3,
      ),
    ).toEqual([0, 128, 255, 1, 2, 3]);
  });

  it('reads red as the fastest axis and interpolates linearly between points', () => {
    const swapped = cubeOf((r, g, b) => [b, g, r]);
    expect(grade(swapped, 255, 128, 0)).toEqual([0, 128, 255]);
    expect(
      grade(
        cubeOf((r) => [r * 0.5, 0, 1]),
        128,
        200,
        7,
      ),
    ).toEqual([64, 0, 255]);
  });

  it('accepts 1D LUTs, a title, comments, a domain and any line endings', () => {
    const curves = '\ufeff# by hand\r\nTITLE "one\t"\r\nLUT_1D_SIZE 3\r\n\r\n0 0 0\r\n1 0.5 0\r\n1 1 1\r\n';
    expect(grade(curves, 64, 128, 255)).toEqual([128, 128, 255]);
    const narrow = cubeOf((r, g, b) => [r, g, b], 'DOMAIN_MIN 0 0 0\nDOMAIN_MAX 0.5 0.5 0.5\nLUT_3D_SIZE 2');
    expect(grade(narrow, 64, 128, 255)).toEqual([128, 255, 255]);
    const ranged = cubeOf((r, g, b) => [r, g, b], 'LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.0 2.0');
    expect(grade(ranged, 255, 0, 0)).toEqual([128, 0, 0]);
  });

  it('clamps colours beyond black and white', () => {
    expect(
      grade(
        cubeOf(() => [-3, 2, 1e30]),
        9,
        9,
        9,
      ),
    ).toEqual([0, 255, 255]);
  });

  it.each([
    ['nothing', ''],
    ['a missing size', '0 0 0\n1 1 1'],
    ['too few points', 'LUT_3D_SIZE 2\n0 0 0'],
    ['too many points', `${cubeOf((r, g, b) => [r, g, b])}\n1 1 1`],
    ['a giant size', 'LUT_3D_SIZE 4000000'],
    ['a fractional size', 'LUT_3D_SIZE 2.5'],
    ['a size of one', 'LUT_1D_SIZE 1\n0 0 0'],
    ['NaN', cubeOf(() => [Number.NaN, 0, 0])],
    ['infinite numbers', cubeOf(() => [Number.POSITIVE_INFINITY, 0, 0])],
    ['two tables', `${cubeOf((r, g, b) => [r, g, b])}\nLUT_3D_SIZE 2`],
    ['an empty domain', cubeOf((r, g, b) => [r, g, b], 'DOMAIN_MAX 0 0 0\nLUT_3D_SIZE 2')],
    ['words', 'hello\n'.repeat(100_000)],
    ['one long line', '0 '.repeat(1_000_000)],
  ])('rejects %s', (_name, text) => {
    expect(() => parseCube(text)).toThrow(CubeRefused);
  });
});
