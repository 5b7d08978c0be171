// A Redis connection that reconnects whenever it is lost or stops responding. Callers never wait for it.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#server/kit/ops/logger.ts';

export type RedisClient = Awaited<ReturnType<typeof createPlainClient>>;

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 5000;
const HEARTBEAT_MS = 5000;
const CONNECT_LIMIT_MS = 5000;
/** Maximum commands queued while Redis is slow; further ones fail. */
const WAITING_MAX_MESSAGES = 1000;

/**
 * Creates a client without automatic reconnection: this module reconnects, in the same way for every kind of failure. The library
 * is loaded on first use because most sites do not use Redis.
 */
const createPlainClient = async (url: string) => {
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: WAITING_MAX_MESSAGES,
    socket: { connectTimeout: CONNECT_LIMIT_MS, reconnectStrategy: false },
  });
};

export type KeptRedis = {
  /** The current connection; null while Redis is down. */
  current(): RedisClient | null;
  stop(): Promise<void>;
};

type Options = {
  url: string;
  log: Logger;
  /** Interval between pings to Redis, and also the timeout for each reply, in milliseconds. */
  heartbeatMs?: number | undefined;
  /** What it means for the site when Redis is down; appended to the log message. */
  without: string;
};

/** Keeps a connection open until `stop` is called. `use` runs for every new connection. */
export function createReconnectingRedis(
  { url, log, heartbeatMs = HEARTBEAT_MS, without }: Options,
  use: (client: RedisClient, isAgain: boolean) => Promise<void> = async () => {},
): KeptRedis {
  const stopped = new AbortController();
  let current: RedisClient | null = null;

  // Connects and keeps pinging. Rejects when the connection is lost, fails or stops responding.
  const live = async (client: RedisClient, isAgain: boolean): Promise<void> => {
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    const signal = AbortSignal.any([stopped.signal, lost.signal]);
    const beat = () => sleep(heartbeatMs, undefined, { signal, ref: false });
    // Waits for at most one heartbeat, because Redis may accept connections but never reply.
    const hear = async (answer: Promise<unknown>): Promise<void> => {
      const silence = beat().then(() => {
        throw new Error('Redis does not answer');
      });
      await Promise.race([answer, silence]);
    };
    await hear(client.connect());
    await hear(use(client, isAgain));
    current = client;
    for (;;) {
      await beat();
      await hear(client.ping());
    }
  };

  const run = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS;
    for (let isAgain = false; !stopped.signal.aborted; isAgain = true) {
      const client = await createPlainClient(url);
      const failure = await live(client, isAgain).catch((error: unknown) => error);
      if (current === client) {
        pause = FIRST_PAUSE_MS;
        if (!stopped.signal.aborted) log.warn({ err: failure }, `Redis is unavailable: ${without}`);
      } else if (pause === FIRST_PAUSE_MS && !isAgain) log.warn({ err: failure }, 'Redis cannot be reached');
      current = null;
      client.destroy();
      await sleep(pause, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      pause = Math.min(pause * 2, LAST_PAUSE_MS);
    }
  };
  const ended = run();

  return {
    current: () => current,
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}

/** Prefix for a site's keys and channels, so that several sites can share one Redis; derived from the site's secret. */
export function redisNameOf(secret: Buffer, purpose: string): string {
  return `helix ${createHmac('sha256', secret).update(purpose).digest('hex').slice(0, 16)}`;
}
