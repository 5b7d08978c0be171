/**
 * Copies the content of a database, table by table, from one snapshot into another database. Tables are only created by the
 * migrations, never by this module.
 */
import pg from 'pg';
import { copyIn, copyOut } from './copy-stream.ts';
import { LOCKS } from './locks.ts';
import { listMigrationNames, listOwnTables } from './migrations.ts';

type Connection = pg.ClientConfig | { connectionString: string };

/** A table and its stored columns; generated columns are left out. */
export type TableShape = {
  schema: string;
  name: string;
  columns: string[];
};

/** State of a sequence. `last` is the last value used if `isCalled`, and the next value otherwise. */
export type SequencePlace = {
  schema: string;
  name: string;
  last: string;
  isCalled: boolean;
};

/** Version information of a database. */
export type DatabaseFacts = {
  /** For example `18.4`. */
  postgres: string;
  /** Applied migrations, in order. */
  migrations: string[];
  /** Schema version of the job queue's tables. */
  queue: number;
};

export interface Snapshot extends DatabaseFacts {
  tables: TableShape[];
  /** Tables of other programs in the same schema. */
  others: TableShape[];
  /** Rows of a table in COPY's text format. One table at a time. */
  readTable(table: TableShape): { stream: AsyncIterable<Buffer>; rows(): number };
  /** Result of a query, one line per row. */
  readQuery(query: string): AsyncIterable<Buffer>;
  sequences(): Promise<SequencePlace[]>;
}

const PLACES = `n.nspname in ('public', 'graphile_worker')`;
/** Not copied, because migrating the other database fills these tables. */
const LEFT_OUT = ['public.kysely_migration', 'public.kysely_migration_lock', 'graphile_worker.migrations'];
/** Not copied, because outgoing mail contains addresses and (sealed) links that grant access to accounts. */
const KEPT_BACK = ['public.mail_outbox'];
// The settings that pg_dump uses, so that every later version reads the output identically and no policy silently hides rows.
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set row_security = off;
  set datestyle = iso; set intervalstyle = postgres; set extra_float_digits = 3; set client_encoding = utf8`;

const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const columnsOf = ({ columns }: TableShape): string => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Connects for long-running work, with no statement timeout and a visible application name. */
export async function connectForCopy(connection: Connection, name: string): Promise<pg.Client> {
  // Pass the object itself, because copies of pool options lack the password, which pg hides.
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  await client.query(SESSION);
  await client.query(`set application_name = ${pg.escapeLiteral(name)}`);
  return client;
}

/** Locks a backup location and returns a function that unlocks it; null when another backup holds the lock. */
export async function lockBackupPlace(connection: Connection, place: string): Promise<(() => Promise<void>) | null> {
  const client = await connectForCopy(connection, 'helix backup');
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [
    LOCKS.backups,
    place,
  ]);
  if (rows[0]?.held) return () => client.end();
  await client.end();
  return null;
}

/** The site's tables, and the tables that other programs have added to the same schema. */
const listTables = async (client: pg.ClientBase): Promise<{ own: TableShape[]; others: TableShape[] }> => {
  const [known, own] = [await listMigrationNames(), await listOwnTables()];
  // If a newer version has migrated the database, this code cannot tell which tables belong to the site, so it includes all of
  // them.
  const isNewer = (await readFacts(client)).migrations.some((name) => !known.includes(name));
  const isOwn = ({ schema, name }: TableShape): boolean => isNewer || schema !== 'public' || own.has(name);
  const all = (await listAllTables(client)).filter((table) => !KEPT_BACK.includes(plainName(table)));
  return { own: all.filter(isOwn), others: all.filter((table) => !isOwn(table)) };
};

const listAllTables = async (client: pg.ClientBase): Promise<TableShape[]> => {
  const { rows } = await client.query<TableShape>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where ${PLACES} and c.relkind = 'r' and c.relpersistence <> 't' and n.nspname || '.' || c.relname <> all($1)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by n.nspname collate "C" desc, c.relname collate "C"`,
    [LEFT_OUT],
  );
  return rows;
};

/** Unescaped qualified name, for statements that take a list of names. */
const plainName = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;

/** Sequences used by columns of these tables. */
const listSequences = async (client: pg.ClientBase, tables: readonly TableShape[]): Promise<SequencePlace[]> => {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${PLACES} and c.relkind = 'S' and (n.nspname <> 'public' or exists (
       select from pg_depend d join pg_class t on t.oid = d.refobjid join pg_namespace tn on tn.oid = t.relnamespace
       where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.objid = c.oid
         and d.deptype in ('a', 'i') and tn.nspname || '.' || t.relname = any($1)))
     order by 1, 2`,
    [tables.map(plainName)],
  );
  const places: SequencePlace[] = [];
  for (const { schema, name } of rows) {
    const found = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${nameOf({ schema, name })}`,
    );
    if (found.rows[0]) places.push({ schema, name, ...found.rows[0] });
  }
  return places;
};

/** Version information of a database; tables that do not exist yet count as empty. */
export async function readFacts(client: pg.ClientBase): Promise<DatabaseFacts> {
  const { rows } = await client.query<{ postgres: string; kysely: boolean; queue: boolean }>(
    `select split_part(current_setting('server_version'), ' ', 1) as postgres,
       to_regclass('public.kysely_migration') is not null as kysely,
       to_regclass('graphile_worker.migrations') is not null as queue`,
  );
  const has = rows[0] ?? { postgres: '', kysely: false, queue: false };
  const migrations = has.kysely
    ? (await client.query<{ name: string }>('select name from public.kysely_migration order by name collate "C"')).rows
    : [];
  const queue = has.queue
    ? (await client.query<{ id: number }>('select coalesce(max(id), 0)::int as id from graphile_worker.migrations'))
        .rows
    : [];
  return { postgres: has.postgres, migrations: migrations.map(({ name }) => name), queue: queue[0]?.id ?? 0 };
}

