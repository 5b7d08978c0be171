// A fake Internet on loopback with made-up host names, for code that fetches URLs. The test supplies the resolver and the
// connections, so nothing leaves the machine. Non-public addresses lead to a trap that counts connections.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createListener, type Server, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { isPublicAddress } from '#server/kit/outgoing/addresses.ts';
import type { OutgoingRules } from '#server/kit/outgoing/connection.ts';

type Pair = { cert: string; key: string };
const certificates = JSON.parse(readFileSync(new URL('../data/stub-certificates.json', import.meta.url), 'utf8')) as {
  authority: string;
  valid: Pair;
  expired: Pair;
};

/** The public address that represents every machine on the Internet. */
export const PUBLIC_NUMBER = '198.41.0.4';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** @param answer the response of every host. A few hosts have TLS certificates; the one of `expired.example` has expired. */
export async function startStubWeb(answer: RequestListener) {
  // Addresses that each name resolves to: either the same list every time, or one list after another.
  const names = new Map<string, string[] | string[][]>();
  const lookups: string[] = [];
  const dialled: string[] = [];
  const sockets = new Set<Socket>();
  let trapped = 0;
  // Remote address that connections report, instead of the one that was dialled.
  let reached: string | null = null;

  const plain = createServer({ maxHeaderSize: 64 * 1024 }, answer);
  const secure = createSecureServer(
    {
      ...certificates.valid,
      SNICallback: (name, done) =>
        done(null, createSecureContext(name === 'expired.example' ? certificates.expired : certificates.valid)),
    },
    answer,
  );
  const trap = createListener((socket) => {
    trapped += 1;
    socket.destroy();
  });
  const servers: Server[] = [plain, secure, trap];
  for (const server of servers) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  const rules: Pick<OutgoingRules, 'lookup' | 'dial' | 'authorities'> = {
    authorities: certificates.authority,
    async lookup(name) {
      lookups.push(name);
      const found = names.get(name) ?? [PUBLIC_NUMBER];
      if (!Array.isArray(found[0])) return found as string[];
      return (found.length > 1 ? found.shift() : found[0]) as string[];
    },
    async dial(addresses, port, signal) {
      dialled.push(...addresses);
      const isTrapped = !addresses.every(isPublicAddress);
      const server = isTrapped ? trap : port === 443 ? secure : plain;
      const socket = connect(portOf(server), '127.0.0.1');
      signal.addEventListener('abort', () => socket.destroy());
      // With the signal, because a socket that is destroyed first never connects.
      await once(socket, 'connect', { signal });
      return { socket, remoteAddress: reached ?? addresses[0] };
    },
  };

  return {
    rules,
    names,
    lookups,
    dialled,
    trapped: () => trapped,
    reach: (address: string | null) => {
      reached = address;
    },
    // Number of connections that are currently open.
    connections: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}
