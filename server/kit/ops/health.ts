// Liveness (/healthz) and readiness (/readyz) of this process: database, storage, migrations.
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { lackedMigrations, listMigrationNames } from '#server/kit/db/migrations.ts';
import type { Storage } from '#server/kit/storage/storage.ts';

/** Size of one PostgreSQL WAL segment. If the next segment does not fit on the disk, every write fails. */
const DATABASE_ROOM_BYTES = 16 * 1024 * 1024;

type HealthDeps = { db: Kysely<DB>; storage: Storage; log: { warn(fields: object, message: string): void } };

export type Readiness = {
  /** Why this process cannot serve, in one word; null when it can. */
  findTrouble(): Promise<string | null>;
  /** Reports `draining` from now on, so that a front server sends no more requests here. */
  drain(): void;
};

/**
 * Readiness as reported by /readyz on every port of the process.
 * @param migrations names of the migrations that this process needs, listed when it starts; those that a `git pull` adds to the
 *   folder while it runs belong to the next version
 * @param databaseRoom bytes free on the embedded database's disk; null for an external database, whose disk is not visible here
 */
export function createReadiness(
  deps: HealthDeps,
  migrations: readonly string[] | Promise<readonly string[]> = listMigrationNames(),
  databaseRoom: (() => Promise<number>) | null = null,
): Readiness {
  let draining = false;
  // If the folder cannot be read, /readyz reports that when it is called.
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

/** Adds the routes /healthz and /readyz. */
export function serveHealth(app: FastifyInstance, { findTrouble }: Readiness): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const trouble = await findTrouble();
    reply.header('cache-control', 'no-store');
    return trouble === null ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'not ready', trouble });
  });
}
