// Hostile addresses, names, keys and ids in the toolbox. No real connection is opened; connection attempts are recorded.
import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSsh } from '#server/providers/ssh.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { openToolbox, type Toolbox } from '#test/harness/toolbox.ts';
import { encodeHostile, expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

const opened: string[] = [];
const openSocket = (ip: string): Socket => {
  opened.push(ip);
  const socket = new Socket();
  process.nextTick(() => socket.destroy(Object.assign(new Error('no real connections'), { code: 'ENETUNREACH' })));
  return socket;
};

let test: TestApp;
let toolbox: Toolbox;
beforeAll(async () => {
  test = await startTestApp({ ssh: createSsh({ networks: ['10.1.0.0/16'], openSocket }) });
  toolbox = await openToolbox(test, await test.addPerson('admin'));
});
afterAll(() => test.stop());

const PASSWORD = 'canary-5523';
const form = (changes: object) => ({
  name: 'Server',
  ip: '8.8.8.8',
  location: 'Rack',
  username: 'helix',
  password: PASSWORD,
  ...changes,
});
const clear = async (): Promise<void> => {
  await test.app.watch.settled();
  await test.db.deleteFrom('toolbox_servers').execute();
};
const texts = hostileCases.filter(({ how, kind }) => how === 'literal' && /^(toolbox|text|id)$/.test(kind));

describe('an address', () => {
  it.each([
    ...[
      '127.0.0.1',
      '169.254.169.254',
      '10.0.0.5',
      '192.168.0.1',
      '172.16.0.1',
      '100.64.0.1',
      '0.0.0.0',
      '255.255.255.255',
    ],
    ...['224.0.0.1', '168.63.129.16', '192.0.2.1', '::', '::1', 'fe80::1', 'fc00::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:a00:5', '::ffff:169.254.169.254', '64:ff9b::a00:5', '2002:7f00:1::', '::127.0.0.1'],
    ...[
      'fe80::1%lo',
      '127.1',
      '0x7f000001',
      '2130706433',
      '0177.0.0.1',
      '127.0.0.1 ',
      'localhost',
      'helix.example',
      '',
    ],
    ...['8.8.8.8/8', '8.8.8.8:22', '8.8.8.8\n10.0.0.1', '[::1]', '8.8.8.8%00'],
  ])('that is private or not an IP is rejected and never connected to: %j', async (ip) => {
    const reply = await toolbox.send('POST', '/servers', form({ ip }));
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json()).toMatchObject({ fields: { ip: expect.any(String) } });
    await test.app.watch.settled();
    expect(opened).toEqual([]);
  });

  it('in a network allowed by the operator is connected to, even if IPv4-mapped', async () => {
    for (const ip of ['10.1.2.3', '::ffff:10.1.2.4']) {
      const reply = await toolbox.send('POST', '/servers', form({ ip }));
      expect(reply.statusCode, reply.body).toBe(201);
    }
    await test.app.watch.settled();
    expect(opened.splice(0)).toEqual(['10.1.2.3', '10.1.2.4']);
    await clear();
  });

  it('that the operator no longer allows is not connected to', async () => {
    const reply = await toolbox.send('POST', '/servers', form({ ip: '10.1.2.3' }));
    await test.app.watch.settled();
    opened.length = 0;
    await test.db.updateTable('toolbox_servers').set({ ip: '10.2.0.1' }).execute();
    await toolbox.age();
    expect((await toolbox.find(reply.json().server.id)).statusReason).toContain('no longer allows');
    expect(opened).toEqual([]);
    await clear();
  });
});

