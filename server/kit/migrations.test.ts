import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase } from '#test/postgres.ts';
import { type Database, openDatabase } from './db.ts';
import { hashMigrations, listMigrationFiles, migrateToLatest, pendingMigrations } from './migrations.ts';

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

// A migration that runs one statement, with nothing to import from a temporary folder.
async function write(name: string, statement: string): Promise<string> {
  const text = `export async function up(db) {
    await db.getExecutor().executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' } }, { queryId: 'x' });
  }`;
  await writeFile(join(folder, `${name}.ts`), text);
  return name;
}

it('applies what is missing, also of an older date, and says what is pending', async () => {
  const later = await write('202601020000-forum-threads', 'create table threads (id int)');
  expect(await pendingMigrations(database.db, { folder })).toEqual([later]);
  expect(await migrateToLatest(database.db, { folder })).toEqual([later]);
  const earlier = await write('202601010000-forum-posts', 'create table posts (id int)');
  expect(await pendingMigrations(database.db, { folder })).toEqual([earlier]);
  expect(await migrateToLatest(database.db, { folder })).toEqual([earlier]);
  expect(await migrateToLatest(database.db, { folder })).toEqual([]);
  expect(await pendingMigrations(database.db, { folder })).toEqual([]);
});

it('names the migration that fails and applies none', async () => {
  await write('202601010000-forum-good', 'create table good (id int)');
  await write('202601020000-forum-bad', 'create table bad (id nonsense)');
  await expect(migrateToLatest(database.db, { folder })).rejects.toThrow(
    /^The database could not be migrated \(202601020000-forum-bad\): type "nonsense" does not exist$/,
  );
  const { rows } = await sql<{ found: string | null }>`select to_regclass('good')::text as found`.execute(database.db);
  expect(rows).toEqual([{ found: null }]);
});

it('may take longer than a statement of a request, and a second process waits for it', async () => {
  const name = await write('202601010000-forum-slow', 'create table slow as select pg_sleep(1.2)::text');
  const second = openDatabase(own.connection, { statementTimeoutMs: 500 });
  const applied = await Promise.all([migrateToLatest(database.db, { folder }), migrateToLatest(second.db, { folder })]);
  await second.close();
  expect(applied.flat()).toEqual([name]);
});

it('passes over no file: a wrong name or one without up is an error', async () => {
  await writeFile(join(folder, 'readme.md'), '');
  await writeFile(join(folder, '202601010000-forum-empty.ts'), 'export {};');
  await expect(migrateToLatest(database.db, { folder })).rejects.toThrow('exports no function named up');
  await writeFile(join(folder, 'Oops.ts'), '');
  await expect(listMigrationFiles(folder)).rejects.toThrow('Oops.ts');
});

it('hashes every file by its bytes', async () => {
  await writeFile(join(folder, '202601010000-forum-empty.ts'), '');
  expect(await hashMigrations(folder)).toEqual({
    '202601010000-forum-empty.ts': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  });
});
