import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { endConnectionsOnClose } from './graceful-close.ts';

/** A server whose only response is sent like a download and lasts until `finish` is called. */
const startServer = async (longestAnswerMs?: number) => {
  const app: FastifyInstance = Fastify({ forceCloseConnections: 'idle' });
  endConnectionsOnClose(app, longestAnswerMs);
  let finish = (): void => {};
  app.get('/', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': 10 });
    reply.raw.write('hello');
    finish = () => void reply.raw.end('world');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  while (!received.endsWith('hello')) await once(socket, 'data');
  return { app, socket, finish: () => finish(), received: () => received };
};

const isOpen = (socket: Socket): boolean => !socket.readableEnded && !socket.destroyed;

describe('a closing server', () => {
  it('lets a response finish, then closes its keep-alive connection', async () => {
    const server = await startServer();
    const closed = server.app.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isOpen(server.socket)).toBe(true);
    server.finish();
    const finishedAt = performance.now();
    await closed;
    expect(performance.now() - finishedAt).toBeLessThan(3000);
    expect(server.received()).toMatch(/helloworld$/);
  });

  it('cuts off a response that does not end', async () => {
    const server = await startServer(300);
    const startedAt = performance.now();
    await server.app.close();
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(server.received()).toMatch(/hello$/);
  });
});
