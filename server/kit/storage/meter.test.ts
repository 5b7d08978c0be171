import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createS3Storage } from '#server/kit/storage/s3/s3.ts';
import { startGcs } from '#test/harness/gcs.ts';
import { DamagedContent, FileMissing, StoredFileTooLarge } from './errors.ts';
import { meterStorage, type StorageMeter } from './meter.ts';
import type { Storage } from './storage.ts';

const ID = '3f2b1c9e-8d47-4a6b-9c1d-2e5f7a8b9c0d';
const KEY = `t/${ID}/0123456789abcdef-640.webp`;

let folder: string;
let storage: Storage;
let failures: string[] = [];
let held = 0;
const moved = { read: 0, written: 0 };

const meter: StorageMeter = {
  failed: (operation, kind) => void failures.push(`${operation} ${kind}`),
  held: (by) => {
    held += by;
  },
  moved: (direction, bytes) => {
    moved[direction] += bytes;
  },
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helix-test-'));
  storage = meterStorage(createDiskStorage(folder), meter);
  await storage.ready();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  failures = [];
  Object.assign(moved, { read: 0, written: 0 });
});

it('stores and reads unchanged, and counts bytes and open files', async () => {
  expect(await storage.put(KEY, Buffer.from('twelve bytes'))).toMatchObject({ size: 12 });
  const file = await storage.open(KEY);
  expect(held).toBe(1);
  const bytes = new Uint8Array(file.size);
  expect(await file.read(bytes, 0)).toBe(12);
  await file.close();
  await file.close();
  expect(held).toBe(0);
  expect(Buffer.from(bytes).toString()).toBe('twelve bytes');
  expect((await buffer(await storage.openRange(KEY, 7, 12))).toString()).toBe('bytes');
  expect(await storage.sizes([KEY])).toEqual([12]);
  expect(await storage.stat(KEY)).toMatchObject({ size: 12 });
  const listed = [];
  for await (const entry of storage.list()) listed.push(entry);
  expect(listed).toEqual([{ key: KEY, size: 12 }]);
  expect(moved).toEqual({ read: 12, written: 12 });
  expect(failures).toEqual([]);
});

it('counts storage errors by operation and kind, and rethrows them unchanged', async () => {
  await expect(storage.open(KEY.replace('0123', 'ffff'))).rejects.toBeInstanceOf(FileMissing);
  await expect(storage.stat('../etc/passwd')).rejects.toThrow();
  await expect(storage.partials.adopt(ID, KEY.replace('640', '320'), 1)).rejects.toBeInstanceOf(FileMissing);
  expect(failures).toEqual(['open missing', 'stat other', 'adopt missing']);
});

it('does not count errors caused by the sender', async () => {
  const broken = new Error('the sender disconnected');
  const torn = Readable.from(
    (async function* () {
      yield Buffer.from('some');
      throw broken;
    })(),
  );
  await expect(storage.put(KEY, torn)).rejects.toThrow('the sender disconnected');
  await expect(storage.put(KEY, Readable.from([Buffer.alloc(9)]), { maxBytes: 3 })).rejects.toBeInstanceOf(
    StoredFileTooLarge,
  );
  await storage.partials.begin(ID);
  const pieces = async function* () {
    yield Buffer.from('five.');
    throw broken;
  };
  await expect(storage.partials.append(ID, 0, pieces(), async () => {})).rejects.toBe(broken);
  await expect(
    storage.partials.append(ID, 0, Readable.from([Buffer.from('five.')]), async () => {
      throw broken;
    }),
  ).rejects.toBe(broken);
  expect(failures).toEqual([]);
});

it('counts content with a wrong checksum as damaged, and allows a retry', async () => {
  const service = await startGcs();
  try {
    const remote = meterStorage(createS3Storage(service.setUp()), meter);
    const content = Buffer.from('twelve bytes');
    await remote.put(KEY, content);
    service.trouble({ kind: 'wrong bytes', method: 'GET', path: '/objects/', times: 2 });
    const file = await remote.open(KEY, crc32(content));
    await expect(file.read(Buffer.alloc(12), 0)).rejects.toThrow(DamagedContent);
    await file.close();
    const asked = [{ key: KEY, size: 12, crc32: crc32(content) }];
    await expect(remote.readSmall(asked)).rejects.toThrow(DamagedContent);
    expect(failures).toEqual(['open damaged', 'readSmall damaged']);
    expect(Buffer.from(await remote.readSmall(asked)).toString()).toBe('twelve bytes');
  } finally {
    await service.stop();
  }
});
