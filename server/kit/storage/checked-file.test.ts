import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { checkFile } from './checked-file.ts';
import { DamagedContent } from './errors.ts';
import type { StoredFile } from './storage.ts';

const content = randomBytes(2500);
const inMemory = (bytes: Buffer): StoredFile => ({
  size: bytes.length,
  read: async (buffer, position) => bytes.copy(buffer, 0, position, position + buffer.byteLength),
  close: async () => {},
});

const readOn = async (file: StoredFile, from = 0): Promise<number[]> => {
  const counts: number[] = [];
  for (let at = from; at < file.size; at += counts.at(-1) ?? 1) counts.push(await file.read(Buffer.alloc(1000), at));
  return counts;
};

it('returns the whole file when its bytes are intact, on every read', async () => {
  const file = checkFile(inMemory(content), crc32(content), 'it');
  expect(await readOn(file)).toEqual([1000, 1000, 500]);
  expect(await readOn(file)).toEqual([1000, 1000, 500]);
});

it('withholds the last bytes when any byte is damaged', async () => {
  for (const at of [0, 1500, 2499]) {
    const damaged = Buffer.from(content);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    const file = checkFile(inMemory(damaged), crc32(content), 'it');
    expect(await file.read(Buffer.alloc(1000), 0)).toBe(1000);
    expect(await file.read(Buffer.alloc(1000), 1000)).toBe(1000);
    await expect(file.read(Buffer.alloc(1000), 2000)).rejects.toThrow(DamagedContent);
    await expect(file.read(Buffer.alloc(3000), 0)).rejects.toThrow('it does not match its checksum');
  }
});

it('cannot check a partial read', async () => {
  const file = checkFile(inMemory(Buffer.alloc(2500)), crc32(content), 'it');
  expect(await readOn(file, 500)).toEqual([1000, 1000]);
});
