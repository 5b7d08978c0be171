// Forms with one large file, over real connections: the file is streamed as it arrives, and a rejected form leaves nothing
// behind.
import { closeSync, openSync, readSync } from 'node:fs';
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/http.ts';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { problemOf } from '#contract/problems.ts';
import { answerStreamed, serveRoutes } from '#server/platform/serve.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { asProblem, Problem, problemBody } from './problem.ts';

const MOST_BYTES = 24 * 1024 * 1024;

const send = endpoint({
  method: 'POST',
  path: '/files/{name}',
  access: 'member',
  summary: 'Takes a large file.',
  params: z.strictObject({ name: z.string() }),
  form: {
    fields: z.strictObject({ title: z.string().max(10).optional() }),
    files: ['file', 'picture'],
    streamed: 'file',
  },
  reply: z.object({ size: z.int(), called: z.string(), title: z.string(), picture: z.int() }),
  fallback: 'It failed.',
});

type Taken = { bytes: number; called: string; broke: boolean; discarded: boolean };
let taken: Taken;
let onPiece: (taken: Taken) => Promise<void> | void = () => {};
let discarded: PromiseWithResolvers<void>;
let app: FastifyInstance;
let port = 0;

beforeEach(() => {
  taken = { bytes: 0, called: '', broke: false, discarded: false };
  onPiece = () => {};
  discarded = Promise.withResolvers();
});
beforeAll(async () => {
  app = Fastify({ requestTimeout: 0, connectionTimeout: 0, bodyLimit: 64 * 1024, forceCloseConnections: true });
  app.decorateRequest('viewer', null);
  app.decorateRequest('suspended', false);
  app.decorateRequest('cookies', null as never);
  app.addHook('onRequest', async (request) => {
    request.viewer = { id: 'pia', username: 'pia', role: 'USER', isPremium: false, sessionId: '' } as Viewer;
  });
  app.setErrorHandler((error, _request, reply) => {
    const problem = asProblem(error);
    if (!problem) return reply.code(500).send({ message: String(error) });
    return reply.code(problemOf(problem.code).status).send(problemBody(problem));
  });
  const route = answerStreamed(send, async ({ params }) => {
    if (params.name === 'refused') throw new Problem('NOT_ALLOWED');
    const mine = taken;
    return {
      maxBytes: MOST_BYTES,
      take: async (source, called) => {
        mine.called = called;
        try {
          for await (const piece of source) {
            mine.bytes += piece.length;
            await onPiece(mine);
          }
        } catch (error) {
          mine.broke = true;
          throw error;
        }
        return mine.bytes;
      },
      finish: async ({ body, files }) => ({
        size: mine.bytes,
        called: mine.called,
        title: body.title ?? '',
        picture: files.picture?.length ?? 0,
      }),
      discard: async () => {
        mine.discarded = true;
        discarded.resolve();
      },
    };
  });
  serveRoutes(app, [route], { checkReplies: true, visitorOf: () => 'visitor' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

type Part = [name: string, value: string | Uint8Array, fileName?: string];
const post = async (parts: Part[], name = 'a') => {
  const form = new FormData();
  for (const [key, value, fileName = 'a.bin'] of parts) {
    if (typeof value === 'string') form.append(key, value);
    else form.append(key, new Blob([Uint8Array.from(value)]), fileName);
  }
  const reply = await fetch(`http://127.0.0.1:${port}/files/${name}`, { method: 'POST', body: form });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

const head = (disposition: string) => `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
const begin = (more: string[] = ['Transfer-Encoding: chunked']) =>
  ['POST /files/a HTTP/1.1', 'Host: localhost', 'Content-Type: multipart/form-data; boundary=XX', ...more, '', ''].join(
    '\r\n',
  );
const chunk = (piece: string | Buffer) =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(piece).toString(16)}\r\n`), Buffer.from(piece), Buffer.from('\r\n')]);

describe('a form with a streamed file', () => {
  it('delivers the file along with the texts and pictures before and after it', async () => {
    const file = Buffer.alloc(3_000_000, 7);
    const parts: Part[] = [
      ['picture', Buffer.alloc(5)],
      ['file', file, 'Größe 大.mov'],
      ['title', 'Rays'],
    ];
    const expected = { status: 200, body: { size: 3_000_000, called: 'Größe 大.mov', title: 'Rays', picture: 5 } };
    expect(await post(parts)).toEqual(expected);
    taken = { ...taken, bytes: 0 };
    expect(await post(parts.toReversed())).toEqual(expected);
    expect(taken.discarded).toBe(false);
  });

  it('may be larger than any picture, and is streamed as it arrives', async () => {
    const size = PICTURE_MAX_BYTES + 5_000_000;
    let first = 0;
    onPiece = ({ bytes }) => {
      first ||= bytes;
    };
    expect(await post([['file', Buffer.alloc(size)]])).toMatchObject({ status: 200, body: { size } });
    expect(first).toBeLessThanOrEqual(1024 * 1024);
  });

  it('applies backpressure while the file is not consumed', async () => {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    onPiece = () => {
      arrived.resolve();
      return gate.promise;
    };
    const held = taken;
    const reply = Promise.withResolvers<number>();
    const headers = { 'content-type': 'multipart/form-data; boundary=XX' };
    const request = ask({ port, method: 'POST', path: '/files/a', headers }, (got) =>
      reply.resolve(got.resume().statusCode ?? 0),
    );
    request.write(head('name="file"; filename="a.bin"'));
    request.end(Buffer.concat([Buffer.alloc(23 * 1024 * 1024), Buffer.from('\r\n--XX--\r\n')]));
    await arrived.promise;
    // While the first file is held up and only fills the buffers, another file of the same size is accepted.
    onPiece = () => {};
    taken = { bytes: 0, called: '', broke: false, discarded: false };
    expect((await post([['file', Buffer.alloc(23 * 1024 * 1024)]])).status).toBe(200);
    expect(held.bytes).toBeLessThanOrEqual(1024 * 1024);
    expect(request.socket?.writableLength).toBeGreaterThan(8 * 1024 * 1024);
    gate.resolve();
    expect(await reply.promise).toBe(200);
    expect(held.bytes).toBe(23 * 1024 * 1024);
  });

  it('with a picture that is too large is refused, although the file may be larger', async () => {
    const reply = await post([
      ['file', Buffer.alloc(10)],
      ['picture', Buffer.alloc(PICTURE_MAX_BYTES + 1)],
    ]);
    expect(reply).toMatchObject({
      status: 413,
      body: { fields: { picture: 'This file is too large. The limit is 10 MB.' } },
    });
    expect(taken.discarded).toBe(true);
  });

  it('is rejected for its texts after the file has arrived, and nothing is kept', async () => {
    for (const parts of [
      [
        ['file', Buffer.alloc(10)],
        ['title', 'x'.repeat(11)],
      ],
      [
        ['file', Buffer.alloc(10)],
        ['unknown', 'x'],
      ],
      [
        ['file', Buffer.alloc(10)],
        ['file', Buffer.alloc(10)],
      ],
    ] as Part[][]) {
      taken = { bytes: 0, called: '', broke: false, discarded: false };
      expect((await post(parts)).status).toBe(400);
      expect(taken).toMatchObject({ bytes: 10, discarded: true });
    }
  });

  it('over the limit is rejected immediately when it announces its size, otherwise on the way', async () => {
    const said = await post([['file', Buffer.alloc(MOST_BYTES)]]);
    expect(said).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    expect(taken).toMatchObject({ bytes: 0, discarded: true });

    taken = { bytes: 0, called: '', broke: false, discarded: false };
    discarded = Promise.withResolvers();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const over = Promise.withResolvers<void>();
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('error', () => {});
    socket.on('close', () => over.resolve());
    socket.write(begin());
    socket.write(chunk(head('name="file"; filename="a.bin"')));
    const piece = chunk(Buffer.alloc(1024 * 1024));
    for (let sent = 0; sent < 60 && !socket.destroyed; sent += 1) {
      if (!socket.write(piece)) {
        const drained = Promise.withResolvers<void>();
        socket.once('drain', drained.resolve);
        await Promise.race([drained.promise, over.promise]);
        socket.off('drain', drained.resolve);
      }
    }
    await discarded.promise;
    expect(taken.broke).toBe(true);
    expect(taken.bytes).toBeLessThanOrEqual(MOST_BYTES);
    await over.promise;
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('that is cut off aborts the file and keeps nothing', async () => {
    const arrived = Promise.withResolvers<void>();
    onPiece = () => arrived.resolve();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(begin(['Content-Length: 1000000']));
    socket.write(`${head('name="file"; filename="a.bin"')}some`);
    await arrived.promise;
    socket.destroy();
    await discarded.promise;
    expect(taken).toMatchObject({ broke: true, discarded: true });
    expect((await post([['title', 'alive']])).status).toBe(200);
  });

  it('fails with 500 when the disk fails, and with 400 when the connection breaks', async () => {
    const memory = openSync('/proc/self/mem', 'r');
    try {
      // A real I/O error: nothing is mapped at address 0 of a process's memory, so reading it fails.
      onPiece = () => void readSync(memory, Buffer.alloc(1), 0, 1, 0);
      expect(await post([['file', Buffer.alloc(10)]])).toMatchObject({
        status: 500,
        body: { message: expect.stringContaining('EIO') },
      });
      expect(taken.discarded).toBe(true);
    } finally {
      closeSync(memory);
    }
    taken = { bytes: 0, called: '', broke: false, discarded: false };
    onPiece = () =>
      Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }));
    expect(await post([['file', Buffer.alloc(10)]])).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await post([['title', 'alive']])).status).toBe(200);
  });

  it('is rejected before any of it is read when the caller lacks permission', async () => {
    const reply = await post([['file', Buffer.alloc(3_000_000)]], 'refused');
    expect(reply).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
    expect(taken.bytes).toBe(0);
  });
});
