// Readers at the socket of an application under test: real clients, and bare ones that can say anything.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import WebSocket from 'ws';
import type { ClientEvents, LivePlace, LiveState, ServerEvents } from '#contract/forum/live.ts';
import type { Person, TestApp } from './harness.ts';

export type Reader = Socket<ServerEvents, ClientEvents>;

/** Lets the application listen on a free port; answers its address. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A client that does not come back by itself and shares nothing with others. */
export function openReader(
  url: string,
  person?: Person | null,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Reader {
  return io(url, {
    path: '/ws',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
    extraHeaders: { ...person?.headers, ...options.extraHeaders },
  });
}

/** Resolves when the reader is connected; rejects with what it was told when it is refused. */
export function connected(reader: Reader): Promise<Reader> {
  return new Promise((resolve, reject) => {
    if (reader.connected) return resolve(reader);
    reader.once('connect', () => resolve(reader));
    reader.once('connect_error', reject);
  });
}

export function look(reader: Reader, place: LivePlace): Promise<LiveState> {
  return reader.timeout(5000).emitWithAck('look', place);
}

/** Resolves to why the connection ended. */
export function ended(reader: Reader): Promise<string> {
  return new Promise((resolve) => {
    reader.once('disconnect', resolve);
  });
}

/** Everything that a reader is sent, in its order. */
export function record(reader: Reader): [string, unknown][] {
  const events: [string, unknown][] = [];
  reader.onAny((event: string, payload: unknown) => events.push([event, payload]));
  return events;
}

/** A reader that is connected and looks at a place. */
export async function openAt(url: string, place: LivePlace, person?: Person | null): Promise<Reader> {
  const reader = await connected(openReader(url, person));
  await look(reader, place);
  return reader;
}

/** Status of a handshake that is answered as HTTP: 101, or that of the refusal. */
export function handshake(
  url: string,
  headers: Record<string, string> = {},
  query = 'EIO=4&transport=websocket',
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/?${query}`, { headers });
    socket.once('open', () => {
      socket.terminate();
      resolve({ status: 101, body: '', headers: {} });
    });
    socket.once('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    socket.once('error', reject);
  });
}

/** A bare WebSocket that has made the handshake and joined, for what no client would say. */
export async function openBare(url: string, person?: Person, options: WebSocket.ClientOptions = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/?EIO=4&transport=websocket`, {
    headers: { ...person?.headers },
    ...options,
  });
  socket.on('error', () => {});
  await once(socket, 'open');
  return socket;
}

/** The same, in the namespace of readers. */
export async function joinBare(url: string, person?: Person) {
  const socket = await openBare(url, person);
  const joined = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (String(data).startsWith('40')) resolve();
    });
  });
  socket.send('40');
  await joined;
  return socket;
}
