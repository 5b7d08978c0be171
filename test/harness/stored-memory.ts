// Snapshots of everything that a site stores, to prove that a rejected request changed nothing.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestApp } from './harness.ts';

/** Changes since the snapshot, as table names and file paths. */
export type Changed = () => Promise<string[]>;

/** Identifies the database state that a new transaction sees. If two results are equal, no row in any table has changed. */
const SNAPSHOT = 'select pg_current_snapshot()::text as snapshot';

type Snapshot = { snapshot: string };
type Table = { name: string; rows: string; content: string | null };

/** Names of all files and folders below a folder. Much faster than a recursive readdirSync, which examines each entry again. */
const namesBelow = (folder: string, above = ''): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${above}${entry.name}`;
    return entry.isDirectory() ? [name, ...namesBelow(join(folder, entry.name), `${name}/`)] : [name];
  });

const differences = <T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort();

const asNames = (names: readonly string[]): Map<string, true> => new Map(names.map((name) => [name, true]));

/**
 * Takes snapshots of a site. Compares all rows and file names except counters of attempts, which also count rejected ones.
 *
 * A snapshot is an open transaction that keeps seeing the old rows. Rows are only compared if something may have changed. As long
 * as a new transaction's snapshot equals the held one, no transaction has committed in between. (Only TRUNCATE is visible to
 * older transactions, but the site's role is not allowed to use it.) Taking another snapshot replaces the previous one.
 */
export async function openMemory(test: TestApp) {
  const held = new pg.Client(test.database.connection);
  await held.connect();
  const { rows: tables } = await held.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_counters' order by 1",
  );
  // Prepared once, because planning this query takes longer than running it.
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
    // Views and ad impressions may still be buffered in memory.
    await test.app.views.flush();
    await test.app.threadViews.flush();
    await test.app.ads.flush();
    // Server measurements may still be pending.
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
