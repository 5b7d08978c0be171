// The site's sockets in isolation, for bench/sockets.ts: server/platform/realtime.ts with sessions, and an endpoint that writes
// nothing and broadcasts to the readers of a thread. Used to compare the cost of a broadcast with bare Socket.IO.
import Fastify from 'fastify';
import pg from 'pg';
import { noLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { createRealtime } from '#server/platform/realtime.ts';
import { findSession } from './bare-session.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
app.decorateRequest('viewer', null);
app.decorateRequest('suspended', false);
app.addHook('onRequest', async (request) => {
  const found = await findSession(pool, request.headers.cookie);
  if (found) Object.assign(request, { viewer: { id: found.id, sessionId: found.sessionId } });
});

const ignore = (): void => {};
const realtime = createRealtime(
  {
    ...{ config: { redisUrl: null }, limits: noLimits, secret: Buffer.alloc(32), pool },
    log: { info: ignore, warn: console.error, error: console.error },
    now: () => new Date(),
    publicUrl: () => '',
  },
  (asked) => {
    const { id } = asked as { id: string };
    return { room: `thread ${id}`, find: async () => ({}) };
  },
);
realtime.attach(app);
app.post<{ Body: { threadId: string; content: string } }>('/api/forum/posts', ({ body }, reply) => {
  realtime.send(`thread ${body.threadId}`, 'newPost', body);
  reply.code(201).send({});
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`);
