// Ends connections when the server closes: Node waits for all of them, and a browser keeps its own open for minutes.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 200;
/** Leaves the rest of the 30 s that a stop may take (quality.md, "Nothing lost") to jobs and database. */
const LONGEST_ANSWER_MS = 20_000;

/**
 * From `app.close()` on: answers under way, such as downloads, may end; a connection whose answer has ended is closed; and
 * after `longestAnswerMs` what is left is cut. Downloads can be resumed.
 */
export function endConnectionsOnClose(app: FastifyInstance, longestAnswerMs = LONGEST_ANSWER_MS): void {
  app.addHook('preClose', (done) => {
    const server = app.server as Server;
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const limit = setTimeout(() => server.closeAllConnections(), longestAnswerMs);
    const stopLooking = (): void => {
      clearInterval(looking);
      clearTimeout(limit);
    };
    if (server.listening) server.once('close', stopLooking);
    else stopLooking();
    done();
  });
}
