// A database connection held for as long as the process runs, for what belongs to a session: LISTEN and advisory locks.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#server/kit/ops/logger.ts';

export type KeptConnection = {
  /** Runs a statement on the connection and answers its rows; rejects while it is lost. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

const HEARTBEAT_MS = 15_000;
const ANSWER_LIMIT_MS = 5000;
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2000;

/**
 * Connects, and connects again with a growing delay whenever the connection is lost or stops answering.
 * @param options.setUp runs on every new connection before it counts; `isAgain` from the second one on
 * @param options.onLost runs at once when a connection is lost, with all that its session held
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
    // The object itself: pg hides the password of a pool's options from copies.
    const opened = new pg.Client(connection);
    opened.on('error', () => {});
    try {
      await opened.connect();
      // The limits of a request do not fit a statement that waits for a lock.
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
    log.warn({}, 'A kept database connection was lost');
    for (let pause = FIRST_PAUSE_MS; !closed; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      await sleep(pause, undefined, { ref: false });
      try {
        const opened = await open(true);
        if (closed) await opened.end();
        client = opened;
        log.info({}, 'A kept database connection is back');
        return;
      } catch (error) {
        if (pause >= LAST_PAUSE_MS) log.error({ err: error }, 'A kept database connection cannot be made again');
      }
    }
  }

  // A network that drops packets in silence never ends a connection by itself.
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
