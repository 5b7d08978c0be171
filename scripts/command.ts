// What the commands for administrators share: the database and the storage of this installation, opened and closed.
import { join } from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts';
import { createStorage } from '#server/kit/open-storage.ts';
import { prepareDatabase } from '#server/kit/site-role.ts';
import type { Storage } from '#server/kit/storage.ts';
import { findStranger } from './installation.ts';

const projectDir = decodeURIComponent(new URL('..', import.meta.url).pathname);

/** Runs a command on a migrated database. A failure becomes one sentence and exit code 1. */
export const runCommand = async (
  failure: string,
  command: (opened: Database & { storage: Storage; config: Config }) => Promise<void>,
): Promise<void> => {
  try {
    const config = readConfig(process.env, projectDir);
    const stranger = findStranger(config.dataDir);
    if (stranger) throw new Error(stranger);
    const embedded = config.databaseUrl
      ? null
      : await startEmbeddedPostgres({ home: join(config.dataDir, 'postgres') });
    const site = embedded?.connection ?? { connectionString: config.databaseDirectUrl ?? config.databaseUrl ?? '' };
    const ownerUrl = config.databaseOwnerUrl;
    const owner = embedded?.ownerConnection ?? (ownerUrl === null ? null : { connectionString: ownerUrl });
    const database = openDatabase(site);
    try {
      await prepareDatabase({ site, owner }, undefined, { acceptNewer: config.acceptNewerDatabase });
      await command({ ...database, storage: await createStorage(config), config });
    } finally {
      await database.close();
      await embedded?.stop();
    }
  } catch (error) {
    console.error(`${failure}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
};
