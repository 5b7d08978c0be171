// Database access: a `pg` pool under Kysely, with time limits on everything.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#db/types.ts';
import { WatchedPool } from './pool-watchdog.ts';
import { nameStatements } from './prepared-statements.ts';
import { parseTimestamp, TIMESTAMPTZ_OID } from './timestamps.ts';

export type Database = {
  db: Kysely<DB>;
  pool: pg.Pool;
  close(): Promise<void>;
};

const DEFAULT_CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 5000;
const POOL_WAIT_MS = 2000;
const IDLE_IN_TRANSACTION_MS = 30_000;
const INT8_OID = 20;
const DATE_OID = 1082;

const directConnections = new WeakMap<object, pg.PoolConfig>();

/**
 * Opens a pool; nothing connects before the first query. Columns of type bigint are returned as numbers (a value beyond 2^53
 * fails the query instead of losing digits), dates as 'YYYY-MM-DD'.
 * @param options.max maximum number of connections, 10 by default
 * @param options.statementTimeoutMs statement timeout, 5000 by default, 0 for none
 * @param options.direct connects to the same database for session state, when `connection` goes through a pooler
 */
export function openDatabase(
  connection: pg.PoolConfig | { connectionString: string },
  options: { max?: number; statementTimeoutMs?: number; direct?: pg.PoolConfig } = {},
): Database {
  const { max = DEFAULT_CONNECTIONS, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const pool = new WatchedPool({
    application_name: 'helix',
    ...connection,
    max,
    connectionTimeoutMillis: POOL_WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    // The server's own limit applies first. The client-side limit covers a server or network that no longer responds at all.
    ...(statementTimeoutMs > 0
      ? { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + 500 }
      : // The role may have its own timeout, set for poolers that drop the setting requested here, so turn it off explicitly.
        { options: '-c statement_timeout=0' }),
    types: { getTypeParser },
  });
  // A lost connection already fails the query that uses it. Without these listeners, the error event of any client, idle or in
  // use, would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: nameStatements(pool) }) });
  directConnections.set(db, options.direct ?? connection);
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely does not end a pool that it has never used.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Options for opening a separate connection alongside the pool, for LISTEN, locks and settings that belong to a session. A pooler
 * in transaction mode would share that session with other clients.
 * @param db created by openDatabase
 */
export function directConnectionOf(db: Kysely<DB>): pg.PoolConfig {
  const connection = directConnections.get(db);
  if (!connection) throw new Error('a transaction has no separate connection');
  return connection;
}

/**
 * Runs work that may exceed the statement timeout, on a separate connection without time limits.
 * @param db created by openDatabase
 */
export async function withoutTimeouts<T>(db: Kysely<DB>, run: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const connection = directConnections.get(db);
  if (!connection) return run(db);
  const own = openDatabase(connection, { max: 1, statementTimeoutMs: 0 });
  try {
    return await run(own.db);
  } finally {
    await own.close();
  }
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8_OID && format !== 'binary') return parseInt8;
  // Return dates as text, because a Date would shift with the machine's time zone.
  if (oid === DATE_OID && format !== 'binary') return String;
  if (oid === TIMESTAMPTZ_OID && format !== 'binary') return parseTimestamp;
  return pg.types.getTypeParser(oid, format as 'text');
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a JavaScript number.`);
  return value;
}
