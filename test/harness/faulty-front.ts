// An HTTP proxy on loopback in front of a storage service. It forwards everything until a fault is set.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/**
 * `errors`: 500 for everything. `busy`: 503 SlowDown. `refused`: 403. `silent`: accepts requests but never answers. `nonsense`:
 * 200 with a web page. `damaged`: one byte of a download is wrong. `short`: a download ends half-way as if it were complete.
 * `cut`: the connection breaks half-way through a download. `mangled`: one byte of an upload is wrong. `stalled`: a response
 * starts but never ends.
 */
export type Fault =
  | 'errors'
  | 'busy'
  | 'refused'
  | 'silent'
  | 'nonsense'
  | 'damaged'
  | 'short'
  | 'cut'
  | 'mangled'
  | 'stalled';

export type FaultyFront = {
  url: string;
  /** Sets the fault for matching requests from now on. null restores normal service and aborts all waiting requests. */
  setFault(fault: Fault | null, concerns?: (request: IncomingMessage) => boolean): void;
  /** Number of requests received so far. */
  requests(): number;
  stop(): Promise<void>;
};

const answers: Partial<Record<Fault, [number, string]>> = {
  errors: [500, '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>We are sorry.</Message></Error>'],
  busy: [503, '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Ask less.</Message></Error>'],
  refused: [403, '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Not you.</Message></Error>'],
  nonsense: [200, '<!doctype html><title>Log in to the hotel</title>'],
};

/** Flips a bit in the middle byte. */
const damage = (bytes: Buffer): Buffer => {
  const middle = Math.floor(bytes.length / 2);
  if (bytes.length > 0) bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  return bytes;
};

export async function startFaultyFront(targetPort: number): Promise<FaultyFront> {
  let current: { fault: Fault; concerns: (request: IncomingMessage) => boolean } | null = null;
  let count = 0;
  const waiting = new Set<ServerResponse>();

  const pass = async (request: IncomingMessage, reply: ServerResponse, fault: Fault | null): Promise<void> => {
    const { method = 'GET', url, headers } = request;
    // The signature covers the original Host header, so all headers are forwarded unchanged.
    const onward = httpRequest({ host: '127.0.0.1', port: targetPort, method, path: url, headers, agent: false });
    const answered = once(onward, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => {});
    if (fault === 'mangled') onward.end(damage(await buffer(request)));
    else await pipeline(request, onward);
    const [answer] = await answered;
    if (fault === 'stalled' && method !== 'HEAD') {
      const bytes = await buffer(answer);
      waiting.add(reply);
      // If the response has no body, announce a body of 100 bytes.
      const [status, length] = bytes.length > 0 ? [answer.statusCode ?? 500, bytes.length] : [200, 100];
      reply.writeHead(status, { ...answer.headers, 'content-length': length });
      reply.flushHeaders();
      reply.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
      return;
    }
    const isRead = method === 'GET' && (fault === 'damaged' || fault === 'short' || fault === 'cut');
    if (!isRead) {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      await pipeline(answer, reply);
      return;
    }
    const bytes = await buffer(answer);
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    const length = fault === 'short' ? half.length : bytes.length;
    reply.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-length': length });
    if (fault === 'cut') reply.write(half, () => reply.destroy());
    else reply.end(fault === 'short' ? half : damage(bytes));
  };

  const server = createServer((request, reply) => {
    count += 1;
    const fault = current?.concerns(request) ? current.fault : null;
    if (fault === 'silent') {
      waiting.add(reply);
      return;
    }
    const answer = fault && answers[fault];
    if (answer) {
      request.resume();
      reply.writeHead(answer[0], { 'content-type': 'application/xml' }).end(answer[1]);
      return;
    }
    pass(request, reply, fault).catch(() => reply.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setFault(fault, concerns = () => true) {
      current = fault && { fault, concerns };
      for (const reply of waiting) reply.destroy();
      waiting.clear();
    },
    requests: () => count,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
