// An SSH server inside the tests: it lets everybody in and answers every command with nothing and success. For what is about
// who may ask, where no real sshd is needed (test/ssh-server.ts).
import { type AddressInfo, createServer } from 'node:net';
import ssh2 from 'ssh2';
import { makeSshKey } from './ssh-key.ts';

export const startSshStandIn = async () => {
  const key = makeSshKey();
  const ssh = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (attempt) => attempt.accept());
    client.on('session', (accept) => {
      accept().on('exec', (acceptCommand) => {
        const channel = acceptCommand();
        channel.exit(0);
        channel.end();
      });
    });
  });
  // Its many small packets go out at once: each of them would wait 40 ms for the other side's acknowledgement.
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
};
