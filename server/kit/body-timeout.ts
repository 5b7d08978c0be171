// Ends requests whose body has stopped arriving, or comes by the byte. Node's own limit counts the whole body, which would cut
// slow uploads.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type BodyTimes = {
  /** A request body may make no progress for this long (quality.md, "Timeouts"). */
  silenceMs: number;
  /** A document comes whole within this: the largest is 64 kB, as a rule. */
  wholeMs: number;
  /** Forms bring pictures and files: what comes slower than this over such a time is given up. */
  pace: { ms: number; bytes: number };
};

const STANDARD: BodyTimes = { silenceMs: 15_000, wholeMs: 30_000, pace: { ms: 60_000, bytes: 600_000 } };

const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Ends what comes too slowly, though it is never silent; a body that its handler reads by itself has a pace of its own there. */
const endSlowBody = ({ raw, routeOptions }: FastifyRequest, { wholeMs, pace }: BodyTimes): void => {
  const { endpoint } = routeOptions.config;
  if (endpoint?.bodyType) return;
  const { socket } = raw;
  let come = socket.bytesRead;
  const look = (): void => {
    if (!endpoint?.form || socket.bytesRead - come < pace.bytes) socket.destroy();
    come = socket.bytesRead;
  };
  const timer = setInterval(look, endpoint?.form ? pace.ms : wholeMs);
  const stop = (): void => clearInterval(timer);
  raw.once('end', stop).once('close', stop);
};

/** Closes a connection on which an expected body stops coming, or comes too slowly. */
export const endStalledBodies = (app: FastifyInstance, changes: Partial<BodyTimes> = {}): void => {
  const times = { ...STANDARD, ...changes };
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { socket } = request.raw;
    // A body is announced by one of two headers (RFC 9112, section 6.3); timers for all the others would cost as much as
    // sending them a kept page. Requests that tests inject have no real socket.
    if (announcesBody(request.headers) && socket.setTimeout && !request.raw.complete) {
      // Without a listener Node closes a connection whose timer has run out.
      socket.setTimeout(times.silenceMs);
      request.raw.once('end', () => socket.setTimeout(0));
      endSlowBody(request, times);
    }
    done();
  });
};
