// Shared by operations commands: gives access to this installation's database and files without changing them.
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
  /** Connection with the site's own role. */
  site: Connection;
  /** Connection as the owner of the tables; null if the site uses the same role. */
  owner: Connection | null;
};

/** An error's message, for commands to print when they fail. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The configuration of this installation. @throws ConfigError */
export function readInstallation(): Config {
  return readConfig(process.env, projectDir);
}

/**
 * Why a command must not run, or null if it can. Without the site's environment variables, it would work on a different
 * installation. As another user, it would create files that the site cannot open.
 */
export function findObstacle({ databaseUrl, dataDir }: Config): string | null {
  // Check this first, because a folder that this user cannot access looks empty.
  const stranger = findStranger(dataDir);
  if (stranger) return stranger;
  const home = join(dataDir, 'postgres');
  // An upgrade killed between its last two steps leaves data.upgraded; the next start completes it.
  const hasDatabase = ['data', 'data.upgraded'].some((name) => existsSync(join(home, name, 'PG_VERSION')));
  if (databaseUrl === null && !hasDatabase)
    return `there is no database in ${home}, and DATABASE_URL is not set: run this command with the site's environment variables (above all DATA_DIR)`;
  return null;
}

/** Why this user must not use a data folder: the user has no access to it, or is root but not its owner. Null if allowed. */
export function findStranger(dataDir: string): string | null {
  const closed = findClosed(dataDir);
  if (closed) return `${closed.what}: ${closed.todo}`;
  const other = findOtherOwner(dataDir);
  return other && `${other.what}: run this command as that user`;
}

/**
 * Runs a command with database access. If no site is running, the embedded database is started and stopped again afterwards.
 * @param options.mayBegin whether an empty database may be created if it is missing
 * @throws Error with the sentence from `findObstacle`
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
  // Connections are tracked so that they can be closed, because the database server does not stop while any are open.
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
      // Unfinished parts of the command must not continue without the database.
      if (signal.aborted) setImmediate(() => process.exit(1));
    }
  });
}

/** Runs a command; a failure is reported in one sentence with exit code 1. */
export async function runOrSay(failure: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`${failure}: ${sentenceOf(error)}`);
    process.exitCode = 1;
  }
}
