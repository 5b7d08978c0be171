import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, InvalidStorageKey } from '#server/kit/storage/errors.ts';
import type { PartialFiles, Storage } from '#server/kit/storage/storage.ts';
import { createDiskStorage } from './disk.ts';

const MIB = 1024 * 1024;
const key = 'r/0f9c2d3e-1111-4222-8333-444455556666/7';

let folder: string;
let storage: Storage;
let partials: PartialFiles;
let id: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix partials '));
  // Save by number of bytes only, so that a slow machine gives the same result.
  storage = createDiskStorage(folder, { saveEveryMs: Number.POSITIVE_INFINITY });
  ({ partials } = storage);
  id = randomUUID();
  await partials.begin(id);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const pathOf = (upload: string): string => join(folder, 'partial', upload);

async function* pieces(...given: (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of given) {
    if (piece instanceof Error) throw piece;
    yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  }
}

/** Appends the source and returns the lengths saved along the way. */
const append = async (offset: number, source: AsyncIterable<Uint8Array>) => {
  const saved: number[] = [];
  const length = await partials.append(id, offset, source, async (now) => void saved.push(now));
  return { length, saved };
};

describe('appending', () => {
  it('continues at the offset and discards unacknowledged bytes', async () => {
    expect(await append(0, pieces('on', 'ce'))).toEqual({ length: 4, saved: [4] });
    await appendFile(pathOf(id), 'not acknowledged');
    expect(await append(4, pieces(' more'))).toEqual({ length: 9, saved: [9] });
    expect(await readFile(pathOf(id), 'utf8')).toBe('once more');
    expect(await partials.size(id)).toBe(9);
  });

  it('saves along the way, so that a killed server loses little', async () => {
    const piece = randomBytes(MIB);
    async function* many() {
      for (let count = 0; count < 130; count += 1) yield piece;
    }
    const { length, saved } = await append(0, many());
    expect(length).toBe(130 * MIB);
    expect(saved).toEqual([64 * MIB, 128 * MIB, 130 * MIB]);
  });

  it('passes on a failure to save, and reads no further', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1;
        yield Buffer.alloc(MIB);
      }
    }
    const refused = partials.append(id, 0, endless(), async () => {
      throw new Error('another writer took over');
    });
    await expect(refused).rejects.toThrow('another writer took over');
    expect(read).toBe(64);
  });

  it('reports a full disk and keeps what was saved', async () => {
    // A file size limit simulates a full disk: the system rejects the same write halfway through.
    const script = `
      import { createDiskStorage } from ${JSON.stringify(join(import.meta.dirname, 'disk.ts'))};
      const { partials } = createDiskStorage(${JSON.stringify(folder)});
      const from = (...list) => (async function* () { yield* list; })();
      await partials.append('${id}', 0, from(Buffer.alloc(50_000, 1)), async () => {});
      const failure = await partials.append('${id}', 50_000, from(Buffer.alloc(90_000, 2)), async () => {})
        .catch((error) => error);
      console.log(JSON.stringify([failure.name, failure.cause?.code, await partials.size('${id}')]));`;
    const command = `ulimit -f 100 && exec "$0" --input-type=module --eval "$1"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, script]);
    expect(JSON.parse(stdout)).toEqual(['StorageFull', 'EFBIG', 50_000]);
    expect((await append(50_000, pieces('room again'))).length).toBe(50_010);
  });

  it('does not follow symbolic links', async () => {
    const other = randomUUID();
    await symlink(pathOf(id), pathOf(other));
    await expect(partials.append(other, 0, pieces('x'), async () => {})).rejects.toThrow('ELOOP');
    await expect(partials.open(other)).rejects.toThrow(FileMissing);
    expect(await partials.size(other)).toBeNull();
    for (const wrong of ['../x', 'x', `${id}/..`])
      await expect(partials.begin(wrong)).rejects.toThrow(InvalidStorageKey);
  });
});

describe('an upload', () => {
  it('can be read, and becomes a stored file without copying', async () => {
    await append(0, pieces('content'));
    const file = await partials.open(id);
    const bytes = Buffer.alloc(4);
    expect(await file.read(bytes, 3)).toBe(4);
    expect(bytes.toString()).toBe('tent');
    await file.close();
    await partials.adopt(id, key, 7);
    await partials.adopt(id, key, 7);
    expect(await storage.stat(key)).toMatchObject({ size: 7 });
    expect(await partials.size(id)).toBeNull();
    await expect(partials.adopt(randomUUID(), 'r/a/b', 7)).rejects.toThrow(FileMissing);
  });

  it('can be listed and dropped', async () => {
    expect(await partials.list()).toMatchObject([{ id }]);
    await partials.drop(id);
    await partials.drop(id);
    expect(await partials.list()).toEqual([]);
    expect(await readdir(join(folder, 'partial'))).toEqual([]);
  });
});
