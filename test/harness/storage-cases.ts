// Requirements that every storage backend must meet. server/kit/storage/storage.test.ts checks them for each one.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamagedContent, FileMissing, InvalidStorageKey, StoredFileTooLarge } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { describePartials } from './partial-cases.ts';

const MIB = 1024 * 1024;
const LIMIT_MS = 60_000;

/** Creates an empty storage backend. `open` creates another client for it, as another process would. */
export type StorageMaker = () => Promise<{
  open(options?: { saveEveryMs?: number }): Storage;
  stop(): Promise<void>;
}>;

const newKey = (): string => `r/${randomUUID()}/7`;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* breakingAfter(bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; at += MIB) yield randomBytes(Math.min(MIB, bytes - at));
  throw new Error('the source failed');
}

/** @param whyNot why this storage backend can't be tested on this machine */
export function describeStorage(name: string, make: StorageMaker, whyNot: string | null = null): unknown {
  return describe.skipIf(whyNot !== null)(`storage on ${name}${whyNot === null ? '' : `: ${whyNot}`}`, () => {
    let storage: Storage;
    let made: Awaited<ReturnType<StorageMaker>>;

    beforeAll(async () => {
      made = await make();
      storage = made.open();
    }, LIMIT_MS);
    afterAll(() => made?.stop());

    const readAll = async (key: string): Promise<Buffer> => {
      const file = await storage.open(key);
      const bytes = Buffer.alloc(file.size);
      expect(await file.read(bytes, 0)).toBe(file.size);
      await file.close();
      return bytes;
    };

    describe('writing', () => {
      it('returns size and checksums of what it stores, and reads it back', { timeout: LIMIT_MS }, async () => {
        for (const size of [0, 1, 300_000, 5 * MIB, 8 * MIB, 21 * MIB + 5]) {
          const content = randomBytes(size);
          const cut = [0, 1, 65_537, 7 * MIB, size].filter((end) => end <= size);
          const key = newKey();
          const pieces = cut.map((from, index) => content.subarray(from, cut[index + 1] ?? from));
          const stored = await storage.put(key, Readable.from(pieces.filter((piece) => piece.length > 0)));
          expect(stored).toEqual({ size, sha256: sha256Of(content), crc32: crc32(content) });
          expect(await storage.put(newKey(), content)).toEqual(stored);
          const found = await storage.stat(key);
          expect(found?.size).toBe(size);
          expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
          expect((await readAll(key)).equals(content)).toBe(true);
        }
      });

      it('computes CRC-32 like ZIP, unsigned', async () => {
        expect((await storage.put(newKey(), Buffer.from('123456789'))).crc32).toBe(0xcbf43926);
      });

      it('keeps similar keys separate', async () => {
        const keys = ['r/a-b/c', 'r/a/b-c', 'r/a/b/c', 'r/a/b', 'r/a_b/c', 't/a/b-320.webp'];
        await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key))));
        expect((await Promise.all(keys.map(readAll))).map(String)).toEqual(keys);
      });

      it('replaces content atomically: open readers see the old content, or an error', async () => {
        const key = newKey();
        await storage.put(key, Buffer.alloc(100, 'old'));
        const file = await storage.open(key);
        await storage.put(key, Buffer.alloc(100, 'new'));
        const bytes = Buffer.alloc(10);
        const read = await file.read(bytes, 50).catch((error: unknown) => error);
        if (read instanceof Error) expect(read).toBeInstanceOf(FileMissing);
        else expect('oldoldoldoldold').toContain(bytes.toString());
        await file.close();
        expect((await readAll(key)).toString()).toMatch(/^(new)+n?$/);
      });

      it('discards a failed write and keeps the old content', { timeout: LIMIT_MS }, async () => {
        const key = newKey();
        await storage.put(key, Buffer.from('old'));
        for (const bytes of [100_000, 9 * MIB, 19 * MIB]) {
          await expect(storage.put(key, Readable.from(breakingAfter(bytes)))).rejects.toThrow('the source failed');
          await expect(storage.put(newKey(), Readable.from(breakingAfter(bytes)))).rejects.toThrow('failed');
        }
        await expect(storage.put(key, randomBytes(11), { maxBytes: 10 })).rejects.toThrow(StoredFileTooLarge);
        const large = Readable.from([randomBytes(9 * MIB), randomBytes(9 * MIB)]);
        await expect(storage.put(key, large, { maxBytes: 17 * MIB })).rejects.toThrow(StoredFileTooLarge);
        expect((await readAll(key)).toString()).toBe('old');
        expect(await storage.removeAbandoned(new Date(Date.now() + 60_000))).toBe(0);
      });
    });

    describe('reading', () => {
      const content = randomBytes(19 * MIB + 3);
      let key: string;

      beforeAll(async () => {
        key = newKey();
        await storage.put(key, Readable.from([content]));
      }, LIMIT_MS);

      it('reads from any position, filling the buffer up to the end of the file', async () => {
        const file = await storage.open(key);
        const bytes = Buffer.alloc(1_000_000);
        expect(file.size).toBe(content.length);
        expect(await file.read(bytes, 700_001)).toBe(1_000_000);
        expect(bytes.equals(content.subarray(700_001, 1_700_001))).toBe(true);
        expect(await file.read(bytes, content.length - 10)).toBe(10);
        expect(bytes.subarray(0, 10).equals(content.subarray(-10))).toBe(true);
        expect(await file.read(bytes, content.length)).toBe(0);
        expect(await file.read(Buffer.alloc(0), 5)).toBe(0);
        await file.close();
        await file.close();
      });

      it('reads sequentially, with jumps, and for concurrent readers', async () => {
        const readOn = async (step: number): Promise<void> => {
          const file = await storage.open(key);
          const hash = createHash('sha256');
          const piece = Buffer.alloc(step);
          for (let at = 0; at < content.length; at += step) {
            const count = await file.read(piece, at);
            hash.update(piece.subarray(0, count));
            if (at % (4 * step) !== 0) continue;
            const [leapt, other] = [Buffer.alloc(100), Buffer.alloc(100)];
            await Promise.all([file.read(leapt, content.length - at - 100), file.read(other, at)]);
            expect(leapt.equals(content.subarray(content.length - at - 100, content.length - at))).toBe(true);
            expect(other.equals(content.subarray(at, at + 100))).toBe(true);
          }
          await file.close();
          expect(hash.digest('hex')).toBe(sha256Of(content));
        };
        await Promise.all([readOn(MIB), readOn(MIB), readOn(3 * MIB + 1)]);
      });

      it.each([
        [0, content.length],
        [0, 1],
        [1_048_575, 1_048_577],
        [content.length - 1, content.length],
        [17 * MIB - 5, 17 * MIB + 5],
        [5, 5],
      ])('streams bytes %i to %i', async (start, end) => {
        const bytes = await buffer(await storage.openRange(key, start, end));
        expect(bytes.equals(content.subarray(start, end))).toBe(true);
      });

      it('withholds the end of a remote file whose bytes do not match the recorded checksum', async () => {
        const [other, bytes] = [newKey(), randomBytes(3000)];
        await storage.put(other, bytes);
        for (const sum of [crc32(bytes), crc32(bytes) ^ 1]) {
          const file = await storage.open(other, sum);
          const reads = [() => file.read(Buffer.alloc(3000), 0)];
          reads.push(async () => (await storage.readSmall([{ key: other, size: 3000, crc32: sum }])).length);
          for (const read of reads) {
            if (storage.remote && sum !== crc32(bytes)) await expect(read()).rejects.toThrow(DamagedContent);
            else expect(await read()).toBe(3000);
          }
          await file.close();
        }
      });

      it('rejects ranges outside the file', async () => {
        await expect(storage.openRange(key, 0, content.length + 1)).rejects.toThrow(FileMissing);
        await expect(storage.openRange(key, 2, 1)).rejects.toThrow(FileMissing);
        await expect(storage.openRange(key, -1, 1)).rejects.toThrow(FileMissing);
        await expect(storage.openRange(newKey(), 0, 1)).rejects.toThrow(FileMissing);
      });

      it('reports missing and deleted files', async () => {
        const other = newKey();
        await expect(storage.open(other)).rejects.toThrow(FileMissing);
        expect(await storage.stat(other)).toBeNull();
        await storage.put(other, content);
        await storage.delete(other);
        await storage.delete(other);
        await expect(storage.openRange(other, 0, 1)).rejects.toThrow(FileMissing);
        expect(await storage.stat(other)).toBeNull();
      });

      it('creates signed links if it is remote, otherwise none', async () => {
        const link = { ttlSeconds: 60, contentDisposition: 'attachment; filename="a b.txt"', mediaType: 'text/x-read' };
        const address = await storage.signedLink(key, link);
        expect(address === null).toBe(!storage.remote);
        if (address === null) return;
        const answer = await fetch(address, { headers: { range: 'bytes=100-199' } });
        expect(answer.status).toBe(206);
        expect(answer.headers.get('content-disposition')).toBe(link.contentDisposition);
        expect(answer.headers.get('content-type')).toContain('text/x-read');
        expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
        const other = new URL(address);
        other.pathname = other.pathname.replace(/\/7$/, '/8');
        expect((await fetch(other)).status).toBe(403);
      });
    });

    describe('many small files', () => {
      const files = Array.from({ length: 60 }, (_, index) => ({
        key: index < 40 ? `r/bulk/${index}` : `r/bulk-${index}/0`,
        content: randomBytes(index % 30),
      }));
      const asked = files.map(({ key, content }) => ({ key, size: content.length }));

      beforeAll(async () => {
        await Promise.all(files.map(({ key, content }) => storage.put(key, content)));
      }, LIMIT_MS);

      it('are read in one concatenated buffer', async () => {
        const whole = Buffer.concat(files.map(({ content }) => content));
        expect(whole.equals(await storage.readSmall(asked))).toBe(true);
        expect(await storage.readSmall([])).toHaveLength(0);
      });

      it('have their sizes returned in order, with null for missing ones', async () => {
        const keys = [...files.map(({ key }) => key), 'r/bulk/none', 'r/bulk-none/0'];
        expect(await storage.sizes(keys)).toEqual([...asked.map(({ size }) => size), null, null]);
        expect(await storage.sizes([])).toEqual([]);
      });

      it.each([
        ['is missing', { key: 'r/bulk/none', size: 3 }],
        ['is shorter than recorded', { key: 'r/bulk/5', size: 6 }],
        ['is longer than recorded', { key: 'r/bulk/5', size: 4 }],
        ['is not empty as recorded', { key: 'r/bulk/5', size: 0 }],
      ])('are not read if one of them %s', async (_, wrong) => {
        await expect(storage.readSmall([...asked.slice(0, 3), wrong])).rejects.toThrow(FileMissing);
        expect(await storage.readSmall(asked.slice(0, 3))).toHaveLength(3);
      });

      it('are each listed once', async () => {
        const known = new Map(asked.map(({ key, size }) => [key, size]));
        const found = await Array.fromAsync(storage.list());
        const listed = found.filter(({ key }) => known.has(key));
        expect(new Map(listed.map(({ key, size }) => [key, size]))).toEqual(known);
        expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
        const stats = await Promise.all(found.map(({ key }) => storage.stat(key)));
        expect(stats.map((stat) => stat?.size)).toEqual(found.map(({ size }) => size));
      });
    });

    it.each([
      '',
      'r',
      '/etc/passwd',
      'r/../../etc/passwd',
      'r/a/..',
      'r//a',
      'r/a/',
      'r/a\\b',
      'r/a\0',
      'r/A/B',
      'r/a~b/c',
      'r/%2e%2e/a',
      'r/é/a',
      'r/a/b\n',
      `r/${'a'.repeat(300)}/b`,
    ])('rejects the key %j', async (bad) => {
      const link = { ttlSeconds: 60, contentDisposition: 'attachment', mediaType: 'text/plain' };
      for (const refused of [
        async () => await storage.put(bad, Buffer.from('x')),
        async () => await storage.open(bad),
        async () => await storage.openRange(bad, 0, 1),
        async () => await storage.stat(bad),
        async () => await storage.sizes([bad]),
        async () => await storage.readSmall([{ key: bad, size: 1 }]),
        async () => await storage.delete(bad),
        async () => await storage.localPath(bad),
        async () => storage.frontPath(bad),
      ]) {
        await expect(refused()).rejects.toThrow(InvalidStorageKey);
      }
      if (storage.remote) await expect(storage.signedLink(bad, link)).rejects.toThrow(InvalidStorageKey);
    });

    it('confirms that it is writable', async () => {
      await storage.ready();
      await storage.ready();
      await made.open().ready();
    });

    describePartials(() => made.open);
  });
}
