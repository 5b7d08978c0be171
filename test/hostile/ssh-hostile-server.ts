// An SSH server that accepts every login and then misbehaves in ways that no real server does.
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { makeSshKey } from '#test/harness/ssh-key.ts';

/** Internals of the npm package ssh2, used to send raw packets. */
type Inside = {
  _protocol: { channelData(channel: number, data: Buffer): void };
  _sock: { destroyed: boolean; writableLength: number };
};
type InsideSession = { _chanInfo: { outgoing: { id: number } } };

const CHUNK = Buffer.alloc(32_000, 65);

/**
 * Opens channels, but never confirms the commands that it is asked to run.
 * @param how `flood` sends as much data on the channels as the client accepts; `silence` sends nothing
 */
export async function startHostileSsh(how: 'flood' | 'silence') {
  const key = makeSshKey();
  const clients = new Set<ssh2.Connection>();
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('authentication', (context) => context.accept());
    client.on('session', (accept) => {
      const session = accept();
      session.on('exec', () => {});
      if (how === 'silence') return;
      const { _protocol: protocol, _sock: socket } = client as unknown as Inside;
      const channel = (session as unknown as InsideSession)._chanInfo.outgoing.id;
      const send = (): void => {
        if (socket.destroyed) return;
        for (let sent = 0; sent < 200 && socket.writableLength < 4e6; sent += 1) protocol.channelData(channel, CHUNK);
        setTimeout(send, 5);
      };
      send();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    ip: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const client of clients) client.end();
      server.close();
    },
  };
}
