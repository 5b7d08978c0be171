// Servers that hang, lie, flood the site, disappear, or change identity.
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

  // State after all pending readings are finished.
  const seen = async (which = id) => {
    await toolbox.age();
    await toolbox.list();
    await test.app.watch.settled();
    return toolbox.find(which);
  };

  it('that hangs delays no reply, is soon in error, and recovers', async () => {
    const before = await seen();
    sshd.hang();
    await toolbox.age();
    const started = performance.now();
    const during = await toolbox.find(id);
    expect(performance.now() - started).toBeLessThan(4500);
    expect(during.cpu).toBe(before.cpu);
    // Responses are marked as outdated until the check finishes.
    expect([before.isChecking, during.isChecking]).toEqual([false, true]);
    await test.app.watch.settled();
    expect(performance.now() - started).toBeLessThan(11_500);
    expect(await toolbox.find(id)).toMatchObject({
      status: 'error',
      statusReason: 'The server did not respond within 10 seconds.',
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
      statusReason: 'The server sent more data than expected.',
    });
    expect(process.memoryUsage().rss - memory).toBeLessThan(150 * 1024 * 1024);
    sshd.flood(false);
    expect((await seen()).status).toBe('online');
  });

  it.each([
    ['nothing', '', /did not report/],
    [
      'that it is running and nonsense for the rest',
      '[unit]\nActiveState=active\n[memory]\nMemTotal: -5 kB\n[uptime]\nnever\n',
      null,
    ],
    [
      'numbers that are too large',
      `[unit]\nActiveState=active\n[disk]\n/ ${'9'.repeat(30)} 1 1 1% /\n[uptime]\n9e99\n`,
      null,
    ],
    [
      'NUL and lone surrogates',
      '[unit]\n\0\ud800<script>\u202e\0\n',
      /did not report whether the service is running: .*<script>/,
    ],
    ['one line of 200 kB', `[unit]\n${'x'.repeat(200_000)}`, /did not report/],
  ])('that replies with %s does no harm', async (_name, answer, reason) => {
    sshd.answerWith(answer);
    const server = await seen();
    sshd.answerWith(null);
    expect(server).toMatchObject({ cpu: null, memory: null, diskUsed: null, lastPing: expect.any(String) });
    if (reason) expect(server).toMatchObject({ status: 'error', statusReason: expect.stringMatching(reason) });
    else expect(server).toMatchObject({ status: 'online', statusReason: null });
  });

  it('with a missing or unreadable upload folder is still online', async () => {
    const gone = { uploadDir: '/nowhere at all', name: 'gone' };
    await test.db.deleteFrom('toolbox_servers').execute();
    const server = await toolbox.add(formOf(sshd, gone));
    expect(server).toMatchObject({ status: 'online', uploadCount: null, files: null, diskUsed: null });
    ({ id } = server);
  });

  it('that goes down is in error, and online again when it is back', async () => {
    await sshd.kill();
    expect(await seen()).toMatchObject({
      status: 'error',
      statusReason: 'The server cannot be reached: nothing is listening on this port.',
    });
    await sshd.start();
    expect((await seen()).status).toBe('online');
  });

  it('with a changed host key receives no secrets until the old key is forgotten', async () => {
    const pinned = (await seen()).hostKey;
    await sshd.changeHostKey();
    const [signIns, refusals] = [sshd.signIns(), sshd.refusals()];
    expect(await seen()).toMatchObject({
      status: 'error',
      statusReason: expect.stringContaining('host key has changed'),
      reasonCode: 'host-key',
      hostKey: pinned,
      shownHostKey: sshd.fingerprint(),
    });
    expect((await toolbox.act(id, 'stop')).json().message).toContain('host key has changed');
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

  it('that rejects the login is in error, and its key is pinned anyway', async () => {
    const other = await startSshServer();
    const server = await toolbox.add(formOf(other, { password: 'wrong' }));
    expect(server).toMatchObject({
      status: 'error',
      statusReason: 'The server rejected the login: wrong username, password or key.',
      hostKey: other.fingerprint(),
    });
    expect((await toolbox.act(server.id, 'start')).json().message).toMatch(
      /^Failed to start server: The server rejected/,
    );
    await toolbox.act(server.id, 'delete');
    await other.stop();
  });

  it('that is deleted loses its connections in every process', async () => {
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

  it('that accepts connections but never responds is read once at a time, and does not block shutdown', async () => {
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
