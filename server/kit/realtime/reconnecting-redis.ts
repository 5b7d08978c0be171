// A connection to Redis that is made again whenever it is lost or answers no more. Nobody ever waits for it.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#server/kit/ops/logger.ts';

export type RedisClient = Awaited<ReturnType<typeof createPlainClient>>;

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 5000;
const HEARTBEAT_MS = 5000;
const CONNECT_LIMIT_MS = 5000;
/** What may wait for a Redis that is slow; beyond that it counts as away. */
const WAITING_MAX_MESSAGES = 1000;

/**
 * Connects once; connecting again is ours, since then there is one way of it for every kind of fault. The library is loaded here:
 * most sites have no Redis.
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
  /** The connection; null while Redis is away. */
  current(): RedisClient | null;
  stop(): Promise<void>;
};

type Options = {
  url: string;
  log: Logger;
  /** How often it is asked whether Redis still answers, and how long for. */
  heartbeatMs?: number | undefined;
  /** What the site does meanwhile, for the log. */
  without: string;
};

/** Keeps a connection until it is stopped. `use` begins with every new one. */
export function createReconnectingRedis(
  { url, log, heartbeatMs = HEARTBEAT_MS, without }: Options,
  use: (client: RedisClient, isAgain: boolean) => Promise<void> = async () => {},
): KeptRedis {
  const stopped = new AbortController();
  let current: RedisClient | null = null;

  // Resolves when the connection is lost, fails, or does not answer any more.
  const live = async (client: RedisClient, isAgain: boolean): Promise<void> => {
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    const signal = AbortSignal.any([stopped.signal, lost.signal]);
    const beat = () => sleep(heartbeatMs, undefined, { signal, ref: false });
    // Waits as long as a heart beats: a Redis may take connections and say nothing for ever.
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
        if (!stopped.signal.aborted) log.warn({ err: failure }, `Redis is away: ${without}`);
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

/** What a site calls its own things in a Redis that several may share: each has its own key. */
export function redisNameOf(secret: Buffer, purpose: string): string {
  return `helix ${createHmac('sha256', secret).update(purpose).digest('hex').slice(0, 16)}`;
}
