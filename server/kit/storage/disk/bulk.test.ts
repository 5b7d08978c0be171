import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, InvalidStorageKey } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { createDiskStorage } from './disk.ts';

const run = promisify(execFile);
const COUNT = 1050;

let folder: string;
let storage: Storage;

const keyOf = (index: number): string => `r/bulk/${index}`;
const pathOf = (key: string): string => join(folder, 'objects', storage.frontPath(key) ?? '');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix bulk '));
  storage = createDiskStorage(folder);
  await storage.ready();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Creates files of different sizes, including an empty one, without syncing them to disk. */
const addFiles = async (count: number): Promise<{ key: string; size: number; content: Buffer }[]> => {
  const files = Array.from({ length: count }, (_, index) => {
    const content = randomBytes(index % 300);
    return { key: keyOf(index), size: content.length, content };
  });
  for (const { key, content } of files) {
    await mkdir(dirname(pathOf(key)), { recursive: true });
    await writeFile(pathOf(key), content);
  }
  return files;
};

describe('many small files', () => {
  it('are read in order, for several concurrent callers', async () => {
    const files = await addFiles(COUNT);
    const halves = [files, files.toReversed(), files.slice(0, 1), []];
    const answers = await Promise.all(halves.map((half) => storage.readSmall(half)));
    for (const [index, half] of halves.entries()) {
      const expected = Buffer.concat(half.map(({ content }) => content));
      expect(expected.equals(answers[index] ?? Buffer.alloc(1))).toBe(true);
    }
  });

  it('are measured in key order, including missing ones', async () => {
    const files = await addFiles(COUNT);
    await rm(pathOf(keyOf(7)));
    await mkdir(pathOf(keyOf(COUNT)), { recursive: true });
    const sizes = await storage.sizes([...files.map(({ key }) => key), keyOf(COUNT), keyOf(COUNT + 1)]);
    expect(sizes).toEqual([...files.map(({ size }, index) => (index === 7 ? null : size)), null, null]);
    expect(await storage.sizes([])).toEqual([]);
  });

  it.each([
    ['gone', (path: string) => rm(path)],
    ['shorter than recorded', (path: string) => truncate(path, 3)],
    ['longer than recorded', (path: string) => appendFile(path, '!')],
    [
      'a folder',
      async (path: string) => {
        await rm(path);
        await mkdir(path);
      },
    ],
    [
      'a pipe',
      async (path: string) => {
        await rm(path);
        await run('mkfifo', [path]);
      },
    ],
    [
      'a link',
      async (path: string) => {
        await rename(path, join(folder, 'elsewhere'));
        await symlink(join(folder, 'elsewhere'), path);
      },
    ],
    [
      'in a storage that is gone',
      async () => {
        await rename(join(folder, 'objects'), join(folder, 'elsewhere'));
      },
    ],
    [
      'in a linked folder',
      async (path: string) => {
        await rename(dirname(path), join(folder, 'elsewhere'));
        await symlink(join(folder, 'elsewhere'), dirname(path));
      },
    ],
  ])('are not returned when one of them is %s', async (fault, damage) => {
    const files = await addFiles(20);
    const key = keyOf(12);
    await damage(pathOf(key));
    await expect(storage.readSmall(files)).rejects.toThrow(FileMissing);
    await expect(storage.readSmall([{ key, size: 12 }])).rejects.toThrow(key);
    const [size] = await storage.sizes([key]);
    expect(size).toBe({ 'shorter than recorded': 3, 'longer than recorded': 13 }[fault] ?? null);
    // The undamaged files can still be read.
    if (fault === 'in a storage that is gone') await rename(join(folder, 'elsewhere'), join(folder, 'objects'));
    expect(await storage.readSmall(files.slice(0, 5))).toHaveLength(10);
  });

  it('require valid keys', async () => {
    await expect(storage.readSmall([{ key: '../x', size: 1 }])).rejects.toThrow(InvalidStorageKey);
    await expect(storage.sizes(['r/ok', '/etc/passwd'])).rejects.toThrow(InvalidStorageKey);
  });

  it('do not keep an otherwise idle process alive', async () => {
    await addFiles(3);
    const module = fileURLToPath(new URL('./disk.ts', import.meta.url));
    const script = `const { createDiskStorage } = await import(${JSON.stringify(module)});
      console.log(await createDiskStorage(${JSON.stringify(folder)}).sizes(['r/bulk/2']));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 15_000 });
    expect(stdout.trim()).toBe('[ 2 ]');
  });
});
