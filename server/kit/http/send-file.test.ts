import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Storage, StoredFile } from '#server/kit/storage/storage.ts';
import { type SendFileOptions, type SendFileOutcome, type SentFile, sendFile } from './send-file.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const key = 'r/resource/file';
const content = randomBytes(3 * MIB + 12_345);
const sha256 = createHash('sha256').update(content).digest('hex');
const etag = `"${sha256.slice(0, 32)}"`;

let folder: string;
let app: FastifyInstance;
let port: number;
let path: string;
let openFiles = 0;
let file: SentFile;
let options: SendFileOptions;
let outcomes: SendFileOutcome[];

/** A real disk storage that counts its open files. */
function countOpenFiles(storage: Storage): Storage {
  return {
    ...storage,
    async open(name): Promise<StoredFile> {
      const opened = await storage.open(name);
      openFiles += 1;
      let isOpen = true;
      return {
        size: opened.size,
        read: opened.read,
        async close() {
          if (isOpen) openFiles -= 1;
          isOpen = false;
          await opened.close();
        },
      };
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix send '));
  const storage = countOpenFiles(createDiskStorage(join(folder, 'storage')));
  path = join(folder, 'storage', 'objects', storage.frontPath(key) ?? '');
  app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-frame-options', 'DENY');
    reply.header('content-security-policy', "default-src 'self'");
    reply.header('content-type', 'text/html');
    reply.raw.setHeader('x-request-id', 'raw-1');
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof FileMissing) return reply.code(404).type('text/plain').send('the page for a missing file');
    return reply.code(500).send('other');
  });
  app.get('/file', async (request, reply) => {
    outcomes.push(await sendFile(request, reply, file, options));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  await storage.put(key, content);
  await storage.put('r/resource/empty', Buffer.alloc(0));
  file = { storage, key, size: content.length, sha256, name: 'Café "1".mp4', mediaType: 'video/mp4' };
});

beforeEach(() => {
  options = {};
  outcomes = [];
});

afterEach(async () => {
  await vi.waitFor(() => expect(openFiles).toBe(0), { timeout: 10_000 });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

function get(headers: Record<string, string> = {}, method = 'GET', at = port): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port: at, host: '127.0.0.1', path: '/file', method, headers, agent: false },
      (answer) => {
        buffer(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
          reject,
        );
      },
    );
    sent.on('error', reject).end();
  });
}

describe('a whole file', () => {
  it('arrives with exact headers and bytes', async () => {
    const answer = await get();
    const digest = Buffer.from(sha256, 'hex').toString('base64');
    expect(answer.status).toBe(200);
    expect(answer.body.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-length': String(content.length),
      'content-type': 'video/mp4',
      'content-disposition': 'attachment; filename="Cafe _1_.mp4"; filename*=UTF-8\'\'Caf%C3%A9%20%221%22.mp4',
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-transform',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'repr-digest': `sha-256=:${digest}:`,
      digest: `SHA-256=${digest}`,
      'x-frame-options': 'DENY',
      'x-request-id': 'raw-1',
    });
    expect(answer.headers).not.toHaveProperty('last-modified');
    expect(answer.headers).not.toHaveProperty('transfer-encoding');
    // The client receives the last byte before the server notices that everything has been sent.
    await vi.waitFor(() => expect(outcomes).toEqual([{ status: 200, bytesSent: content.length, complete: true }]), {
      timeout: 10_000,
    });
  });

  it('is described by HEAD without sending any bytes', async () => {
    const answer = await get({ range: 'bytes=0-9' }, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe(String(content.length));
    expect(answer.headers.etag).toBe(etag);
    expect(answer.body).toHaveLength(0);
  });

  it('may be empty', async () => {
    const whole = file;
    file = { ...whole, key: 'r/resource/empty', size: 0 };
    try {
      expect(await get()).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
      expect(await get({ range: 'bytes=0-' })).toMatchObject({
        status: 416,
        headers: { 'content-range': 'bytes */0' },
      });
      expect(await get({ range: 'bytes=-5' })).toMatchObject({ status: 200 });
    } finally {
      file = whole;
    }
  });

  it('also works with inject, which feature tests use', async () => {
    const answer = await app.inject('/file');
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
  });

  it('leaves its connection usable for the next request', async () => {
    const url = `http://127.0.0.1:${port}/file`;
    const { stdout } = await run('curl', [
      '-sS',
      '-w',
      '%{num_connects} %{size_download};',
      '-o',
      '/dev/null',
      url,
      '-o',
      '/dev/null',
      url,
    ]);
    expect(stdout).toBe(`1 ${content.length};0 ${content.length};`);
  });
});

