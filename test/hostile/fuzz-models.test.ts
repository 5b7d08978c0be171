// Fuzzes 3D models: valid ones that are cut off or changed in a few places. Configured like fuzz.test.ts.
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import type { ModelFormat } from '#server/kit/media/file-kind.ts';
import { makeModelView } from '#server/kit/media/models/model-file.ts';
import { ModelRefused } from '#server/kit/media/models/model-refused.ts';
import { makeGlb, makeGltf, makeObj, makePly, makeStl } from '#test/harness/model.ts';

const seed = Number(process.env.FUZZ_SEED ?? 10);
const numRuns = 40 * Number(process.env.FUZZ_RUNS ?? 1);
const SHAPE = { triangles: 20, texture: 16, isReduced: false };

const TINY = { width: 32, height: 18 };

// The loader of .obj files complains about each line that it doesn't know.
const silenced = (['warn', 'error'] as const).map((kind) => vi.spyOn(console, kind).mockImplementation(() => {}));
afterAll(() => {
  for (const spy of silenced) spy.mockRestore();
});

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
});
const mutation = fc.record({ changes: fc.array(change, { maxLength: 8 }), kept: fc.constantFrom(1, 1, 1, 0.99, 0.7) });

it.each<[ModelFormat, () => Buffer | Promise<Buffer>]>([
  ['glb', () => makeGlb({ texture: 8, isAnimated: true })],
  ['gltf', async () => Buffer.from(await makeGltf({ texture: 8 }))],
  ['obj', () => Buffer.from(makeObj())],
  ['stl', () => makeStl()],
  ['ply', () => Buffer.from(makePly())],
])(
  'a fuzzed .%s is refused, or becomes a preview of bounded size',
  async (format, make) => {
    const base = await make();
    const counts = { refused: 0, taken: 0 };
    const property = fc.asyncProperty(mutation, async ({ changes, kept }) => {
      const bytes = Buffer.from(base.subarray(0, Math.floor(base.length * kept)));
      for (const { at, bytes: other } of changes) bytes.set(other, Math.floor(at * (bytes.length - other.length)));
      try {
        const { facts, body, still } = await makeModelView(bytes, format, SHAPE, TINY, TINY);
        expect([facts.size.every(Number.isFinite), (body?.length ?? 0) < 100_000, still.length < 10_000]).toEqual([
          true,
          true,
          true,
        ]);
        counts.taken += 1;
      } catch (error) {
        if (!(error instanceof ModelRefused)) throw error;
        counts.refused += 1;
      }
    });
    await fc.assert(property, { seed, numRuns });
    expect(counts.refused).toBeGreaterThan(0);
    expect(counts.taken).toBeGreaterThan(0);
  },
  60_000 + numRuns * 1000,
);
