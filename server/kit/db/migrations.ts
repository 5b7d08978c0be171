// Migrates a database with the files in db/migrations: forward only, each file once, one process at a time.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { DB } from '#db/types.ts';
import { withoutTimeouts } from './db.ts';
import { LOCKS } from './locks.ts';

export const MIGRATIONS_FOLDER: string = fileURLToPath(new URL('../../../db/migrations/', import.meta.url));

/** Finds the names of the tables that migrations create. A test compares them with a migrated database. */
const MAKES_TABLE = /\bcreate table (?:if not exists )?([a-z_][a-z0-9_]*)/gi;
const NAME_PATTERN = /^\d{12}-[a-z0-9-]+\.ts$/;

/** Shorter than the statement timeout of requests, so that requests queued behind a waiting migration are still served. */
const LOCK_WAIT_MS = 2000;
const STATEMENT_LIMIT_MS = 30 * 60_000;
/** With pauses that grow to five seconds, all attempts take about a minute and a half. */
const ATTEMPTS = 15;
const LAST_PAUSE_MS = 5000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Error message for a process that may not migrate. */
export const BEHIND =
  'it is older than this version, but the role of DATABASE_URL may not migrate it: run `npm run migrate` with DATABASE_OWNER_URL, then start again';

export type MigrateOptions = {
  folder?: string | undefined;
  /** If given, only these migrations are applied, to bring a database to the schema that a backup was made with. */
  only?: readonly string[] | undefined;
  /** Continue with a database that a newer version has migrated. */
  acceptNewer?: boolean | undefined;
  attempts?: number | undefined;
  log?: { info(details: object, message: string): void } | undefined;
};

/**
 * Applies the missing migrations in one transaction; a second process waits for the first. If the transaction cannot get a lock
 * within two seconds, it is rolled back so that the old version can continue, and tried again, up to `attempts` times.
 * @returns the names of the applied migrations, in order
 * @throws Error with a sentence that names the migration and PostgreSQL's reason, or says why this code cannot use the database;
 *   nothing is applied in that case
 */
export async function migrateToLatest(db: Kysely<DB>, options: MigrateOptions = {}): Promise<string[]> {
  if (!(await mustMigrate(db, options))) return [];
  return withoutTimeouts(db, async (own) => {
    // This wait needs no timeout, because the process that holds the lock has one.
    await sql`select pg_advisory_lock(${LOCKS.migrations})`.execute(own);
    try {
      await sql`select set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, false),
        set_config('statement_timeout', ${String(STATEMENT_LIMIT_MS)}, false)`.execute(own);
      return (await mustMigrate(own, options)) ? await migrateInTurns(own, options) : [];
    } finally {
      await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false),
        pg_advisory_unlock(${LOCKS.migrations})`
        .execute(own)
        .catch(() => {});
    }
  });
}

/**
 * Checks a database for a role that may not migrate it. @throws Error(BEHIND) if migrations are pending; also the errors of
 * `mustMigrate`
 */
export async function requireMigrated(db: Kysely<DB>, options: MigrateOptions = {}): Promise<void> {
  if (await mustMigrate(db, options)) throw new Error(BEHIND);
}

/**
 * Whether migrations are pending. @throws Error if the database predates the baseline, or is newer than this code and not
 * accepted
 */
async function mustMigrate(db: Kysely<DB>, options: MigrateOptions): Promise<boolean> {
  await refuseBeforeBaseline(await appliedMigrations(db), options.folder);
  const pending = (await pendingMigrations(db, options)).length > 0;
  const unknown = await unknownMigrations(db, options);
  if (unknown.length === 0 || (options.acceptNewer && !pending)) return pending;
  throw new Error(
    `The database was migrated by a newer version of this site (it has ${unknown.at(-1)}, which this version does not know): start that version, restore an earlier backup into an empty database, or set NEWER_DATABASE=accept if its release notes say that this version works with it.`,
  );
}

async function migrateInTurns(db: Kysely<DB>, options: MigrateOptions): Promise<string[]> {
  const { attempts = ATTEMPTS, log } = options;
  let holders: Holder[] | null = null;
  for (let attempt = 1; ; attempt++) {
    const { error, results = [] } = await migratorFor(db, options).migrateToLatest();
    if (!error) return results.map((result) => result.migrationName);
    const failed = results.find((result) => result.status === 'Error')?.migrationName;
    const isHeld = (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
    if (isHeld) holders = await findHolders(db, holders);
    if (!isHeld || attempt >= attempts) {
      const reason = isHeld ? describeHolders(holders ?? []) : error instanceof Error ? error.message : String(error);
      throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}: ${reason}`, { cause: error });
    }
    log?.info({ migration: failed, attempt }, 'A migration is waiting for a table locked by another transaction');
    await sleep(Math.min(attempt * 1000, LAST_PAUSE_MS));
  }
}

