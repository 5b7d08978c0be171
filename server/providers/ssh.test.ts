import { createServer, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '#test/harness/nginx.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { startHostileSsh } from '#test/hostile/ssh-hostile-server.ts';
import { createSsh, type SshConnection, type SshTarget } from './ssh.ts';

const LIMITS = { timeoutMs: 5000, maxBytes: 64 * 1024 };
const ssh = createSsh({ networks: ['127.0.0.0/8'] });
const targetOf = (server: SshServer, changes: Partial<SshTarget> = {}): SshTarget => ({
  ip: server.ip,
  port: server.port,
  username: server.username,
  password: server.password,
  privateKey: null,
  hostKey: null,
  ...changes,
});
const trusting = async (): Promise<boolean> => true;
const open: SshConnection[] = [];
const connect = async (target: SshTarget, pin: (hostKey: string) => Promise<boolean> = trusting) => {
  const connection = await ssh.connect(target, pin);
  open.push(connection);
  return connection;
};
afterAll(() => {
  for (const connection of open) connection.close();
});

describe.skipIf(!hasSshServer())('a connection', { timeout: 30_000 }, () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await startSshServer();
  });
  afterAll(() => server.stop());

  it.each(['password', 'privateKey'] as const)('logs in by %s and runs a command with input', async (way) => {
    const target = targetOf(server, { password: null, [way]: server[way] });
    const connection = await connect(target);
    const outcome = await connection.run('cat; echo no >&2; exit 7', 'the input\n', LIMITS);
    expect(outcome).toEqual({ code: 7, output: 'the input\n', errors: 'no\n', isLeft: false });
  });

  it('tries the password when the key is rejected', async () => {
    const other = await startSshServer();
    const connection = await connect(targetOf(server, { privateKey: other.privateKey }));
    await other.stop();
    expect(connection.isOpen()).toBe(true);
  });

  it('answers an interactive password prompt', async () => {
    const asking = await startSshServer({ asksByQuestions: true });
    try {
      const connection = await connect(targetOf(asking));
      expect((await connection.run('echo in', '', LIMITS)).output).toBe('in\n');
      const wrong = targetOf(asking, { password: 'another one' });
      await expect(ssh.connect(wrong, trusting)).rejects.toMatchObject({ kind: 'credentials' });
    } finally {
      await asking.stop();
    }
  });

  it('is refused with a wrong password, which the error does not reveal', async () => {
    const failure = await ssh.connect(targetOf(server, { password: 'canary-4711' }), trusting).catch(String);
    expect(failure).toBe('SshFailure: ssh: credentials');
  });

  it('never uses a prime chosen by the server, which would block the event loop', async () => {
    const other = await startSshServer({ config: ['KexAlgorithms diffie-hellman-group-exchange-sha256'] });
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await expect(ssh.connect(targetOf(other), trusting)).rejects.toMatchObject({ kind: 'protocol' });
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(1000);
    await other.stop();
  });

  it('supports servers with a single key exchange', async () => {
    const other = await startSshServer({ config: ['KexAlgorithms diffie-hellman-group16-sha512'] });
    expect((await connect(targetOf(other))).isOpen()).toBe(true);
    await other.stop();
  });

  it('accepts partial output at the timeout if it is sufficient', async () => {
    const connection = await connect(targetOf(server));
    const isEnough = (output: string) => output.includes('first');
    const outcome = await connection.run('echo first; sleep 20', '', { ...LIMITS, timeoutMs: 500, isEnough });
    expect(outcome).toMatchObject({ code: null, output: 'first\n', isLeft: true });
    const never = connection.run('sleep 20', '', { ...LIMITS, timeoutMs: 500, isEnough });
    await expect(never).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('reports the host key on the first connection and rejects any other afterwards', async () => {
    let shown = '';
    const pin = async (key: string) => {
      shown = key;
      return true;
    };
    await connect(targetOf(server), pin);
    expect(shown).toMatch(/^ssh-ed25519 AAAA[A-Za-z0-9+/]+=*$/);
    await connect(targetOf(server, { hostKey: shown }), () => Promise.reject(new Error('pinned already')));
    const attempts = server.signIns() + server.refusals();
    const forged = shown.replace(/.{8}$/, 'AAAAAAAA');
    await expect(ssh.connect(targetOf(server, { hostKey: forged }), trusting)).rejects.toMatchObject({
      kind: 'host-key',
    });
    await expect(ssh.connect(targetOf(server), async () => false)).rejects.toMatchObject({ kind: 'host-key' });
    const ofAnotherKind = 'ssh-rsa AAAAB3NzaC1yc2E=';
    await expect(ssh.connect(targetOf(server, { hostKey: ofAnotherKind }), trusting)).rejects.toMatchObject({
      kind: 'host-key',
      shownHostKey: shown,
    });
    expect(server.signIns() + server.refusals()).toBe(attempts);
  });

  it('passes on an error from storing the key', async () => {
    const lost = new Error('the database is away');
    await expect(ssh.connect(targetOf(server), () => Promise.reject(lost))).rejects.toBe(lost);
  });

  it('stops 10 GB of output at the limit, and a command that never ends', async () => {
    const flooded = await connect(targetOf(server));
    server.flood(true);
    const before = process.memoryUsage().rss;
    await expect(flooded.run('anything', '', LIMITS)).rejects.toMatchObject({ kind: 'too-much' });
    server.flood(false);
    // Data still in transit counts towards the limit, so the connection is not reused (features/toolbox/connections.ts).
    flooded.close();
    const connection = await connect(targetOf(server));
    server.stall(true);
    const started = performance.now();
    await expect(connection.run('anything', '', { ...LIMITS, timeoutMs: 300 })).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(performance.now() - started).toBeLessThan(2000);
    server.stall(false);
    expect((await connection.run('echo still', '', LIMITS)).output).toBe('still\n');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('detects a server that hangs or disappears', async () => {
    const other = await startSshServer();
    const kept = await connect(targetOf(other));
    other.hang();
    await expect(kept.run('echo', '', { ...LIMITS, timeoutMs: 20_000 })).rejects.toMatchObject({ kind: 'timeout' });
    expect(kept.isOpen()).toBe(false);
    const started = performance.now();
    await expect(ssh.connect(targetOf(other), trusting)).rejects.toMatchObject({ kind: 'timeout' });
    expect(performance.now() - started).toBeLessThan(11_000);
    other.resume();
    const again = await connect(targetOf(other));
    const running = expect(again.run('sleep 100', '', LIMITS)).rejects.toMatchObject({ kind: 'closed' });
    await other.kill();
    await running;
    await expect(ssh.connect(targetOf(other), trusting)).rejects.toMatchObject({ kind: 'unreachable' });
    await other.stop();
  });
});

describe('a server that does not confirm a command', { timeout: 30_000 }, () => {
  const targetAt = ({ ip, port }: { ip: string; port: number }): SshTarget => ({
    ...{ ip, port, username: 'a', password: 'b', privateKey: null, hostKey: null },
  });

  it('and sends endlessly is disconnected', async () => {
    const hostile = await startHostileSsh('flood');
    const connection = await connect(targetAt(hostile));
    const before = process.memoryUsage().rss;
    await expect(connection.run('x', '', LIMITS)).rejects.toMatchObject({ kind: 'too-much' });
    expect(connection.isOpen()).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    hostile.stop();
  });

  it('is disconnected at the timeout', async () => {
    const hostile = await startHostileSsh('silence');
    const connection = await connect(targetAt(hostile));
    const late = connection.run('x', '', { ...LIMITS, timeoutMs: 300 });
    await expect(late).rejects.toMatchObject({ kind: 'timeout' });
    expect(connection.isOpen()).toBe(false);
    hostile.stop();
  });

  it('is distinguished from a connection closed by us', async () => {
    const hostile = await startHostileSsh('silence');
    const connection = await connect(targetAt(hostile));
    const running = expect(connection.run('x', '', LIMITS)).rejects.toMatchObject({ kind: 'dropped' });
    connection.close();
    await running;
    hostile.stop();
  });

  it('is abandoned immediately when aborted during the connection', async () => {
    const silence = createServer((socket) => void socket.on('error', () => {}));
    await new Promise<void>((done) => silence.listen(0, '127.0.0.1', done));
    const { port } = silence.address() as { port: number };
    const giving = new AbortController();
    const started = performance.now();
    setTimeout(() => giving.abort(), 200);
    await expect(ssh.connect(targetAt({ ip: '127.0.0.1', port }), trusting, giving.signal)).rejects.toMatchObject({
      kind: 'dropped',
    });
    expect(performance.now() - started).toBeLessThan(2000);
    silence.close();
  });
});

describe('an endpoint that is not an SSH server', () => {
  it.each([
    ['web', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['old one', 'SSH-1.5-old\r\n'],
    ['babbler', 'x'.repeat(20_000)],
  ])('is reported as such: %s', async (_name, greeting) => {
    const sockets: Socket[] = [];
    const listener = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      socket.end(greeting);
    });
    const port = await findFreePort();
    await new Promise<void>((done) => listener.listen(port, '127.0.0.1', done));
    const target = { ip: '127.0.0.1', port, username: 'a', password: 'b', privateKey: null, hostKey: null };
    const failure = await ssh.connect(target, trusting).catch((error: unknown) => error);
    expect(['protocol', 'closed', 'unreachable']).toContain((failure as { kind: string }).kind);
    listener.close();
  });
});

describe('addresses', () => {
  const asked: string[] = [];
  const careful = createSsh({
    networks: ['10.1.0.0/16', 'fd00:1::/32', '::ffff:10.3.0.0/112'],
    openSocket: (ip) => {
      asked.push(ip);
      throw new Error('a connection');
    },
  });
  const attempt = (ip: string) =>
    careful.connect({ ip, port: 22, username: 'a', password: 'b', privateKey: null, hostKey: null }, trusting);

  it.each([
    ...['127.0.0.1', '10.0.0.5', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', 'fe80::1', 'fd00:2::1', '64:ff9b::7f00:1', '2002:7f00:1::', 'localhost'],
    ...['168.63.129.16', '::', 'fe80::1%eth0', '10.2.0.1', '0x7f.1', ''],
  ])('such as %s are refused without connecting', async (ip) => {
    await expect(attempt(ip)).rejects.toMatchObject({ kind: 'not-allowed' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['2606:4700::1111', '2606:4700::1111'],
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['fd00:1::7', 'fd00:1::7'],
    ['10.3.0.1', '10.3.0.1'],
  ])('such as %s are connected to as %s', async (ip, as) => {
    asked.length = 0;
    await expect(attempt(ip)).rejects.toThrow('a connection');
    expect(asked).toEqual([as]);
  });
});

describe('private keys', () => {
  it.each(['', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0 a', '-----BEGIN OPENSSH PRIVATE KEY-----', 'x'.repeat(20_000)])(
    'are not %j',
    async (text) => expect(await ssh.isPrivateKey(text)).toBe(false),
  );
});
