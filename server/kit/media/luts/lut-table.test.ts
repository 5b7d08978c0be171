import { describe, expect, it } from 'vitest';
import { type Cube, gradeColours, parseCube } from './cube-file.ts';
import { encodeLutTable, makeLutTable } from './lut-table.ts';

const cube3d = (size: number, head = '', shaper = ''): Cube => {
  const at = Array.from({ length: size }, (_, i) => i / (size - 1));
  const lines = at.flatMap((b) => at.flatMap((g) => at.map((r) => `${(r * r).toFixed(6)} ${g} ${(r * b).toFixed(6)}`)));
  return parseCube(Buffer.from(`${head}LUT_3D_SIZE ${size}\n${shaper}${lines.join('\n')}`));
};
const shaper = Array.from({ length: 256 }, (_, i) => `${`${Math.sqrt((i + 25) / 280).toFixed(6)} `.repeat(3)}\n`).join(
  '',
);
const colours = Float32Array.from({ length: 3000 }, (_, i) => ((i * 7919) % 1009) / 1008);
/** Red squared, and nothing else. */
const LARGE: Cube = {
  dimensions: 3,
  size: 70,
  points: Float32Array.from({ length: 70 ** 3 * 3 }, (_, i) => (i % 3 === 0 ? (((i / 3) % 70) / 69) ** 2 : 0)),
  from: [0, 0, 0],
  to: [1, 1, 1],
  shaper: null,
};
/** Size of the table, and how far it is from the LUT, in 8-bit codes. */
const tableOf = (cube: Cube) => {
  const { points, size, dimensions } = makeLutTable(cube);
  const whole = { from: [0, 0, 0], to: [1, 1, 1], shaper: null };
  const exact = gradeColours(cube, colours);
  const shown = gradeColours({ points: Float32Array.from(points), size, dimensions, ...whole }, colours);
  return {
    size,
    dimensions,
    off: shown.reduce((most, v, i) => Math.max(most, Math.abs(v - (exact[i] ?? 9)) * 255), 0),
  };
};

describe('the table for browsers', () => {
  it('keeps the points of a plain LUT, red fastest', () => {
    const table = makeLutTable(cube3d(3));
    expect(table).toMatchObject({ dimensions: 3, size: 3 });
    expect([...table.points.slice(3, 6)]).toEqual([0.25, 0, 0]);
    expect([...table.points.slice(9, 12)]).toEqual([0, 0.5, 0]);
    expect(tableOf(cube3d(17)).off).toBeLessThan(0.2);
  });

  it.each([
    ['an input range', () => cube3d(17, 'DOMAIN_MIN 0 0 0\nDOMAIN_MAX 2 2 2\n'), 1],
    ['a shaper', () => cube3d(17, 'LUT_1D_SIZE 256\n', shaper), 2],
    ['more than 65 points', () => LARGE, 1],
  ] as const)('is resampled to 65 points for a LUT with %s', (_name, make, most) => {
    const { size, off } = tableOf(make());
    expect(size).toBe(65);
    expect(off).toBeLessThan(most);
  });

  it('keeps 1D LUTs as curves of at most 1024 points', () => {
    const rows = Array.from({ length: 4096 }, (_, i) => `${((i / 4095) ** 0.45).toFixed(6)} 0 1`).join('\n');
    const table = tableOf(parseCube(Buffer.from(`LUT_1D_SIZE 4096\n${rows}`)));
    expect(table).toMatchObject({ dimensions: 1, size: 1024 });
    expect(table.off).toBeLessThan(1);
  });

  it('is sent as a line of JSON and little-endian float16 from a multiple of four bytes on', () => {
    for (const size of [2, 9]) {
      const body = encodeLutTable(makeLutTable(cube3d(size)));
      const start = body.indexOf('\n') + 1;
      expect(start % 4).toBe(0);
      expect(JSON.parse(body.toString('latin1', 0, start))).toEqual({ dimensions: 3, size });
      expect(body.length - start).toBe(size ** 3 * 6);
      // The last point is white: 1 in float16 is 0x3c00.
      expect(body.subarray(-6).toString('hex')).toBe('003c003c003c');
    }
    const far = parseCube(Buffer.from('LUT_1D_SIZE 2\n-1e30 0 0\n1e30 1 1'));
    expect([...makeLutTable(far).points]).toEqual([-65504, 0, 0, 65504, 1, 1]);
  });
});