type Holder = { pid: number; transaction: string; name: string };

/** Transactions that hold table locks now and already held them at every earlier attempt. */
async function findHolders(db: Kysely<DB>, before: readonly Holder[] | null): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select distinct l.pid, l.virtualtransaction as transaction, a.application_name as name
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.granted and l.locktype = 'relation' and l.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())`.execute(db);
  return before ? rows.filter((row) => before.some((other) => other.transaction === row.transaction)) : rows;
}

const describeHolders = (holders: readonly Holder[]): string => {
  const named = holders.map(({ pid, name }) => `process ${pid}${name ? ` (${name})` : ''}`).join(', ');
  return `another transaction has locked a table that the migration must change${named ? `: ${named} of the database` : ''}; nothing was changed, start again once it has ended`;
};

/** Names of the migrations in the folder that have not been applied to the database. */
export async function pendingMigrations(db: Kysely<DB>, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await migratorFor(db, options).getMigrations();
  return migrations.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/** Which of these migrations have not been applied to the database. Runs only one small query, because /readyz uses it. */
export async function lackedMigrations(db: Kysely<DB>, names: readonly string[]): Promise<string[]> {
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const has = new Set(applied.rows.map(({ name }) => name));
  return names.filter((name) => !has.has(name));
}

/** Names of the migrations currently in the folder, in order. */
export async function listMigrationNames(folder?: string): Promise<string[]> {
  return (await listMigrationFiles(folder)).map(nameOfFile);
}

/**
 * Names of all tables that this code's migrations ever created, according to their text. Anything else in the database belongs
 * to other programs.
 */
export async function listOwnTables(folder: string = MIGRATIONS_FOLDER): Promise<Set<string>> {
  const texts = await Promise.all(
    (await listMigrationFiles(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  return new Set(texts.flatMap((text) => [...text.matchAll(MAKES_TABLE)].map(([, name = '']) => name)));
}

/** Names of the applied migrations, in order; empty when the database was never migrated. */
export async function appliedMigrations(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/** Names of applied migrations that this code does not know, in order: a newer version has migrated the database. */
export async function unknownMigrations(db: Kysely<DB>, options: MigrateOptions = {}): Promise<string[]> {
  const known = new Set(await listMigrationNames(options.folder));
  return (await appliedMigrations(db)).filter((name) => !known.has(name));
}

/**
 * Whether a database or backup with these migrations predates the baseline (the migrations of the first release): it contains no
 * migration that this code knows. A database or backup from a newer version contains every migration that this code knows,
 * because released migrations are never edited or deleted.
 */
export async function predatesBaseline(applied: readonly string[], folder?: string): Promise<boolean> {
  const known = new Set(await listMigrationNames(folder));
  return applied.length > 0 && !applied.some((name) => known.has(name));
}

/** @throws Error with a sentence if a database with these migrations predates the baseline */
export async function refuseBeforeBaseline(applied: readonly string[], folder?: string): Promise<void> {
  if (await predatesBaseline(applied, folder))
    throw new Error(
      `The database was created before the first release (it has ${applied.at(-1)}) and cannot be upgraded: start with an empty DATA_DIR (or an empty database in DATABASE_URL), or run the version that created it; nothing was changed.`,
    );
}

const nameOfFile = (file: string): string => file.slice(0, -'.ts'.length);

/** File names of the migrations, in order. A file with an invalid name is an error, so that none is skipped by mistake. */
export async function listMigrationFiles(folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const wrong = files.find((file) => !NAME_PATTERN.test(file));
  if (wrong) throw new Error(`${wrong} in ${folder} must be named YYYYMMDDHHMM-feature-what.ts.`);
  return files;
}

/** SHA-256 of each migration by file name, to compare with db/migrations/hashes.json: a released migration never changes. */
export async function hashMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Record<string, string>> {
  const entries = (await listMigrationFiles(folder)).map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(folder, file)));
    return [file, hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function migratorFor(db: Kysely<DB>, options: MigrateOptions): Migrator {
  // Branches are merged in any order, so a migration with an older date may arrive after a newer one.
  return new Migrator({ db, provider: fileProvider(options), allowUnorderedMigrations: true });
}

function fileProvider({ folder = MIGRATIONS_FOLDER, only }: MigrateOptions): MigrationProvider {
  return {
    async getMigrations() {
      const migrations: Record<string, Migration> = {};
      for (const file of await listMigrationFiles(folder)) {
        if (only && !only.includes(nameOfFile(file))) continue;
        const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as Partial<Migration>;
        if (!module.up) throw new Error(`${file} exports no function named up.`);
        migrations[nameOfFile(file)] = { up: module.up };
      }
      return migrations;
    },
  };
}
