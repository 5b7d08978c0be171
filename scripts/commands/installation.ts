// What the commands of operation share: how to reach this installation's database and files, without changing either.
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { type Config, readConfig } from '#server/config.ts';
import { findClosed, findOtherOwner } from '#server/kit/ops/data-dir-check.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { untilBrokenOff } from './breaking-off.ts';

const projectDir = decodeURIComponent(new URL('../..', import.meta.url).pathname);

type Connection = pg.PoolConfig | { connectionString: string };

export type Installation = {
  config: Config;
  /** What the site works with. */
  site: Connection;
  /** Who owns the tables; null when that is the same role. */
  owner: Connection | null;
};

/** One line, as everything that a command says when it cannot go on. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The set-up of this installation. @throws ConfigError */
export function readInstallation(): Config {
  return readConfig(process.env, projectDir);
}

/**
 * Why a command would work on something else than the site: it has not the site's variables, or would leave files that the site
 * cannot open. Null when it would not.
 */
export function findObstacle({ databaseUrl, dataDir }: Config): string | null {
  // First: in a folder that is closed to this user nothing seems to be there.
  const stranger = findStranger(dataDir);
  if (stranger) return stranger;
  const home = join(dataDir, 'postgres');
  // The second one: an upgrade that was killed between its last two steps, which the next start ends.
  const hasDatabase = ['data', 'data.upgraded'].some((name) => existsSync(join(home, name, 'PG_VERSION')));
  if (databaseUrl === null && !hasDatabase)
    return `there is no database in ${home}, and DATABASE_URL is not set: give this command the variables of the site (DATA_DIR first of all)`;
  return null;
}

/** Why this user must leave a data folder alone: it is closed to them, or they are root and it is somebody else's. Else null. */
export function findStranger(dataDir: string): string | null {
  const closed = findClosed(dataDir);
  if (closed) return `${closed.what}: ${closed.todo}`;
  const other = findOtherOwner(dataDir);
  return other && `${other.what}: run this command as that user`;
}

/**
 * Runs a command with the database reachable; the embedded one is started when no site runs, and stopped again.
 * @param options.mayBegin an empty database is made where there is none
 * @throws one sentence, as `findObstacle` gives it
 */
export async function withInstallation<T>(
  config: Config,
  command: (installation: Installation) => Promise<T>,
  { mayBegin = false }: { mayBegin?: boolean } = {},
): Promise<T> {
  const obstacle = mayBegin ? findStranger(config.dataDir) : findObstacle(config);
  if (obstacle) throw new Error(obstacle);
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const site = { connectionString: databaseDirectUrl ?? databaseUrl };
    return command({ config, site, owner: databaseOwnerUrl === null ? null : { connectionString: databaseOwnerUrl } });
  }
  const sockets = new Set<Socket>();
  // Kept, to be cut: the server is stopped only when nobody uses it.
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    return socket;
  };
  return untilBrokenOff(async (signal) => {
    const brokenOff = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => brokenOff.reject(signal.reason));
    brokenOff.promise.catch(() => {});
    const embedded = await startEmbeddedPostgres({ home: join(dataDir, 'postgres') });
    try {
      signal.throwIfAborted();
      const site = { ...embedded.connection, stream };
      const owner = { ...embedded.ownerConnection, stream };
      return await Promise.race([command({ config, site, owner }), brokenOff.promise]);
    } finally {
      if (signal.aborted) for (const socket of sockets) socket.destroy();
      await embedded.stop();
      // What the command has not ended might go on without a database.
      if (signal.aborted) setImmediate(() => process.exit(1));
    }
  });
}

/** Runs a command; a failure becomes one sentence and exit code 1. */
export async function runOrSay(failure: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`${failure}: ${sentenceOf(error)}`);
    process.exitCode = 1;
  }
}
