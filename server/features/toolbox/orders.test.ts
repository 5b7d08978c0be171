// Starting, stopping and restarting a real process over a real sshd.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '#contract/admin/audit-actions.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { formOf, openToolbox, type Toolbox } from '#test/harness/toolbox.ts';
import { ORDERS } from './commands.ts';
import { lockServerList } from './queries.ts';

describe.skipIf(!hasSshServer())('a command', { timeout: 60_000 }, () => {
  let test: TestApp;
  let admin: Person;
  let toolbox: Toolbox;
  let sshd: SshServer;
  let id: string;
  beforeAll(async () => {
    test = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
    admin = await test.addPerson('admin');
    toolbox = await openToolbox(test, admin);
    sshd = await startSshServer();
    ({ id } = await toolbox.add(
      formOf(sshd, { password: undefined, sshKey: sshd.privateKey.replaceAll('\n', '\r\n') }),
    ));
  });
  afterAll(async () => {
    await test.stop();
    await sshd.stop();
  });
  beforeEach(() => {
    sshd.refuseOrders(null);
    sshd.stall(false);
    sshd.takeTime(null);
  });

  const auditSince = async (count: number) => {
    const rows = await test.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute();
    return rows.slice(count);
  };
  const seen = async () => {
    await toolbox.age();
    return toolbox.find(id);
  };

  // Number of requests waiting for the server-list lock.
  const countWaiting = async (): Promise<number> => {
    const { rows } = await sql`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and locktype = 'advisory' and objid = 712031 and not granted
    `.execute(test.db);
    return rows.length;
  };

  it('starts, restarts and stops the service, and then shows the observed state', async () => {
    expect(await seen()).toMatchObject({ status: 'offline', statusReason: null, signsInBy: 'key' });
    for (const [verb, status, isActive, after] of [
      ['start', 'starting', true, 'online'],
      ['restart', 'starting', true, 'online'],
      ['stop', 'stopping', false, 'offline'],
    ] as const) {
      const count = (await auditSince(0)).length;
      const reply = await toolbox.act(id, verb);
      expect(reply.statusCode, reply.body).toBe(202);
      expect(reply.json().server).toMatchObject({ id, status });
      expect((await toolbox.find(id)).status).toBe(status);
      expect(sshd.isActive()).toBe(isActive);
      expect(sshd.orders().at(-1)).toBe(`${verb} helix.service`);
      expect(sshd.commands()).toContain(ORDERS[verb]);
      expect(await seen()).toMatchObject({ status: after, statusReason: null });
      expect(await auditSince(count)).toMatchObject([
        { action: `toolbox.${verb}`, actor_id: admin.id, after: { service: 'helix' } },
      ]);
    }
  });

  it('that takes time is shown as starting or stopping', async () => {
    sshd.takeTime(4000);
    await toolbox.act(id, 'start');
    expect((await seen()).status).toBe('starting');
    await expect.poll(async () => (await seen()).status, { timeout: 20_000, interval: 500 }).toBe('online');
    await toolbox.act(id, 'stop');
    expect((await seen()).status).toBe('stopping');
    await expect.poll(async () => (await seen()).status, { timeout: 20_000, interval: 500 }).toBe('offline');
  });

  it('that is refused returns and records the reason', async () => {
    const count = (await auditSince(0)).length;
    sshd.refuseOrders('Access denied');
    const reply = await toolbox.act(id, 'start');
    expect(reply.statusCode).toBe(502);
    expect(reply.json()).toMatchObject({ code: 'SERVER_FAILED', message: 'Failed to start server: Access denied' });
    expect(await toolbox.find(id)).toMatchObject({ status: 'offline' });
    const lines = await auditSince(count);
    expect(lines).toMatchObject([
      { action: 'toolbox.start' },
      { action: 'toolbox.start-failed', after: { reason: 'Access denied' } },
    ]);
    // The audit entry must not claim that the server was starting.
    expect(lines[0]).toMatchObject({ before: null });
    expect(lines[0]?.after).not.toHaveProperty('status');
    expect(AUDIT_ACTIONS['toolbox.start']).toBe('issued a start command to the server');
  });

  it('is accepted from one administrator at a time', async () => {
    const second = await openToolbox(test, await test.addPerson('admin'));
    const before = sshd.orders().length;
    // Both requests wait for the same lock, so neither can finish before the other arrives.
    const { asked } = await test.db.transaction().execute(async (trx) => {
      await lockServerList(trx);
      const both = [toolbox.act(id, 'start'), second.act(id, 'stop')];
      await expect.poll(countWaiting).toBe(2);
      return { asked: both };
    });
    const replies = await Promise.all(asked);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'SERVER_BUSY' });
    expect(sshd.orders().length).toBe(before + 1);
    await toolbox.act(id, 'stop');
  });

  it('of a crashed process blocks others for at most half a minute', async () => {
    const until = new Date(test.deps.now().getTime() + 30_000);
    const left = { acting_until: until, status: 'starting' };
    await test.db.updateTable('toolbox_servers').set(left).where('id', '=', id).execute();
    expect((await toolbox.act(id, 'start')).statusCode).toBe(409);
    expect((await seen()).status).toBe('starting');
    test.moveClock(31_000);
    expect((await seen()).status).toBe('offline');
    expect((await toolbox.act(id, 'start')).statusCode).toBe(202);
    await toolbox.act(id, 'stop');
  });

  it('fails after about ten seconds if the server does not respond', async () => {
    sshd.stall(true);
    const started = performance.now();
    const reply = await toolbox.act(id, 'restart');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(reply.json()).toMatchObject({
      code: 'SERVER_FAILED',
      message: 'Failed to restart server: The server did not respond within 10 seconds.',
    });
    sshd.stall(false);
    await test.app.watch.settled();
    expect((await seen()).status).toBe('offline');
  });

  it('for a missing service returns the reason', async () => {
    const other = await startSshServer({ service: 'other' });
    const server = await toolbox.add(formOf(other));
    expect(server).toMatchObject({ status: 'offline', statusReason: 'There is no service "helix" on this server.' });
    const reply = await toolbox.act(server.id, 'start');
    expect(reply.json()).toMatchObject({ message: 'Failed to start server: Unit helix.service not found.' });
    await other.stop();
  });
});
