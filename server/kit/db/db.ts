// The one way to the database: a pool of `pg` under Kysely, with limits on how long anything may wait.

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
 * Opens a pool; nothing connects before the first query. Columns of type bigint come as numbers, and one beyond 2^53
 * fails the query instead of losing digits; dates come as 'YYYY-MM-DD'.
 * @param options.max connections at most, 10 unless given
 * @param options.statementTimeoutMs how long a statement may take, 5000 unless given, 0 for no limit
 * @param options.direct the way to the same database for what belongs to a session, where `connection` leads to a pooler
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
    // The server cancels first; the client's own limit is for a server or network that no longer answers at all.
    ...(statementTimeoutMs > 0
      ? { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + 500 }
      : // The role may have a limit of its own, for a pooler that keeps back what is asked for here.
        { options: '-c statement_timeout=0' }),
    types: { getTypeParser },
  });
  // A lost connection fails the query that uses it; the event beside it would end the process, both for clients in the
  // pool and for those in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: nameStatements(pool) }) });
  directConnections.set(db, options.direct ?? connection);
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely leaves a pool open that only others have used.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * How a connection of one's own is opened beside the pool: for LISTEN, for locks and settings that belong to a session, which a
 * pooler in transaction mode would give to somebody else.
 * @param db what openDatabase gave
 */
export function directConnectionOf(db: Kysely<DB>): pg.PoolConfig {
  const connection = directConnections.get(db);
  if (!connection) throw new Error('a transaction has no connection of its own beside it');
  return connection;
}

/**
 * Runs something that may take longer than any statement of a request, on a connection of its own without limits.
 * @param db what openDatabase gave
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
  // A day is no moment: as a Date it would shift with the machine's time zone.
  if (oid === DATE_OID && format !== 'binary') return String;
  if (oid === TIMESTAMPTZ_OID && format !== 'binary') return parseTimestamp;
  return pg.types.getTypeParser(oid, format as 'text');
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number.`);
  return value;
}
