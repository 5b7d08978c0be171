import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReadiness } from '#server/kit/ops/health.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { type Database, openDatabase } from './db.ts';
import {
  appliedMigrations,
  hashMigrations,
  listMigrationFiles,
  listMigrationNames,
  listOwnTables,
  migrateToLatest,
  pendingMigrations,
  requireMigrated,
  unknownMigrations,
} from './migrations.ts';

let own: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;
let folder: string;

beforeAll(async () => {
  own = await createDatabase({ empty: true });
  database = openDatabase(own.connection, { statementTimeoutMs: 500 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  folder = await mkdtemp(join(tmpdir(), 'helix-migrations-'));
  return () => rm(folder, { recursive: true });
});

// Writes a migration that runs one statement. It has no imports, so that it works from a temporary folder.
async function write(name: string, statement: string): Promise<string> {
  const text = `export async function up(db) {
    await db.getExecutor().executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' } }, { queryId: 'x' });
  }`;
  await writeFile(join(folder, `${name}.ts`), text);
  return name;
}

it('applies missing migrations, including older dates, and lists pending ones', async () => {
  const later = await write('202601020000-forum-threads', 'create table threads (id int)');
  expect(await pendingMigrations(database.db, { folder })).toEqual([later]);
  expect(await migrateToLatest(database.db, { folder })).toEqual([later]);
  const earlier = await write('202601010000-forum-posts', 'create table posts (id int)');
  expect(await pendingMigrations(database.db, { folder })).toEqual([earlier]);
  expect(await migrateToLatest(database.db, { folder })).toEqual([earlier]);
  expect(await migrateToLatest(database.db, { folder })).toEqual([]);
  expect(await pendingMigrations(database.db, { folder })).toEqual([]);
});

it('ignores migrations added after the process started in its readiness check', async () => {
  const first = await write('202601010000-forum-threads', 'create table threads (id int)');
  await migrateToLatest(database.db, { folder });
  const storage = createDiskStorage(join(folder, 'files'));
  const readiness = createReadiness({ db: database.db, storage, log: console }, listMigrationNames(folder));
  expect(await readiness.findTrouble()).toBeNull();
  await write('202601020000-forum-later', 'create table later (id int)');
  expect(await pendingMigrations(database.db, { folder })).toHaveLength(1);
  expect(await readiness.findTrouble()).toBeNull();
  await sql`delete from kysely_migration where name = ${first}`.execute(database.db);
  expect(await readiness.findTrouble()).toBe('migrations');
});

it('is not ready while the disk of the embedded database is full', async () => {
  await write('202601010000-forum-threads', 'create table threads (id int)');
  await migrateToLatest(database.db, { folder });
  let room = 0;
  const storage = createDiskStorage(join(folder, 'files'));
  const deps = { db: database.db, storage, log: { warn() {} } };
  const readiness = createReadiness(deps, [], async () => room);
  expect(await readiness.findTrouble()).toBe('disk');
  room = 100_000_000;
  expect(await readiness.findTrouble()).toBeNull();
  const unreadable = createReadiness(deps, [], () => Promise.reject(new Error('no such folder')));
  expect(await unreadable.findTrouble()).toBe('database');
});

it('derives the name of every table from the text of the migrations', async () => {
  const migrated = await createDatabase();
  const client = new pg.Client(migrated.ownerConnection);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not like 'kysely%' order by 1`,
    );
    const own = await listOwnTables();
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.map(({ name }) => name).filter((name) => !own.has(name))).toEqual([]);
  } finally {
    await client.end();
    await migrated.drop();
  }
});

it('names the failing migration and applies none', async () => {
  await write('202601010000-forum-good', 'create table good (id int)');
  await write('202601020000-forum-bad', 'create table bad (id nonsense)');
  await expect(migrateToLatest(database.db, { folder })).rejects.toThrow(
    /^The database could not be migrated \(202601020000-forum-bad\): type "nonsense" does not exist$/,
  );
  const { rows } = await sql<{ found: string | null }>`select to_regclass('good')::text as found`.execute(database.db);
  expect(rows).toEqual([{ found: null }]);
});

it('may take longer than the statement timeout of requests, and a second process waits', async () => {
  const name = await write('202601010000-forum-slow', 'create table slow as select pg_sleep(1.2)::text');
  const second = openDatabase(own.connection, { statementTimeoutMs: 500 });
  const applied = await Promise.all([migrateToLatest(database.db, { folder }), migrateToLatest(second.db, { folder })]);
  await second.close();
  expect(applied.flat()).toEqual([name]);
});

describe('on a database in use', () => {
  const others: Database[] = [];
  const open = (name: string): Database => {
    const opened = openDatabase({ ...own.connection, application_name: name }, { statementTimeoutMs: 5000 });
    others.push(opened);
    return opened;
  };
  afterEach(async () => {
    for (const opened of others.splice(0)) await opened.close();
  });

  it('waits for a long reader only briefly per attempt, while the old version keeps working', {
    timeout: 30_000,
  }, async () => {
    await sql`create table read_long (id int)`.execute(database.db);
    const name = await write('202601010000-forum-column', 'alter table read_long add column title text');
    const reader = await open('a long report').pool.connect();
    await reader.query('begin');
    await reader.query('select * from read_long');
    const begun = Date.now();
    const migrating = migrateToLatest(database.db, { folder, attempts: 2 });
    migrating.catch(() => {});
    // Queries of the old version wait behind the migration for at most two seconds.
    const site = open('the old version');
    const waits: number[] = [];
    while (Date.now() - begun < 4000) {
      const asked = Date.now();
      await site.pool.query('insert into read_long values (1)');
      waits.push(Date.now() - asked);
    }
    await expect(migrating).rejects.toThrow(
      /^The database could not be migrated \(202601010000-forum-column\): another transaction has locked a table that the migration must change: process \d+ \(a long report\) of the database; nothing was changed, start again once it has ended$/,
    );
    expect(waits.length).toBeGreaterThan(1);
    expect(Math.max(...waits)).toBeLessThan(4000);
    expect(await pendingMigrations(database.db, { folder })).toEqual([name]);
    await reader.query('commit');
    reader.release();
    expect(await migrateToLatest(database.db, { folder, attempts: 2 })).toEqual([name]);
  });

  it('is applied once the reader ends between two attempts', async () => {
    await sql`create table read_short (id int)`.execute(database.db);
    const name = await write('202601010000-forum-short', 'alter table read_short add column title text');
    const reader = await open('a short report').pool.connect();
    await reader.query('begin');
    await reader.query('select * from read_short');
    const tries: object[] = [];
    const log = {
      info(details: object) {
        tries.push(details);
        void reader.query('commit').then(() => reader.release());
      },
    };
    expect(await migrateToLatest(database.db, { folder, log })).toEqual([name]);
    expect(tries).toEqual([{ migration: name, attempt: 1 }]);
  });

  it('needs no lock when nothing is pending', async () => {
    await write('202601010000-forum-done', 'create table done (id int)');
    await migrateToLatest(database.db, { folder });
    const other = await open('another start').pool.connect();
    await other.query('select pg_advisory_lock(712042)');
    expect(await migrateToLatest(database.db, { folder })).toEqual([]);
    other.release(true);
  });
});

it('rejects a database newer than the code unless that is accepted', async () => {
  const known = await write('202601010000-forum-known', 'create table known (id int)');
  const later = await write('202601020000-forum-later', 'create table later (id int)');
  await migrateToLatest(database.db, { folder });
  await rm(join(folder, `${later}.ts`));
  expect(await unknownMigrations(database.db, { folder })).toEqual([later]);
  await expect(migrateToLatest(database.db, { folder })).rejects.toThrow(
    /^The database was migrated by a newer version of this site \(it has 202601020000-forum-later, .*NEWER_DATABASE=accept/,
  );
  expect(await migrateToLatest(database.db, { folder, acceptNewer: true })).toEqual([]);
  // Each version now has a migration that the other lacks, so neither can use the other's database.
  await write('202601030000-forum-apart', 'create table apart (id int)');
  await expect(migrateToLatest(database.db, { folder, acceptNewer: true })).rejects.toThrow(/newer version/);
  expect(known).toBeTruthy();
});

it('rejects a database from before the baseline and leaves it unchanged', async () => {
  const old = [
    await write('202601010000-forum-old', 'create table old (id int)'),
    await write('202712010000-forum-odd', 'create table odd (id int)'),
  ];
  await migrateToLatest(database.db, { folder });
  for (const name of old) await rm(join(folder, `${name}.ts`));
  await write('202601020000-forum-baseline', 'create table baseline (id int)');
  const refusal =
    /^The database was created before the first release \(it has 202712010000-forum-odd\) and cannot be upgraded: start with an empty DATA_DIR .*; nothing was changed\.$/;
  await expect(migrateToLatest(database.db, { folder })).rejects.toThrow(refusal);
  await expect(migrateToLatest(database.db, { folder, acceptNewer: true })).rejects.toThrow(refusal);
  await expect(requireMigrated(database.db, { folder })).rejects.toThrow(refusal);
  expect(await appliedMigrations(database.db)).toEqual(old);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(
    database.db,
  );
  expect(rows.map(({ name }) => name)).toEqual(['odd', 'old']);
});

it('applies only the named ones, for a backup of an older version', async () => {
  const first = await write('202601010000-forum-first', 'create table first (id int)');
  const second = await write('202601020000-forum-second', 'create table second (id int)');
  expect(await migrateToLatest(database.db, { folder, only: [first] })).toEqual([first]);
  expect(await migrateToLatest(database.db, { folder })).toEqual([second]);
});

it('rejects files with a wrong name or without an up function', async () => {
  await writeFile(join(folder, 'readme.md'), '');
  await writeFile(join(folder, '202601010000-forum-empty.ts'), 'export {};');
  await expect(migrateToLatest(database.db, { folder })).rejects.toThrow('exports no function named up');
  await writeFile(join(folder, 'Oops.ts'), '');
  await expect(listMigrationFiles(folder)).rejects.toThrow('Oops.ts');
});

it('hashes every file by its content', async () => {
  await writeFile(join(folder, '202601010000-forum-empty.ts'), '');
  expect(await hashMigrations(folder)).toEqual({
    '202601010000-forum-empty.ts': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  });
});
