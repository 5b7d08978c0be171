// Notifies every process of changes with PostgreSQL's LISTEN/NOTIFY. Messages contain only ids and are sent when the writing
// transaction commits.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { DB } from '#db/types.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { createReconnectingPg } from './reconnecting-pg.ts';

export type Bus = {
  /**
   * Publishes an id to all processes, including this one, when the writer's transaction commits.
   * @throws RangeError when topic and id together exceed 500 characters: publish an id, never the content
   */
  publish(trx: Kysely<DB>, topic: string, id: string): Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe(topic: string, listener: (id: string) => void): () => void;
  /** Calls the listener when messages may have been missed, so that it can discard all cached data. */
  onReset(listener: () => void): () => void;
  close(): Promise<void>;
};

const CHANNEL = 'helix';
const MAX_LENGTH = 500;

/**
 * Listens on a separate connection that is kept open.
 * @param options.connection same as for openDatabase
 * @throws when the first connection fails; after later failures it reconnects automatically
 */
export async function createBus(options: { connection: pg.ClientConfig; log: Logger }): Promise<Bus> {
  const { connection, log } = options;
  const topics = new Map<string, Set<(id: string) => void>>();
  const resets = new Set<() => void>();

  const kept = await createReconnectingPg({
    connection,
    log,
    async setUp(client, isAgain) {
      client.on('notification', ({ payload = '' }) => deliver(payload));
      await client.query(`listen ${CHANNEL}`);
      if (isAgain) for (const listener of resets) call(listener);
    },
  });

  function deliver(payload: string) {
    const colon = payload.indexOf(':');
    const id = payload.slice(colon + 1);
    for (const listener of topics.get(payload.slice(0, colon)) ?? []) call(() => listener(id));
  }

  function call(listener: () => void) {
    try {
      listener();
    } catch (error) {
      log.error({ err: error }, 'A bus listener failed');
    }
  }

  return {
    publish: announce,
    subscribe(topic, listener) {
      if (topic.includes(':')) throw new RangeError(`A topic must not contain a colon: ${topic}`);
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    onReset(listener) {
      resets.add(listener);
      return () => void resets.delete(listener);
    },
    close: kept.close,
  };
}

/** Same as `publish`, for commands that write but do not listen. */
export async function announce(trx: Kysely<DB>, topic: string, id: string): Promise<void> {
  const payload = `${topic}:${id}`;
  if (payload.length > MAX_LENGTH) throw new RangeError(`The bus carries ids, not ${payload.length} characters.`);
  await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(trx);
}

/** The same as an SQL expression, for statements that publish the ids of the rows they write. */
export function announcing(topic: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`pg_notify(${sql.lit(CHANNEL)}, ${sql.lit(`${topic}:`)} || ${id})`;
}
