// Remembers all that a site has stored, to show that a request which was refused has changed none of it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestApp } from './harness.ts';

/** What has changed since it was remembered: names of tables, and paths of files. */
export type Changed = () => Promise<string[]>;

/** What the database shows to a transaction that begins now: where two are equal, every row of every table is the same. */
const SNAPSHOT = 'select pg_current_snapshot()::text as snapshot';

type Snapshot = { snapshot: string };
type Table = { name: string; rows: string; content: string | null };

/** Names of everything below a folder; much quicker than readdirSync with `recursive`, which asks about each name again. */
const namesBelow = (folder: string, above = ''): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${above}${entry.name}`;
    return entry.isDirectory() ? [name, ...namesBelow(join(folder, entry.name), `${name}/`)] : [name];
  });

const differences = <T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort();

const asNames = (names: readonly string[]): Map<string, true> => new Map(names.map((name) => [name, true]));

/**
 * Opens a memory of a site. It compares every row and every name of a file, except counters of attempts: counting a refused
 * attempt is what they are for.
 *
 * To remember is to hold a transaction open that goes on seeing the rows as they were. Rows are only read when there may be a
 * difference: while the snapshot of a new transaction equals the held one, nothing has been committed in between, by anybody.
 * (TRUNCATE alone is seen by older transactions too, and the site's role has no right to it.) One memory is held at a time; the
 * next one ends it.
 */
export async function openMemory(test: TestApp) {
  const held = new pg.Client(test.database.connection);
  await held.connect();
  const { rows: tables } = await held.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_counters' order by 1",
  );
  // Prepared once: to plan it takes longer than to answer it.
  const everyRow = {
    name: 'every-row',
    text: tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) as rows, sum(hashtextextended(t::text, 0)) as content from "${name}" t`,
      )
      .join(' union all '),
  };
  const rowsOf = async (client: pg.Client | pg.Pool): Promise<Map<string, string>> => {
    const { rows } = await client.query<Table>(everyRow);
    return new Map(rows.map(({ name, rows: count, content }) => [name, `${count} ${content}`]));
  };
  const files = (): Map<string, true> => asNames(namesBelow(join(test.folder, 'files')));

  const settle = async (): Promise<void> => {
    // Views and what was seen of advertisements may still wait in memory.
    await test.app.views.flush();
    await test.app.threadViews.flush();
    await test.app.ads.flush();
    // … and what was seen of servers.
    await test.app.watch.settled();
  };

  const remember = async (): Promise<Changed> => {
    await settle();
    await held.query('rollback');
    await held.query('begin isolation level repeatable read read only');
    const { rows: before } = await held.query<Snapshot>(SNAPSHOT);
    const filesBefore = files();
    return async () => {
      await settle();
      const { rows: after } = await test.deps.pool.query<Snapshot>(SNAPSHOT);
      const changedFiles = differences(filesBefore, files());
      if (before[0]?.snapshot === after[0]?.snapshot) return changedFiles;
      return [...differences(await rowsOf(held), await rowsOf(test.deps.pool)), ...changedFiles];
    };
  };

  return { remember, close: () => held.end() };
}
