import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import { openObject } from './reader.ts';

const KIB = 1024;
const content = randomBytes(300 * KIB);

/** A fake service that has one object and records requests; `body` can alter the response. */
const serve = (body: (bytes: Buffer, index: number) => Readable = (bytes) => Readable.from(cut(bytes))) => {
  const asked: string[] = [];
  const bodies: Readable[] = [];
  return {
    asked,
    bodies,
    store: {
      async read(_name: string, { start, end, version = '' }: { start: number; end: number; version?: string }) {
        asked.push(`${start}-${end}${version}`);
        const made = body(content.subarray(start, end), bodies.length);
        bodies.push(made);
        return { body: made, size: content.length };
      },
    },
  };
};

const cut = function* (bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10 * KIB) yield bytes.subarray(at, at + 10 * KIB);
};
const object = { name: 'it', size: content.length };

it('requests only what is wanted first, then everything that follows on a sequential read', async () => {
  const { store, asked } = serve();
  const file = openObject(store, { ...object, version: ' v1' });
  const read = Buffer.alloc(content.length);
  for (let at = 0; at < content.length; at += 64 * KIB) await file.read(read.subarray(at, at + 64 * KIB), at);
  expect(read.equals(content)).toBe(true);
  expect(asked).toEqual(['0-65536 v1', '65536-307200 v1']);
});

it('holds no connection while nobody reads', async () => {
  const { store, asked, bodies } = serve();
  const file = openObject(store, { ...object, pauseMs: 500 });
  const piece = Buffer.alloc(1000);
  await file.read(piece, 0);
  await file.read(piece, 1000);
  expect(bodies[1]?.destroyed).toBe(false);
  await expect.poll(() => bodies[1]?.destroyed).toBe(true);
  await file.read(piece, 2000);
  expect(piece.equals(content.subarray(2000, 3000))).toBe(true);
  expect(asked).toEqual(['0-1000', '1000-307200', '2000-3000']);
});

it('resumes after a connection broke or ended, as long as some bytes arrive', async () => {
  const { store, asked } = serve((bytes, index) =>
    index % 2 === 0
      ? Readable.from([bytes.subarray(0, 50 * KIB)])
      : Readable.from(breaking(bytes.subarray(0, 9 * KIB))),
  );
  const read = Buffer.alloc(content.length);
  expect(await openObject(store, object).read(read, 0)).toBe(content.length);
  expect(read.equals(content)).toBe(true);
  expect(asked.length).toBeGreaterThan(6);
});

const breaking = async function* (bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  throw new Error('reset');
};

it('gives up after three tries without a byte, or when the object has changed', async () => {
  const silent = serve(() => new Readable({ read() {} }));
  const file = openObject(silent.store, { ...object, silenceMs: 20 });
  await expect(file.read(Buffer.alloc(10), 0)).rejects.toThrow(StorageUnavailable);
  expect(silent.asked).toHaveLength(3);
  const other = openObject(serve().store, { ...object, size: 5 });
  await expect(other.read(Buffer.alloc(5), 0)).rejects.toThrow(FileMissing);
});

it('stops reading once it is closed', async () => {
  const { store, bodies } = serve();
  const file = openObject(store, object);
  await file.read(Buffer.alloc(10), 0);
  await file.read(Buffer.alloc(10), 10);
  await file.close();
  expect(bodies[1]?.destroyed).toBe(true);
  await expect(file.read(Buffer.alloc(10), 20)).rejects.toThrow(FileMissing);
});
