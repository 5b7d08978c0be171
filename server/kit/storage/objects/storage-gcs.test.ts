// What is Google's own: sessions that are gone on with, joined objects, generations; and a service in trouble.
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { createGcsAccount } from './gcs-account.ts';
import { createGcsClient } from './gcs-client.ts';
import { assembleObject } from './gcs-compose.ts';
import type { ObjectPart } from './object-store.ts';
import { createGcsStorage } from './storage-gcs.ts';

const MIB = 1024 * 1024;
const CHUNK = 2 * MIB;
const isFull = process.env.SIZE === 'full';

let service: Gcs;
let storage: Storage;
let key: string;

beforeAll(async () => {
  service = await startGcs();
});
afterAll(() => service.stop());
beforeEach(() => {
  storage = createGcsStorage(service.setUp(), { chunkBytes: CHUNK, answerMs: 5000, writeMs: 5000 });
  key = `r/${randomUUID()}/0`;
  service.asked.length = 0;
});
afterEach(() => service.calm());

const readAll = async (name = key): Promise<Buffer> => {
  const { size } = (await storage.stat(name)) ?? { size: 0 };
  return await buffer(await storage.openRange(name, 0, size));
};
const access = () => createGcsAccount(service.setUp(), service.url);
const names = (): string[] => [...service.bucket.objects.keys()];
const askedFor = (words: string): number => service.asked.filter((line) => line.includes(words)).length;

describe('a large content', () => {
  const content = randomBytes(9 * MIB + 5);
  const putLarge = () => storage.put(key, Readable.from([content.subarray(0, 100), content.subarray(100)]));

  it('goes there in one session, and leaves nothing beside itself', async () => {
    expect(await putLarge()).toMatchObject({ size: content.length });
    expect((await readAll()).equals(content)).toBe(true);
    expect(askedFor('PUT /upload')).toBe(Math.ceil(content.length / CHUNK));
    expect(names().filter((name) => name.startsWith('assembling/'))).toEqual([]);
  });

  it.each([
    ['a chunk is refused for the moment', { kind: 'status', status: 503, method: 'PUT', times: 2 }],
    ['the service asks to wait', { kind: 'status', status: 429, method: 'PUT' }],
    ['the answer to a chunk is lost', { kind: 'lost answer', method: 'PUT', times: 2 }],
    ['the session cannot be begun at first', { kind: 'status', status: 500, path: 'uploadType=resumable' }],
    ['the objects cannot be joined at first', { kind: 'status', status: 503, path: '/compose' }],
  ] as const)('arrives whole though %s', async (_, trouble) => {
    service.trouble(trouble);
    await putLarge();
    expect((await readAll()).equals(content)).toBe(true);
  });

  it('is refused, and nothing is kept, when the service takes no more of it', { timeout: 20_000 }, async () => {
    service.trouble({ kind: 'status', status: 503, method: 'PUT', times: 50 });
    await expect(putLarge()).rejects.toThrow(StorageUnavailable);
    service.calm();
    expect(await storage.stat(key)).toBeNull();
    expect(names().filter((name) => name.startsWith('assembling/'))).toEqual([]);
  });

  it('is not kept when its bytes changed on the way', async () => {
    service.uploads.damageNext();
    await expect(putLarge()).rejects.toThrow(/CRC32C/);
    service.uploads.damageNext();
    await expect(storage.put(key, randomBytes(1000))).rejects.toThrow(/CRC32C/);
    expect(await storage.stat(key)).toBeNull();
  });

  it('gives up its session when the sender goes away', async () => {
    const breaking = Readable.from(
      (async function* () {
        yield content;
        yield content;
        throw new Error('the sender went away');
      })(),
    );
    const open = service.uploads.sessions.size;
    await expect(storage.put(key, breaking)).rejects.toThrow('the sender went away');
    expect(service.uploads.sessions.size).toBe(open);
    expect(askedFor('DELETE /upload')).toBe(1);
  });
});

