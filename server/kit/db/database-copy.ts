/**
 * The content of a database, table by table, out of one snapshot and into another database. Its form is made by the migrations
 * alone: nothing here knows how to make a table.
 */
import pg from 'pg';
import { copyIn, copyOut } from './copy-stream.ts';
import { LOCKS } from './locks.ts';
import { listMigrationNames, listOwnTables } from './migrations.ts';

type Connection = pg.ClientConfig | { connectionString: string };

/** A table and those of its columns that are written, not computed. */
export type TableShape = {
  schema: string;
  name: string;
  columns: string[];
};

/** Where a sequence stands: the next value is `last`, or the one after it when it was given out. */
export type SequencePlace = {
  schema: string;
  name: string;
  last: string;
  isCalled: boolean;
};

/** What a database says of itself. */
export type DatabaseFacts = {
  /** As `18.4`. */
  postgres: string;
  /** Migrations that it has, in order. */
  migrations: string[];
  /** The form of the queue's own tables. */
  queue: number;
};

export interface Snapshot extends DatabaseFacts {
  tables: TableShape[];
  /** Tables of other programs beside them. */
  others: TableShape[];
  /** The rows of a table in COPY's text form. One at a time. */
  readTable(table: TableShape): { stream: AsyncIterable<Buffer>; rows(): number };
  /** What a query gives, a line a row. */
  readQuery(query: string): AsyncIterable<Buffer>;
  sequences(): Promise<SequencePlace[]>;
}

const PLACES = `n.nspname in ('public', 'graphile_worker')`;
/** Written by the migrations themselves. */
const LEFT_OUT = ['public.kysely_migration', 'public.kysely_migration_lock', 'graphile_worker.migrations'];
/** Not copied: its rows are mail on its way, with addresses and, sealed, with links that open accounts. */
const KEPT_BACK = ['public.mail_outbox'];
// As pg_dump has it: what is written must be read the same by any later version, and no policy may hide rows in silence.
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set row_security = off;
  set datestyle = iso; set intervalstyle = postgres; set extra_float_digits = 3; set client_encoding = utf8`;

const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const columnsOf = ({ columns }: TableShape): string => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Connects for long work: no limit on a statement, a name that others see. */
export async function connectForCopy(connection: Connection, name: string): Promise<pg.Client> {
  // The object itself: pg hides the password of a pool's options from copies.
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  await client.query(SESSION);
  await client.query(`set application_name = ${pg.escapeLiteral(name)}`);
  return client;
}

/** Keeps others from backing up into the same place; null when somebody does already. */
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

/** The tables of the site, and those that others have put beside them. */
const listTables = async (client: pg.ClientBase): Promise<{ own: TableShape[]; others: TableShape[] }> => {
  const [known, own] = [await listMigrationNames(), await listOwnTables()];
  // Of a newer version nobody knows here what belongs to it: all of it then.
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

/** A name as the catalogue's own, for statements that take a list of them. */
const plainName = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;

/** Sequences that columns of these tables draw from. */
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

/** What a database says of itself; a table that is not there yet counts as empty. */
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
 * Runs something on one moment of a database while others go on writing.
 * @param connection of the owner of the tables
 * @throws when the tables change their form meanwhile
 */
export async function withSnapshot<T>(connection: Connection, run: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await connectForCopy(connection, 'helix backup');
  try {
    await client.query(`set lock_timeout = '30s'`);
    const { own: tables, others } = await listTables(client);
    await client.query('begin isolation level repeatable read, read only');
    // Before the snapshot is taken: a table that is emptied or changed under it would be read as it is afterwards.
    if (tables.length > 0) await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
    const facts = await readFacts(client);
    if (JSON.stringify((await listTables(client)).own) !== JSON.stringify(tables))
      throw new Error('the database is being migrated at this moment: try again');
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

/** Whether the tables of a database hold anything that people made; the starter content counts. */
export async function hasContent(client: pg.ClientBase): Promise<boolean> {
  for (const table of ['public.users', 'public.resources', 'public.forum_threads']) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
    if (rows[0]?.there && (await client.query(`select from ${table} limit 1`)).rowCount) return true;
  }
  return false;
}

/** Two statements for each thing that stands in the way of loading these tables: to take it out, and to put it back as it was. */
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
 * Loads tables into an empty database of the same form, in one transaction: all of it, or nothing. Foreign keys are checked again,
 * triggers do not fire, since what they would write comes along. No other table is touched.
 * @param options.rowsOf how many rows a table must have; others fail it
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
      throw new Error('this database has other migrations than the one that the rows are of: make a new database');
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
        throw new Error(`the table ${table.name} has ${rows} rows, not the ${expected} that it should`);
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
