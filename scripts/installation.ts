// What the commands of operation share: how to reach this installation's database and files, without changing either.
import { join } from 'node:path';
import type pg from 'pg';
import { type Config, readConfig } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts';

const projectDir = decodeURIComponent(new URL('..', import.meta.url).pathname);

type Connection = pg.PoolConfig | { connectionString: string };

export interface Installation {
  config: Config;
  /** What the site works with. */
  site: Connection;
  /** Who owns the tables; null when that is the same role. */
  owner: Connection | null;
}

/** One line, as everything that a command says when it cannot go on. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The set-up of this installation. @throws ConfigError */
export const readInstallation = (): Config => readConfig(process.env, projectDir);

/** Runs a command with the database reachable; the embedded one is started when no site runs, and stopped again. */
export const withInstallation = async <T>(
  config: Config,
  command: (installation: Installation) => Promise<T>,
): Promise<T> => {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const site = { connectionString: databaseDirectUrl ?? databaseUrl };
    return command({ config, site, owner: databaseOwnerUrl === null ? null : { connectionString: databaseOwnerUrl } });
  }
  const embedded = await startEmbeddedPostgres({ home: join(dataDir, 'postgres') });
  try {
    return await command({ config, site: embedded.connection, owner: embedded.ownerConnection });
  } finally {
    await embedded.stop();
  }
};

/** Runs a command; a failure becomes one sentence and exit code 1. */
export const runOrSay = async (failure: string, command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    console.error(`${failure}: ${sentenceOf(error)}`);
    process.exitCode = 1;
  }
};