describe('an upload', () => {
  it('is joined of its pieces without passing by here', { timeout: 120_000 }, async () => {
    const id = randomUUID();
    const count = isFull ? 40 : 3;
    const content = randomBytes(count * 5 * MIB);
    storage = createGcsStorage(service.setUp(), { saveEveryMs: 0 });
    await storage.partials.begin(id);
    async function* pieces() {
      for (let at = 0; at < content.length; at += 5 * MIB) yield content.subarray(at, at + 5 * MIB);
    }
    const saved: number[] = [];
    await storage.partials.append(id, 0, pieces(), async (length) => void saved.push(length));
    expect(saved).toHaveLength(count);
    service.asked.length = 0;
    await storage.partials.adopt(id, key, content.length);
    expect(askedFor('/compose')).toBe(isFull ? 2 : 1);
    expect(askedFor('POST /upload')).toBe(0);
    expect((await readAll()).equals(content)).toBe(true);
    expect(names().filter((name) => /^(partial|assembling)\//.test(name))).toEqual([]);
    await storage.partials.adopt(id, key, content.length);
    await storage.delete(key);
  });

  it('that is stored is not replaced by what is left of it, and not made of less than the whole', async () => {
    const id = randomUUID();
    await storage.partials.append(id, 0, Readable.from([Buffer.from('the whole')]), async () => {});
    await expect(storage.partials.adopt(id, key, 10)).rejects.toThrow(FileMissing);
    expect(await storage.stat(key)).toBeNull();
    await storage.partials.adopt(id, key, 9);
    // As if nothing but the mark had been left.
    await storage.partials.begin(id);
    await storage.partials.adopt(id, key, 9);
    expect((await readAll()).toString()).toBe('the whole');
    expect(names().filter((name) => name.includes(id))).toEqual([]);
    await storage.delete(key);
  });

  it('whose removal was broken off is none any more, and may begin anew', async () => {
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

  it('may be of more pieces than the service joins at once, and of parts of pieces', async () => {
    const client = createGcsClient({
      endpoint: service.url,
      bucket: service.bucket.name,
      authorize: access().authorize,
    });
    const whole = Array.from({ length: 70 }, (_, index) => ({ name: `piece/${index}`, text: `${index}, ` }));
    for (const { name, text } of whole) await client.insert(name, Buffer.from(text));
    async function* parts(): AsyncGenerator<ObjectPart> {
      yield { bytes: Buffer.from('begin, ') };
      for (const { name, text } of whole) {
        yield { section: { name, start: 0, end: text.length, size: text.length } };
      }
      yield { section: { name: 'piece/69', start: 0, end: 2, size: 4 } };
      yield { bytes: Buffer.from(' end') };
    }
    service.asked.length = 0;
    await assembleObject(client, { prefix: '', scratch: 'assembling/', name: 'joined' }, parts());
    expect(service.bucket.objects.get('joined')?.content.toString()).toBe(
      `begin, ${whole.map(({ text }) => text).join('')}69 end`,
    );
    expect(askedFor('/compose')).toBe(3);
    expect(names().filter((name) => name.startsWith('assembling/'))).toEqual([]);
    async function* missing(): AsyncGenerator<ObjectPart> {
      yield { section: { name: 'piece/none', start: 0, end: 2, size: 4 } };
    }
    const broken = assembleObject(client, { prefix: '', scratch: 'assembling/', name: 'broken' }, missing());
    await expect(broken).rejects.toThrow(FileMissing);
    expect(names()).not.toContain('broken');
  });
});

describe('reading', () => {
  const content = randomBytes(3 * MIB);

  it('goes on where a connection broke', async () => {
    await storage.put(key, content);
    service.trouble({ kind: 'cut', method: 'GET', path: 'alt=media', times: 2 });
    expect((await readAll()).equals(content)).toBe(true);
  });

  it('never joins two contents', async () => {
    await storage.put(key, content);
    const file = await storage.open(key);
    const bytes = Buffer.alloc(MIB);
    await file.read(bytes, 0);
    await storage.put(key, randomBytes(3 * MIB));
    await expect(file.read(bytes, MIB)).rejects.toThrow(FileMissing);
    await file.close();
  });

  it('finds the pages of a long list', async () => {
    const many = Array.from({ length: 1203 }, (_, index) => `t/page/${String(index).padStart(4, '0')}`);
    for (const name of many) service.bucket.keep(`objects/${name}`, Buffer.from(name));
    const found: string[] = [];
    for await (const { key: name } of storage.list()) if (name.startsWith('t/page/')) found.push(name);
    expect(found).toEqual(many);
    expect(await storage.sizes([...many, 't/page/none'])).toEqual([...many.map((name) => name.length), null]);
  });

  it('finds sizes without listing all that lies beside', async () => {
    const many = Array.from({ length: 3500 }, (_, index) => `t/many/${String(index).padStart(4, '0')}`);
    for (const name of many) service.bucket.keep(`objects/${name}`, Buffer.from(name));
    const near = many.slice(2000, 2500);
    expect(await storage.sizes([...near, 't/many/2400-none'])).toEqual([...near.map(() => 11), null]);
    expect(askedFor('GET /storage')).toBe(1);
    service.asked.length = 0;
    const far = [...many.filter((_, index) => index % 300 === 0), 't/many/1-none', 't/many/3100-none'];
    expect(await storage.sizes(far)).toEqual(far.map((name) => (name.endsWith('none') ? null : 11)));
    expect(service.asked.filter((line) => line.endsWith('/o'))).toHaveLength(1);
    expect(askedFor('GET /storage')).toBeLessThanOrEqual(far.length);
    for (const name of many) service.bucket.objects.delete(`objects/${name}`);
  });

  it.each([
    ['answers errors', { kind: 'status', status: 500, times: 99 }],
    ['refuses the site', { kind: 'status', status: 403, times: 99 }],
    ['answers nonsense', { kind: 'nonsense', times: 99 }],
  ] as const)('says that the service %s', { timeout: 20_000 }, async (_, trouble) => {
    await storage.put(key, randomBytes(10));
    service.trouble(trouble);
    await expect(storage.stat(key)).rejects.toThrow(StorageUnavailable);
    await expect(storage.ready()).rejects.toThrow(StorageUnavailable);
    await expect(storage.put(key, randomBytes(10))).rejects.toThrow(StorageUnavailable);
  });
});

describe('a service in trouble', () => {
  const impatient = () => createGcsStorage(service.setUp(), { answerMs: 500, writeMs: 500 });

  it.each(['silence', 'stalled'] as const)('is waited for a bounded time (%s)', { timeout: 30_000 }, async (kind) => {
    await storage.put(key, randomBytes(10));
    service.trouble({ kind, times: 99 });
    const failing = [
      () => impatient().stat(key),
      () => impatient().put(key, randomBytes(10)),
      () => impatient().partials.size(randomUUID()),
      () => impatient().delete(key),
    ];
    // An answer of no bytes cannot stall.
    if (kind === 'stalled') failing.pop();
    await Promise.all(failing.map((act) => expect(act()).rejects.toThrow(StorageUnavailable)));
  });

  it('is waited for when it gives no token', async () => {
    const client = createGcsClient({
      endpoint: service.url,
      bucket: service.bucket.name,
      authorize: () => new Promise(() => {}),
      answerMs: 50,
    });
    await expect(client.find(key)).rejects.toThrow('no token within 50 ms');
    await expect(client.find(key)).rejects.toThrow(StorageUnavailable);
  });

  it('is not taken for one without files when its bucket is gone', async () => {
    await storage.put(key, Buffer.from('kept'));
    const lost = createGcsStorage({ ...service.setUp(), bucket: 'no-such-bucket' });
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
    // One that is there is asked for once in a while.
    service.asked.length = 0;
    const fresh = createGcsStorage(service.setUp());
    for (const name of ['r/none/1', 'r/none/2']) expect(await fresh.stat(name)).toBeNull();
    expect(askedFor('/o')).toBe(3);
  });

  it('is not believed a list that is none: an upload keeps what was acknowledged', async () => {
    const id = randomUUID();
    await storage.partials.append(id, 0, Readable.from([Buffer.from('kept')]), async () => {});
    service.trouble({ kind: 'empty', method: 'GET', path: '/o?' });
    await expect(storage.partials.size(id)).rejects.toThrow(StorageUnavailable);
    service.trouble({ kind: 'empty', method: 'GET', path: '/o?' });
    const again = storage.partials.append(id, 0, Readable.from([Buffer.from('x')]), async () => {});
    await expect(again).rejects.toThrow(StorageUnavailable);
    expect(await storage.partials.size(id)).toBe(4);
    await storage.partials.drop(id);
  });
});

describe('who is asked', () => {
  it('knows the site by its key, and nobody else', async () => {
    const stranger = createGcsStorage({ ...service.setUp(), keyFile: null });
    await expect(stranger.stat(key)).rejects.toThrow('401');
    expect(
      await stranger.signedLink(key, { ttlSeconds: 60, contentDisposition: 'attachment', mediaType: 'a/b' }),
    ).toBeNull();
    const lost = createGcsStorage({ ...service.setUp(), keyFile: '/nowhere/key.json' });
    await expect(lost.ready()).rejects.toThrow('the file /nowhere/key.json of STORAGE_KEY_FILE cannot be read');
  });

  it('gives by a link for so long', async () => {
    await storage.put(key, Buffer.from('linked'));
    const asked = { contentDisposition: `attachment; filename*=UTF-8''a%20b.txt`, mediaType: 'text/plain' };
    const link = (await storage.signedLink(key, { ...asked, ttlSeconds: 60 })) ?? '';
    expect(await (await fetch(link)).text()).toBe('linked');
    expect(new URL(link).searchParams.get('X-Goog-Expires')).toMatch(/^6[01]$/);
    expect((await fetch(link.replace('text%2Fplain', 'text%2Fhtml'))).status).toBe(403);
  });
});

describe('what killed processes leave', () => {
  it('is removed when it is old, and nothing else', async () => {
    service.bucket.keep('assembling/old', Buffer.from('half'));
    service.bucket.keep('objects/r/kept/0', Buffer.from('whole'));
    expect(await storage.removeAbandoned(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.removeAbandoned(new Date(Date.now() + 60_000))).toBe(1);
    expect(names()).not.toContain('assembling/old');
    expect(names()).toContain('objects/r/kept/0');
  });
});
