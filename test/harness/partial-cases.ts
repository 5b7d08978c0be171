// Requirements for incomplete uploads that every storage backend must meet.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, InvalidStorageKey } from '#server/kit/storage/errors.ts';
import type { PartialFiles, Storage, StoredFile } from '#server/kit/storage/storage.ts';

const MIB = 1024 * 1024;
const LIMIT_MS = 60_000;

type Open = (options?: { saveEveryMs?: number }) => Storage;

async function* pieces(...given: (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of given) {
    if (piece instanceof Error) throw piece;
    yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  }
}

const readWhole = async (file: StoredFile): Promise<Buffer> => {
  const bytes = Buffer.alloc(file.size + 1);
  const count = await file.read(bytes, 0);
  await file.close();
  return bytes.subarray(0, count);
};

export function describePartials(opener: () => Open): unknown {
  return describe('partial uploads', () => {
    let storage: Storage;
    let partials: PartialFiles;
    let id: string;

    beforeEach(async () => {
      storage = opener()({ saveEveryMs: Number.POSITIVE_INFINITY });
      ({ partials } = storage);
      id = randomUUID();
      await partials.begin(id);
    });

    // Appends data; returns the resulting length and the offsets saved along the way.
    const append = async (offset: number, source: AsyncIterable<Uint8Array>, to = partials) => {
      const saved: number[] = [];
      const length = await to.append(id, offset, source, async (now) => void saved.push(now));
      return { length, saved };
    };
    const content = async (): Promise<Buffer> => await readWhole(await partials.open(id));

    it('start empty, and starting again changes nothing', async () => {
      expect(await partials.size(id)).toBe(0);
      expect(await content()).toHaveLength(0);
      await append(0, pieces('kept'));
      await partials.begin(id);
      expect((await content()).toString()).toBe('kept');
      expect(await partials.size(randomUUID())).toBeNull();
      await expect(partials.open(randomUUID())).rejects.toThrow(FileMissing);
    });

    it('resume where they stopped, even in another process', async () => {
      expect(await append(0, pieces('on', 'ce'))).toEqual({ length: 4, saved: [4] });
      expect(await append(4, pieces(' more'), opener()().partials)).toMatchObject({ length: 9 });
      expect((await content()).toString()).toBe('once more');
      expect(await partials.size(id)).toBe(9);
    });

    it('discard bytes that were not acknowledged', async () => {
      await append(0, pieces('once and again'));
      expect(await append(4, pieces(' more'))).toEqual({ length: 9, saved: [9] });
      expect((await content()).toString()).toBe('once more');
      await append(0, pieces('fresh'));
      expect((await content()).toString()).toBe('fresh');
    });

    it('save bytes from a slow connection at intervals', async () => {
      const slow = opener()({ saveEveryMs: 0 }).partials;
      expect(await append(0, pieces('a', 'bc', 'def'), slow)).toEqual({ length: 6, saved: [1, 3, 6] });
      expect((await content()).toString()).toBe('abcdef');
    });

    it('accept chunks of any size', { timeout: LIMIT_MS }, async () => {
      const bytes = randomBytes(26 * MIB + 17);
      const cut = [0, 1, 2, 1000, MIB - 1, MIB + 1, 3 * MIB, 9 * MIB, bytes.length];
      const { saved } = await append(0, pieces(...cut.slice(1).map((end, at) => bytes.subarray(cut[at], end))));
      expect(saved.at(-1)).toBe(bytes.length);
      expect([...saved].sort((a, b) => a - b)).toEqual(saved);
      expect((await content()).equals(bytes)).toBe(true);
      const file = await partials.open(id);
      const middle = Buffer.alloc(1000);
      await file.read(middle, 8 * MIB - 500);
      await file.close();
      expect(middle.equals(bytes.subarray(8 * MIB - 500, 8 * MIB + 500))).toBe(true);
    });

    it('keep the bytes received before their source failed', async () => {
      const saved: number[] = [];
      const broken = partials.append(id, 0, pieces('kept', new Error('cut')), async (now) => void saved.push(now));
      await expect(broken).rejects.toThrow('cut');
      expect(saved).toEqual([4]);
      expect((await content()).toString()).toBe('kept');
    });

    it('fail if saving fails, without reading on', { timeout: LIMIT_MS }, async () => {
      let read = 0;
      async function* endless() {
        for (;;) {
          read += 1;
          yield Buffer.alloc(MIB);
        }
      }
      const refused = partials.append(id, 0, endless(), async () => {
        throw new Error('another writer');
      });
      await expect(refused).rejects.toThrow('another writer');
      expect(read).toBeLessThanOrEqual(64);
    });

    it('never contain gaps', async () => {
      await expect(append(5, pieces('x'))).rejects.toThrow(FileMissing);
      expect(await partials.size(id)).toBe(0);
    });

    it('become stored files, and repeating that changes nothing', async () => {
      const key = `r/${id}/0`;
      await append(0, pieces('content'));
      await expect(partials.adopt(id, key, 8)).rejects.toThrow(FileMissing);
      expect(await storage.stat(key)).toBeNull();
      await partials.adopt(id, key, 7);
      await partials.adopt(id, key, 7);
      expect((await readWhole(await storage.open(key))).toString()).toBe('content');
      expect(await partials.size(id)).toBeNull();
      expect((await partials.list()).map((each) => each.id)).not.toContain(id);
      await expect(partials.adopt(randomUUID(), `r/${randomUUID()}/0`, 7)).rejects.toThrow(FileMissing);
    });

    it('become stored files even if empty', async () => {
      await partials.adopt(id, `r/${id}/0`, 0);
      expect(await storage.stat(`r/${id}/0`)).toMatchObject({ size: 0 });
    });

    it('become stored files from chunks of mixed sizes', { timeout: LIMIT_MS }, async () => {
      const key = `r/${id}/0`;
      const bytes = randomBytes(31 * MIB + 100);
      const ends = [100, 2 * MIB, 11 * MIB, 11 * MIB + 5, 20 * MIB, 20 * MIB + 7, bytes.length];
      let at = 0;
      for (const end of ends) {
        await append(at, pieces(bytes.subarray(at, end)));
        at = end;
      }
      // These bytes are sent twice, but must be stored only once.
      await append(30 * MIB, pieces(bytes.subarray(30 * MIB)));
      await partials.adopt(id, key, bytes.length);
      const sum = createHash('sha256').update(await readWhole(await storage.open(key)));
      expect(sum.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    });

    it('are listed with their time, and can be dropped', async () => {
      await append(0, pieces('x'));
      const found = (await partials.list()).find((each) => each.id === id);
      expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
      await partials.drop(id);
      await partials.drop(id);
      expect((await partials.list()).map((each) => each.id)).not.toContain(id);
      expect(await partials.size(id)).toBeNull();
    });

    it('reject ids of any other format', async () => {
      for (const wrong of ['../x', 'x', `${id}/..`]) {
        await expect(partials.begin(wrong)).rejects.toThrow(InvalidStorageKey);
        await expect(partials.drop(wrong)).rejects.toThrow(InvalidStorageKey);
      }
    });

    it('report the free space, or that there is no limit', async () => {
      const space = await partials.space();
      expect(space === null).toBe(storage.remote);
      if (space) expect(space.total).toBeGreaterThan(space.free);
    });
  });
}
