// Brings a database up to date from db/migrations: forward only, each file once, one process at a time.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { DB } from '#db/types.ts';
import { withoutTimeouts } from './db.ts';

export const MIGRATIONS_FOLDER: string = fileURLToPath(new URL('../../db/migrations/', import.meta.url));

const NAME_PATTERN = /^\d{12}-[a-z0-9-]+\.ts$/;

/**
 * Applies the migrations that the database lacks, all in one transaction; a second process waits for the first.
 * @returns the names of those applied, in order
 * @throws one sentence that names the migration and PostgreSQL's reason; nothing is applied then
 */
export async function migrateToLatest(db: Kysely<DB>, options: { folder?: string } = {}): Promise<string[]> {
  return withoutTimeouts(db, async (own) => {
    const { error, results = [] } = await migratorFor(own, options.folder).migrateToLatest();
    if (error) {
      const failed = results.find((result) => result.status === 'Error')?.migrationName;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}: ${reason}`, { cause: error });
    }
    return results.map((result) => result.migrationName);
  });
}

/** The names of the migrations that this code brings and the database lacks; one small query, for /readyz. */
export async function pendingMigrations(db: Kysely<DB>, options: { folder?: string } = {}): Promise<string[]> {
  const migrations = await migratorFor(db, options.folder).getMigrations();
  return migrations.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/** The migrations' file names, in order. A file that is not named like one is an error, so that none is passed over. */
export async function listMigrationFiles(folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const wrong = files.find((file) => !NAME_PATTERN.test(file));
  if (wrong) throw new Error(`${wrong} in ${folder} is not named YYYYMMDDHHMM-feature-what.ts.`);
  return files;
}

/** SHA-256 of each migration by file name, to compare with db/migrations/hashes.json: a landed one never changes. */
export async function hashMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Record<string, string>> {
  const entries = (await listMigrationFiles(folder)).map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(folder, file)));
    return [file, hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function migratorFor(db: Kysely<DB>, folder?: string): Migrator {
  // Branches land in any order, so an older date may arrive after a newer one.
  return new Migrator({ db, provider: fileProvider(folder), allowUnorderedMigrations: true });
}

function fileProvider(folder: string = MIGRATIONS_FOLDER): MigrationProvider {
  return {
    async getMigrations() {
      const migrations: Record<string, Migration> = {};
      for (const file of await listMigrationFiles(folder)) {
        const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as Partial<Migration>;
        if (!module.up) throw new Error(`${file} exports no function named up.`);
        migrations[file.slice(0, -'.ts'.length)] = { up: module.up };
      }
      return migrations;
    },
  };
}
