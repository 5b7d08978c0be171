// Reused connections: commands that never end, servers that allow few sessions, and connections closed by the site.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { formOf, openToolbox, type Toolbox } from '#test/harness/toolbox.ts';

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };

describe.skipIf(!hasSshServer())('a reused connection', { timeout: 60_000 }, () => {
  let test: TestApp;
  let admin: Person;
  let toolbox: Toolbox;
  let sshd: SshServer;
  let id: string;
  beforeAll(async () => {
    test = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
    admin = await test.addPerson('admin');
    toolbox = await openToolbox(test, admin);
    sshd = await startSshServer({ isActive: true, config: ['MaxSessions 2'] });
    ({ id } = await toolbox.add(formOf(sshd)));
  });
  afterAll(async () => {
    await test.stop();
    await sshd.stop();
  });

  const run = (command: string, limits: object = {}) =>
    test.app.watch.connections.run(id, command, '', { ...LIMITS, ...limits });
  const standing = async () => {
    const { status, statusReason } = await toolbox.find(id);
    return { status, statusReason };
  };

  it('is replaced when its commands never end', async () => {
    for (let time = 0; time < 5; time += 1) {
      await expect(run('exec sleep 60', { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
    }
    expect((await run('echo still')).output).toBe('still\n');
  });

  it('is supplemented by another when the server allows no more sessions', async () => {
    const outcomes = await Promise.all([1, 2, 3].map((number) => run(`sleep 1; echo ${number}`)));
    expect(outcomes.map(({ output }) => output)).toEqual(['1\n', '2\n', '3\n']);
  });

  it('closed by the site during a reading does not count as a failure, and the server is read again', async () => {
    await toolbox.age();
    sshd.stall(true);
    const before = sshd.commands().length;
    const asked = toolbox.list();
    await expect.poll(() => sshd.commands().length, { timeout: 10_000 }).toBeGreaterThan(before);
    sshd.stall(false);
    test.app.watch.connections.drop(id);
    await asked;
    await test.app.watch.settled();
    expect(await standing()).toEqual({ status: 'online', statusReason: null });
  });

  it('whose host key is forgotten during a reading is replaced for a new one', async () => {
    await toolbox.age();
    sshd.stall(true);
    const before = sshd.commands().length;
    const asked = toolbox.list();
    await expect.poll(() => sshd.commands().length, { timeout: 10_000 }).toBeGreaterThan(before);
    sshd.stall(false);
    const reply = await toolbox.act(id, 'forget-host-key');
    expect(reply.json().server).toMatchObject({ status: 'online', statusReason: null, hostKey: sshd.fingerprint() });
    await asked;
  });

  it('to a server that hangs reports the timeout, however old the connection is', async () => {
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    sshd.hang();
    // Wait long enough that the keepalives close the connection soon after the next reading starts.
    await new Promise((resolve) => setTimeout(resolve, 7000));
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    expect(await standing()).toEqual({
      status: 'error',
      statusReason: 'The server did not respond within 10 seconds.',
    });
    sshd.resume();
  });

  it('to a server that restarted is reopened unnoticed', async () => {
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    await sshd.kill();
    await sshd.start();
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    expect(await standing()).toEqual({ status: 'online', statusReason: null });
  });
});
