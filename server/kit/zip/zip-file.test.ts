import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { openZip } from './zip-file.ts';
import { createZipLayout, type ZipLayout, type ZipSource } from './zip-layout.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const createdAt = new Date('2026-05-04T10:20:30Z');

const contents: Record<string, Buffer> = {
  'Pack/clips/one.bin': randomBytes(3 * MIB + 17),
  'Pack/clips/two.bin': randomBytes(1),
  'Pack/empty.txt': Buffer.alloc(0),
  'Pack/café/日本 🎬.txt': Buffer.from('Grüße'),
  'Pack/READ ME.txt': Buffer.from('Hello'),
  'Pack/read me.txt': Buffer.from('Hello again'),
  '../../escape.txt': Buffer.from('inside'),
  'zz-last-is-empty.txt': Buffer.alloc(0),
};

let folder: string;
let storage: Storage;
let sources: ZipSource[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix zip '));
  storage = createDiskStorage(join(folder, 'storage'));
  sources = [];
  for (const [index, [path, content]] of Object.entries(contents).entries()) {
    const storageKey = `r/zip/${index}`;
    sources.push({ path, storageKey, createdAt, ...(await storage.put(storageKey, content)) });
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const readRange = async (layout: ZipLayout, start: number, end: number): Promise<Buffer> => {
  const zip = openZip(layout, storage);
  try {
    const bytes = Buffer.alloc(end - start);
    expect(await zip.read(bytes, start)).toBe(bytes.length);
    return bytes;
  } finally {
    await zip.close();
  }
};

const python = async (script: string, ...args: string[]): Promise<unknown> =>
  JSON.parse((await run('python3', ['-c', `import sys,json,zipfile\n${script}`, ...args])).stdout);

describe('a ZIP generated while it is read', () => {
  it('is accepted as complete by unzip, 7-Zip and Python, with names and times', async () => {
    const layout = await createZipLayout(sources);
    const path = join(folder, 'whole.zip');
    await writeFile(path, await readRange(layout, 0, layout.size));
    expect((await run('unzip', ['-t', path])).stdout).toContain('No errors detected');
    expect((await run('7zz', ['t', path])).stdout).toContain('Everything is Ok');
    const script = `z=zipfile.ZipFile(sys.argv[1])
print(json.dumps([z.testzip(), [[i.filename, i.file_size, i.compress_type] for i in z.infolist()]]))`;
    expect(await python(script, path)).toEqual([
      null,
      [
        ['escape.txt', 6, 0],
        ['Pack/READ ME.txt', 5, 0],
        ['Pack/café/日本 🎬.txt', 7, 0],
        ['Pack/clips/one.bin', 3 * MIB + 17, 0],
        ['Pack/clips/two.bin', 1, 0],
        ['Pack/empty.txt', 0, 0],
        ['Pack/read me (2).txt', 11, 0],
        ['zz-last-is-empty.txt', 0, 0],
      ],
    ]);
    const unpacked = join(folder, 'unpacked');
    await run('unzip', ['-q', path, '-d', unpacked], {
      env: { ...process.env, TZ: 'America/New_York', LC_ALL: 'C.UTF-8' },
    });
    expect(await readFile(join(unpacked, 'Pack/café/日本 🎬.txt'), 'utf8')).toBe('Grüße');
    const handle = await open(join(unpacked, 'Pack/READ ME.txt'));
    const { mtime, mode } = await handle.stat();
    await handle.close();
    expect(mtime).toEqual(createdAt);
    expect(mode & 0o777).toBe(0o644);
  });

  it('returns the same bytes in any range as in the whole archive', async () => {
    const layout = await createZipLayout(sources);
    const whole = await readRange(layout, 0, layout.size);
    const zip = openZip(layout, storage);
    for (let turn = 0; turn < 400; turn += 1) {
      // Half of the ranges are near the end, where there are many small records.
      const near =
        turn % 2 === 0 ? Math.floor(Math.random() * layout.size) : layout.size - Math.ceil(Math.random() * 1200);
      const start = Math.max(0, near);
      const buffer = Buffer.alloc(Math.floor(Math.random() * (turn % 5 === 0 ? 2 * MIB : 600)));
      const count = await zip.read(buffer, start);
      expect(count).toBe(Math.min(buffer.length, layout.size - start));
      expect(buffer.subarray(0, count).equals(whole.subarray(start, start + count)), `${start}+${count}`).toBe(true);
    }
    await zip.close();
  });

  it('does not depend on the order of the files, and changes when any of them does', async () => {
    const layout = await createZipLayout(sources);
    expect(await createZipLayout([...sources].reverse())).toMatchObject({ etag: layout.etag, size: layout.size });
    expect(layout.etag).toMatch(/^"[0-9a-f]{32}"$/);
    const [first, ...rest] = sources as [ZipSource, ...ZipSource[]];
    const changes: Partial<ZipSource>[] = [
      { path: 'other' },
      { crc32: first.crc32 ^ 1 },
      { sha256: first.sha256.replaceAll(/./g, 'a') },
      { size: first.size + 1 },
      { createdAt: new Date(createdAt.getTime() + 1000) },
    ];
    const all = await Promise.all(changes.map((change) => createZipLayout([{ ...first, ...change }, ...rest])));
    const tags = all.map(({ etag }) => etag);
    expect(new Set([layout.etag, (await createZipLayout(rest)).etag, ...tags]).size).toBe(changes.length + 2);
  });

  it('reports a stored file that is missing or has a different size', async () => {
    const storageKey = 'r/zip/short';
    const stored = await storage.put(storageKey, Buffer.alloc(100));
    const layout = await createZipLayout([{ path: 'short.bin', storageKey, createdAt, ...stored }]);
    await truncate(join(folder, 'storage', 'objects', storage.frontPath(storageKey) ?? ''), 99);
    await expect(readRange(layout, 0, layout.size)).rejects.toThrow(FileMissing);
    await storage.delete(storageKey);
    await expect(readRange(layout, 0, layout.size)).rejects.toThrow(FileMissing);
  });

  it('can be empty', async () => {
    const layout = await createZipLayout([]);
    expect(layout.size).toBe(22);
    const path = join(folder, 'empty.zip');
    await writeFile(path, await readRange(layout, 0, 22));
    expect(await python('print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))', path)).toEqual([]);
  });
});

/** Writes an archive's records and small files to a sparse file, with holes in place of large files. */
const writeSparse = async (layout: ZipLayout, path: string, small: Record<string, Buffer>): Promise<void> => {
  const handle = await open(path, 'w');
  try {
    for (let position = 0; position < layout.size; ) {
      const piece = layout.pieceAt(position);
      const bytes = 'bytes' in piece ? piece.bytes : small[piece.content.storageKey];
      if (bytes) await handle.write(bytes, 0, bytes.length, position);
      position += 'bytes' in piece ? piece.bytes.length : piece.content.size;
    }
    await handle.truncate(layout.size);
  } finally {
    await handle.close();
  }
};

describe('a ZIP beyond 32 bits', () => {
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  const source = (path: string, size: number, content = Buffer.alloc(0)): ZipSource => ({
    path,
    size,
    crc32: crc32(content),
    sha256: digest(content),
    storageKey: `k/${path}`,
    createdAt,
  });

  it('is readable with files larger than 4 GiB, and with files after them', async () => {
    const late = Buffer.from('after four gigabytes');
    const layout = await createZipLayout([
      source('a-large.mov', 0x1_0000_0005),
      source('b-edge.mov', 0xffff_fffe),
      source('c-late.txt', late.length, late),
    ]);
    const path = join(folder, 'large.zip');
    await writeSparse(layout, path, { 'k/c-late.txt': late });
    const script = `z=zipfile.ZipFile(sys.argv[1])
print(json.dumps([[[i.filename, i.file_size] for i in z.infolist()], z.read('c-late.txt').decode()]))`;
    expect(await python(script, path)).toEqual([
      [
        ['a-large.mov', 0x1_0000_0005],
        ['b-edge.mov', 0xffff_fffe],
        ['c-late.txt', late.length],
      ],
      late.toString(),
    ]);
    expect((await run('unzip', ['-p', path, 'c-late.txt'])).stdout).toBe(late.toString());
    expect((await run('7zz', ['x', '-so', path, 'c-late.txt'])).stdout).toBe(late.toString());
    expect((await run('7zz', ['l', path])).stdout).not.toMatch(/warning|error/i);
    await rm(path);
  });

  // Not tested with unzip 6.0, which mistakes this exact size for a marker and misreads the next file.
  it('is readable with a file of exactly 2^32 - 1 bytes', async () => {
    const late = Buffer.from('after the edge');
    const layout = await createZipLayout([source('edge.mov', 0xffff_ffff), source('late.txt', late.length, late)]);
    const path = join(folder, 'edge.zip');
    await writeSparse(layout, path, { 'k/late.txt': late });
    const script = `z=zipfile.ZipFile(sys.argv[1])
print(json.dumps([z.getinfo('edge.mov').file_size, z.read('late.txt').decode()]))`;
    expect(await python(script, path)).toEqual([0xffff_ffff, late.toString()]);
    expect((await run('7zz', ['x', '-so', path, 'late.txt'])).stdout).toBe(late.toString());
    await rm(path);
  });

  it.each([65_534, 65_535, 65_537])('is readable with %i files', async (count) => {
    const layout = await createZipLayout(Array.from({ length: count }, (_, index) => source(`f/${index}.txt`, 0)));
    const path = join(folder, 'many.zip');
    await writeFile(path, await readRange(layout, 0, layout.size));
    expect(await python('print(len(zipfile.ZipFile(sys.argv[1]).namelist()))', path)).toBe(count);
    expect((await run('7zz', ['l', path], { maxBuffer: 64 * MIB })).stdout).toContain(`${count} files`);
  });
});
