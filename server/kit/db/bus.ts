// Tells every process that something has changed, by PostgreSQL's LISTEN/NOTIFY: ids only, sent with the writer's commit.

import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DB } from '#db/types.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { createReconnectingPg } from './reconnecting-pg.ts';

export type Bus = {
  /**
   * Announces an id when the writer's transaction commits, to all processes including this one.
   * @throws RangeError when topic and id together exceed 500 characters: an id travels, never the thing itself
   */
  publish(trx: Kysely<DB>, topic: string, id: string): Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe(topic: string, listener: (id: string) => void): () => void;
  /** Calls the listener when announcements may have been missed: drop everything that was kept. */
  onReset(listener: () => void): () => void;
  close(): Promise<void>;
};

const CHANNEL = 'helix';
const MAX_LENGTH = 500;

/**
 * Listens on one kept connection of its own.
 * @param options.connection the same that openDatabase takes
 * @throws when the database cannot be reached at first; later losses are mended by themselves
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
      log.error({ err: error }, 'A listener of the bus failed');
    }
  }

  return {
    publish: announce,
    subscribe(topic, listener) {
      if (topic.includes(':')) throw new RangeError(`A topic has no colon: ${topic}`);
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

/** What `publish` does, for a command that writes and listens to nothing. */
export async function announce(trx: Kysely<DB>, topic: string, id: string): Promise<void> {
  const payload = `${topic}:${id}`;
  if (payload.length > MAX_LENGTH) throw new RangeError(`The bus carries ids, not ${payload.length} characters.`);
  await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(trx);
}
