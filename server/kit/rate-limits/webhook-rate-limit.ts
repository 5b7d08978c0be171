// Webhook messages arrive in bursts, so the overall request limit allows many of them. A sender can only be verified once the
// whole message has been read. Therefore the number of concurrent reads is limited, and networks that send wrong signatures are
// refused for a while.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { Problem } from '#server/kit/http/problem.ts';
import { readRawBody } from '#server/kit/http/raw-body.ts';
import type { Limit } from './pg-rate-limiter.ts';

const NETWORKS_KEPT = 20_000;
/** Concurrent reads of maximum-size messages, in total and per network; proportionally more if the messages are smaller. */
const LARGEST_AT_ONCE = { all: 20, network: 5 };
/** Retry-After when that limit is reached; the current reads will have ended by then. */
const BUSY_SECONDS = 5;

export type WebhookRateLimit = {
  /**
   * Reads a message and returns its bytes once `isSigned` has verified them.
   * @throws Problem TOO_MANY_REQUESTS, HOOK_SIGNATURE, TOO_LARGE, and connection errors
   */
  read(network: string, raw: IncomingMessage, isSigned: (body: Buffer) => boolean): Promise<Buffer>;
};

type ShieldOptions = { limit: Limit; maxBytes: number; now: () => Date };

/**
 * Counts only within this process, in windows that start with a network's first unverified message. From the moment reading
 * starts, a message counts as forged until its signature is verified.
 */
export function createWebhookRateLimit({
  limit: { limit, windowSeconds },
  maxBytes,
  now,
}: ShieldOptions): WebhookRateLimit {
  const counts = new LRUCache<string, { forged: number; endsAt: number }>({ max: NETWORKS_KEPT });
  // Bytes and messages currently being read, by network.
  const reading = new Map<string, { bytes: number; messages: number }>();
  let readingBytes = 0;

  const running = (network: string) => {
    const count = counts.get(network);
    const left = count ? count.endsAt - now().getTime() : 0;
    // If the time left is longer than a whole window, the clock has been set back.
    return count && left > 0 && left <= windowSeconds * 1000 ? { count, left } : null;
  };
  const note = (network: string): void => {
    const found = running(network);
    if (found) found.count.forged += 1;
    else counts.set(network, { forged: 1, endsAt: now().getTime() + windowSeconds * 1000 });
  };

  // @returns a function that releases the reservation
  const begin = (network: string, bytes: number): (() => void) => {
    const found = running(network);
    if (found && found.count.forged >= limit) {
      throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(found.left / 1000) });
    }
    const own = reading.get(network) ?? { bytes: 0, messages: 0 };
    const isFull =
      own.messages + (found?.count.forged ?? 0) >= limit ||
      own.bytes + bytes > LARGEST_AT_ONCE.network * maxBytes ||
      readingBytes + bytes > LARGEST_AT_ONCE.all * maxBytes;
    if (isFull) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: BUSY_SECONDS });
    own.bytes += bytes;
    own.messages += 1;
    readingBytes += bytes;
    reading.set(network, own);
    return () => {
      own.bytes -= bytes;
      own.messages -= 1;
      readingBytes -= bytes;
      if (own.messages === 0) reading.delete(network);
    };
  };

  return {
    read: async (network, raw, isSigned) => {
      const declared = Number(raw.headers['content-length'] ?? Number.NaN);
      const done = begin(network, declared >= 0 && declared < maxBytes ? declared : maxBytes);
      let isRight = false;
      try {
        const body = await readRawBody(raw, maxBytes);
        isRight = isSigned(body);
        if (!isRight) throw new Problem('HOOK_SIGNATURE');
        return body;
      } finally {
        done();
        if (!isRight) note(network);
      }
    },
  };
}
