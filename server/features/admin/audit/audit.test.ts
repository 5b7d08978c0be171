import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditList } from '#contract/admin/audit.ts';
import { AUDIT_ACTIONS } from '#contract/admin/audit-actions.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { bodyOf, expectHarmless, literals } from '#test/hostile/hostile-inputs.ts';
import { readSources } from '#test/repository/source-files.ts';

let test: TestApp;
let ada: Person;
let ben: Person;
let mia: Person;
let resourceId: string;
const day = (number: number, hour = 12) => new Date(Date.UTC(2026, 0, number, hour));

const act = (by: Person | null, action: string, kind: string, id: string, at: Date, change = {}) =>
  writeAudit(test.db, {
    at,
    actor: by ? { id: by.id, name: by.username, address: '192.0.2.0' } : { id: null, name: 'the site' },
    action,
    subject: { kind, id },
    ...change,
  });

beforeAll(async () => {
  test = await startTestApp();
  ada = await test.addPerson('admin', { username: 'ada-admin' });
  ben = await test.addPerson('admin', { username: 'ben-admin' });
  mia = await test.addPerson('member', { username: 'mia-member' });
  resourceId = await addResource(test, { authorId: (await test.addPerson('leaker')).id, title: 'A fine pack' });
  await act(ada, 'user.role', 'user', mia.id, day(1), { before: { role: 'USER' }, after: { role: 'LEAKER' } });
  await act(ben, 'upload.status', 'resource', resourceId, day(2), { before: { status: 'PENDING' } });
  await act(null, 'user.erase', 'user', randomUUID(), day(3));
  for (let index = 0; index < 11; index += 1) await act(ben, 'ad.change', 'ad', randomUUID(), day(4, index));
  await act(ada, 'settings.change', 'settings', 'site', day(5), { after: { siteName: '=HYPERLINK("x")' } });
});
afterAll(() => test.stop());

const ask = async (query: Record<string, string> = {}) => {
  const reply = await test.call({ method: 'GET', url: `/api/admin/audit?${new URLSearchParams(query)}` }, ada);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AuditList>();
};
const actionsOf = async (query: Record<string, string>) => (await ask(query)).entries.map(({ action }) => action);

