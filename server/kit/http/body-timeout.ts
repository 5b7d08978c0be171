// Ends requests whose body has stalled or trickles in. Node's own limit covers the whole body, which would cut off slow
// uploads.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type BodyTimes = {
  /** Maximum time without progress on a request body (quality.md, "Timeouts"). */
  silenceMs: number;
  /** Time limit for a whole document; the largest is usually 64 kB. */
  wholeMs: number;
  /** Minimum pace of forms, which contain pictures and files; slower requests are ended. */
  pace: { ms: number; bytes: number };
};

const STANDARD: BodyTimes = { silenceMs: 15_000, wholeMs: 30_000, pace: { ms: 60_000, bytes: 600_000 } };

const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Checks per pace interval. */
const LOOKS = 10;

/** Whether received bytes are still unread, for example because storage is slow. In that case, the sender is not to blame. */
const isHeldUp = (raw: IncomingMessage): boolean => raw.complete || raw.readableLength > 0;

/**
 * Ends requests whose body arrives too slowly, even if there are no pauses in it. Bodies that handlers read themselves have a
 * separate limit.
 */
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

/** Closes a connection when an expected body stalls or is too slow. */
export function endStalledBodies(app: FastifyInstance, changes: Partial<BodyTimes> = {}): void {
  const times = { ...STANDARD, ...changes };
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request;
    const { socket } = raw;
    // One of two headers announces a body (RFC 9112, section 6.3). Timers for all other requests would cost as much as sending
    // them a cached page. Requests injected by tests have no real socket.
    if (announcesBody(request.headers) && socket.setTimeout && !raw.complete) {
      socket.setTimeout(times.silenceMs);
      // Listens on the response, because a fully received but still unread request emits no timeout. Node does not close the
      // connection when there is a listener, so the listener must do that.
      const onSilence = (): void => {
        if (isHeldUp(raw)) {
          socket.setTimeout(times.silenceMs);
          return;
        }
        // If this process itself stalled for that long, data that arrived in the meantime is only read after the timers have run.
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
