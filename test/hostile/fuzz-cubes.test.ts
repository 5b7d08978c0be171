// Fuzzes .cube files: valid ones that are cut off or changed in a few places. Configured like fuzz.test.ts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CubeRefused, parseCube } from '#server/kit/media/luts/cube-file.ts';
import { measureLut } from '#server/kit/media/luts/lut-quality.ts';
import { encodeLutTable, makeLutTable } from '#server/kit/media/luts/lut-table.ts';

const seed = Number(process.env.FUZZ_SEED ?? 10);
const numRuns = 60 * Number(process.env.FUZZ_RUNS ?? 1);

const rows = (count: number): string =>
  Array.from({ length: count }, (_, i) => `${(i % 7) / 7} ${(i % 5) / 5} ${i / count}\r\n`).join('');
const bases = [
  `TITLE "3D"\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\nLUT_3D_SIZE 3\n${rows(27)}`,
  `\ufeff# curves\nLUT_1D_SIZE 16\nLUT_1D_INPUT_RANGE 0.0 1.0\n${rows(16)}`,
  `LUT_1D_SIZE 4\nLUT_1D_INPUT_RANGE -0.1 2\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 1\n${rows(12)}`,
].map((text) => Buffer.from(text));

const words = [
  '\n',
  '-',
  'e',
  '1e38',
  '-1e38',
  'NaN',
  '1e-45',
  '0',
  '9'.repeat(400),
  'LUT_3D_SIZE 129\n',
  'LUT_1D_SIZE 9\n',
  '#',
];
const piece = fc.oneof(
  fc.constantFrom(...words.map((word) => Buffer.from(word))),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
);
const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), drop: fc.nat(12), piece });
const mutated = fc
  .record({
    base: fc.constantFrom(...bases),
    changes: fc.array(change, { maxLength: 4 }),
    kept: fc.constantFrom(1, 1, 0.99, 0.5),
  })
  .map(({ base, changes, kept }) => {
    let bytes = base.subarray(0, Math.floor(base.length * kept));
    for (const { at, drop, piece } of changes) {
      const place = Math.floor(at * bytes.length);
      bytes = Buffer.concat([bytes.subarray(0, place), piece, bytes.subarray(place + drop)]);
    }
    return bytes;
  });

describe('a fuzzed .cube file', () => {
  it(
    'is refused with a reason, or becomes a valid table',
    () => {
      const counts = { refused: 0, taken: 0 };
      const property = fc.property(mutated, (bytes) => {
        try {
          const cube = parseCube(bytes);
          const { dimensions, size, points } = makeLutTable(cube);
          expect(points.length).toBe(size ** dimensions * 3);
          expect(points.every(Number.isFinite)).toBe(true);
          expect(encodeLutTable({ dimensions, size, points }).length).toBeGreaterThan(points.length * 2);
          const { greyDrift, largestBreak } = measureLut(cube);
          expect(greyDrift).toBeGreaterThanOrEqual(0);
          expect(greyDrift).toBeLessThanOrEqual(255);
          expect(largestBreak).toBeGreaterThanOrEqual(0);
          counts.taken += 1;
        } catch (error) {
          if (!(error instanceof CubeRefused)) throw error;
          counts.refused += 1;
        }
      });
      fc.assert(property, { seed, numRuns });
      expect(counts.refused).toBeGreaterThan(0);
      expect(counts.taken).toBeGreaterThan(0);
    },
    60_000 + numRuns * 100,
  );
});
