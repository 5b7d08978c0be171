import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, StoredFileTooLarge } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { createDiskStorage } from './disk.ts';

const key = 'r/0f9c2d3e-1111-4222-8333-444455556666/7';
let folder: string;
let root: string;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix storage '));
  root = join(folder, 'not', 'there yet');
  storage = createDiskStorage(root);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function pathOf(storageKey: string): string {
  return join(root, 'objects', storage.frontPath(storageKey) ?? '');
}

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('writing', () => {
  it('measures what it stores and returns it unchanged', async () => {
    const content = randomBytes(300_000);
    const pieces = Readable.from([content.subarray(0, 1), content.subarray(1, 65_537), content.subarray(65_537)]);
    const expected = createHash('sha256').update(content).digest('hex');
    const stored = await storage.put(key, pieces);
    expect(stored).toMatchObject({ size: 300_000, sha256: expected });
    expect(await storage.put('r/a/again', content)).toEqual(stored);
    expect(await readFile(pathOf(key))).toEqual(content);
    expect(await storage.stat(key)).toMatchObject({ size: 300_000 });
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
  });

  it('fans files out over two levels and keeps similar keys apart', async () => {
    await storage.put('r/a-b/c', Buffer.from('one'));
    await storage.put('r/a/b-c', Buffer.from('two'));
    await storage.put('r/a/b/c', Buffer.from('three'));
    expect(storage.frontPath('r/a/b/c')).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{2}\/r~a~b~c$/);
    expect(await readFile(pathOf('r/a-b/c'), 'utf8')).toBe('one');
    expect(await readFile(pathOf('r/a/b-c'), 'utf8')).toBe('two');
    expect(await readFile(pathOf('r/a/b/c'), 'utf8')).toBe('three');
  });

  it('replaces content atomically: an open reader keeps the old bytes', async () => {
    await storage.put(key, Buffer.from('old bytes'));
    const file = await storage.open(key);
    await storage.put(key, Buffer.from('new'));
    const bytes = Buffer.alloc(20);
    expect(bytes.toString('utf8', 0, await file.read(bytes, 0))).toBe('old bytes');
    await file.close();
    expect(await storage.stat(key)).toMatchObject({ size: 3 });
  });

  it('keeps nothing when the source fails, and keeps the old content', async () => {
    await storage.put(key, Buffer.from('old'));
    const breaking = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        throw new Error('the sender disconnected');
      })(),
    );
    await expect(storage.put(key, breaking)).rejects.toThrow('the sender disconnected');
    await expect(storage.put(key, randomBytes(11), { maxBytes: 10 })).rejects.toThrow(StoredFileTooLarge);
    expect(await listFiles(root)).toHaveLength(1);
    expect(await readFile(pathOf(key), 'utf8')).toBe('old');
  });

  it('reports a full disk as StorageFull, cleans up, and works again once there is room', async () => {
    // A file size limit simulates a full disk: the system rejects the same write halfway through.
    const script = `
      import { createDiskStorage } from ${JSON.stringify(join(import.meta.dirname, 'disk.ts'))};
      import { StorageFull } from ${JSON.stringify(join(import.meta.dirname, '../errors.ts'))};
      import { Readable } from 'node:stream';
      const storage = createDiskStorage(${JSON.stringify(root)});
      const large = Readable.from([Buffer.alloc(60_000), Buffer.alloc(60_000), Buffer.alloc(60_000)]);
      const failure = await storage.put('r/a/large', large).catch((error) => error);
      const small = await storage.put('r/a/small', Buffer.from('fits'));
      console.log(JSON.stringify({ full: failure instanceof StorageFull, cause: failure.cause?.code, small: small.size }));`;
    const command = `ulimit -f 100 && exec "$0" --input-type=module --eval "$1"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, script]);
    expect(JSON.parse(stdout)).toEqual({ full: true, cause: 'EFBIG', small: 4 });
    expect(await listFiles(root)).toEqual(['r~a~small']);
  });

  it('removes what a killed process left, but not files still being written', async () => {
    await storage.ready();
    await writeFile(join(root, 'incoming', 'left'), 'half');
    await utimes(join(root, 'incoming', 'left'), 1000, 1000);
    await writeFile(join(root, 'incoming', 'running'), 'half');
    expect(await storage.removeAbandoned(new Date(2_000_000))).toBe(1);
    expect(await readdir(join(root, 'incoming'))).toEqual(['running']);
  });
});

describe('staying inside the folder', () => {
  it('does not follow a link in place of a file', async () => {
    await storage.put(key, Buffer.from('mine'));
    const secret = join(folder, 'secret');
    await writeFile(secret, 'not mine');
    await rm(pathOf(key));
    await symlink(secret, pathOf(key));
    await expect(storage.open(key)).rejects.toThrow(FileMissing);
    expect(await storage.stat(key)).toBeNull();
    await storage.put(key, Buffer.from('mine again'));
    expect(await readFile(secret, 'utf8')).toBe('not mine');
    expect(await readFile(pathOf(key), 'utf8')).toBe('mine again');
  });

  it('does not follow a link in place of a folder', async () => {
    await storage.put(key, Buffer.from('mine'));
    const elsewhere = join(folder, 'elsewhere');
    await rename(dirname(pathOf(key)), elsewhere);
    await symlink(elsewhere, dirname(pathOf(key)));
    await expect(storage.open(key)).rejects.toThrow(FileMissing);
    await expect(storage.put(key, Buffer.from('more'))).rejects.toThrow(FileMissing);
    expect(await listFiles(elsewhere)).toHaveLength(1);
    expect(await readFile(join(elsewhere, (await listFiles(elsewhere))[0] ?? ''), 'utf8')).toBe('mine');
  });

  it('accepts neither a folder nor a named pipe as a file', async () => {
    await storage.ready();
    await mkdir(pathOf(key), { recursive: true });
    await expect(storage.open(key)).rejects.toThrow(FileMissing);
    expect(await storage.stat(key)).toBeNull();
    await rm(pathOf(key), { recursive: true });
    await promisify(execFile)('mkfifo', [pathOf(key)]);
    await expect(storage.open(key)).rejects.toThrow(FileMissing);
    expect(await storage.stat(key)).toBeNull();
  });

  it('reports at startup that the folder cannot be created', async () => {
    await writeFile(join(folder, 'not'), 'a file in the way');
    await expect(storage.ready()).rejects.toThrow('a file is in the way');
    await rm(join(folder, 'not'));
    await expect(storage.ready()).resolves.toBeUndefined();
  });
});
