// Fuzzes fonts: a valid one that is cut off or changed in a few places. Configured like fuzz.test.ts.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawLines, openFont } from '#server/kit/media/font-file.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { makeFont } from '#test/harness/font.ts';

const seed = Number(process.env.FUZZ_SEED ?? 10);
const numRuns = 60 * Number(process.env.FUZZ_RUNS ?? 1);

const base = makeFont();
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
});
const mutated = fc
  .record({ changes: fc.array(change, { maxLength: 12 }), kept: fc.constantFrom(1, 1, 0.99, 0.7) })
  .map(({ changes, kept }) => {
    const font = Buffer.from(base.subarray(0, Math.floor(base.length * kept)));
    // Half of the changes hit the directory and the small tables.
    for (const [index, { at, bytes }] of changes.entries())
      font.set(bytes, Math.floor(at * ((index % 2 ? font.length : 300) - bytes.length)));
    return font;
  });

it(
  'a fuzzed font is refused, or draws a picture of bounded size',
  async () => {
    const counts = { refused: 0, taken: 0 };
    const property = fc.asyncProperty(mutated, async (bytes) => {
      try {
        const { width, height, body } = await drawLines(openFont(bytes), ['Abc xyz'], 64);
        expect([width, height <= 400, body.length < 1_000_000]).toEqual([1280, true, true]);
        counts.taken += 1;
      } catch (error) {
        if (!(error instanceof ImageRefused)) throw error;
        counts.refused += 1;
      }
    });
    await fc.assert(property, { seed, numRuns });
    expect(counts.refused).toBeGreaterThan(0);
    expect(counts.taken).toBeGreaterThan(0);
  },
  60_000 + numRuns * 200,
);
