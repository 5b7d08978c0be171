// The server list, tested against real sshd processes: adding, monitoring, order, default and deletion.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { formOf, openToolbox, type Toolbox } from '#test/harness/toolbox.ts';
import { COUNT_FILES, OBSERVE } from './commands.ts';

const env = { TOOLBOX_NETWORKS: '127.0.0.0/8' };

describe.skipIf(!hasSshServer())('a server', { timeout: 60_000 }, () => {
  let test: TestApp;
  let admin: Person;
  let toolbox: Toolbox;
  let sshd: SshServer;
  beforeAll(async () => {
    test = await startTestApp({ env });
    admin = await test.addPerson('admin');
    toolbox = await openToolbox(test, admin);
    sshd = await startSshServer({ isActive: true, service: 'web@1', password: 'canary "$(id)" \\ ` xylograph' });
  });
  afterAll(async () => {
    await test.stop();
    await sshd.stop();
  });

  const auditOf = (id: string) =>
    test.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute();
  // The whole database as text.
  const dump = async (): Promise<string> => {
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(test.db);
    const parts = tables.map(({ name }) =>
      sql<{ t: string }>`select t::text from ${sql.table(name)} t`.execute(test.db),
    );
    return JSON.stringify((await Promise.all(parts)).map(({ rows }) => rows));
  };

  it('is added, checked in the background, and measured', async () => {
    const folder = join(sshd.home, "up 'load'");
    mkdirSync(folder);
    writeFileSync(join(folder, 'clip.MP4'), Buffer.alloc(1000));
    writeFileSync(join(folder, 'shot.jpg'), Buffer.alloc(200));
    writeFileSync(join(folder, 'v 999999\nv.wav'), Buffer.alloc(30));
    writeFileSync(join(folder, 'notes'), Buffer.alloc(4));
    const server = await toolbox.add(formOf(sshd, { service: 'web@1', uploadDir: folder, priority: 'none' }));
    expect(server).toMatchObject({
      status: 'online',
      statusReason: null,
      signsInBy: 'password',
      priority: 0,
      isDefault: false,
      uploadCount: 4,
      files: { video: 1000, imagesAndAudio: 230, other: 4 },
      hostKey: sshd.fingerprint(),
      cpu: expect.any(Number),
      memory: expect.any(Number),
      diskTotal: expect.any(Number),
      lastPing: expect.any(String),
    });
    expect(await toolbox.stats(server.id)).toMatchObject({
      isLive: true,
      network: { in: expect.any(Number), out: expect.any(Number) },
      uptime: expect.any(Number),
    });
    const [entry] = await auditOf(server.id);
    expect(entry).toMatchObject({ action: 'toolbox.add', actor_id: admin.id, subject_kind: 'server' });
    expect(entry?.after).toMatchObject({ name: server.name, port: sshd.port, signsInBy: 'password' });
  });

  it('only runs constant commands, over one connection', async () => {
    for (let round = 0; round < 3; round += 1) {
      await toolbox.age();
      await toolbox.list();
    }
    await test.app.watch.settled();
    expect(sshd.commands().length).toBeGreaterThan(4);
    expect(new Set(sshd.commands())).toEqual(new Set([OBSERVE, COUNT_FILES]));
    expect(sshd.signIns()).toBe(1);
  });

  it('never exposes its password in replies, the audit log or the database', async () => {
    const answers = JSON.stringify([await toolbox.list(), await dump()]);
    expect(answers).toContain('web@1');
    for (const part of ['canary', 'xylograph', Buffer.from('canary').toString('hex')])
      expect(answers).not.toContain(part);
  });

  it('is read once for concurrent requests, and not again within five seconds', async () => {
    await toolbox.age();
    // After this pause, the previous reading is old enough to compute rates, so no second reading follows.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const before = sshd.commands().length;
    await Promise.all(Array.from({ length: 8 }, () => toolbox.list()));
    await test.app.watch.settled();
    expect(sshd.commands().length).toBe(before + 1);
    // Pretend the reading is four seconds old, however long the steps above took on a busy machine.
    await test.db
      .updateTable('toolbox_servers')
      .set({ observed_at: new Date(test.deps.now().getTime() - 4000) })
      .execute();
    await toolbox.list();
    await test.app.watch.settled();
    expect(sshd.commands().length).toBe(before + 1);
  });

  it('is identified by its address', async () => {
    const again = await toolbox.send('POST', '/servers', formOf(sshd, { ip: '::ffff:127.0.0.1' }));
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'SERVER_KNOWN', fields: { ip: expect.any(String) } });
  });

  it('keeps everything after a restart of the site, including host key and credentials', async () => {
    const [before] = await toolbox.list();
    const other = await startTestApp({ env, beside: test });
    const there = await openToolbox(other, admin);
    await toolbox.age();
    const [after] = await there.list();
    await other.app.watch.settled();
    expect(after).toMatchObject({ id: before?.id, status: 'online', hostKey: sshd.fingerprint() });
    await other.stop();
  });

  it('is in error if its password cannot be decrypted', async () => {
    const [server] = await toolbox.list();
    const { id } = server ?? { id: '' };
    const { password } = await test.db.selectFrom('toolbox_servers').select('password').executeTakeFirstOrThrow();
    const spoilt = Buffer.from(password ?? '').fill(7, 20);
    await test.db.updateTable('toolbox_servers').set({ password: spoilt }).execute();
    test.app.watch.connections.drop(id);
    await toolbox.age();
    expect((await toolbox.find(id)).statusReason).toContain('SECRET_KEY');
    await test.db.updateTable('toolbox_servers').set({ password }).execute();
    await toolbox.age();
    expect((await toolbox.find(id)).status).toBe('online');
  });

  describe('in the list', () => {
    const addQuietly = async (name: string, priority: number): Promise<string> => {
      const reply = await toolbox.send('POST', '/servers', {
        ...formOf(sshd, { name, priority, port: 1 + Math.floor(Math.random() * 900) }),
      });
      expect(reply.statusCode, reply.body).toBe(201);
      return reply.json().server.id;
    };
    let ids: string[] = [];
    beforeAll(async () => {
      await test.db.deleteFrom('toolbox_servers').execute();
      ids = [
        await addQuietly('beta', 0),
        await addQuietly('Alpha', 0),
        await addQuietly('last', -3),
        await addQuietly('first', 9),
      ];
    });

    it('is ordered by priority, then by name', async () => {
      expect((await toolbox.list()).map(({ name }) => name)).toEqual(['first', 'Alpha', 'beta', 'last']);
      const reply = await toolbox.send('POST', `/servers/${ids[2]}/priority/10`);
      expect(reply.json().server).toMatchObject({ priority: 10 });
      expect((await toolbox.list()).map(({ name }) => name)).toEqual(['last', 'first', 'Alpha', 'beta']);
      const [, entry] = await auditOf(ids[2] ?? '');
      expect(entry).toMatchObject({ action: 'toolbox.priority', before: { name: 'last', priority: -3 } });
    });

    it('is the only default, even if two administrators choose concurrently', async () => {
      const second = await openToolbox(test, await test.addPerson('admin'));
      for (let round = 0; round < 5; round += 1) {
        const [one, two] = [ids[round % 4], ids[(round + 1) % 4]];
        const replies = await Promise.all([
          toolbox.send('POST', `/servers/${one}/default/true`),
          second.send('POST', `/servers/${two}/default/true`),
        ]);
        expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
        expect((await toolbox.list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
      }
      const chosen = (await toolbox.list()).find(({ isDefault }) => isDefault);
      await toolbox.send('POST', `/servers/${chosen?.id}/default/false`);
      expect((await toolbox.list()).some(({ isDefault }) => isDefault)).toBe(false);
    });

    it('is deleted along with its credentials, once', async () => {
      const [id = ''] = ids;
      expect((await toolbox.act(id, 'delete')).json()).toEqual({ id });
      expect((await toolbox.act(id, 'delete')).json()).toMatchObject({ code: 'SERVER_NOT_FOUND' });
      expect((await toolbox.send('GET', `/servers/${id}/stats`)).statusCode).toBe(404);
      expect((await toolbox.list()).map((server) => server.id)).not.toContain(id);
      expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'toolbox.delete', before: { name: 'beta' } });
    });

    it('is one of at most fifty', async () => {
      const row = await test.db.selectFrom('toolbox_servers').selectAll().limit(1).executeTakeFirstOrThrow();
      const { rows } = await sql<{ left: number }>`select 50 - count(*)::int as left from toolbox_servers`.execute(
        test.db,
      );
      for (let port = 0; port < (rows[0]?.left ?? 0); port += 1) {
        const id = crypto.randomUUID();
        await test.db
          .insertInto('toolbox_servers')
          .values({ ...row, id, port: 40_000 + port, is_default: false })
          .execute();
      }
      const reply = await toolbox.send('POST', '/servers', formOf(sshd, { port: 39_999 }));
      expect(reply.json()).toMatchObject({ code: 'SERVERS_FULL' });
      await test.db.deleteFrom('toolbox_servers').execute();
    });
  });
});
