import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type BodyOptions, discardBody, readBody } from './body-stream.ts';

const open: { server: Server; socket: Socket }[] = [];

afterEach(() => {
  for (const { server, socket } of open.splice(0)) {
    socket.destroy();
    server.close();
  }
});

/** A request that announces this many bytes, and the connection to send them over. */
const startRequest = async (length: number, silenceMs = 0): Promise<{ raw: IncomingMessage; socket: Socket }> => {
  const server = createServer({ requestTimeout: 0 }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  open.push({ server, socket });
  socket.write(`PATCH / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
  const [raw] = (await once(server, 'request')) as [IncomingMessage];
  if (silenceMs > 0) raw.socket.setTimeout(silenceMs);
  return { raw, socket };
};

const unlimited: BodyOptions = { stop: new AbortController().signal, most: Number.MAX_SAFE_INTEGER };

const readAll = async (raw: IncomingMessage, options: Partial<BodyOptions> = {}): Promise<string> => {
  let text = '';
  for await (const piece of readBody(raw, { ...unlimited, ...options })) text += Buffer.from(piece).toString();
  return text;
};

it('yields everything that arrives, however long the reader is busy', async () => {
  const { raw, socket } = await startRequest(300_000, 50);
  socket.write('a'.repeat(150_000));
  let length = 0;
  let isFirst = true;
  for await (const piece of readBody(raw, unlimited)) {
    length += piece.byteLength;
    if (!isFirst) continue;
    isFirst = false;
    // Longer than the silence limit, which does not apply while the reader is busy.
    await new Promise((resolve) => setTimeout(resolve, 150));
    socket.write('b'.repeat(150_000));
  }
  expect(length).toBe(300_000);
});

it('yields nothing for an empty body', async () => {
  expect(await readAll((await startRequest(0)).raw)).toBe('');
});

it('disconnects a sender that falls silent', async () => {
  const { raw, socket } = await startRequest(10, 50);
  socket.write('four');
  await expect(readAll(raw)).rejects.toThrow();
  expect(raw.destroyed).toBe(true);
});

it('disconnects a sender that is too slow even though it never falls silent', async () => {
  const { raw, socket } = await startRequest(1_000_000, 1000);
  const drip = setInterval(() => socket.write('x'), 20);
  await expect(readAll(raw, { pace: { ms: 300, bytes: 10_000 } })).rejects.toThrow('too slowly');
  clearInterval(drip);
});

it('leaves a sender alone that is fast enough', async () => {
  const { raw, socket } = await startRequest(20, 1000);
  const drip = setInterval(() => socket.write('x'), 20);
  expect(await readAll(raw, { pace: { ms: 200, bytes: 2 } })).toHaveLength(20);
  clearInterval(drip);
});

it('leaves a sender alone that a slow reader keeps waiting', async () => {
  const { raw, socket } = await startRequest(3000, 1000);
  socket.write('x'.repeat(1500));
  let length = 0;
  for await (const piece of readBody(raw, { ...unlimited, pace: { ms: 200, bytes: 1000 } })) {
    if (length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 700));
      socket.write('x'.repeat(1500));
    }
    length += piece.byteLength;
  }
  expect(length).toBe(3000);
});

it('stops on the signal, and rejects more bytes than allowed', async () => {
  const stop = new AbortController();
  const { raw, socket } = await startRequest(100);
  socket.write('some');
  let text = '';
  for await (const piece of readBody(raw, { ...unlimited, stop: stop.signal })) {
    text += Buffer.from(piece).toString();
    stop.abort();
  }
  expect(text).toBe('some');
  const other = await startRequest(100);
  other.socket.write('twelve bytes');
  await expect(readAll(other.raw, { most: 11 })).rejects.toThrow('too large');
});

it('reports a broken connection', async () => {
  const { raw, socket } = await startRequest(100);
  socket.end('some');
  await expect(readAll(raw)).rejects.toThrow();
});

it('discards an unwanted body, up to a limit', async () => {
  const { raw, socket } = await startRequest(1_000_000);
  discardBody(raw, 1000);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume().write('x'.repeat(100_000));
  await closed;
  expect(raw.destroyed).toBe(true);
});
