// What becomes of kept connections: commands that never end, servers that allow few, and ends that this site decides.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { formOf, openToolbox, type Toolbox } from '#test/harness/toolbox.ts';

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };

describe.skipIf(!hasSshServer())('a kept connection', { timeout: 60_000 }, () => {
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

  it('is left to the commands that never end, and another one made', async () => {
    for (let time = 0; time < 5; time += 1) {
      await expect(run('exec sleep 60', { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
    }
    expect((await run('echo still')).output).toBe('still\n');
  });

  it('on which the server allows no more is joined by another one', async () => {
    const outcomes = await Promise.all([1, 2, 3].map((number) => run(`sleep 1; echo ${number}`)));
    expect(outcomes.map(({ output }) => output)).toEqual(['1\n', '2\n', '3\n']);
  });

  it('that is ended here while a look is under way says nothing of the server, which is looked at anew', async () => {
    await toolbox.age();
    sshd.stall(true);
    const before = sshd.commands().length;
    const asked = toolbox.list();
    await expect.poll(() => sshd.commands().length, { timeout: 5000 }).toBeGreaterThan(before);
    sshd.stall(false);
    test.app.watch.connections.drop(id);
    await asked;
    await test.app.watch.settled();
    expect(await standing()).toEqual({ status: 'online', statusReason: null });
  });

  it('whose key is forgotten while a look is under way gives way to a new look', async () => {
    await toolbox.age();
    sshd.stall(true);
    const before = sshd.commands().length;
    const asked = toolbox.list();
    await expect.poll(() => sshd.commands().length, { timeout: 5000 }).toBeGreaterThan(before);
    sshd.stall(false);
    const reply = await toolbox.act(id, 'forget-host-key');
    expect(reply.json().server).toMatchObject({ status: 'online', statusReason: null, hostKey: sshd.fingerprint() });
    await asked;
  });

  it('whose server hangs is told as what it is, however long it was kept', async () => {
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    sshd.hang();
    // The signs of life end it soon after the look has begun.
    await new Promise((resolve) => setTimeout(resolve, 7000));
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    expect(await standing()).toEqual({
      status: 'error',
      statusReason: 'The server did not answer within 10 seconds.',
    });
    sshd.resume();
  });

  it('to a server that was started anew is made again, unseen', async () => {
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