describe('texts', () => {
  it.each(['name', 'location', 'username', 'service', 'uploadDir', 'priority', 'password', 'ip', 'sshKey', 'port'])(
    'as %s are rejected by field, or stored unchanged',
    async (field) => {
      let kept = 0;
      for (const { id, input } of texts) {
        const reply = await toolbox.send('POST', '/servers', form({ [field]: input }));
        expectHarmless(reply, id, input);
        expect([201, 400, 413], `${id} ${reply.body}`).toContain(reply.statusCode);
        expect(reply.body, id).not.toContain(PASSWORD);
        if (reply.statusCode !== 201) continue;
        kept += 1;
        const { server } = reply.json();
        if (['username', 'service', 'uploadDir'].includes(field)) expect(server[field] ?? '', id).toBe(input);
        await clear();
      }
      if (['ip', 'sshKey', 'port'].includes(field))
        expect(kept).toBe(texts.filter(({ input }) => field === 'sshKey' && input.trim() === '').length);
    },
    120_000,
  );

  it.each([
    ...[
      ['uploadDir', '/a\ud800'],
      ['uploadDir', '/a\u2028b'],
      ['uploadDir', '/a\u2029b'],
      ['uploadDir', '/a\0b'],
    ],
    ...[
      ['password', 'a\ud800'],
      ['password', 'a\0b'],
      ['password', 'a\nb'],
      ['password', '   '],
      ['sshKey', '-----\udc00'],
    ],
    ...['name', 'location'].flatMap((field) =>
      ['\u200b\u200d', '\u202e', 'a\u202egnp', '\u2066a', 'a\nb', ' '].map((text) => [field, text]),
    ),
  ])('as %s are rejected if they are %j', async (field, text) => {
    const reply = await toolbox.send('POST', '/servers', form({ [field]: text }));
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { [field]: expect.any(String) } });
  });

  it('that are missing are all reported together', async () => {
    const empty = { name: '', ip: '', location: '', username: '', password: '' };
    for (const body of [form(empty), form({ ...empty, ip: undefined, username: undefined, password: undefined })]) {
      expect((await toolbox.send('POST', '/servers', body)).json().fields).toEqual({
        name: 'Enter a server name.',
        ip: 'Enter an IP address.',
        location: 'Enter a location.',
        username: 'Enter a username.',
        password: 'Enter a password or a private key.',
      });
    }
  });

  it('cannot add an option or a second word to a service', async () => {
    for (const service of [
      '-H evil',
      '--root=/',
      'a b',
      'a;id',
      'a\nb',
      '$(id)',
      '`id`',
      'a/../b',
      '',
      'a*',
      'a'.repeat(65),
    ]) {
      const reply = await toolbox.send('POST', '/servers', form({ service }));
      expect(reply.json(), service).toMatchObject({ code: 'BAD_INPUT', fields: { service: expect.any(String) } });
    }
  });

  it('that are not an unencrypted private key are rejected as a key', async () => {
    for (const sshKey of [
      'ssh-ed25519 AAAA a',
      'PuTTY-User-Key-File-2: ssh-rsa',
      '-----BEGIN RSA PRIVATE KEY-----\nx\n',
      '\0',
    ]) {
      const reply = await toolbox.send('POST', '/servers', form({ sshKey }));
      expect(reply.json()).toMatchObject({ code: 'SERVER_KEY', fields: { sshKey: expect.any(String) } });
    }
    const long = await toolbox.send('POST', '/servers', form({ sshKey: 'x'.repeat(20_001) }));
    expect(long.json()).toMatchObject({ code: 'BAD_INPUT' });
    expect((await toolbox.send('POST', '/servers', form({ sshKey: 'x'.repeat(1024 * 1024) }))).statusCode).toBe(413);
  });
});

describe('numbers', () => {
  it.each([
    [1e308, 201, 1_000_000],
    ['1e309', 201, 1_000_000],
    [-1, 201, -1],
    ['NaN', 201, 0],
    [null, 400, 0],
    [[1], 400, 0],
  ])('priority %j', async (priority, status, kept) => {
    const reply = await toolbox.send('POST', '/servers', form({ priority }));
    expect(reply.statusCode).toBe(status);
    if (status === 201) expect(reply.json().server.priority).toBe(kept);
    await clear();
  });

  it.each([0, 65_536, -1, 22.5, '22', null])('port %j is rejected', async (port) => {
    expect((await toolbox.send('POST', '/servers', form({ port }))).statusCode).toBe(400);
  });
});

it('ids, priorities and flags in URLs are parsed strictly', async () => {
  const reply = await toolbox.send('POST', '/servers', form({}));
  const { id } = reply.json().server;
  for (const { id: about, input } of literals('id')) {
    for (const path of [
      `${encodeHostile(input)}/start`,
      `${id}/priority/${encodeHostile(input)}`,
      `${id}/default/${encodeHostile(input)}`,
    ]) {
      const answer = await toolbox.send('POST', `/servers/${path}`);
      expectHarmless(answer, about, input);
      expect(answer.statusCode, `${about} ${path}`).toBeGreaterThanOrEqual(200);
      expect(answer.statusCode, `${about} ${path}`).toBeLessThan(500);
    }
  }
  for (const n of ['1e3', '+1', '01', '1000001', '-1000001', ' 1', '1.5', 'NaN', '-'])
    expect((await toolbox.send('POST', `/servers/${id}/priority/${encodeURIComponent(n)}`)).statusCode, n).toBe(400);
  for (const mark of ['1', 'TRUE', 'yes', 'null'])
    expect((await toolbox.send('POST', `/servers/${id}/default/${mark}`)).statusCode, mark).toBe(400);
  await clear();
});
