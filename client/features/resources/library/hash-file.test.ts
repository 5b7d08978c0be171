import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashFile } from './hash-file.ts';

it.each([
  ['nothing', 0],
  ['a small file', 1000],
  ['a file in several pieces', 33 * 1024 * 1024 + 5],
])('hashes %s', async (_, size) => {
  const bytes = new Uint8Array(size).map((_value, index) => (index * 7) % 251);
  const read: number[] = [];
  const hash = await hashFile(new Blob([bytes]), (count) => {
    read.push(count);
  });
  expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(size);
});

it('waits between the pieces of a large file', async () => {
  const blob = new Blob([new Uint8Array(33 * 1024 * 1024)]);
  let resume = () => {};
  let pieces = 0;
  const gate = new Promise<void>((open) => {
    resume = open;
  });
  const hashing = hashFile(blob, async () => {
    pieces += 1;
    await gate;
  });
  await expect.poll(() => pieces).toBe(1);
  resume();
  await hashing;
  expect(pieces).toBe(5);
});
