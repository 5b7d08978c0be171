// Brings a database up to date from db/migrations: forward only, each file once, one process at a time.

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

/** A test compares what it finds with what a migrated database has. */
const MAKES_TABLE = /\bcreate table (?:if not exists )?([a-z_][a-z0-9_]*)/gi;
const NAME_PATTERN = /^\d{12}-[a-z0-9-]+\.ts$/;

/** Shorter than a request's statements may take: what queues up behind a migration that waits is served afterwards. */
const LOCK_WAIT_MS = 2000;
const STATEMENT_LIMIT_MS = 30 * 60_000;
/** With pauses that grow to five seconds about a minute and a half in all. */
const ATTEMPTS = 15;
const LAST_PAUSE_MS = 5000;
const LOCK_NOT_AVAILABLE = '55P03';

/** What a process says that may not migrate. */
export const BEHIND =
  'it is older than this version, and the role of DATABASE_URL may not migrate it: run `npm run migrate` with DATABASE_OWNER_URL, then start again';

export type MigrateOptions = {
  folder?: string | undefined;
  /** These alone, by name: how a database comes to the form that a backup was made in. */
  only?: readonly string[] | undefined;
  /** Goes on with a database that a newer version has migrated. */
  acceptNewer?: boolean | undefined;
  attempts?: number | undefined;
  log?: { info(details: object, message: string): void } | undefined;
};

/**
 * Applies the migrations that the database lacks, all in one transaction; a second process waits for the first. For a lock that
 * others hold it waits two seconds and lets go of all, so that the site of before goes on, then tries again, so many times.
 * @returns the names of those applied, in order
 * @throws one sentence that names the migration and PostgreSQL's reason, or what the database has that this code does not know;
 *   nothing is applied then
 */
export async function migrateToLatest(db: Kysely<DB>, options: MigrateOptions = {}): Promise<string[]> {
  if (!(await mustMigrate(db, options))) return [];
  return withoutTimeouts(db, async (own) => {
    // Without a limit of its own: whoever has the turn is limited.
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

/** For a role that may not migrate. @throws one sentence when the database is older than the code, or newer as for migrations */
export async function requireMigrated(db: Kysely<DB>, options: MigrateOptions = {}): Promise<void> {
  if (await mustMigrate(db, options)) throw new Error(BEHIND);
}

/** @throws one sentence when the database predates the baseline, or is newer than the code and that is not accepted */
async function mustMigrate(db: Kysely<DB>, options: MigrateOptions): Promise<boolean> {
  await refuseBeforeBaseline(await appliedMigrations(db), options.folder);
  const pending = (await pendingMigrations(db, options)).length > 0;
  const unknown = await unknownMigrations(db, options);
  if (unknown.length === 0 || (options.acceptNewer && !pending)) return pending;
  throw new Error(
    `The database was migrated by a newer version of this site (it has ${unknown.at(-1)}, which this version does not know): start that version, restore a backup of before it into an empty database, or set NEWER_DATABASE=accept if its notes say that this version works with it.`,
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
    log?.info({ migration: failed, attempt }, 'A migration waits for a table that another transaction holds');
    await sleep(Math.min(attempt * 1000, LAST_PAUSE_MS));
  }
}

type Holder = { pid: number; transaction: string; name: string };

/** Whose transactions hold tables, and did so at every try before. */
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
  return `another transaction holds a table that it has to change${named ? `: ${named} of the database` : ''}; nothing was changed, start again when it has ended`;
};

/** The names of the migrations that lie in the folder at this moment and the database lacks. */
export async function pendingMigrations(db: Kysely<DB>, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await migratorFor(db, options).getMigrations();
  return migrations.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/** Which of these migrations the database lacks; one small query, for /readyz. */
export async function lackedMigrations(db: Kysely<DB>, names: readonly string[]): Promise<string[]> {
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const has = new Set(applied.rows.map(({ name }) => name));
  return names.filter((name) => !has.has(name));
}

/** The names of the migrations that this code brings, in order, as they lie in the folder at this moment. */
export async function listMigrationNames(folder?: string): Promise<string[]> {
  return (await listMigrationFiles(folder)).map(nameOfFile);
}

/**
 * The names of all tables that migrations of this code have ever made, by their own text: whatever else lies in the database
 * belongs to other programs.
 */
export async function listOwnTables(folder: string = MIGRATIONS_FOLDER): Promise<Set<string>> {
  const texts = await Promise.all(
    (await listMigrationFiles(folder)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  return new Set(texts.flatMap((text) => [...text.matchAll(MAKES_TABLE)].map(([, name = '']) => name)));
}

/** The names of the migrations that the database has, in order; none when it has never been migrated. */
export async function appliedMigrations(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/** The names of the migrations that the database has and this code does not know, in order: a newer version was here. */
export async function unknownMigrations(db: Kysely<DB>, options: MigrateOptions = {}): Promise<string[]> {
  const known = new Set(await listMigrationNames(options.folder));
  return (await appliedMigrations(db)).filter((name) => !known.has(name));
}

/**
 * Whether a database or backup with these migrations was made before the baseline, the migrations of the first release: it has
 * none that this code knows. One of a newer version has all of them, because a landed migration is never edited or deleted.
 */
export async function predatesBaseline(applied: readonly string[], folder?: string): Promise<boolean> {
  const known = new Set(await listMigrationNames(folder));
  return applied.length > 0 && !applied.some((name) => known.has(name));
}

/** @throws one sentence when a database with these migrations was made before the baseline */
export async function refuseBeforeBaseline(applied: readonly string[], folder?: string): Promise<void> {
  if (await predatesBaseline(applied, folder))
    throw new Error(
      `The database was created before the first release (it has ${applied.at(-1)}) and cannot be upgraded: start with an empty DATA_DIR (or an empty database in DATABASE_URL), or run the version that created it; nothing was changed.`,
    );
}

const nameOfFile = (file: string): string => file.slice(0, -'.ts'.length);

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

function migratorFor(db: Kysely<DB>, options: MigrateOptions): Migrator {
  // Branches land in any order, so an older date may arrive after a newer one.
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
