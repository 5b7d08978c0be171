// Ends requests whose body has stopped arriving. Node's own limit counts the whole body, which would cut slow uploads.
import type { FastifyInstance } from 'fastify';

/** Quality.md, "Timeouts": a request body may make no progress for this long. */
const BODY_SILENCE_MS = 15_000;

/** Closes a connection on which nothing of an expected body has come for `silenceMs`. */
export const endStalledBodies = (app: FastifyInstance, silenceMs = BODY_SILENCE_MS): void => {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { socket } = request.raw;
    // Requests that tests inject have no real socket.
    if (socket.setTimeout && !request.raw.complete) {
      // Without a listener Node closes a connection whose timer has run out.
      socket.setTimeout(silenceMs);
      request.raw.once('end', () => socket.setTimeout(0));
    }
    done();
  });
};
