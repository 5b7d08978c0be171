// Relays messages between a site's processes through Redis. Senders never wait, because clients of the same process get the
// message directly. Messages lost while Redis is down are reported as a gap afterwards, so that clients fetch what they missed.
import { randomUUID } from 'node:crypto';
import type { Logger } from '#server/kit/ops/logger.ts';
import { createReconnectingRedis, type RedisClient } from './reconnecting-redis.ts';

export type Relay<Message> = {
  /** Sends a message to all other processes. Does not wait and never throws. */
  pass(message: Message): void;
  /** Whether messages can currently be sent and received. */
  isLinked(): boolean;
  close(): Promise<void>;
};

type Options<Message> = {
  url: string;
  channel: string;
  deliver(message: Message): void;
  /** Called when messages from other processes may have been lost. */
  missed(): void;
  log: Logger;
  /** Interval between pings to Redis, and also the timeout for each reply, in milliseconds. */
  heartbeatMs?: number | undefined;
};

/** Maximum bytes queued while Redis is slow; further messages are dropped and reported as a gap. */
const WAITING_MAX_BYTES = 8 * 1024 * 1024;

/** Creates a relay. Redis does not need to be running yet; the relay connects when it becomes available. */
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
  // Whether a message was lost and the other processes have not been notified yet.
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
      log.warn({ err: error }, 'a message from another process could not be parsed');
    }
  };

  const kept = { url, log, heartbeatMs, without: 'messages to sockets of other processes are delayed' };
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
