import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { gradePixels } from '#test/harness/grade-pixels.ts';
import { CubeRefused, cubeRefusals, gradeColours, parseCube } from './cube-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'helix-cube-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A cube with two points per axis, whose colours are computed from their position. */
const cubeOf = (colour: (r: number, g: number, b: number) => number[], head = 'LUT_3D_SIZE 2'): string => {
  const lines = [head];
  for (const b of [0, 1]) for (const g of [0, 1]) for (const r of [0, 1]) lines.push(colour(r, g, b).join(' '));
  return lines.join('\n');
};
const parse = (text: string) => parseCube(Buffer.from(text));
const grade = (text: string, ...pixels: number[]) => [...gradePixels(parse(text), Uint8Array.from(pixels))];
const identity = cubeOf((r, g, b) => [r, g, b]);

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

  it('accepts exponents, comments anywhere, tabs and empty lines', () => {
    const curves = '#LUT\nLUT_1D_SIZE 2 # two\n\n0\t0e0 -0 # black\n# between\n+1. 5e-1 .25e+0\n\n# end';
    expect(grade(curves, 255, 255, 255)).toEqual([255, 128, 64]);
    expect(grade(identity.replace('LUT', 'TITLE "#1 # LUT"\nLUT'), 1, 2, 3)).toEqual([1, 2, 3]);
  });

  it('applies the shaper before the 3D table when a file of Resolve contains both', () => {
    const head = 'LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 2\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.0 0.5\n';
    const shaper = '0 0 0\n0.25 0.5 0.125\n1 1 1\n';
    const cube = parse(`${head}${shaper}${cubeOf((r, g, b) => [b, g, r], '').trim()}`);
    expect(cube).toMatchObject({ dimensions: 3, size: 2, shaper: { size: 3 } });
    // 1 is the middle of the shaper's range: 0.25, 0.5, 0.125, which are 0.5, 1 and 0.25 of the table's range.
    expect([...gradeColours(cube, Float32Array.of(1, 1, 1, 0.5, 0, 0))]).toEqual([0.25, 1, 0.5, 0, 0, 0.25]);
  });

  it.each([
    ['large', 'LUT_3D_SIZE 2\n'.padEnd(80 * 1024 * 1024 + 1)],
    ['large', `LUT_3D_SIZE 2\n${'\n'.repeat(7_000_000)}`],
    ['head', ''],
    ['head', 'PK\x03\x04 a ZIP'],
    ['head', '# comment\n'.repeat(1000)],
    ['head', 'hello\n'.repeat(100_000)],
    ['head', '<?xml version="1.0"?><look>'],
    ['points', '0 0 0\n1 1 1'],
    ['points', 'LUT_3D_SIZE 2\n0 0 0'],
    ['points', `${identity}\n1 1 1`],
    ['points', `LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n0 0 0\n1 1 1`],
    ['size', 'LUT_3D_SIZE 4000000'],
    ['size', 'LUT_3D_SIZE 130'],
    ['size', 'LUT_1D_SIZE 65537'],
    ['size', 'LUT_3D_SIZE 2.5'],
    ['size', 'LUT_3D_SIZE'],
    ['size', 'LUT_1D_SIZE 1\n0 0 0'],
    ['numbers', cubeOf(() => [Number.NaN, 0, 0])],
    ['numbers', cubeOf(() => [Number.POSITIVE_INFINITY, 0, 0])],
    ['numbers', cubeOf(() => [1e39, 0, 0])],
    ['numbers', cubeOf(() => [0, 0])],
    ['numbers', cubeOf(() => [0, 0, 0, 0])],
    ['numbers', `LUT_3D_SIZE 2\n0x1 0 0`],
    ['numbers', `LUT_3D_SIZE 2\nDOMAIN_MIN 0 0\n`],
    ['numbers', `LUT_3D_SIZE 2\n${'0 '.repeat(1_000_000)}`],
    ['tables', `${identity}\nLUT_3D_SIZE 2`],
    ['tables', `LUT_3D_SIZE 2\n${identity}`],
    ['domain', cubeOf((r, g, b) => [r, g, b], 'DOMAIN_MAX 0 0 0\nLUT_3D_SIZE 2')],
    ['domain', cubeOf((r, g, b) => [r, g, b], 'LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 1 0')],
  ] as const)('refuses a file and says why: %s', (reason, text) => {
    let refused: unknown;
    try {
      parse(text);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(CubeRefused);
    expect(refused).toMatchObject({ reason, message: cubeRefusals[reason] });
  });
});