describe('parts and conditions', () => {
  const size = content.length;
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, size],
    [`bytes=${MIB - 1}-${MIB}`, MIB - 1, MIB + 1],
    [`bytes=${MIB}-${3 * MIB - 1}`, MIB, 3 * MIB],
    ['bytes=-7', size - 7, size],
    [`bytes=${size - 1}-${size + 500}`, size - 1, size],
  ])('Range %s', async (range, start, end) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(answer.headers['content-length']).toBe(String(end - start));
    expect(answer.body.equals(content.subarray(start, end))).toBe(true);
  });

  it('rejects a range past the end', async () => {
    const answer = await get({ range: `bytes=${size}-` });
    expect(answer).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${size}`, 'content-length': '0' },
    });
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  it.each([
    ['several ranges', { range: 'bytes=0-1,5-9' }, 200],
    ['If-Range, same', { range: 'bytes=5-9', 'if-range': etag }, 206],
    ['If-Range, weak', { range: 'bytes=5-9', 'if-range': `W/${etag}` }, 200],
    ['If-Range, other', { range: 'bytes=5-9', 'if-range': '"old"' }, 200],
    ['If-None-Match', { 'if-none-match': etag }, 304],
    ['If-Match, other', { 'if-match': '"old"' }, 412],
  ])('%s', async (_name, headers, status) => {
    const answer = await get(headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.headers.etag).toBe(etag);
    expect(answer.body.length).toBe(status === 200 ? size : status === 206 ? 5 : 0);
  });

  it('resumes with curl to the same bytes', async () => {
    const target = join(folder, 'resumed');
    const url = `http://127.0.0.1:${port}/file`;
    await writeFile(target, content.subarray(0, 1_234_567));
    await run('curl', ['-sS', '-f', '-C', '-', '-o', target, url]);
    expect((await readFile(target)).equals(content)).toBe(true);
    await vi.waitFor(() => expect(outcomes).toEqual([{ status: 206, bytesSent: size - 1_234_567, complete: true }]), {
      timeout: 10_000,
    });
    await run('curl', ['-sS', '-C', '-', '-o', target, url]);
    expect((await readFile(target)).equals(content)).toBe(true);
  });
});

describe('counting', () => {
  it.each([
    ['a whole file', {}, 'GET', 1],
    ['a range from the start', { range: 'bytes=0-99' }, 'GET', 1],
    ['a resumed download', { range: 'bytes=100-' }, 'GET', 0],
    ['HEAD', {}, 'HEAD', 0],
    ['not modified', { 'if-none-match': etag }, 'GET', 0],
    ['an unsatisfiable range', { range: 'bytes=99999999-' }, 'GET', 0],
  ])('%s', async (_name, headers, method, calls) => {
    const onFirstByte = vi.fn();
    options = { onFirstByte };
    await get(headers as Record<string, string>, method);
    expect(onFirstByte).toHaveBeenCalledTimes(calls);
  });
});

describe('failures', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('no counter');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no counter'))],
  ])('a counter that %s does not stop the download', async (_name, onFirstByte) => {
    options = { onFirstByte };
    expect((await get()).body.equals(content)).toBe(true);
  });

  it.each([
    ['missing', () => rm(path)],
    ['shorter than recorded', () => truncate(path, content.length - 1)],
    ['longer than recorded', () => truncate(path, content.length + 1)],
  ])('a file that is %s leaves the response, with its headers, to the caller', async (_name, damage) => {
    const onFirstByte = vi.fn();
    options = { onFirstByte };
    await damage();
    try {
      const answer = await get();
      expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/plain' } });
      expect(answer.body.toString()).toBe('the page for a missing file');
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.headers['content-security-policy']).toBe("default-src 'self'");
      options = { accelPrefix: '/_protected/', onFirstByte };
      expect((await get()).status).toBe(404);
      expect(onFirstByte).not.toHaveBeenCalled();
    } finally {
      await file.storage.put(key, content);
    }
  });

  it('a file that shrinks during the transfer breaks the connection instead of ending it', async () => {
    const slow = file.storage;
    file = {
      ...file,
      storage: {
        ...slow,
        async open(name) {
          const opened = await slow.open(name);
          return {
            ...opened,
            async read(bytes: Uint8Array, position: number) {
              if (position > 0) await truncate(path, 2 * MIB);
              return opened.read(bytes, position);
            },
          };
        },
      },
    };
    try {
      await expect(get()).rejects.toThrow(/aborted|hang up|ECONNRESET/);
      await vi.waitFor(() => expect(outcomes).toHaveLength(1), { timeout: 10_000 });
      expect(outcomes[0]).toMatchObject({ status: 200, complete: false });
    } finally {
      file = { ...file, storage: slow };
      await slow.put(key, content);
    }
  });
});

