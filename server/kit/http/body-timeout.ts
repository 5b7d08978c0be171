// Ends requests whose body has stopped arriving, or comes by the byte. Node's own limit counts the whole body, which would cut
// slow uploads.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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

/** How often within the time of a pace somebody looks. */
const LOOKS = 10;

/** Whether more has come than was read, such as while a storage is slow: then it is not the sender who is waited for. */
const isHeldUp = (raw: IncomingMessage): boolean => raw.complete || raw.readableLength > 0;

/** Ends what comes too slowly, though it is never silent; a body that its handler reads by itself has a pace of its own there. */
const endSlowBody = ({ raw, routeOptions }: FastifyRequest, { wholeMs, pace }: BodyTimes): void => {
  const { endpoint } = routeOptions.config;
  if (endpoint?.bodyType) return;
  const { socket } = raw;
  let come = socket.bytesRead;
  let looks = 0;
  const look = (): void => {
    if (isHeldUp(raw)) return;
    looks += 1;
    if (looks < LOOKS) return;
    if (!endpoint?.form || socket.bytesRead - come < pace.bytes) socket.destroy();
    come = socket.bytesRead;
    looks = 0;
  };
  const timer = setInterval(look, (endpoint?.form ? pace.ms : wholeMs) / LOOKS);
  const stop = (): void => clearInterval(timer);
  raw.once('end', stop).once('close', stop);
};

/** Closes a connection on which an expected body stops coming, or comes too slowly. */
export function endStalledBodies(app: FastifyInstance, changes: Partial<BodyTimes> = {}): void {
  const times = { ...STANDARD, ...changes };
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request;
    const { socket } = raw;
    // A body is announced by one of two headers (RFC 9112, section 6.3); timers for all the others would cost as much as
    // sending them a kept page. Requests that tests inject have no real socket.
    if (announcesBody(request.headers) && socket.setTimeout && !raw.complete) {
      socket.setTimeout(times.silenceMs);
      // Told of by the answer, since a request that has come whole, and is not read yet, is told of nothing. With a listener Node
      // leaves the connection to it.
      const onSilence = (): void => {
        if (isHeldUp(raw)) {
          socket.setTimeout(times.silenceMs);
          return;
        }
        // Where this process itself stood still for so long, what came meanwhile is only read after its timers.
        const { bytesRead } = socket;
        setImmediate(() => {
          if (socket.bytesRead === bytesRead) socket.destroy();
        });
      };
      reply.raw.on('timeout', onSilence);
      raw.once('end', () => {
        reply.raw.off('timeout', onSilence);
        socket.setTimeout(0);
      });
      endSlowBody(request, times);
    }
    done();
  });
}
