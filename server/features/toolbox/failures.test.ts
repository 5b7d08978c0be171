// Servers that hang, lie, talk without end, go away, or are not who they were.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { formOf, openToolbox, startSilence, type Toolbox } from '#test/harness/toolbox.ts';

describe.skipIf(!hasSshServer())('a server', { timeout: 90_000 }, () => {
  let test: TestApp;
  let admin: Person;
  let toolbox: Toolbox;
  let sshd: SshServer;
  let id: string;
  beforeAll(async () => {
    test = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
    admin = await test.addPerson('admin');
    toolbox = await openToolbox(test, admin);
    sshd = await startSshServer({ isActive: true });
    ({ id } = await toolbox.add(formOf(sshd)));
  });
  afterAll(async () => {
    await test.stop();
    await sshd.stop();
  });

  // Its state once everything that was begun has ended.
  const seen = async (which = id) => {
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    return toolbox.find(which);
  };

  it('that hangs holds up no answer, is in error soon, and returns', async () => {
    const before = await seen();
    sshd.hang();
    await toolbox.age();
    const started = performance.now();
    const during = await toolbox.find(id);
    expect(performance.now() - started).toBeLessThan(4500);
    expect(during.cpu).toBe(before.cpu);
    // Whoever asks is told that this is from before, until the look has ended.
    expect([before.isChecking, during.isChecking]).toEqual([false, true]);
    await test.app.watch.settled();
    expect(performance.now() - started).toBeLessThan(11_500);
    expect(await toolbox.find(id)).toMatchObject({
      status: 'error',
      statusReason: 'The server did not answer within 10 seconds.',
      memoryTotal: before.memoryTotal,
      lastPing: before.lastPing,
      isChecking: false,
    });
    expect(await toolbox.stats(id)).toMatchObject({ isLive: false, memory: { total: before.memoryTotal } });
    sshd.resume();
    await test.app.watch.settled();
    expect(await seen()).toMatchObject({ status: 'online', statusReason: null });
    expect((await toolbox.stats(id)).isLive).toBe(true);
  });

  it('that sends 10 GB is cut off', async () => {
    sshd.flood(true);
    const memory = process.memoryUsage().rss;
    expect(await seen()).toMatchObject({
      status: 'error',
      statusReason: 'The server answered more than it was asked for.',
    });
    expect(process.memoryUsage().rss - memory).toBeLessThan(150 * 1024 * 1024);
    sshd.flood(false);
    expect((await seen()).status).toBe('online');
  });

  it.each([
    ['nothing', '', /does not tell/],
    [
      'that it runs, and lies of the rest',
      '[unit]\nActiveState=active\n[memory]\nMemTotal: -5 kB\n[uptime]\nnever\n',
      null,
    ],
    [
      'numbers beyond all numbers',
      `[unit]\nActiveState=active\n[disk]\n/ ${'9'.repeat(30)} 1 1 1% /\n[uptime]\n9e99\n`,
      null,
    ],
    [
      'NUL and halves of characters',
      '[unit]\n\0\ud800<script>\u202e\0\n',
      /does not tell whether the service runs: .*<script>/,
    ],
    ['one line of 200 kB', `[unit]\n${'x'.repeat(200_000)}`, /does not tell/],
  ])('that answers %s breaks nothing', async (_name, answer, reason) => {
    sshd.answerWith(answer);
    const server = await seen();
    sshd.answerWith(null);
    expect(server).toMatchObject({ cpu: null, memory: null, diskUsed: null, lastPing: expect.any(String) });
    if (reason) expect(server).toMatchObject({ status: 'error', statusReason: expect.stringMatching(reason) });
    else expect(server).toMatchObject({ status: 'online', statusReason: null });
  });

  it('without its folder of uploads, or with one that is not to be counted, is online all the same', async () => {
    const gone = { uploadDir: '/nowhere at all', name: 'gone' };
    await test.db.deleteFrom('toolbox_servers').execute();
    const server = await toolbox.add(formOf(sshd, gone));
    expect(server).toMatchObject({ status: 'online', uploadCount: null, files: null, diskUsed: null });
    ({ id } = server);
  });

  it('that goes is in error, and online again when it is back', async () => {
    await sshd.kill();
    expect(await seen()).toMatchObject({
      status: 'error',
      statusReason: 'The server cannot be reached: nothing listens at this port.',
    });
    await sshd.start();
    expect((await seen()).status).toBe('online');
  });

  it('with another host key is sent nothing secret, until the old key is forgotten', async () => {
    const pinned = (await seen()).hostKey;
    await sshd.changeHostKey();
    const [signIns, refusals] = [sshd.signIns(), sshd.refusals()];
    expect(await seen()).toMatchObject({
      status: 'error',
      statusReason: expect.stringContaining('another host key'),
      reasonCode: 'host-key',
      hostKey: pinned,
      shownHostKey: sshd.fingerprint(),
    });
    expect((await toolbox.act(id, 'stop')).json().message).toContain('another host key');
    expect([sshd.signIns(), sshd.refusals()]).toEqual([signIns, refusals]);
    expect(sshd.isActive()).toBe(true);
    const reply = await toolbox.act(id, 'forget-host-key');
    expect(reply.json().server).toMatchObject({
      status: 'online',
      reasonCode: null,
      hostKey: sshd.fingerprint(),
      shownHostKey: null,
    });
    const entry = await test.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'toolbox.forget-host-key')
      .executeTakeFirst();
    expect(entry?.before).toEqual({ name: expect.any(String), hostKey: pinned });
  });

  it('that refuses the sign-in is in error, and pins its key all the same', async () => {
    const other = await startSshServer();
    const server = await toolbox.add(formOf(other, { password: 'wrong' }));
    expect(server).toMatchObject({
      status: 'error',
      statusReason: 'The server refuses the sign-in: username, password or key are not right.',
      hostKey: other.fingerprint(),
    });
    expect((await toolbox.act(server.id, 'start')).json().message).toMatch(
      /^Failed to start server: The server refuses/,
    );
    await toolbox.act(server.id, 'delete');
    await other.stop();
  });

  it('that is deleted loses its connection, in every process', async () => {
    const other = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' }, beside: test });
    const there = await openToolbox(other, admin);
    await toolbox.age();
    await there.list();
    await other.app.watch.settled();
    const running = () => other.app.watch.connections.run(id, 'sleep 60', '', { timeoutMs: 30_000, maxBytes: 10 });
    const cut = expect(running()).rejects.toMatchObject({ kind: 'dropped' });
    await toolbox.act(id, 'delete');
    await cut;
    await expect(running()).rejects.toMatchObject({ kind: 'dropped' });
    await other.stop();
  });

  it('that takes connections and says nothing is looked at once at a time, and lets the site stop', async () => {
    const silence = await startSilence();
    const other = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
    const there = await openToolbox(other, await other.addPerson('admin'));
    const reply = await there.send('POST', '/servers', formOf(sshd, { port: silence.port }));
    expect(reply.statusCode).toBe(201);
    await Promise.all([there.list(), there.list()]);
    expect(silence.count()).toBe(1);
    const started = performance.now();
    await other.stop();
    expect(performance.now() - started).toBeLessThan(2000);
    silence.stop();
  });
});
