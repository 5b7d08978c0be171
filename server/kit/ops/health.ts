// Whether this process lives (/healthz) and whether it can serve (/readyz): database, storage, migrations.
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { lackedMigrations, listMigrationNames } from '#server/kit/db/migrations.ts';
import type { Storage } from '#server/kit/storage/storage.ts';

/** One file of PostgreSQL's log: without room for the next one every write fails. */
const DATABASE_ROOM_BYTES = 16 * 1024 * 1024;

type HealthDeps = { db: Kysely<DB>; storage: Storage; log: { warn(fields: object, message: string): void } };

export type Readiness = {
  /** Why this process cannot serve, in one word; null when it can. */
  findTrouble(): Promise<string | null>;
  /** From now on it is `draining`, so that a front server sends nobody here any more. */
  drain(): void;
};

/**
 * What /readyz says, at every door of the process.
 * @param migrations the names of those that the code of this process needs, as they were when it started: the folder may get more
 * of them (a `git pull`) while it runs, which are the next version's
 * @param databaseRoom bytes left on the disk of the embedded database; null for an external one, whose disk is not seen from here
 */
export function createReadiness(
  deps: HealthDeps,
  migrations: readonly string[] | Promise<readonly string[]> = listMigrationNames(),
  databaseRoom: (() => Promise<number>) | null = null,
): Readiness {
  let draining = false;
  // A folder that cannot be read is said by /readyz, when somebody asks.
  Promise.resolve(migrations).catch(() => {});

  const findTrouble = async (): Promise<string | null> => {
    if (draining) return 'draining';
    try {
      if ((await lackedMigrations(deps.db, await migrations)).length > 0) return 'migrations';
      if (databaseRoom !== null && (await databaseRoom()) < DATABASE_ROOM_BYTES) return 'disk';
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

  return {
    findTrouble,
    drain: () => {
      draining = true;
    },
  };
}

/** Adds both addresses. */
export function serveHealth(app: FastifyInstance, { findTrouble }: Readiness): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const trouble = await findTrouble();
    reply.header('cache-control', 'no-store');
    return trouble === null ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'not ready', trouble });
  });
}
