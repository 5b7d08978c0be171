// Behaviour specific to Google's S3-compatible API: composed objects, rejection of requests from newer clients, service failures.
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { createS3Storage } from './s3.ts';

const MIB = 1024 * 1024;
const isFull = process.env.SIZE === 'full';

let service: Gcs;
let storage: Storage;
let key: string;

beforeAll(async () => {
  service = await startGcs();
});
afterAll(() => service.stop());
beforeEach(() => {
  storage = createS3Storage(service.setUp());
  key = `r/${randomUUID()}/0`;
  service.asked.length = 0;
});
afterEach(() => service.calm());

const readAll = async (name = key): Promise<Buffer> => {
  const { size } = (await storage.stat(name)) ?? { size: 0 };
  return await buffer(await storage.openRange(name, 0, size));
};
const names = (): string[] => [...service.bucket.objects.keys()];
const askedFor = (words: string): number => service.asked.filter((line) => line.includes(words)).length;
const scratch = (): string[] => names().filter((name) => name.startsWith('assembling/'));

describe('a large file', () => {
  const content = randomBytes(19 * MIB + 5);
  const putLarge = () => storage.put(key, Readable.from([content.subarray(0, 100), content.subarray(100)]));

  it('is sent in one multipart upload and leaves nothing else behind', async () => {
    expect(await putLarge()).toMatchObject({ size: content.length });
    expect((await readAll()).equals(content)).toBe(true);
    expect(askedFor('partNumber=')).toBe(3);
    expect(askedFor('compose')).toBe(1);
    expect([scratch(), [...service.uploads]]).toEqual([[], []]);
  });

  it.each([
    ['a part is rejected temporarily', { kind: 'status', status: 503, path: 'partNumber=', times: 2 }],
    ['the service asks to slow down', { kind: 'status', status: 429, path: 'partNumber=' }],
    ['the response to a part is lost', { kind: 'lost answer', path: 'partNumber=', times: 2 }],
    ['the upload cannot be started at first', { kind: 'status', status: 500, path: 'uploads=' }],
    ['the objects cannot be composed at first', { kind: 'status', status: 503, path: 'compose=' }],
    ['the response to composing is lost', { kind: 'lost answer', path: 'compose=' }],
  ] as const)('arrives intact when %s', async (_, trouble) => {
    service.trouble(trouble);
    await putLarge();
    expect((await readAll()).equals(content)).toBe(true);
  });

  it('fails without leaving anything when the service stops accepting parts', { timeout: 20_000 }, async () => {
    service.trouble({ kind: 'status', status: 503, method: 'PUT', times: 50 });
    await expect(putLarge()).rejects.toThrow(StorageUnavailable);
    service.calm();
    expect(await storage.stat(key)).toBeNull();
    expect([scratch(), [...service.uploads]]).toEqual([[], []]);
  });

  it('is not kept when its bytes changed in transit', async () => {
    service.trouble({ kind: 'mangled', method: 'PUT', times: 3 });
    await expect(putLarge()).rejects.toThrow(/SHA256Mismatch|BadDigest/);
    service.calm();
    service.trouble({ kind: 'mangled', method: 'PUT', times: 3 });
    await expect(storage.put(key, randomBytes(1000))).rejects.toThrow(/SHA256Mismatch|BadDigest/);
    expect(await storage.stat(key)).toBeNull();
  });

  it('aborts its upload when the sender disconnects', async () => {
    const breaking = Readable.from(
      (async function* () {
        yield content;
        yield content;
        throw new Error('the sender disconnected');
      })(),
    );
    await expect(storage.put(key, breaking)).rejects.toThrow('the sender disconnected');
    expect([scratch(), [...service.uploads]]).toEqual([[], []]);
    expect(service.asked.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
  });
});

describe('an upload', () => {
  it('is composed of its pieces inside the service', { timeout: 120_000 }, async () => {
    const id = randomUUID();
    const count = isFull ? 40 : 3;
    const content = randomBytes(count * 5 * MIB);
    storage = createS3Storage(service.setUp(), { saveEveryMs: 0 });
    await storage.partials.begin(id);
    async function* pieces() {
      for (let at = 0; at < content.length; at += 5 * MIB) yield content.subarray(at, at + 5 * MIB);
    }
    const saved: number[] = [];
    await storage.partials.append(id, 0, pieces(), async (length) => void saved.push(length));
    expect(saved).toHaveLength(count);
    service.asked.length = 0;
    await storage.partials.adopt(id, key, content.length);
    expect(askedFor('compose=')).toBe(isFull ? 2 : 1);
    expect(askedFor('partNumber=')).toBe(0);
    expect((await readAll()).equals(content)).toBe(true);
    expect(names().filter((name) => /^(partial|assembling)\//.test(name))).toEqual([]);
    await storage.partials.adopt(id, key, content.length);
    await storage.delete(key);
  });

  it('is not replaced by its leftovers once stored, and is never stored incomplete', async () => {
    const id = randomUUID();
    await storage.partials.append(id, 0, Readable.from([Buffer.from('the whole')]), async () => {});
    await expect(storage.partials.adopt(id, key, 10)).rejects.toThrow(FileMissing);
    expect(await storage.stat(key)).toBeNull();
    await storage.partials.adopt(id, key, 9);
    // Simulates an interruption that left only the mark.
    await storage.partials.begin(id);
    await storage.partials.adopt(id, key, 9);
    expect((await readAll()).toString()).toBe('the whole');
    expect(names().filter((name) => name.includes(id))).toEqual([]);
    await storage.delete(key);
  });

  it('is gone after an interrupted removal, and can start again', async () => {
    const id = randomUUID();
    const { partials } = storage;
    await partials.append(id, 0, Readable.from([Buffer.from('old')]), async () => {});
    service.trouble({ kind: 'status', status: 403, method: 'DELETE', path: '00000000000000-3-' });
    await expect(partials.drop(id)).rejects.toThrow(StorageUnavailable);
    expect(await partials.size(id)).toBeNull();
    await expect(partials.open(id)).rejects.toThrow(FileMissing);
    expect((await partials.list()).map((each) => each.id)).toContain(id);
    await partials.begin(id);
    expect(await partials.size(id)).toBe(0);
    await partials.drop(id);
    expect(names().filter((name) => name.includes(id))).toEqual([]);
  });

  it('may have more pieces than one compose call takes, including small and partial ones', {
    timeout: 60_000,
  }, async () => {
    const id = randomUUID();
    const [small, piece] = [MIB, 5 * MIB];
    const content = randomBytes(2 * small + 35 * piece + 3 * MIB);
    storage = createS3Storage(service.setUp('deep/'), { saveEveryMs: 0 });
    const append = async (from: number, lengths: readonly number[]): Promise<void> => {
      async function* source() {
        let at = from;
        for (const length of lengths) {
          yield content.subarray(at, at + length);
          at += length;
        }
      }
      await storage.partials.append(id, from, source(), async () => {});
    };
    await append(0, [small, small, ...Array.from({ length: 35 }, () => piece)]);
    // Continues inside the last piece, so only the beginning of that piece is used.
    await append(2 * small + 35 * piece - 1000, [3 * MIB + 1000]);
    service.asked.length = 0;
    await storage.partials.adopt(id, key, content.length);
    expect((await readAll()).equals(content)).toBe(true);
    expect(askedFor('compose=')).toBe(2);
    expect(names().filter((name) => name.startsWith('deep/') && !name.startsWith('deep/objects/'))).toEqual([]);
    service.bucket.objects.clear();
  });

  it('stores nothing when a piece is missing', async () => {
    const id = randomUUID();
    storage = createS3Storage(service.setUp(), { saveEveryMs: 0 });
    await storage.partials.append(id, 0, Readable.from([randomBytes(5 * MIB), randomBytes(5 * MIB)]), async () => {});
    service.trouble({ kind: 'status', status: 404, path: 'compose=', times: 9 });
    await expect(storage.partials.adopt(id, key, 10 * MIB)).rejects.toThrow();
    expect([await storage.stat(key), scratch()]).toEqual([null, []]);
    service.calm();
    await storage.partials.adopt(id, key, 10 * MIB);
    expect(await storage.stat(key)).toMatchObject({ size: 10 * MIB });
  });
});

describe('reading', () => {
  const content = randomBytes(3 * MIB);

  it('resumes after a broken connection', async () => {
    await storage.put(key, content);
    service.trouble({ kind: 'cut', method: 'GET', path: key, times: 2 });
    expect((await readAll()).equals(content)).toBe(true);
  });

  it('never mixes two versions of a file', async () => {
    await storage.put(key, content);
    const file = await storage.open(key);
    const bytes = Buffer.alloc(MIB);
    await file.read(bytes, 0);
    await storage.put(key, randomBytes(3 * MIB));
    await expect(file.read(bytes, MIB)).rejects.toThrow(FileMissing);
    await file.close();
  });

  it('follows the pages of a long listing', async () => {
    const many = Array.from({ length: 1203 }, (_, index) => `t/page/${String(index).padStart(4, '0')}`);
    for (const name of many) service.bucket.keep(`objects/${name}`, Buffer.from(name));
    const found: string[] = [];
    for await (const { key: name } of storage.list()) if (name.startsWith('t/page/')) found.push(name);
    expect(found).toEqual(many);
    expect(await storage.sizes([...many, 't/page/none'])).toEqual([...many.map((name) => name.length), null]);
  });

  it('finds sizes without listing all neighbouring files', async () => {
    const many = Array.from({ length: 3500 }, (_, index) => `t/many/${String(index).padStart(4, '0')}`);
    for (const name of many) service.bucket.keep(`objects/${name}`, Buffer.from(name));
    const near = many.slice(2000, 2500);
    expect(await storage.sizes([...near, 't/many/2400-none'])).toEqual([...near.map(() => 11), null]);
    expect(service.asked).toHaveLength(1);
    service.asked.length = 0;
    const far = [...many.filter((_, index) => index % 300 === 0), 't/many/1-none', 't/many/3100-none'];
    expect(await storage.sizes(far)).toEqual(far.map((name) => (name.endsWith('none') ? null : 11)));
    expect(askedFor('start-after=')).toBe(1);
    // One request for each file that was not listed, and one for the bucket.
    expect(service.asked.length).toBeLessThanOrEqual(far.length + 1);
    for (const name of many) service.bucket.objects.delete(`objects/${name}`);
  });

  it.each([
    ['returns errors', { kind: 'status', status: 500, times: 99 }],
    ['denies access', { kind: 'status', status: 403, times: 99 }],
    ['returns garbage', { kind: 'nonsense', times: 99 }],
  ] as const)('reports that the service %s', { timeout: 20_000 }, async (_, trouble) => {
    await storage.put(key, randomBytes(10));
    service.trouble(trouble);
    await expect(storage.stat(key)).rejects.toThrow(StorageUnavailable);
    await expect(storage.ready()).rejects.toThrow(StorageUnavailable);
    await expect(storage.put(key, randomBytes(10))).rejects.toThrow(StorageUnavailable);
  });
});

describe('a failing service', () => {
  const impatient = () => createS3Storage(service.setUp(), { answerMs: 500 });

  it.each(['silence', 'stalled'] as const)('is not waited for forever (%s)', { timeout: 60_000 }, async (kind) => {
    await storage.put(key, randomBytes(10));
    service.trouble({ kind, times: 99 });
    const failing = [() => impatient().partials.size(randomUUID())];
    // A response without a body can fail to arrive, but it cannot stall halfway. Writes are left out because their limit is one
    // minute.
    if (kind === 'silence') failing.push(async () => (await impatient().stat(key)) && 1);
    if (kind === 'silence') failing.push(async () => (await impatient().delete(key)) ?? null);
    await Promise.all(failing.map((act) => expect(act()).rejects.toThrow(StorageUnavailable)));
  });

  it('does not look empty when its bucket is gone', async () => {
    await storage.put(key, Buffer.from('kept'));
    const lost = createS3Storage({ ...service.setUp(), bucket: 'no-such-bucket' });
    const id = randomUUID();
    for (const act of [
      () => lost.stat(key),
      () => lost.open(key),
      () => lost.sizes([key]),
      () => lost.readSmall([{ key, size: 4 }]),
      () => lost.delete(key),
      () => lost.partials.size(id),
      () => lost.ready(),
    ])
      await expect(act()).rejects.toThrow(StorageUnavailable);
    await expect(lost.stat(key)).rejects.toThrow('there is no bucket no-such-bucket');
    // Whether the bucket exists is only checked occasionally.
    service.asked.length = 0;
    const fresh = createS3Storage(service.setUp());
    for (const name of ['r/none/1', 'r/none/2']) expect(await fresh.stat(name)).toBeNull();
    expect(service.asked).toHaveLength(3);
  });

  it('is not trusted when it returns no valid list: an upload keeps its acknowledged bytes', async () => {
    const id = randomUUID();
    await storage.partials.append(id, 0, Readable.from([Buffer.from('kept')]), async () => {});
    service.trouble({ kind: 'empty', method: 'GET', path: 'list-type' });
    await expect(storage.partials.size(id)).rejects.toThrow(StorageUnavailable);
    service.trouble({ kind: 'empty', method: 'GET', path: 'list-type' });
    const again = storage.partials.append(id, 0, Readable.from([Buffer.from('x')]), async () => {});
    await expect(again).rejects.toThrow(StorageUnavailable);
    expect(await storage.partials.size(id)).toBe(4);
    await storage.partials.drop(id);
  });
});

describe('access', () => {
  it('requires the HMAC key of the site', async () => {
    const stranger = createS3Storage({ ...service.setUp(), keys: { keyId: 'GOOG1ESTRANGER', secret: 'x' } });
    await expect(stranger.ready()).rejects.toThrow('InvalidAccessKeyId');
    const wrong = createS3Storage({ ...service.setUp(), keys: { ...service.keys, secret: 'another-secret' } });
    await expect(wrong.ready()).rejects.toThrow('SignatureDoesNotMatch');
    await expect(wrong.ready()).rejects.not.toThrow('another-secret');
  });

  it('is granted by a link for a limited time', async () => {
    await storage.put(key, Buffer.from('linked'));
    const asked = { contentDisposition: `attachment; filename*=UTF-8''a%20b.txt`, mediaType: 'text/plain' };
    const link = (await storage.signedLink(key, { ...asked, ttlSeconds: 60 })) ?? '';
    expect(await (await fetch(link)).text()).toBe('linked');
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('60');
    expect((await fetch(link.replace('text%2Fplain', 'text%2Fhtml'))).status).toBe(403);
  });
});

describe('leftovers of killed processes', () => {
  it('are removed once old, and nothing else is', async () => {
    service.bucket.keep('assembling/old', Buffer.from('half'));
    service.bucket.keep('objects/r/kept/0', Buffer.from('whole'));
    const { keys, url } = service;
    const client = new S3Client({
      endpoint: url,
      region: 'auto',
      forcePathStyle: true,
      credentials: { accessKeyId: keys.keyId, secretAccessKey: keys.secret },
    });
    for (const Key of ['assembling/begun', 'elsewhere/begun'])
      await client.send(new CreateMultipartUploadCommand({ Bucket: service.bucket.name, Key }));
    expect(await storage.removeAbandoned(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.removeAbandoned(new Date(Date.now() + 60_000))).toBe(2);
    expect([...service.uploads.values()].map(({ name }) => name)).toEqual(['elsewhere/begun']);
    expect(scratch()).toEqual([]);
    expect(names()).toContain('objects/r/kept/0');
  });
});

describe('the fake service', () => {
  it('rejects what Google rejects: copied parts, newer checksums, HEAD on the bucket', async () => {
    const { keys, url, bucket } = service;
    const set = { endpoint: url, region: 'auto', forcePathStyle: true };
    const credentials = { accessKeyId: keys.keyId, secretAccessKey: keys.secret };
    const client = new S3Client({ ...set, credentials });
    const place = { Bucket: bucket.name, Key: 'refused' };
    await expect(client.send(new PutObjectCommand({ ...place, Body: 'x' }))).rejects.toThrow(/x-amz-.*checksum/);
    await expect(client.send(new HeadBucketCommand(place))).rejects.toThrow();
    const plain = new S3Client({ ...set, credentials, requestChecksumCalculation: 'WHEN_REQUIRED' });
    await plain.send(new PutObjectCommand({ ...place, Body: 'x' }));
    const only = new PutObjectCommand({ ...place, Body: 'y', IfNoneMatch: '*' });
    await expect(plain.send(only)).rejects.toThrow('if-none-match');
    const copy = { ...place, UploadId: 'any', PartNumber: 1, CopySource: `${bucket.name}/refused` };
    await expect(plain.send(new UploadPartCopyCommand(copy))).rejects.toThrow('Copying parts is not supported');
  });
});
