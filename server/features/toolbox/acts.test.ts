// Tests concurrent changes to the server list, clocks that are set back, and rotated site keys. No server responds here.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { openToolbox, type Toolbox } from '#test/harness/toolbox.ts';
import { createConnections } from './connections.ts';
import { openAccess, reportOldSeals } from './credentials.ts';
import { findAccess } from './queries.ts';

let test: TestApp;
let one: Toolbox;
let other: Toolbox;
beforeAll(async () => {
  test = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
  one = await openToolbox(test, await test.addPerson('admin'));
  other = await openToolbox(test, await test.addPerson('admin'));
});
afterAll(() => test.stop());

const form = (port: number) => ({ name: 'n', ip: '127.0.0.1', port, location: 'x', username: 'u', password: 'p' });

it('concurrent actions of several administrators are serialised, and none fails', async () => {
  const ids: string[] = [];
  for (const port of [1, 2]) ids.push((await one.add(form(port))).id);
  const [first = '', second = ''] = ids;
  const codes: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const replies = await Promise.all([
      one.send('POST', `/servers/${first}/priority/${round + 1}`),
      other.send('POST', `/servers/${first}/default/${round % 2 === 0}`),
      one.send('POST', `/servers/${second}/default/${round % 2 === 1}`),
      other.send('POST', `/servers/${second}/priority/${round + 100}`),
    ]);
    codes.push(...replies.map(({ statusCode }) => statusCode));
  }
  expect(new Set(codes)).toEqual(new Set([200]));
  const replies = await Promise.all([
    one.act(first, 'start'),
    other.send('POST', `/servers/${first}/default/true`),
    one.act(second, 'delete'),
    other.send('POST', `/servers/${second}/default/true`),
  ]);
  for (const { statusCode } of replies) expect([200, 404, 409, 502]).toContain(statusCode);
});

it('a clock set back delays neither readings nor commands', async () => {
  const { id } = await one.add(form(3));
  const [ahead, status] = [new Date(test.deps.now().getTime() + 3_600_000), 'starting'];
  const left = { observed_at: ahead, acting_until: ahead, status, status_reason: null, reason_code: null };
  await test.db.updateTable('toolbox_servers').set(left).where('id', '=', id).execute();
  await one.list();
  await test.app.watch.settled();
  expect(await one.find(id)).toMatchObject({ status: 'error', reasonCode: 'unreachable' });
  expect((await one.act(id, 'start')).json()).toMatchObject({ code: 'SERVER_FAILED' });
});

it('credentials encrypted with an old key are re-encrypted when used', async () => {
  const { id } = await one.add(form(4));
  const keys = { secret: Buffer.from('a key that comes later, long enough'), oldSecrets: [test.deps.secret] };
  const sealed = async () => {
    const row = await findAccess(test.db, id);
    if (!row) throw new Error('no such server');
    return row;
  };
  const told: object[] = [];
  const log = { ...test.deps.log, info: (about: object) => void told.push(about) };
  const later = { ...test.deps, ...keys, log: log as typeof test.deps.log };
  const before = await sealed();
  await reportOldSeals(later);
  const connections = createConnections(later);
  const asked = connections.run(id, 'x', '', { timeoutMs: 3000, maxBytes: 10 });
  await expect(asked).rejects.toMatchObject({ kind: 'unreachable' });
  connections.close();
  const after = await sealed();
  expect(after.password).not.toEqual(before.password);
  expect(openAccess({ secret: keys.secret }, id, after).password).toBe('p');
  await reportOldSeals(later);
  const [first, second] = told as { servers: number }[];
  expect((first?.servers ?? 0) - (second?.servers ?? 0)).toBe(1);
});