describe('graded colours', () => {
  const SIZE = 17;
  const curved = (n: number, colour: (r: number, g: number, b: number) => number[]): string => {
    const at = Array.from({ length: n }, (_, i) => i / (n - 1));
    const lines = at.flatMap((b) =>
      at.flatMap((g) =>
        at.map((r) =>
          colour(r, g, b)
            .map((v) => v.toFixed(6))
            .join(' '),
        ),
      ),
    );
    return `LUT_3D_SIZE ${n}\n${lines.join('\n')}\n`;
  };
  /** A strong look, and colours of the whole cube: greys, ramps of the channels and a lattice between the points. */
  const strong = curved(SIZE, (r, g, b) => {
    const luma = 0.2 * r + 0.7 * g + 0.1 * b;
    return [r ** 0.6, Math.sin(g * 1.4) * 0.9 + 0.1 * luma, Math.abs(b - 0.4 * Math.max(r, g))];
  });
  const width = 256;
  const height = 70;
  const chart = Buffer.from(
    Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      if (y === 0) return [x, x, x];
      if (y < 4) return [1, 2, 3].map((row) => (row === y ? x : 0));
      return [x, (y * 53 + (x & 7) * 31) % 256, (x * 89 + y * 7) % 256];
    }).flat(),
  );
  const throughFfmpeg = (filter: string): Buffer =>
    execFileSync(
      'ffmpeg',
      ['-v', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', '-'].concat([
        ...['-vf', filter, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'],
      ]),
      { input: chart, cwd: folder },
    );
  const farthest = (a: Buffer, b: Buffer) =>
    a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? 999))), 0);

  it("equal ffmpeg's tetrahedral lut3d within 2 of 255, and aren't its trilinear ones", () => {
    writeFileSync(join(folder, 'strong.cube'), strong);
    const graded = gradePixels(parse(strong), chart);
    expect(farthest(graded, throughFfmpeg('lut3d=file=strong.cube:interp=tetrahedral'))).toBeLessThanOrEqual(2);
    expect(farthest(graded, throughFfmpeg('lut3d=file=strong.cube:interp=trilinear'))).toBeGreaterThan(2);
  });

  it("equal ffmpeg's lut1d within 2 of 255", () => {
    const lines = Array.from({ length: 33 }, (_, i) => [(i / 32) ** 0.5, (i / 32) ** 2, 1 - i / 32]);
    const text = `LUT_1D_SIZE 33\n${lines.map((line) => line.map((v) => v.toFixed(6)).join(' ')).join('\n')}\n`;
    writeFileSync(join(folder, 'curves.cube'), text);
    const graded = gradePixels(parse(text), chart);
    expect(farthest(graded, throughFfmpeg('lut1d=file=curves.cube:interp=linear'))).toBeLessThanOrEqual(2);
  });

  it('stay neutral on greys that a LUT of the largest channel leaves neutral', () => {
    const cube = parse(curved(SIZE, (r, g, b) => Array(3).fill(Math.max(r, g, b) - Math.min(r, g, b))));
    const greys = Float32Array.from({ length: 300 }, (_, i) => Math.floor(i / 3) / 99);
    expect(Math.max(...gradeColours(cube, greys))).toBe(0);
  });
});
