// Signed messages of third parties come many at once, so the outer shield lets many through. Whose signatures are wrong is not read
// any more for a while.
import { LRUCache } from 'lru-cache';
import { Problem } from './problem.ts';
import type { Limit } from './rate-counters.ts';

const NETWORKS_KEPT = 20_000;

export type ForgeryShield = {
  /** Refuses a network whose messages were forged too often. @throws Problem TOO_MANY_REQUESTS */
  demand(network: string): void;
  /** Counts a message whose signature is wrong. */
  note(network: string): void;
};

/** Counts in this process, in windows that begin with a network's first forged message. */
export const createForgeryShield = ({ limit, windowSeconds }: Limit, now: () => Date): ForgeryShield => {
  const counts = new LRUCache<string, { forged: number; endsAt: number }>({ max: NETWORKS_KEPT });
  const running = (network: string) => {
    const count = counts.get(network);
    const left = count ? count.endsAt - now().getTime() : 0;
    // A window that lasts longer than it can was begun by a clock ahead of its time.
    return count && left > 0 && left <= windowSeconds * 1000 ? { count, left } : null;
  };
  return {
    demand: (network) => {
      const found = running(network);
      if (found && found.count.forged >= limit) {
        throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(found.left / 1000) });
      }
    },
    note: (network) => {
      const found = running(network);
      if (found) found.count.forged += 1;
      else counts.set(network, { forged: 1, endsAt: now().getTime() + windowSeconds * 1000 });
    },
  };
};
