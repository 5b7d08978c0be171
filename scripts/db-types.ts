// `npm run db:types`: generates db/types.ts and db/migrations/hashes.json from the migrations, using a temporary database.
// `--check` writes nothing and exits with code 1 if db/types.ts does not match the migrations.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { openDatabase } from '#server/kit/db/db.ts';
import { hashMigrations, MIGRATIONS_FOLDER, migrateToLatest } from '#server/kit/db/migrations.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';

export const TYPES_FILE: string = fileURLToPath(new URL('../db/types.ts', import.meta.url));
export const HASHES_FILE: string = join(MIGRATIONS_FOLDER, 'hashes.json');

type Column = {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** The database provides a value if an insert omits it. */
  optional: boolean;
  /** Not allowed in inserts: a generated column, or `generated always as identity`. */
  readonly: boolean;
};

// TypeScript types of values as returned by server/kit/db/db.ts, which parses int8 as a number and keeps dates as text.
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'Numeric',
  text: 'string',
  timestamptz: 'Timestamp',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
};
const ARRAY_ELEMENTS = new Set(['bool', 'float8', 'int2', 'int4', 'text', 'uuid', 'varchar']);

const HEADER = `// Written from the database by \`npm run db:types\`: change the migrations, not this file.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** The database fills it in when an insert leaves it out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** Written as JSON text (\`JSON.stringify\`), read as the value. */
export type Json = ColumnType<unknown, string, string>;
export type Numeric = ColumnType<string, string | number, string | number>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
`;

/** Generates db/types.ts for a migrated database: one interface per table or view, with columns in table order. */
export async function renderTypes(pool: pg.Pool): Promise<string> {
  const tables = Map.groupBy(await readColumns(pool), (column) => column.table);
  const interfaces = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.name}: ${renderColumn(column)};\n`);
    return `\nexport interface ${interfaceName(table)} {\n${lines.join('')}}\n`;
  });
  const entries = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)};\n`);
  return `${HEADER}${interfaces.join('')}\nexport interface DB {\n${entries.join('')}}\n`;
}

async function readColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.relname as "table", a.attname as name, t.typname as type,
      not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)) as nullable,
      a.atthasdef or a.attidentity <> '' as optional,
      a.attgenerated <> '' or a.attidentity = 'a' as readonly
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not c.relispartition and c.relname not like 'kysely\\_%'
      and a.attnum > 0 and not a.attisdropped
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C", a.attnum`);
  return rows;
}

function renderColumn(column: Column): string {
  const { nullable, optional, readonly } = column;
  const full = nullable ? `${valueType(column)} | null` : valueType(column);
  if (readonly) return `GeneratedAlways<${full}>`;
  return optional ? `Generated<${full}>` : full;
}

function valueType({ table, name, type }: Column): string {
  // An array type is named after its element type, with a leading underscore.
  const element = type.startsWith('_') ? type.slice(1) : undefined;
  const value = TYPES[element ?? type];
  if (!value || (element && !ARRAY_ELEMENTS.has(element))) {
    throw new Error(`${table}.${name} has the type ${type}, which scripts/db-types.ts does not know yet.`);
  }
  return element ? `${value}[]` : value;
}

function interfaceName(table: string): string {
  return table.replace(/(^|_)([a-z0-9])/g, (_match, _before, letter: string) => letter.toUpperCase());
}

/**
 * Adds the hashes of new migrations.
 * @throws if a known migration has changed or is missing
 */
export function mergeHashes(known: Record<string, string>, found: Record<string, string>): Record<string, string> {
  const changed = Object.keys(known).find((file) => known[file] !== found[file]);
  if (changed) throw new Error(`${changed} is released and must not change: put the change into a new migration.`);
  return found;
}

export async function readHashes(): Promise<Record<string, string>> {
  const text = await readFile(HASHES_FILE, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, string>;
}

async function main(check: boolean): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'helix-types-'));
  const server = await startEmbeddedPostgres({ home, durable: false });
  const database = openDatabase(server.ownerConnection);
  try {
    await migrateToLatest(database.db);
    const text = await renderTypes(database.pool);
    if (check) {
      if (text === (await readFile(TYPES_FILE, 'utf8').catch(() => ''))) return;
      process.exitCode = 1;
      console.error('db/types.ts does not match the migrations: run `npm run db:types`.');
    } else {
      const hashes = mergeHashes(await readHashes(), await hashMigrations());
      await writeFile(HASHES_FILE, `${JSON.stringify(hashes, null, 2)}\n`);
      await writeFile(TYPES_FILE, text);
    }
  } finally {
    await database.close();
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}

if (import.meta.main) await main(process.argv.includes('--check'));