describe('many slow clients', () => {
  const large = { key: 'r/resource/large', size: 32 * MIB };
  const largeContent = Buffer.alloc(large.size, content.subarray(0, MIB - 7));
  const clients: Socket[] = [];

  function openClient(): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    clients.push(socket);
    return socket;
  }

  async function withLargeFile(test: () => Promise<void>): Promise<void> {
    const { sha256: largeHash } = await file.storage.put(large.key, largeContent);
    const whole = file;
    file = { ...whole, ...large, sha256: largeHash };
    try {
      await test();
    } finally {
      file = whole;
      for (const client of clients.splice(0)) client.destroy();
    }
  }

  it('holds at most 2 MiB for each of 16 clients, whatever the file, and releases it when they leave', () =>
    withLargeFile(async () => {
      const before = process.memoryUsage().arrayBuffers;
      for (let n = 0; n < 16; n += 1) openClient();
      await vi.waitFor(() => expect(openFiles).toBe(16), { timeout: 10_000 });
      // No client reads yet, so every stream is waiting with both buffers full.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThanOrEqual(16 * 2 * MIB + 4 * MIB);
      expect(outcomes).toHaveLength(0);
      for (const client of clients.splice(0, 8)) client.destroy();
      await vi.waitFor(() => expect(openFiles).toBe(8), { timeout: 10_000 });
      const bodies = await Promise.all(clients.map((client) => buffer(client)));
      for (const body of bodies) {
        expect(body.subarray(body.indexOf('\r\n\r\n') + 4).equals(largeContent)).toBe(true);
      }
      await vi.waitFor(() => expect(outcomes).toHaveLength(16), { timeout: 10_000 });
      expect(outcomes.filter((outcome) => outcome.complete)).toHaveLength(8);
    }));

  it('disconnects a client that reads nothing, but not one that is merely slow', () =>
    withLargeFile(async () => {
      options = { stallTimeoutMs: 1000 };
      openClient();
      await vi.waitFor(() => expect(outcomes).toHaveLength(1), { timeout: 10_000 });
      expect(outcomes[0]?.complete).toBe(false);
      const slow = openClient();
      const pieces: Buffer[] = [];
      slow.on('data', (piece) => {
        pieces.push(piece);
        // Limits the client to about 40 MiB/s, with pauses much shorter than the stall timeout.
        if (pieces.length % 16 === 0) {
          slow.pause();
          setTimeout(() => slow.resume(), 25);
        }
      });
      await vi.waitFor(() => expect(outcomes).toHaveLength(2), { timeout: 20_000 });
      expect(outcomes[1]).toMatchObject({ complete: true, bytesSent: large.size });
    }));

  it('never mixes bytes of one file into the response of another', async () => {
    const whole = file;
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) await whole.storage.put(`r/mix/${name}`, Buffer.alloc(5 * MIB, name));
    const mixed = Fastify();
    mixed.get('/file', (request, reply) => {
      const name = String(request.headers['x-name']);
      return sendFile(request, reply, { ...whole, key: `r/mix/${name}`, size: 5 * MIB });
    });
    await mixed.listen({ port: 0, host: '127.0.0.1' });
    const at = (mixed.server.address() as AddressInfo).port;
    try {
      const rounds = Array.from({ length: 24 }, (_, n) => names[n % 4] ?? 'a');
      await Promise.all(
        rounds.map(async (name, n) => {
          // Every third client disconnects early, so that buffers are reused out of order.
          if (n % 3 === 0) {
            const leaver = connect(at, '127.0.0.1').on('error', () => {});
            leaver.write(`GET /file HTTP/1.1\r\nHost: x\r\nX-Name: ${name}\r\n\r\n`);
            leaver.once('data', () => leaver.destroy());
            return;
          }
          const { body } = await get({ 'x-name': name }, 'GET', at);
          expect(body.equals(Buffer.alloc(5 * MIB, name))).toBe(true);
        }),
      );
    } finally {
      await mixed.close();
    }
  });
});
