// Socket clients for bench/sockets.ts: they join, open a thread, and wait for new posts.
import { randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';
import WebSocket from 'ws';
import type { BenchServer } from '../measure/servers.ts';

const AT_ONCE = 50;
const ARRIVAL_LIMIT_MS = 10_000;

export const text =
  'The qualifier takes the skin first, and a window keeps it off the wall behind. **Two nodes**, no more. ';

/** The thread to read. If there are enough cookies, each socket belongs to a different user. */
type Place = { port: number; threadId: string; cookies: readonly string[] };

/** Opens a socket that joins and opens a thread. No client library is used, because the library's work would also be measured. */
const openSocket = ({ port, threadId }: Place, cookie: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      headers: { cookie },
    });
    socket.once('error', reject);
    socket.on('message', (data) => {
      const said = String(data);
      if (said.startsWith('0')) socket.send('40');
      else if (said === '2') socket.send('3');
      else if (said.startsWith('40')) socket.send(`421["look",{"kind":"thread","id":"${threadId}"}]`);
      else if (said.startsWith('431[null')) reject(new Error('there is no such thread'));
      else if (said.startsWith('431')) resolve(socket);
    });
  });

export async function openSockets(place: Place, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  const cookieOf = (index: number): string => place.cookies[index % place.cookies.length] ?? '';
  while (sockets.length < count) {
    const [first, some] = [sockets.length, Math.min(AT_ONCE, count - sockets.length)];
    const opened = Array.from({ length: some }, (_, index) => openSocket(place, cookieOf(first + index)));
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

/** A server under test, with its readers and the author of the posts. */
export type Side = { server: BenchServer; threadId: string; readers: WebSocket[]; cookie: string; agent: Agent };

const send = ({ server, threadId, cookie, agent }: Side, content: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', cookie };
    const path = '/api/forum/posts';
    const asked = request({ port: server.port, path, method: 'POST', headers, agent }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () =>
        response.statusCode === 201 ? resolve() : reject(new Error(`${response.statusCode}: ${body}`)),
      );
    });
    asked.once('error', reject);
    asked.end(JSON.stringify({ threadId, content }));
  });

/** Milliseconds from sending a reply until the last reader receives it. */
const measurePost = async (side: Side): Promise<number> => {
  const mark = randomUUID();
  let limit: ReturnType<typeof setTimeout> | undefined;
  const arrivals = Promise.all(
    side.readers.map(
      (reader) =>
        new Promise<void>((resolve) => {
          const read = (data: WebSocket.RawData): void => {
            const said = String(data);
            if (!said.startsWith('42["newPost"') || !said.includes(mark)) return;
            reader.off('message', read);
            resolve();
          };
          reader.on('message', read);
        }),
    ),
  );
  const lost = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('a reader did not receive the post')), ARRIVAL_LIMIT_MS);
  });
  const begun = performance.now();
  const sent = send(side, text + mark);
  await Promise.race([arrivals, lost]);
  const ms = performance.now() - begun;
  clearTimeout(limit);
  await sent;
  return ms;
};

/** `cpuMs` is the CPU time that the server uses per post. */
export type Round = { times: number[]; cpuMs: number };

export async function measureRound(side: Side, posts: number): Promise<Round> {
  const before = side.server.cpuSeconds();
  const times: number[] = [];
  for (let count = 0; count < posts; count += 1) times.push(await measurePost(side));
  return { times, cpuMs: ((side.server.cpuSeconds() - before) * 1000) / posts };
}
