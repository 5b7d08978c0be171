// Lets PostgreSQL keep the plans of reads that come again and again: planning the listing costs more than running it.
import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';

/** A text is named when it comes this often; texts that are put together for one request never are. */
const USES_BEFORE = 3;
/** Every name costs memory in each of the server's connections. */
const MOST_NAMES = 200;
const LONGEST_TEXT = 8000;
/** Uses are counted for this many texts at most; then counting starts again. */
const MOST_COUNTED = 5000;

/**
 * Before the columns of a read (`modifyFront`) that gets no name: one whose plan depends on its values, as with a text that
 * is looked for. A plan for any text would look for one that everybody has as for a rare one.
 */
export const PLANNED_EACH_TIME = sql`/* planned each time */`;
const UNNAMED = 'select /* planned each time */';

/**
 * Before a write that is to be named as reads are: one whose text is always the same, that many people send, and that finds its
 * rows by their keys whatever the values are. Planning it would cost more than running it.
 */
export const KEEPS_ITS_PLAN = sql`/* keeps its plan */`;
const KEPT = '/* keeps its plan */';

/** Decides which texts get a name. One per process: names must mean the same text on every connection. */
export function createStatementNames() {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text: string): string | null => {
    const known = names.get(text);
    if (known) return known;
    if (names.size >= MOST_NAMES || text.length > LONGEST_TEXT) return null;
    if (!text.startsWith(KEPT) && (!text.startsWith('select') || text.startsWith(UNNAMED))) return null;
    const count = (uses.get(text) ?? 0) + 1;
    if (count < USES_BEFORE) {
      if (uses.size >= MOST_COUNTED) uses.clear();
      uses.set(text, count);
      return null;
    }
    uses.delete(text);
    const name = `k_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
}

/** The pool as Kysely uses it, with repeated reads sent as named statements. */
export function nameStatements(pool: pg.Pool): PostgresPool {
  const nameOf = createStatementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values?: readonly unknown[]) => {
      const name = typeof text === 'string' ? nameOf(text) : null;
      if (name === null) return (client.query as (...given: unknown[]) => unknown)(text, values);
      return client.query({ name, text: text as string, values: [...(values ?? [])] });
    };
    return Object.assign(Object.create(client), { query }) as PostgresPoolClient;
  };
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? wrap(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  } as PostgresPool;
}
