// Ends requests whose body has stopped arriving. Node's own limit counts the whole body, which would cut slow uploads.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Quality.md, "Timeouts": a request body may make no progress for this long. */
const BODY_SILENCE_MS = 15_000;

const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Closes a connection on which nothing of an expected body has come for `silenceMs`. */
export const endStalledBodies = (app: FastifyInstance, silenceMs = BODY_SILENCE_MS): void => {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { socket } = request.raw;
    // A body is announced by one of two headers (RFC 9112, section 6.3); timers for all the others would cost as much as
    // sending them a kept page. Requests that tests inject have no real socket.
    if (announcesBody(request.headers) && socket.setTimeout && !request.raw.complete) {
      // Without a listener Node closes a connection whose timer has run out.
      socket.setTimeout(silenceMs);
      request.raw.once('end', () => socket.setTimeout(0));
    }
    done();
  });
};
