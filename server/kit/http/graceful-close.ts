// Ends connections when the server closes, because Node waits for all of them and browsers keep theirs open for minutes.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 200;
/** Leaves the rest of the 30 s allowed for a shutdown (quality.md, "Nothing lost") to jobs and the database. */
const LONGEST_ANSWER_MS = 20_000;

/**
 * After `app.close()`, responses in progress (such as downloads) can finish, and each connection is closed when its response has
 * ended. After `longestAnswerMs`, all remaining connections are cut off; downloads can be resumed.
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
