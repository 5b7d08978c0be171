// Carries messages between the processes of a site over Redis. It is never waited for: whoever is near was told already, and
// when Redis is away what could not be carried is told as a gap afterwards, so that readers ask for what they missed.
import { randomUUID } from 'node:crypto';
import type { Logger } from '#server/kit/ops/logger.ts';
import { createReconnectingRedis, type RedisClient } from './reconnecting-redis.ts';

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
  log: Logger;
  /** How often it is asked whether Redis still answers, and how long for. */
  heartbeatMs?: number | undefined;
};

/** What may wait for a Redis that is slow; beyond that it counts as away. */
const WAITING_MAX_BYTES = 8 * 1024 * 1024;

/** Makes a relay. Redis need not be there: it is connected to when it is. */
export function createRelay<Message>({
  url,
  channel,
  deliver,
  missed,
  log,
  heartbeatMs,
}: Options<Message>): Relay<Message> {
  const self = randomUUID();
  let waitingBytes = 0;
  // Whether something was not sent, and the others have not been told so.
  let hasGap = false;

  const publish = async (client: RedisClient, message: Message | null): Promise<void> => {
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

  const tellGap = (client: RedisClient): Promise<void> => {
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

  const kept = { url, log, heartbeatMs, without: 'sockets of other processes are told later' };
  const sending = createReconnectingRedis(kept, async (client) => {
    if (hasGap) await tellGap(client);
  });
  const listening = createReconnectingRedis(kept, async (client, isAgain) => {
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
}
