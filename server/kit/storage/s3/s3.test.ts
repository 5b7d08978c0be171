// Behaviour specific to S3: a service that returns errors, is slow or sends corrupt data, and leftovers of killed processes.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendFile } from '#server/kit/http/send-file.ts';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import { readStorageUrl, type S3SetUp } from '#server/kit/storage/settings.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { type Fault, type FaultyFront, startFaultyFront } from '#test/harness/faulty-front.ts';
import { type Swift, startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { createS3Storage } from './s3.ts';

const MIB = 1024 * 1024;
const BUCKET = 'faults';
const whyNot = whyNoSwift();

describe.skipIf(whyNot !== null)(`S3${whyNot === null ? '' : `: ${whyNot}`}`, { timeout: 60_000 }, () => {
  let service: Swift;
  let front: FaultyFront;
  let setUp: S3SetUp;
  let storage: Storage;
  const content = randomBytes(9 * MIB);
  const key = 'r/faults/0';

  beforeAll(async () => {
    service = await startSwift();
    front = await startFaultyFront(service.port);
    setUp = readStorageUrl(await service.makeBucket(BUCKET, front.url), service.keys) as S3SetUp;
    storage = createS3Storage(setUp);
    await storage.put(key, content);
  }, 60_000);
  afterEach(() => front?.setFault(null));
  afterAll(async () => {
    await front?.stop();
    await service?.stop();
  });

  const listNames = async (prefix = ''): Promise<string[]> => {
    const page = await service.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix }));
    return (page.Contents ?? []).map((entry) => entry.Key ?? '');
  };
  const readAll = async (): Promise<Buffer> => {
    const file = await storage.open(key);
    const bytes = Buffer.alloc(file.size);
    for (let at = 0; at < file.size; at += MIB) await file.read(bytes.subarray(at, at + MIB), at);
    await file.close();
    return bytes;
  };

  it.each<Fault>(['errors', 'busy', 'refused', 'nonsense'])('reports a service that returns: %s', async (fault) => {
    front.setFault(fault);
    const id = randomUUID();
    const source = Readable.from([Buffer.from('x')]);
    const failing = [
      () => storage.stat(key),
      () => storage.open(key),
      () => storage.put('r/faults/new', randomBytes(10)),
      () => storage.put('r/faults/new', Readable.from([randomBytes(17 * MIB)])),
      () => storage.sizes([key]),
      () => storage.readSmall([{ key, size: 9 * MIB }]),
      () => storage.partials.append(id, 0, source, async () => {}),
      () => storage.partials.list(),
      () => Array.fromAsync(storage.list()),
      () => createS3Storage(setUp).ready(),
    ];
    await Promise.all(failing.map((act) => expect(act()).rejects.toThrow(StorageUnavailable)));
    front.setFault(null);
    expect(await storage.stat('r/faults/new')).toBeNull();
    expect(await storage.partials.size(id)).toBeNull();
    expect((await readAll()).equals(content)).toBe(true);
  });

  it('limits the wait for a service that is silent', async () => {
    front.setFault('silent');
    const impatient = createS3Storage(setUp, { answerMs: 300 });
    const begun = performance.now();
    await expect(impatient.stat(key)).rejects.toThrow(StorageUnavailable);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('limits the wait for responses that start but do not end', async () => {
    const id = randomUUID();
    await storage.partials.append(id, 0, Readable.from([Buffer.from('kept')]), async () => {});
    front.setFault('stalled');
    const impatient = createS3Storage(setUp, { answerMs: 400 });
    const failing = [
      () => impatient.put('r/faults/new', randomBytes(10)),
      () => impatient.put('r/faults/new', Readable.from([randomBytes(17 * MIB)])),
      () => impatient.delete('r/faults/new'),
      () => impatient.partials.append(id, 4, Readable.from([Buffer.from('x')]), async () => {}),
      () => impatient.partials.size(id),
      () => Array.fromAsync(impatient.list()),
      () => impatient.removeAbandoned(new Date()),
      () => impatient.ready(),
    ];
    const begun = performance.now();
    await Promise.all(failing.map((act) => expect(act()).rejects.toThrow(StorageUnavailable)));
    expect(performance.now() - begun).toBeLessThan(30_000);
    front.setFault(null);
    expect(await storage.partials.size(id)).toBe(4);
    // Removes multipart uploads that the service started although the client got no response.
    await storage.removeAbandoned(new Date(Date.now() + 60_000));
  });

  it('reports that nothing listens at the endpoint', async () => {
    const nowhere = createS3Storage({ ...setUp, endpoint: 'http://127.0.0.1:1' });
    const begun = performance.now();
    await expect(nowhere.ready()).rejects.toThrow('ECONNREFUSED');
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('reports a missing bucket and a wrong key', async () => {
    const lost = createS3Storage({ ...setUp, bucket: 'no-such-bucket' });
    await expect(lost.ready()).rejects.toThrow('NoSuchBucket');
    // A missing bucket must not be mistaken for a missing file.
    await expect(lost.stat(key)).rejects.toThrow('there is no bucket no-such-bucket');
    await expect(lost.sizes([key])).rejects.toThrow(StorageUnavailable);
    const wrong = createS3Storage({ ...setUp, keys: { ...service.keys, secret: 'another-secret' } });
    await expect(wrong.ready()).rejects.toThrow('SignatureDoesNotMatch');
    await expect(wrong.ready()).rejects.not.toThrow('another-secret');
  });

  it('resumes reading after a broken connection', async () => {
    let asked = 0;
    // Only every third response is complete.
    front.setFault('cut', (request) => request.method === 'GET' && asked++ % 3 !== 2);
    expect((await readAll()).equals(content)).toBe(true);
    expect(asked).toBeGreaterThan(2);
  });

  it.each<Fault>(['cut', 'short'])('never takes a %s response for the whole file', async (fault) => {
    const file = await storage.open(key);
    front.setFault(fault, (request) => request.headers.range !== undefined);
    // Each truncated response contains half of the remaining bytes, so the last byte never arrives.
    await expect(file.read(Buffer.alloc(2), 0)).rejects.toThrow(StorageUnavailable);
    await file.close();
    await expect(storage.readSmall([{ key, size: 9 * MIB - 1 }])).rejects.toThrow(FileMissing);
  });

  it('makes the service reject uploads that arrive damaged', async () => {
    front.setFault('mangled', (request) => request.method === 'PUT');
    const id = randomUUID();
    await expect(storage.put('r/faults/mangled', randomBytes(1000))).rejects.toThrow(StorageUnavailable);
    await expect(storage.put('r/faults/mangled', Readable.from([randomBytes(17 * MIB)]))).rejects.toThrow(
      StorageUnavailable,
    );
    const saved: number[] = [];
    const source = Readable.from([randomBytes(1000)]);
    const appended = storage.partials.append(id, 0, source, async (length) => void saved.push(length));
    await expect(appended).rejects.toThrow(StorageUnavailable);
    expect(saved).toEqual([]);
    expect(await listNames('objects/r/faults/mangled')).toEqual([]);
  });

  it('detects upload pieces that come back damaged', async () => {
    const id = randomUUID();
    const bytes = randomBytes(3 * MIB);
    await storage.partials.append(id, 0, Readable.from([bytes]), async () => {});
    const file = await storage.partials.open(id);
    front.setFault('damaged', (request) => request.headers.range !== undefined);
    await expect(file.read(Buffer.alloc(3 * MIB), 0)).rejects.toThrow('does not match its checksum');
    front.setFault(null);
    const read = Buffer.alloc(3 * MIB);
    await file.read(read, 0);
    expect(read.equals(bytes)).toBe(true);
    await file.close();
  });

  it('keeps the acknowledged bytes of an upload while the service comes and goes', async () => {
    const id = randomUUID();
    const bytes = randomBytes(20 * MIB);
    let saved = 0;
    async function* source(from: number): AsyncGenerator<Uint8Array> {
      for (let at = from; at < bytes.length; at += MIB) {
        if (from === 0 && at === 12 * MIB) front.setFault('errors');
        yield bytes.subarray(at, at + MIB);
      }
    }
    const onSaved = async (length: number) => {
      saved = length;
    };
    await expect(storage.partials.append(id, 0, source(0), onSaved)).rejects.toThrow(StorageUnavailable);
    expect(saved).toBe(8 * MIB);
    front.setFault(null);
    expect(await storage.partials.size(id)).toBe(saved);
    await storage.partials.append(id, saved, source(saved), onSaved);
    await storage.partials.adopt(id, 'r/faults/adopted', bytes.length);
    const stored = Buffer.alloc(bytes.length);
    await (await storage.open('r/faults/adopted')).read(stored, 0);
    expect(stored.equals(bytes)).toBe(true);
    expect(await listNames('partial/')).not.toContainEqual(expect.stringContaining(id));
  });

  it('ignores a writer that was presumed dead', async () => {
    const id = randomUUID();
    const { partials } = createS3Storage(setUp, { saveEveryMs: 0 });
    const [begun, awakes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* dead(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('abcd');
      await awakes.promise;
      yield Buffer.from('ignored bytes');
    }
    const late = partials.append(id, 0, dead(), async () => begun.resolve());
    await begun.promise;
    await partials.append(id, 4, Readable.from([Buffer.from('efgh')]), async () => {});
    awakes.resolve();
    await late;
    const read = Buffer.alloc(100);
    const file = await partials.open(id);
    expect(read.toString('utf8', 0, await file.read(read, 0))).toBe('abcdefgh');
    await partials.adopt(id, 'r/faults/two-writers', 8);
    expect(await storage.stat('r/faults/two-writers')).toMatchObject({ size: 8 });
  });

  it('merges the many pieces of a slow connection', async () => {
    const id = randomUUID();
    const slow = createS3Storage(setUp, { saveEveryMs: 0 }).partials;
    const bytes = randomBytes(17 * MIB);
    const source = Readable.from(
      Array.from({ length: 17 }, (_, index) => bytes.subarray(index * MIB, (index + 1) * MIB)),
    );
    const saved: number[] = [];
    await slow.append(id, 0, source, async (length) => void saved.push(length));
    expect(saved).toHaveLength(17);
    // Three pieces and the mark.
    expect(await listNames(`partial/${id}/`)).toHaveLength(4);
    const file = await slow.open(id);
    const read = Buffer.alloc(bytes.length);
    await file.read(read, 0);
    expect(read.equals(bytes)).toBe(true);
  });

  it('redirects downloads to a signed link when configured, and counts them', async () => {
    const linked = createS3Storage({ ...setUp, linkSeconds: 60 });
    const sent = {
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      mediaType: 'video/mp4',
    };
    const counted: (string | undefined)[] = [];
    const app = Fastify();
    app.get<{ Params: { way: string } }>('/:way', async (request, reply) => {
      const { way } = request.params;
      const asked = way === 'lost' ? 'r/faults/lost' : key;
      await sendFile(
        request,
        reply,
        { ...sent, storage: linked, key: asked, name: 'ä clip.mp4' },
        {
          mayLink: way !== 'through',
          onFirstByte: () => void counted.push(request.headers.range),
        },
      );
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const at = (path: string) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;
      const led = await fetch(at('/linked'), { redirect: 'manual' });
      expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'no-store']);
      const whole = await fetch(led.headers.get('location') ?? '');
      expect(whole.headers.get('content-type')).toBe('video/mp4');
      expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%A4%20clip.mp4");
      expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
      const part = await fetch(at('/linked'), { headers: { range: 'bytes=100-199' } });
      expect([part.status, part.redirected]).toEqual([206, true]);
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
      // The link always returns the whole file, whatever range was requested.
      expect(counted).toEqual([undefined, 'bytes=100-199']);
      await fetch(at('/linked'), { headers: { 'if-none-match': 'x' }, redirect: 'manual' });
      expect(counted).toEqual([undefined, 'bytes=100-199', undefined]);
      const described = await fetch(at('/linked'), { method: 'HEAD', redirect: 'manual' });
      expect([described.status, described.headers.get('content-length')]).toEqual([200, String(content.length)]);
      const through = await fetch(at('/through'), { redirect: 'manual', headers: { range: 'bytes=0-9' } });
      expect(through.status).toBe(206);
      expect(counted.slice(3)).toEqual(['bytes=0-9']);
      expect((await fetch(at('/lost'))).status).toBe(500);
    } finally {
      await app.close();
    }
  });

  it('aborts uploads left by killed processes, but not those in progress', async () => {
    const begin = new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: 'objects/r/left/0' });
    await service.client.send(begin);
    await sleep(1100);
    const between = new Date();
    await sleep(1100);
    await service.client.send(begin);
    expect(await storage.removeAbandoned(between)).toBe(1);
    const { Uploads = [] } = await service.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
    expect(Uploads.filter((each) => each.Key === 'objects/r/left/0')).toHaveLength(1);
  });

  it('aborts leftover uploads on every page, but none that others started outside the site', async () => {
    const begin = (Key: string) => service.client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key }));
    for (const name of ['objects/r/pages/0', 'objects/r/pages/1', 'objects/r/pages/2', 'not/ours']) await begin(name);
    const inPages = createS3Storage(setUp, { uploadsPerPage: 2 });
    expect(await inPages.removeAbandoned(new Date(Date.now() + 60_000))).toBeGreaterThanOrEqual(3);
    const { Uploads = [] } = await service.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
    expect(Uploads.map((each) => each.Key)).toEqual(['not/ours']);
  });
});
