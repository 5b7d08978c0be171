// Fuzzes archives: valid ones that are cut off or changed in a few places. Configured like fuzz.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { listRar } from '#server/kit/archives/rar-file.ts';
import { parseSevenZip } from '#server/kit/archives/seven-zip.ts';
import { listTar } from '#server/kit/archives/tar-file.ts';
import { listZip } from '#server/kit/archives/zip-file.ts';
import { writeRar } from '#test/harness/rar.ts';
import { extendedHeader, writeTar } from '#test/harness/tar-writer.ts';
import { writeZip } from '#test/harness/zip-writer.ts';

const seed = Number(process.env.FUZZ_SEED ?? 10);
const numRuns = 200 * Number(process.env.FUZZ_RUNS ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'helix-fuzz-archives-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tar = writeTar([
  { name: 'header', type: 'x', body: extendedHeader({ path: 'Clips/one.mov', size: '3' }) },
  { name: 'one', body: 'abc' },
  { name: 'Clips/', type: '5' },
  { name: 'two.wav', body: Buffer.alloc(1500, 'x') },
]);
const zip = writeZip([{ name: 'Clips/' }, { name: 'Clips/one.mov', body: 'abc' }, { name: 'ä.txt', body: 'x' }]);
const seven = Buffer.from(
  'Path = a\nSize = 1\nAttributes = A\nEncrypted = -\n\nPath = b\nSize = 2\nAttributes = D\n\n',
);
const files = [
  { name: 'Clips/' },
  { name: 'Clips/one.mov', body: 'abc' },
  { name: 'ä.txt', body: 'x', isLocked: true },
];
const bases = { tar, gzip: gzipSync(tar), zip, seven, rar4: writeRar(files, { format: 4 }), rar5: writeRar(files) };
type Kind = keyof typeof bases;

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});
const mutated = fc
  .record({
    kind: fc.constantFrom<Kind>('tar', 'gzip', 'zip', 'seven', 'rar4', 'rar5'),
    changes: fc.array(change, { maxLength: 8 }),
    kept: fc.constantFrom(1, 1, 0.95, 0.6, 0.2),
  })
  .map(({ kind, changes, kept }) => {
    const bytes = Buffer.from(bases[kind].subarray(0, Math.floor(bases[kind].length * kept)));
    for (const { at, bytes: given } of changes)
      if (bytes.length > given.length) bytes.set(given, Math.floor(at * (bytes.length - given.length)));
    return { kind, bytes };
  });

const list = async (kind: Kind, bytes: Buffer) => {
  const path = join(folder, 'archive');
  writeFileSync(path, bytes);
  if (kind === 'zip') return await listZip(path);
  if (kind === 'rar4' || kind === 'rar5') return await listRar(path, { timeMs: 500, entries: 1000 });
  if (kind === 'seven')
    return parseSevenZip(bytes.toString(), { isCut: false, isDamaged: false, packedBytes: bytes.length });
  return await listTar(path, { isPacked: kind === 'gzip', limits: { timeMs: 500, entries: 1000 } });
};

it(
  'a fuzzed archive is refused, or listed with clean names and finite sizes',
  async () => {
    const counts = { refused: 0, taken: 0 };
    const property = fc.asyncProperty(mutated, async ({ kind, bytes }) => {
      const found = await list(kind, bytes);
      if ('refused' in found) {
        counts.refused += 1;
        return;
      }
      counts.taken += 1;
      expect(Number.isSafeInteger(found.size)).toBe(true);
      expect(found.entries.length).toBeLessThanOrEqual(1000);
      for (const [path, size, mark] of found.entries) {
        expect(path).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\\]/u);
        expect(Number.isSafeInteger(size) && size >= 0).toBe(true);
        if (/^\/|(^|\/)\.\.(\/|$)/.test(path)) expect(mark).toBe('unsafe');
      }
    });
    await fc.assert(property, { seed, numRuns });
    expect(counts.refused).toBeGreaterThan(0);
    expect(counts.taken).toBeGreaterThan(0);
  },
  60_000 + numRuns * 200,
);
