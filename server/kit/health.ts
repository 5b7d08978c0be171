// Whether this process lives (/healthz) and whether it can serve (/readyz): database, storage, migrations.
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { pendingMigrations } from './migrations.ts';
import type { Storage } from './storage.ts';

type HealthDeps = { db: Kysely<DB>; storage: Storage; log: { warn(fields: object, message: string): void } };

/** Adds both addresses. `drain` makes /readyz say 503 from then on, so that a front server sends nobody here any more. */
export const serveHealth = (app: FastifyInstance, deps: HealthDeps) => {
  let draining = false;

  const findTrouble = async (): Promise<string | null> => {
    if (draining) return 'draining';
    try {
      if ((await pendingMigrations(deps.db)).length > 0) return 'migrations';
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready: database');
      return 'database';
    }
    try {
      await deps.storage.ready();
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready: storage');
      return 'storage';
    }
    return null;
  };

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const trouble = await findTrouble();
    reply.header('cache-control', 'no-store');
    return trouble === null ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'not ready', trouble });
  });

  return {
    drain: (): void => {
      draining = true;
    },
  };
};
