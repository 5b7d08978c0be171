// Shared by operations commands: access to this installation's database and files, without changing either.
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
  /** The connection that the site uses. */
  site: Connection;
  /** Connection as the owner of the tables; null when that is the same role. */
  owner: Connection | null;
};

/** An error's message, which commands print when they fail. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The configuration of this installation. @throws ConfigError */
export function readInstallation(): Config {
  return readConfig(process.env, projectDir);
}

/**
 * Why a command must not run: it lacks the site's variables and would work on something else, or it would leave files that the
 * site cannot open. Null when it may run.
 */
export function findObstacle({ databaseUrl, dataDir }: Config): string | null {
  // Checked first: a folder this user cannot access looks empty.
  const stranger = findStranger(dataDir);
  if (stranger) return stranger;
  const home = join(dataDir, 'postgres');
  // The second is left by an upgrade killed between its last two steps; the next start completes it.
  const hasDatabase = ['data', 'data.upgraded'].some((name) => existsSync(join(home, name, 'PG_VERSION')));
  if (databaseUrl === null && !hasDatabase)
    return `there is no database in ${home}, and DATABASE_URL is not set: run this command with the site's environment variables (above all DATA_DIR)`;
  return null;
}

/** Why this user must not use a data folder: they have no access, or are root and not its owner. Null otherwise. */
export function findStranger(dataDir: string): string | null {
  const closed = findClosed(dataDir);
  if (closed) return `${closed.what}: ${closed.todo}`;
  const other = findOtherOwner(dataDir);
  return other && `${other.what}: run this command as that user`;
}

/**
 * Runs a command with database access; the embedded database is started if no site is running, and stopped again.
 * @param options.mayBegin creates an empty database if there is none
 * @throws Error with the sentence of `findObstacle`
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
  // Tracked, so that they can be closed: the server stops only when it has no connections.
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
      // Unfinished parts of the command must not continue without a database.
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
