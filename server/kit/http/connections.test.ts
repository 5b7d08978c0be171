// Tests with real sockets: clients that read nothing, and more connections than one network may open.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFrontCheck } from '#server/kit/outgoing/named-networks.ts';
import { type ConnectionLimits, guardConnections } from './connections.ts';

const STALL_MS = 300;
const LARGE = Buffer.alloc(32 * 1024 * 1024);

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

const start = async (rules: Partial<ConnectionLimits>): Promise<number> => {
  const server = createServer((request, response) => {
    response.end(request.url === '/large' ? LARGE : 'ok');
  });
  guardConnections(server, { perNetwork: 3, isFront: () => true, stallMs: STALL_MS, ...rules });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

const open = async (port: number, from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

const ask = (socket: Socket, path: string): void => {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
};

/** Number of open connections, counted by the server because a client only notices a closed connection when it reads. */
const openAt = async (index = 0): Promise<number> =>
  new Promise((done, fail) => {
    servers[index]?.getConnections((error, count) => (error ? fail(error) : done(count)));
  });

it('closes a response that nobody reads', { timeout: 20_000 }, async () => {
  const port = await start({});
  const begun = performance.now();
  const [server] = servers;
  const ended: Promise<unknown>[] = [];
  server?.on('connection', (socket: Socket) => ended.push(once(socket, 'close')));
  const silent = [await open(port), await open(port)];
  for (const socket of silent) {
    socket.pause();
    ask(socket, '/large');
  }
  await Promise.all(ended);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(STALL_MS);
  expect(await openAt()).toBe(0);
});

// Data from the client keeps resetting Node's own socket timer.
it.each([
  ['empty lines', '', '\r\n'],
  ['the body of the request byte by byte', 'Content-Length: 1000\r\n', 'x'],
])('closes a response that nobody reads while receiving %s', { timeout: 20_000 }, async (_what, header, more) => {
  const port = await start({});
  const accepted = once(servers[0] as Server, 'connection');
  const silent = await open(port);
  silent.pause();
  silent.write(`GET /large HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`);
  const [socket] = (await accepted) as [Socket];
  const sending = setInterval(() => silent.write(more), STALL_MS / 10);
  try {
    await once(socket, 'close');
  } finally {
    clearInterval(sending);
  }
  expect(await openAt()).toBe(0);
});

it('lets a slow reader finish', { timeout: 30_000 }, async () => {
  const stallMs = 2_000;
  const port = await start({ stallMs });
  const socket = await open(port);
  ask(socket, '/large');
  let read = 0;
  let waits = 0;
  const begun = performance.now();
  // Each pause is a tenth of the limit, because a busy machine makes it longer. Together they are longer than the limit.
  for await (const chunk of socket) {
    read += chunk.length;
    if (read > (waits + 1) * 2 * 1024 * 1024) {
      waits += 1;
      await new Promise((done) => setTimeout(done, stallMs / 10));
    }
    if (read >= LARGE.length) break;
  }
  expect(read).toBeGreaterThanOrEqual(LARGE.length);
  expect(performance.now() - begun).toBeGreaterThan(stallMs);
});

it('leaves a connection alone once its response was read', async () => {
  const port = await start({});
  const socket = await open(port);
  for (let round = 0; round < 3; round += 1) {
    ask(socket, '/');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('200 OK');
    await new Promise((done) => setTimeout(done, STALL_MS));
  }
  expect(socket.destroyed).toBe(false);
});

it('refuses connections over the limit of a network, and accepts them again when others close', async () => {
  let refused = 0;
  const port = await start({ isFront: () => false, onRefused: () => (refused += 1) });
  const three = [await open(port), await open(port), await open(port)];
  const fourth = await open(port);
  fourth.resume();
  await once(fourth, 'close');
  expect(refused).toBe(1);
  // Other networks are not affected.
  const other = await open(port, '127.0.0.2');
  ask(other, '/');
  expect(String((await once(other, 'data'))[0])).toContain('200 OK');

  const [server] = servers;
  three[0]?.destroy();
  while ((await openAt()) > 3) await new Promise(setImmediate);
  const next = await open(port);
  ask(next, '/');
  expect(String((await once(next, 'data'))[0])).toContain('200 OK');
  expect(server?.listening).toBe(true);
});

it('does not count a front server as one visitor', async () => {
  const port = await start({ isFront: createFrontCheck(null) });
  const many = await Promise.all(Array.from({ length: 12 }, () => open(port)));
  for (const socket of many) {
    ask(socket, '/');
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
  }
});

it.each([
  [null, '127.0.0.1', true],
  [null, '::1', true],
  [null, '::ffff:127.0.0.1', true],
  [null, '10.0.0.2', false],
  [null, 'fe80::1%eth0', false],
  ['10.0.0.2', '10.0.0.2', true],
  ['10.0.0.2', '::ffff:10.0.0.2', true],
  ['10.0.0.2', '10.0.0.3', false],
  ['10.0.0.0/8, 2001:db8::/32', '2001:db8::9', true],
  ['uniquelocal', '172.30.7.2', true],
  ['linklocal', 'fe80::1%eth0', true],
  ['10.0.0.2', '203.0.113.7', false],
])('with TRUST_PROXY %j the address %s is a front server’s: %s', (trustProxy, address, isFront) => {
  expect(createFrontCheck(trustProxy)(address)).toBe(isFront);
});
