// Socket clients for an application under test: real clients, and raw ones that can send anything.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import WebSocket from 'ws';
import type { ClientEvents, LivePlace, LiveState, ServerEvents } from '#contract/forum/live.ts';
import type { Person, TestApp } from './harness.ts';

export type Reader = Socket<ServerEvents, ClientEvents>;

/** Makes the application listen on a free port; returns its address. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A client that does not reconnect and does not share its connection with other clients. */
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

/** Resolves when the client is connected; rejects with the server's reason if it is refused. */
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

/** Resolves to the reason why the connection ended. */
export function ended(reader: Reader): Promise<string> {
  return new Promise((resolve) => {
    reader.once('disconnect', resolve);
  });
}

/** Records everything sent to the client, in order. */
export function record(reader: Reader): [string, unknown][] {
  const events: [string, unknown][] = [];
  reader.onAny((event: string, payload: unknown) => events.push([event, payload]));
  return events;
}

/** A connected client that has joined a room. */
export async function openAt(url: string, place: LivePlace, person?: Person | null): Promise<Reader> {
  const reader = await connected(openReader(url, person));
  await look(reader, place);
  return reader;
}

/** HTTP status of the handshake: 101, or the status of the error response. */
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

/** A raw WebSocket after the handshake and the connect packet, for messages that no real client would send. */
export async function openBare(url: string, person?: Person, options: WebSocket.ClientOptions = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/?EIO=4&transport=websocket`, {
    headers: { ...person?.headers },
    ...options,
  });
  socket.on('error', () => {});
  await once(socket, 'open');
  return socket;
}

/** Like `openBare`, but also joins the namespace for readers. */
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
