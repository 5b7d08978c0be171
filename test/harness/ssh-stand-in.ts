// A fake SSH server in the test process, for tests of permissions and concurrency that don't need a real sshd
// (test/harness/ssh-server.ts). Every login is accepted. Every command succeeds silently, immediately or when a test ends it.
import { type AddressInfo, createServer } from 'node:net';
import ssh2 from 'ssh2';
import { makeSshKey } from './ssh-key.ts';

export async function startSshStandIn() {
  const key = makeSshKey();
  const counts = { made: 0, connections: 0, most: 0 };
  const running = new Set<() => void>();
  let isHolding = false;
  const ssh = new ssh2.Server({ hostKeys: [key] }, (client) => {
    counts.made += 1;
    counts.connections += 1;
    client
      .on('error', () => {})
      .on('close', () => {
        counts.connections -= 1;
      });
    client.on('authentication', (attempt) => attempt.accept());
    client.on('session', (accept) => {
      accept().on('exec', (acceptCommand) => {
        const channel = acceptCommand();
        const end = (): void => {
          running.delete(end);
          channel.exit(0);
          channel.end();
        };
        running.add(end);
        counts.most = Math.max(counts.most, running.size);
        if (!isHolding) end();
      });
    });
  });
  // Send small packets without delay. Otherwise, each would wait 40 ms for an acknowledgement.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    // From now on, commands keep running until `endOne` ends the oldest one.
    hold: () => {
      isHolding = true;
    },
    endOne: () => [...running][0]?.(),
    running: () => running.size,
    // Peak number of concurrent commands.
    most: () => counts.most,
    connections: () => counts.connections,
    // Total number of connections.
    made: () => counts.made,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}
