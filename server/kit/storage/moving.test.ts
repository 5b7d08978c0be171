// Tests two folders that act as one storage backend while files are migrated between them.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { FileMissing, InvalidStorageKey } from './errors.ts';
import { createMovingStorage } from './moving.ts';
import type { Storage } from './storage.ts';

let folder: string;
let now: Storage;
let before: Storage;
let both: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix moving '));
  now = createDiskStorage(join(folder, 'now'));
  before = createDiskStorage(join(folder, 'before'));
  both = createMovingStorage(now, before);
  await both.ready();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const textOf = async (storage: Storage, key: string): Promise<string> => {
  const { size } = (await storage.stat(key)) ?? { size: 0 };
  return (await buffer(await storage.openRange(key, 0, size))).toString();
};
async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const keysOf = async (storage: Storage): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.sort();
};

it('reads from both storages, the new one first', async () => {
  await before.put('r/a/0', Buffer.from('old'));
  await before.put('r/b/0', Buffer.from('old bytes'));
  await both.put('r/a/0', Buffer.from('new!'));
  await both.put('r/c/0', Buffer.from('c'));
  expect(await textOf(both, 'r/a/0')).toBe('new!');
  expect(await textOf(both, 'r/b/0')).toBe('old bytes');
  expect(await textOf(now, 'r/c/0')).toBe('c');
  expect(await both.sizes(['r/b/0', 'r/none/0', 'r/a/0', 'r/c/0'])).toEqual([9, null, 4, 1]);
  const small = [
    { key: 'r/b/0', size: 9 },
    { key: 'r/a/0', size: 4 },
    { key: 'r/b/0', size: 9 },
    { key: 'r/c/0', size: 1 },
  ];
  expect(Buffer.from(await both.readSmall(small)).toString()).toBe('old bytesnew!old bytesc');
  expect(await keysOf(both)).toEqual(['r/a/0', 'r/b/0', 'r/c/0']);
  expect(await both.localPath('r/a/0')).toContain('/now/');
  expect(await both.localPath('r/b/0')).toContain('/before/');
  await expect(both.open('r/none/0')).rejects.toThrow(FileMissing);
  await expect(both.readSmall([{ key: 'r/none/0', size: 1 }])).rejects.toThrow(FileMissing);
  expect(both.frontPath('r/a/0')).toBeNull();
  expect(() => both.frontPath('../r')).toThrow(InvalidStorageKey);
});

it('deletes from both storages', async () => {
  await before.put('r/a/0', Buffer.from('old'));
  await now.put('r/a/0', Buffer.from('new'));
  await both.delete('r/a/0');
  expect(await both.stat('r/a/0')).toBeNull();
});

it('finishes an upload where it started', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()];
  await before.partials.begin(old);
  await both.partials.begin(old);
  await both.partials.begin(fresh);
  await both.partials.append(old, 0, pieces('began', ' there'), async () => {});
  await both.partials.append(fresh, 0, pieces('began here'), async () => {});
  expect(await before.partials.size(old)).toBe(11);
  expect(await now.partials.size(old)).toBeNull();
  expect(await now.partials.size(fresh)).toBe(10);
  expect((await both.partials.list()).map(({ id }) => id).sort()).toEqual([old, fresh].sort());
  await both.partials.adopt(old, 'r/old/0', 11);
  await both.partials.adopt(old, 'r/old/0', 11);
  await both.partials.adopt(fresh, 'r/fresh/0', 10);
  await both.partials.adopt(fresh, 'r/fresh/0', 10);
  expect(await textOf(before, 'r/old/0')).toBe('began there');
  expect(await textOf(now, 'r/fresh/0')).toBe('began here');
  await expect(both.partials.adopt(randomUUID(), 'r/none/0', 1)).rejects.toThrow(FileMissing);
  await both.partials.begin(old);
  await both.partials.drop(old);
  expect(await both.partials.size(old)).toBeNull();
});