describe('the audit log', () => {
  it('lists who did what to whom, with values, time and network, newest first', async () => {
    const { entries, pagination, actors, actions } = await ask();
    expect(entries).toHaveLength(10);
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      at: day(5).toISOString(),
      actor: { id: ada.id, name: 'ada-admin' },
      action: 'settings.change',
      subject: { kind: 'settings', id: 'site', label: null },
      before: null,
      after: { siteName: '=HYPERLINK("x")' },
      address: '192.0.2.0',
    });
    expect(pagination).toEqual({ total: 15, pages: 2, currentPage: 1, limit: 10, atLeast: false });
    expect(actors).toEqual(['ada-admin', 'ben-admin', 'the site']);
    expect(actions).toEqual(['ad.change', 'settings.change', 'upload.status', 'user.erase', 'user.role']);
    const last = await ask({ page: '2' });
    expect(last.entries.map(({ action }) => action).slice(2)).toEqual(['user.erase', 'upload.status', 'user.role']);
    expect(last.entries.at(-1)).toMatchObject({
      subject: { kind: 'user', id: mia.id, label: 'mia-member' },
      before: { role: 'USER' },
      after: { role: 'LEAKER' },
    });
    expect(last.entries.at(-2)?.subject.label).toBe('A fine pack');
    expect(last.entries.at(-3)).toMatchObject({ actor: { id: null, name: 'the site' }, address: null });
  });

  it.each([
    [{ actor: 'the site' }, ['user.erase']],
    [{ action: 'user.role' }, ['user.role']],
    [{ kind: 'user' }, ['user.erase', 'user.role']],
    [{ kind: 'user', actor: 'ada-admin' }, ['user.role']],
    [{ subject: 'site' }, ['settings.change']],
    [{ from: '2026-01-05' }, ['settings.change']],
    [{ from: '2026-01-02', to: '2026-01-03' }, ['user.erase', 'upload.status']],
    [{ actor: 'nobody' }, []],
    [{ from: '2026-01-03', to: '2026-01-02' }, []],
  ])('is filtered by %j', async (query, expected) => {
    expect(await actionsOf(query as Record<string, string>)).toEqual(expected);
  });

  it('is searched by names, actions and their phrases, subjects and users', async () => {
    expect(await actionsOf({ search: 'ADA' })).toEqual(['settings.change', 'user.role']);
    expect(await actionsOf({ search: 'user.' })).toEqual(['user.erase', 'user.role']);
    expect(await actionsOf({ search: 'erased the account' })).toEqual(['user.erase']);
    expect(await actionsOf({ search: 'mia-member' })).toEqual(['user.role']);
    expect(await actionsOf({ search: mia.id })).toEqual(['user.role']);
    expect(await actionsOf({ search: `#${resourceId.slice(0, 7)}` })).toEqual(['upload.status']);
    expect(await actionsOf({ search: resourceId.slice(0, 8).toUpperCase() })).toEqual(['upload.status']);
    expect(await actionsOf({ search: 'ada', from: '2026-01-02' })).toEqual(['settings.change']);
    expect(await actionsOf({ search: 'no such thing' })).toEqual([]);
    expect(await actionsOf({ search: '%' })).toEqual([]);
    const { pagination, entries } = await ask({ search: 'ben', page: '2', limit: '5' });
    expect([pagination.total, entries.length]).toEqual([12, 5]);
  });

  it('keeps entries of erased administrators', async () => {
    const gone = await test.addPerson('admin', { username: 'gone-admin' });
    await act(gone, 'badge.create', 'badge', 'Pioneer', day(1, 1));
    await test.db.deleteFrom('users').where('id', '=', gone.id).execute();
    const { entries } = await ask({ actor: 'gone-admin' });
    expect(entries).toMatchObject([{ actor: { id: null, name: 'gone-admin' } }]);
    await ask({ search: 'gone-admin' }).then(({ pagination }) => expect(pagination.total).toBe(1));
  });

  it('has no endpoint that changes it', async () => {
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE'] as const) {
      for (const url of ['/api/admin/audit', '/api/admin/audit/1', '/api/admin/audit/export']) {
        const headers = { origin: 'http://localhost:3000' };
        const { statusCode } = await test.call({ method, url, headers }, ada);
        expect([404, 405], `${method} ${url}`).toContain(statusCode);
      }
    }
  });

  it('is closed to non-admins', async () => {
    for (const url of ['/api/admin/audit', '/api/admin/audit/export'])
      expect((await test.call({ method: 'GET', url }, mia)).statusCode).toBe(403);
  });
});

describe('the export of the audit log', () => {
  const fetchCsv = (query = '', method: 'GET' | 'HEAD' = 'GET') =>
    test.call({ method, url: `/api/admin/audit/export${query}` }, ben);
  const countExports = async () => (await ask({ action: 'audit.export' })).pagination.total;

  it('contains every entry, and is itself recorded', async () => {
    const before = (await ask()).pagination.total;
    const reply = await fetchCsv();
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toContain('audit-log.csv');
    const [head, first, ...rest] = reply.body.trim().split('\r\n');
    expect(head).toBe('"ID","Time","Actor","Actor ID","Action","Kind","Subject","Before","After","Network"');
    expect(first).toContain('"audit.export","list","audit"');
    expect(rest).toHaveLength(before);
    expect(reply.body).toContain('"{""siteName"":""=HYPERLINK(\\""x\\"")""}"');
    const { entries } = await ask({ action: 'audit.export' });
    expect(entries[0]).toMatchObject({ actor: { name: 'ben-admin' }, address: expect.any(String) });
  });

  it('uses the same filters as the list, and HEAD records nothing', async () => {
    const lines = (await fetchCsv('?search=mia-member')).body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect((await fetchCsv('?actor=ada-admin&to=2026-01-01')).body.trim().split('\r\n')).toHaveLength(2);
    const count = await countExports();
    expect((await fetchCsv('', 'HEAD')).statusCode).toBe(200);
    expect(await countExports()).toBe(count);
  });

  it('neutralises formulas in entries', async () => {
    for (const { input } of literals('csv-log')) await act(null, input, 'thing', input, day(20));
    const { body } = await fetchCsv('?from=2026-01-20&to=2026-01-20');
    for (const { input } of literals('csv-log')) expect(body).toContain(`"'${input.replaceAll('"', '""')}","thing","'`);
  });
});

