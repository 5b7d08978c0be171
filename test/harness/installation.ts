// A database and a folder on which maintenance commands can run, each in a separate process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { EmbeddedConnection } from '#server/kit/postgres/embedded-postgres.ts';
import type { TestApp } from './harness.ts';
import { createDatabase } from './postgres.ts';

export type TestInstallation = Pick<TestApp, 'database' | 'folder'> & {
  env: Record<string, string>;
  remove(): Promise<void>;
};

const addressOf = ({ host, port, user, database }: EmbeddedConnection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;

const SECRET_KEY = 'not a secret, but long enough for tests';

/** Environment variables for commands that work on the given database and folder. */
export function environmentOf({ database, folder }: Pick<TestApp, 'database' | 'folder'>): Record<string, string> {
  return {
    DATA_DIR: folder,
    DATABASE_URL: addressOf(database.connection),
    DATABASE_OWNER_URL: addressOf(database.ownerConnection),
    SECRET_KEY,
  };
}

/** An installation that has never been started: an empty database and an empty folder. */
export async function emptyInstallation(): Promise<TestInstallation> {
  const made = await createDatabase({ empty: true });
  const database = { ...made, connection: { ...made.connection, user: inject('postgres').user } };
  const folder = mkdtempSync(join(tmpdir(), 'helix-empty-'));
  return {
    database,
    folder,
    env: environmentOf({ database, folder }),
    async remove() {
      await made.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
