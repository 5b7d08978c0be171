// Bounds what open connections hold: how many a network may have, and how long an answer waits for a client that takes no byte.
import type { Server, Socket } from 'node:net';
import type { Metrics } from '#server/kit/ops/metrics.ts';
import { createFrontCheck } from '#server/kit/outgoing/named-networks.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import { networkOf } from './visitors.ts';

export type ConnectionLimits = {
  /** Connections that one network may have open in this process. */
  perNetwork: number;
  /** Whether an address is a front server's, whose connections are many visitors'. */
  isFront: (address: string) => boolean;
  /** A client that takes no byte of an answer for this long is cut off. */
  stallMs: number;
  onRefused?: () => void;
};

/** The rules of a site, as its settings give them. */
export function connectionRules(
  { config, limits }: { config: { trustProxy: string | null }; limits: Pick<Limits, 'connections'> },
  metrics: Metrics | null,
): ConnectionLimits {
  const help = 'Connections beyond what a network may have.';
  const countRefused = metrics?.count('helix_connections_refused_total', help, []);
  return {
    ...limits.connections,
    isFront: createFrontCheck(config.trustProxy),
    onRefused: () => countRefused?.({}),
  };
}

/** How often within that time connections are looked at. */
const LOOKS = 6;

/** How much of an answer has left, and for how many looks that has been so. */
type Progress = { done: number; queued: number; looks: number };

/**
 * What the client still has to take of the write under way. `writableLength` counts a write as a whole until all of it has left,
 * which takes a slow reader of a large answer longer than the limit. Node's timer of a socket goes by the same number.
 */
const queuedOf = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;

/**
 * Watches the connections of a server until it closes. Node's own timer of a socket is no measure: whatever the client sends,
 * an empty line now and then, starts it over. One look at all of them in a while costs less than a timer for each answer.
 */
export function guardConnections(server: Server, rules: ConnectionLimits): void {
  const { perNetwork, isFront, stallMs, onRefused } = rules;
  const open = new Set<Socket>();
  const counts = new Map<string, number>();

  const change = (network: string, by: number): void => {
    const count = (counts.get(network) ?? 0) + by;
    if (count > 0) counts.set(network, count);
    else counts.delete(network);
  };

  // Ahead of the HTTP server's own listener: a connection too many is not read at all.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = address === '' || isFront(address) ? null : networkOf(address);
    if (network !== null && (counts.get(network) ?? 0) >= perNetwork) {
      onRefused?.();
      socket.destroy();
      return;
    }
    open.add(socket);
    if (network !== null) change(network, 1);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
      if (network !== null) change(network, -1);
    });
  });

  const waiting = new Map<Socket, Progress>();
  const look = (): void => {
    for (const socket of open) {
      if (socket.writableLength === 0) {
        waiting.delete(socket);
        continue;
      }
      const done = socket.bytesWritten - socket.writableLength;
      const queued = queuedOf(socket);
      const was = waiting.get(socket);
      const looks = was?.done === done && was.queued === queued ? was.looks + 1 : 0;
      if (looks >= LOOKS) socket.destroy();
      else waiting.set(socket, { done, queued, looks });
    }
  };
  const looking = setInterval(look, stallMs / LOOKS);
  looking.unref();
  server.once('close', () => clearInterval(looking));
}