describe('hostile input', () => {
  it.each(
    literals('search')
      .concat(literals('text'))
      .map(({ id, input }) => [id, input]),
  )('%s is harmless in every query parameter', async (id, input) => {
    for (const name of ['search', 'actor', 'action', 'kind', 'subject', 'from', 'to', 'page', 'limit', input]) {
      for (const path of ['', '/export']) {
        const url = `/api/admin/audit${path}?${new URLSearchParams({ [name ?? '']: input ?? '' })}`;
        expectHarmless(await test.call({ method: 'GET', url }, ada), `${id} ${name}`, input ?? '');
      }
    }
  });

  it.each(literals('json').map((found) => [found.id, found] as const))(
    'a body of %s changes nothing',
    async (id, found) => {
      const body = bodyOf(found);
      const request = { url: '/api/admin/audit', payload: body, headers: { 'content-type': 'application/json' } };
      expectHarmless(await test.call({ method: 'PUT', ...request }, ada), id, String(body));
    },
  );

  it.each(['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '2026-1-1', '99999-01-01'])(
    'the day %s is accepted or rejected without an error',
    async (from) => {
      for (const name of ['from', 'to']) {
        const reply = await test.call({ method: 'GET', url: `/api/admin/audit?${name}=${from}` }, ada);
        expect([200, 400]).toContain(reply.statusCode);
      }
    },
  );
});

it('every recorded action has a phrase', async () => {
  const written = new Set<string>();
  for (const { path, text } of readSources(['{server,demo,scripts}/**/*.ts'])) {
    if (path.endsWith('.test.ts')) continue;
    for (const [, action] of text.matchAll(/\baction: (?:[^,\n]*? \? )?'([a-z-]+\.[a-z-]+)'/g))
      if (action) written.add(action);
  }
  expect(written.size).toBeGreaterThan(20);
  expect([...written].filter((action) => !(action in AUDIT_ACTIONS)).sort()).toEqual([]);
});

it('pages through a long log by index, whatever the filter', async () => {
  const own = await startTestApp();
  try {
    // Inserted in batches, to stay within the statement timeout on a busy machine.
    for (let from = 1; from < 12_000; from += 2000)
      await sql`insert into audit_log (at, actor_name, action, subject_kind, subject_id, after)
        select '2026-01-01'::timestamptz + n * interval '1 second', 'admin-' || n % 7, 'thing.act-' || n % 20,
          'kind-' || n % 5, md5((n % 1000)::text), '{"n": 1}'
        from generate_series(${from}::int, ${from + 1999}::int) n`.execute(own.ownerDb);
    await sql`analyze audit_log`.execute(own.ownerDb);
    const admin = await own.addPerson('admin');
    const queries = [
      '',
      'page=1000',
      'search=act-1',
      'actor=admin-3',
      'kind=kind-2&page=900',
      'to=2026-01-01',
      'search=nothing',
    ];
    for (const query of queries) {
      const reply = await own.call({ method: 'GET', url: `/api/admin/audit?${query}` }, admin);
      expect(reply.statusCode, query).toBe(200);
    }
    const all = await own.call({ method: 'GET', url: '/api/admin/audit' }, admin);
    expect(all.json<AuditList>().pagination).toMatchObject({ total: 10_000, pages: 1000, atLeast: true });
    const beyond = await own.call({ method: 'GET', url: '/api/admin/audit?page=1001' }, admin);
    expect(beyond.json<AuditList>().entries).toEqual([]);
  } finally {
    await own.stop();
  }
});
