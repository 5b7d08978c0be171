import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compareChecksum } from './compare-checksum.ts';
import { sha256OfBlob } from './sha256.ts';

const bytesOf = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (index * 131 + length) % 256);

const expected = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 100_003])(
  'hashes %d bytes like the platform',
  async (length) => {
    const bytes = bytesOf(length);
    expect(await sha256OfBlob(new Blob([bytes]), () => true)).toBe(expected(bytes));
  },
);

test('chunks of any size give the same hash', async () => {
  const bytes = bytesOf(10_000);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let offset = 0, step = 1; offset < bytes.length; offset += step, step = (step * 7) % 211) {
    pieces.push(bytes.subarray(offset, offset + step));
  }
  let readings = 0;
  const hash = await sha256OfBlob(new Blob(pieces), () => {
    readings += 1;
    return true;
  });
  expect(hash).toBe(expected(bytes));
  expect(readings).toBeGreaterThan(1);
});

test('reads a file to the end and reports progress', async () => {
  const bytes = bytesOf(300_000);
  const shares: number[] = [];
  const hash = await sha256OfBlob(new Blob([bytes]), (share) => shares.push(share) > 0);
  expect(hash).toBe(expected(bytes));
  expect(shares.at(-1)).toBe(1);
});

test('stops reading when cancelled', async () => {
  expect(await sha256OfBlob(new Blob([bytesOf(10)]), () => false)).toBeNull();
});

const files = [
  { name: 'Audio/hit.wav', sha256: 'AA11' },
  { name: 'notes.txt', sha256: 'bb22' },
];

test.each([
  ['hit (1).wav', 'aa11', { kind: 'match', name: 'hit.wav' }],
  ['hit.wav', 'cc33', { kind: 'differs', name: 'hit.wav' }],
  ['other.wav', 'cc33', { kind: 'unknown', name: 'other.wav' }],
])('%s with %s: %j', (name, hash, verdict) => {
  expect(compareChecksum(files, name, hash)).toEqual(verdict);
});
