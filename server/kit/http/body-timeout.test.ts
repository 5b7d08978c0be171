import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endStalledBodies } from './body-timeout.ts';

const SILENCE_MS = 300;
const WHOLE_MS = 1500;
const PACE_MS = 1500;
let app: FastifyInstance;
let port = 0;

beforeAll(async () => {
  app = Fastify({ requestTimeout: 0, connectionTimeout: 0 });
  endStalledBodies(app, { silenceMs: SILENCE_MS, wholeMs: WHOLE_MS, pace: { ms: PACE_MS, bytes: 100 } });
  app.post('/', async (request) => {
    // Takes longer than a body may be silent. The silence limit does not apply to processing.
    await sleep(SILENCE_MS * 2);
    return request.body;
  });
  // A form may take longer than a document, as long as it does not fall below the minimum pace.
  app.post('/form', { config: { endpoint: { form: {} } as never } }, async (request) => request.body);
  // Simulates storage that stalls for longer than the idle timeout of a request body.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.post('/stalled', { config: { endpoint: { form: {} } as never } }, async (request) => {
    let isStalled = true;
    const stalled = new Writable({
      highWaterMark: 1,
      write(_piece, _encoding, done) {
        setTimeout(done, isStalled ? PACE_MS + SILENCE_MS : 0);
        isStalled = false;
      },
    });
    await pipeline(request.raw, stalled);
    return 'stored';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

/** Sends a body in chunks with a pause after each; resolves to the response, or to what arrived until the server closed. */
const post = async (pieces: string[], length: number, path = '/', type = 'application/json'): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const over = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      resolve();
    });
  });
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for (const piece of pieces) {
    await sleep(SILENCE_MS / 2);
    socket.write(piece);
  }
  await over;
  socket.destroy();
  return received;
};

it('a body may take long as long as bytes keep arriving', async () => {
  expect(await post(['[', '1', ',', '2', ']'], 5)).toMatch(/^HTTP\/1\.1 200[\s\S]*\[1,2\]$/);
});

it('a body is not timed out for a stall of the server itself', async () => {
  const sent = post(['[', '1', ']'], 3);
  // Stalls between the second and the third chunk, for longer than a body may be silent.
  await sleep(SILENCE_MS * 1.25);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SILENCE_MS * 1.5);
  expect(await sent).toMatch(/^HTTP\/1\.1 200[\s\S]*\[1\]$/);
});

it('a body that stops arriving ends its connection', async () => {
  const startedAt = performance.now();
  expect(await post(['[', '1'], 5)).toBe('');
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

it('a body that never starts ends its connection', async () => {
  expect(await post([], 5)).toBe('');
});

it('a document that trickles in byte by byte ends its connection', async () => {
  const startedAt = performance.now();
  const bytes = Array.from({ length: 30 }, () => ' ');
  expect(await post(['[', ...bytes], 1000)).toBe('');
  expect(performance.now() - startedAt).toBeGreaterThan(WHOLE_MS);
});

it('a form has more time, but ends when it falls below its pace', async () => {
  const pieces = (bytes: number) => Array.from({ length: 20 }, () => ' '.repeat(bytes));
  const fast = pieces(20);
  expect(await post(['[1', ...fast, ']'], 3 + 400, '/form')).toMatch(/^HTTP\/1\.1 200/);
  expect(await post(['[1', ...pieces(1)], 1000, '/form')).toBe('');
});

it('a sender kept waiting by the server is not disconnected', async () => {
  const send = (come: number, length: number) =>
    post(['x'.repeat(come)], length, '/stalled', 'application/octet-stream');
  const answers = await Promise.all([send(11, 11), send(500_000, 500_000), send(200_000, 200_011)]);
  // The third sender goes silent while the server is waiting for more bytes, so it is disconnected.
  const stored = expect.stringMatching(/^HTTP\/1\.1 200[\s\S]*stored$/);
  expect(answers).toEqual([stored, stored, '']);
});
