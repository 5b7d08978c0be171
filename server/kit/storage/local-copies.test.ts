// Tests local copies of files in object storage: they are available while in use, limited in size, and always removed afterwards.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createS3Storage } from '#server/kit/storage/s3/s3.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { DamagedContent, FileMissing } from './errors.ts';
import { type CopiedFile, openLocalCopies } from './local-copies.ts';
import type { Storage } from './storage.ts';

let service: Gcs;
let storage: Storage;
let root: string;
let folder: string;

beforeAll(async () => {
  service = await startGcs();
  storage = createS3Storage(service.setUp());
  root = mkdtempSync(join(tmpdir(), 'helix-copies-'));
  folder = join(root, 'copies');
});
afterAll(async () => {
  await service.stop();
  rmSync(root, { recursive: true });
});

const put = async (size: number): Promise<CopiedFile & { content: Buffer }> => {
  const content = randomBytes(size);
  const storageKey = `r/${randomUUID()}/0`;
  const { crc32 } = await storage.put(storageKey, content);
  return { storageKey, size, crc32, content };
};
const copiesOf = (): string[] => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));

it('copies a file once and removes it on close', async () => {
  const file = await put(2_500_000);
  const local = await openLocalCopies(storage, folder);
  expect(local.copies).toBe(true);
  const read = await local.with(file, async (path) => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    return readFileSync(path);
  });
  expect(read?.equals(file.content)).toBe(true);
  service.asked.length = 0;
  expect(await local.with(file, async (path) => existsSync(path))).toBe(true);
  expect(service.asked).toEqual([]);
  await local.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('removes the copy when the callback throws, the file is damaged or it is missing', async () => {
  const local = await openLocalCopies(storage, folder);
  const broken = local.with(await put(10), async () => {
    throw new Error('the program crashed');
  });
  await expect(broken).rejects.toThrow('the program crashed');
  const file = await put(10);
  await expect(local.with({ ...file, crc32: 1 }, async () => 1)).rejects.toThrow(DamagedContent);
  await expect(local.with({ ...file, storageKey: 'r/none/0' }, async () => 1)).rejects.toThrow(FileMissing);
  expect(copiesOf()).toEqual([]);
  await local.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('evicts unused copies to make room and returns null when that is not enough', async () => {
  const files = [await put(600), await put(600), await put(600)] as const;
  const local = await openLocalCopies(storage, folder, { mostBytes: 1300 });
  for (const file of files) expect(await local.with(file, async () => copiesOf().length)).toBeLessThanOrEqual(2);
  const inside = await local.with(files[0], () =>
    local.with(files[1], () => local.with(files[2], async () => 'three at a time')),
  );
  expect(inside).toBeNull();
  await local.close();
  const full = await openLocalCopies(storage, folder, { keptFreeBytes: Number.MAX_SAFE_INTEGER });
  expect(await full.with(files[0], async () => 1)).toBeNull();
  await full.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('is aborted together with the job', async () => {
  const aborted = AbortSignal.abort(new Error('the server stops'));
  const local = await openLocalCopies(storage, folder, { signal: aborted });
  await expect(local.with(await put(10), async () => 1)).rejects.toThrow('the server stops');
  await local.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('removes copies left by killed processes and no others', async () => {
  // The folder of this process, which is still running.
  const running = await openLocalCopies(storage, folder);
  await running.with(await put(10), async () => {});
  const alive = readdirSync(folder).find((name) => name.startsWith(`${hostname()}~${process.pid}~`)) ?? '';
  const [dead, repeated, elsewhere, old] = [
    `${hostname()}~999999999~1~x`,
    // The folder of an earlier process with the same ID.
    `${hostname()}~${process.pid}~1~x`,
    'elsewhere~1~1~x',
    'elsewhere~2~1~x',
  ];
  for (const name of [dead, repeated, elsewhere, old]) mkdirSync(join(folder, name), { recursive: true });
  utimesSync(join(folder, old), 1000, 1000);
  await (await openLocalCopies(storage, folder)).close();
  expect(readdirSync(folder).sort()).toEqual([alive, elsewhere].sort());
  await running.close();
});

it('does not copy files that are already on this machine', async () => {
  const disk = createDiskStorage(join(root, 'files'));
  await disk.put('r/a/0', Buffer.from('here'));
  const local = await openLocalCopies(disk, join(root, 'unused'));
  const path = await local.with({ storageKey: 'r/a/0', size: 4, crc32: 0 }, async (found) => found);
  expect(path).toBe(await disk.localPath('r/a/0'));
  await local.close();
  expect(existsSync(join(root, 'unused'))).toBe(false);
});
