// Carries messages between the processes of a site over Redis. It is never waited for: whoever is near was told already, and
// when Redis is away what could not be carried is told as a gap afterwards, so that readers ask for what they missed.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Log } from './kept-connection.ts';

export type Relay<Message> = {
  /** Sends to all other processes. Returns at once and never throws. */
  pass(message: Message): void;
  /** Whether messages go both ways at this moment. */
  isLinked(): boolean;
  close(): Promise<void>;
};

type Options<Message> = {
  url: string;
  channel: string;
  deliver(message: Message): void;
  /** Messages of others may be lost. */
  missed(): void;
  log: Log;
  /** How often it is asked whether Redis still answers, and how long for. */
  heartbeatMs?: number;
};

type Client = ReturnType<typeof createPlainClient>;

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 5000;
const HEARTBEAT_MS = 5000;
const CONNECT_LIMIT_MS = 5000;
/** What may wait for a Redis that is slow; beyond that it counts as away. */
const WAITING_MAX_BYTES = 8 * 1024 * 1024;
const WAITING_MAX_MESSAGES = 1000;

/** Connects once; connecting again is ours, since then there is one way of it for every kind of fault. */
const createPlainClient = (url: string) =>
  createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: WAITING_MAX_MESSAGES,
    socket: { connectTimeout: CONNECT_LIMIT_MS, reconnectStrategy: false },
  });

/** Keeps a connection until it is stopped. `use` begins with every new one. */
const keepClient = (
  { url, log, heartbeatMs }: { url: string; log: Log; heartbeatMs: number },
  use: (client: Client, isAgain: boolean) => Promise<void>,
) => {
  const stopped = new AbortController();
  let current: Client | null = null;

  /** Resolves when the connection is lost, fails, or does not answer any more. */
  const live = async (client: Client, isAgain: boolean): Promise<void> => {
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    const signal = AbortSignal.any([stopped.signal, lost.signal]);
    const beat = () => sleep(heartbeatMs, undefined, { signal, ref: false });
    /** Waits as long as a heart beats: a Redis may take connections and say nothing for ever. */
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
      const client = createPlainClient(url);
      const failure = await live(client, isAgain).catch((error: unknown) => error);
      if (current === client) {
        pause = FIRST_PAUSE_MS;
        if (!stopped.signal.aborted)
          log.warn({ err: failure }, 'Redis is away: sockets of other processes are told later');
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
};

/** Makes a relay. Redis need not be there: it is connected to when it is. */
export const createRelay = <Message>({
  url,
  channel,
  deliver,
  missed,
  log,
  heartbeatMs = HEARTBEAT_MS,
}: Options<Message>): Relay<Message> => {
  const self = randomUUID();
  let waitingBytes = 0;
  /** Whether something was not sent, and the others have not been told so. */
  let hasGap = false;

  const publish = async (client: Client, message: Message | null): Promise<void> => {
    const text = JSON.stringify({ from: self, message });
    const bytes = Buffer.byteLength(text);
    if (waitingBytes + bytes > WAITING_MAX_BYTES) {
      hasGap = true;
      return;
    }
    waitingBytes += bytes;
    try {
      await client.publish(channel, text);
    } catch {
      hasGap = true;
      return;
    } finally {
      waitingBytes -= bytes;
    }
    if (hasGap) await tellGap(client);
  };

  const tellGap = (client: Client): Promise<void> => {
    hasGap = false;
    return publish(client, null);
  };

  const receive = (text: string): void => {
    try {
      const { from, message } = JSON.parse(text) as { from?: unknown; message?: Message | null };
      if (typeof from !== 'string' || from === self || message === undefined) return;
      if (message === null) missed();
      else deliver(message);
    } catch (error) {
      log.warn({ err: error }, 'a message of another process cannot be read');
    }
  };

  const sending = keepClient({ url, log, heartbeatMs }, async (client) => {
    if (hasGap) await tellGap(client);
  });
  const listening = keepClient({ url, log, heartbeatMs }, async (client, isAgain) => {
    await client.subscribe(channel, receive);
    if (isAgain) missed();
  });

  return {
    pass(message) {
      const client = sending.current();
      if (client) void publish(client, message);
      else hasGap = true;
    },
    isLinked: () => sending.current() !== null && listening.current() !== null,
    async close() {
      await Promise.all([sending.stop(), listening.stop()]);
    },
  };
};
