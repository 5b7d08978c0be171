// Lets PostgreSQL cache the plans of frequent queries: planning the listing costs more than running it.
import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';

/** How often a statement is used before it gets a name. Statements built for a single request never reach this number. */
const USES_BEFORE = 3;
/** Maximum number of names, because each one uses memory in every server connection. */
const MOST_NAMES = 200;
const LONGEST_TEXT = 8000;
/** Maximum number of statements whose uses are counted; beyond that, counting starts over. */
const MOST_COUNTED = 5000;

/**
 * Placed before the columns of a query (`modifyFront`) to keep it from being named. Used if the plan must depend on the values,
 * such as a search term: a generic plan would treat every term as rare, even one that every row contains.
 */
export const PLANNED_EACH_TIME = sql`/* planned each time */`;
const UNNAMED = 'select /* planned each time */';

/**
 * Placed before a write so that it is named, as queries are. For writes that run often, always with the same text, and find their
 * rows by key, whatever the values are. Planning such a write would cost more than running it.
 */
export const KEEPS_ITS_PLAN = sql`/* keeps its plan */`;
const KEPT = '/* keeps its plan */';

/** Decides which statements get a name. Use one per process, because a name must refer to the same text on every connection. */
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

/** Wraps the pool for Kysely, sending repeated queries as named statements. */
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