/**
 * Runs a function on a consistent snapshot of a database while other sessions keep writing.
 * @param connection connects as the owner of the tables
 * @throws when the schema changes in the meantime
 */
export async function withSnapshot<T>(connection: Connection, run: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await connectForCopy(connection, 'helix backup');
  try {
    await client.query(`set lock_timeout = '30s'`);
    const { own: tables, others } = await listTables(client);
    await client.query('begin isolation level repeatable read, read only');
    // Lock the tables before taking the snapshot. Otherwise, a table that is truncated or altered afterwards would be read in its
    // new state.
    if (tables.length > 0) await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
    const facts = await readFacts(client);
    if (JSON.stringify((await listTables(client)).own) !== JSON.stringify(tables))
      throw new Error('the database is being migrated right now: try again');
    const result = await run({
      ...facts,
      tables,
      others,
      readTable: (table) => copyOut(client, `copy ${nameOf(table)} (${columnsOf(table)}) to stdout`),
      readQuery: (query) => copyOut(client, `copy (${query}) to stdout`).stream,
      sequences: () => listSequences(client, tables),
    });
    await client.query('commit');
    return result;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the database contains any data, including the starter content. */
export async function hasContent(client: pg.ClientBase): Promise<boolean> {
  for (const table of ['public.users', 'public.resources', 'public.forum_threads']) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
    if (rows[0]?.there && (await client.query(`select from ${table} limit 1`)).rowCount) return true;
  }
  return false;
}

/**
 * Pairs of statements that remove and restore the foreign keys, indexes and triggers that get in the way of loading these tables.
 */
const findObstacles = async (
  client: pg.ClientBase,
  tables: readonly TableShape[],
): Promise<{ out: string; back: string }[]> => {
  const { rows } = await client.query<{ out: string; back: string }>(
    `with loaded as (
       select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname || '.' || c.relname = any($1)
     )
     select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as out,
       format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as back
     from pg_constraint k
     where k.contype = 'f' and k.conparentid = 0 and (k.conrelid in (table loaded) or k.confrelid in (table loaded))
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid in (table loaded) and c.relkind = 'i' and not exists (select from pg_constraint where conindid = i.indexrelid)
       and not exists (select from pg_inherits where inhrelid = i.indexrelid)
     union all
     select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
       format('alter table %s enable %s trigger %I', t.tgrelid::regclass, case t.tgenabled when 'A' then 'always' else '' end, t.tgname)
     from pg_trigger t
     where t.tgrelid in (table loaded) and not t.tgisinternal and t.tgenabled in ('O', 'A')`,
    [tables.map(plainName)],
  );
  return rows;
};

/**
 * Loads tables into an empty database with the same schema, in one transaction. Foreign keys are checked afterwards. Triggers do
 * not fire, because the data already includes what they would write. No other tables are touched.
 * @param options.rowsOf expected number of rows of a table; any other number fails the load
 */
export async function loadDatabase(
  connection: Connection,
  content: { tables: TableShape[]; sequences: SequencePlace[]; migrations: readonly string[] },
  options: {
    read(table: TableShape): AsyncIterable<Uint8Array>;
    rowsOf(table: TableShape): number;
    onTable?(table: TableShape, rows: number): void;
  },
): Promise<void> {
  const client = await connectForCopy(connection, 'helix restore');
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '10s'`);
    await client.query(`set local maintenance_work_mem = '256MB'`);
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.restoring]);
    const { migrations } = await readFacts(client);
    if (JSON.stringify(migrations) !== JSON.stringify(content.migrations))
      throw new Error('this database has different migrations than the backup: create a new database');
    const here = await listAllTables(client);
    for (const table of content.tables) refuseUnlike(table, here);
    const names = content.tables.map(nameOf).join(', ');
    await client.query(`lock table ${names} in access exclusive mode`);
    if (await hasContent(client)) throw new Error('this database is not empty');
    const obstacles = await findObstacles(client, content.tables);
    for (const { out } of obstacles) await client.query(out);
    await client.query(`truncate ${names}`);
    for (const table of content.tables) {
      const statement = `copy ${nameOf(table)} (${columnsOf(table)}) from stdin`;
      const rows = await copyIn(client, statement, options.read(table));
      const expected = options.rowsOf(table);
      if (rows !== expected)
        throw new Error(`the table ${table.name} has ${rows} rows instead of the expected ${expected}`);
      options.onTable?.(table, rows);
    }
    for (const { schema, name, last, isCalled } of content.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [nameOf({ schema, name }), last, isCalled]);
    for (const { back } of obstacles.reverse()) await client.query(back);
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const refuseUnlike = (table: TableShape, here: readonly TableShape[]): void => {
  const found = here.find(({ schema, name }) => schema === table.schema && name === table.name);
  if (!found) throw new Error(`this version has no table ${table.schema}.${table.name}: use the version that made it`);
  const missing = table.columns.find((column) => !found.columns.includes(column));
  if (missing) throw new Error(`this version has no column ${missing} in ${table.name}: use the version that made it`);
};
