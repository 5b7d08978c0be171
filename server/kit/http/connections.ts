// Limits on open connections: how many per network, and how long a response waits for a client that reads nothing.
import type { Server, Socket } from 'node:net';
import type { Metrics } from '#server/kit/ops/metrics.ts';
import { createFrontCheck } from '#server/kit/outgoing/named-networks.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import { networkOf } from './visitors.ts';

export type ConnectionLimits = {
  /** Open connections per network in this process. */
  perNetwork: number;
  /** Whether an address belongs to a front server, whose connections carry the requests of many visitors. */
  isFront: (address: string) => boolean;
  /** A client that reads nothing of a response for this long is disconnected. */
  stallMs: number;
  onRefused?: () => void;
};

/** Connection limits of a site, from its settings. */
export function connectionRules(
  { config, limits }: { config: { trustProxy: string | null }; limits: Pick<Limits, 'connections'> },
  metrics: Metrics | null,
): ConnectionLimits {
  const help = 'Connections refused over the limit per network.';
  const countRefused = metrics?.count('helix_connections_refused_total', help, []);
  return {
    ...limits.connections,
    isFront: createFrontCheck(config.trustProxy),
    onRefused: () => countRefused?.({}),
  };
}

/** Checks per stall interval. */
const LOOKS = 6;

/** Bytes of the response sent so far, and the number of checks without progress. */
type Progress = { done: number; queued: number; looks: number };

/**
 * Bytes of the current write that the client has not taken yet. `writableLength` would count the whole write until all of it is
 * sent, which can take longer than the limit if the response is large and the reader slow. Node's socket timer also uses this
 * number.
 */
const queuedOf = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;

/**
 * Watches a server's connections until it closes. Node's own socket timer does not work here: anything the client sends, even
 * an occasional empty line, resets it. Checking all connections periodically costs less than a timer per response.
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

  // Runs before the HTTP server's own listener, so that nothing is read from a connection over the limit.
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
