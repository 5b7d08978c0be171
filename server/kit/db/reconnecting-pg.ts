// A database connection held for the lifetime of the process, for session state: LISTEN and advisory locks.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#server/kit/ops/logger.ts';

export type KeptConnection = {
  /** Runs a statement on the connection and returns its rows; rejects while the connection is lost. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

const HEARTBEAT_MS = 15_000;
const ANSWER_LIMIT_MS = 5000;
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2000;

/**
 * Connects, and reconnects with increasing delay whenever the connection is lost or stops responding.
 * @param options.setUp runs on every new connection before it is used; `isAgain` is true for all but the first
 * @param options.onLost runs as soon as a connection and the state of its session are lost
 * @throws when the first connection fails
 */
export async function createReconnectingPg(options: {
  connection: pg.ClientConfig;
  setUp(client: pg.Client, isAgain: boolean): Promise<void>;
  onLost?(): void;
  log: Logger;
}): Promise<KeptConnection> {
  const { connection, setUp, onLost, log } = options;
  let closed = false;
  let reopening: pg.Client | undefined;
  let client = await open(false);
  const heartbeat = setInterval(checkAnswer, HEARTBEAT_MS);
  heartbeat.unref();

  async function open(isAgain: boolean): Promise<pg.Client> {
    // Pass the object itself, because copies of pool options lack the password, which pg hides.
    const opened = new pg.Client(connection);
    opened.on('error', () => {});
    try {
      await opened.connect();
      // The timeout for requests must not end a statement that waits for a lock.
      await opened.query('set statement_timeout = 0');
      await setUp(opened, isAgain);
    } catch (error) {
      opened.end().catch(() => {});
      throw error;
    }
    opened.once('end', () => void reopen(opened));
    return opened;
  }

  async function reopen(lost: pg.Client): Promise<void> {
    if (closed || lost !== client || lost === reopening) return;
    reopening = lost;
    onLost?.();
    log.warn({}, 'A long-lived database connection was lost');
    for (let pause = FIRST_PAUSE_MS; !closed; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      await sleep(pause, undefined, { ref: false });
      try {
        const opened = await open(true);
        if (closed) await opened.end();
        client = opened;
        log.info({}, 'A long-lived database connection was restored');
        return;
      } catch (error) {
        if (pause >= LAST_PAUSE_MS) log.error({ err: error }, 'Could not restore a database connection');
      }
    }
  }

  // A network that silently drops packets never closes a connection.
  function checkAnswer() {
    const asked = client;
    const limit = setTimeout(() => asked.end().catch(() => {}), ANSWER_LIMIT_MS);
    limit.unref();
    asked
      .query('select 1')
      .catch(() => reopen(asked))
      .finally(() => clearTimeout(limit));
  }

  return {
    async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      return (await client.query<Row>(text, values)).rows;
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      await client.end().catch(() => {});
    },
  };
}
