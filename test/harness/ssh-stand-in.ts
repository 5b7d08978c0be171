// An SSH server inside the tests: it lets everybody in and answers every command with nothing and success, at once or when it is
// told to. For what is about who may ask, and how much at once, where no real sshd is needed (test/harness/ssh-server.ts).
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
  // Its many small packets go out at once: each of them would wait 40 ms for the other side's acknowledgement.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    // Lets commands run on from here, until `endOne` ends the oldest.
    hold: () => {
      isHolding = true;
    },
    endOne: () => [...running][0]?.(),
    running: () => running.size,
    // How many commands there were at once at the most.
    most: () => counts.most,
    connections: () => counts.connections,
    // How many connections there have ever been.
    made: () => counts.made,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}
