// Shared by commands for administrators: opens and closes the database and storage of this installation.
import type { Config } from '#server/config.ts';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { readInstallation, runOrSay, withInstallation } from './installation.ts';

/** Runs a command on a migrated database, which is created if missing. A failure is reported in one sentence with exit code 1. */
export function runCommand(
  failure: string,
  command: (opened: Database & { storage: Storage; config: Config }) => Promise<void>,
): Promise<void> {
  return runOrSay(failure, () =>
    withInstallation(
      readInstallation(),
      async ({ config, site, owner }) => {
        const database = openDatabase(site);
        try {
          await prepareDatabase({ site, owner }, undefined, { acceptNewer: config.acceptNewerDatabase });
          await command({ ...database, storage: await createStorage(config), config });
        } finally {
          await database.close();
        }
      },
      { mayBegin: true },
    ),
  );
}
