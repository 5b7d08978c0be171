// The activity list, its export, and the admin panel's search.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityEntry, ActivityType, AdminSearch } from '#contract/admin/dashboard.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const list = async (query: Record<string, string>) => {
  const reply = await test.call({ method: 'GET', url: `/api/admin/activity?${new URLSearchParams(query)}` }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return { entries: reply.json<ActivityEntry[]>(), total: Number(reply.headers['x-total-count']) };
};
const search = async (q: string): Promise<AdminSearch> => {
  const reply = await test.call({ method: 'GET', url: `/api/admin/search?${new URLSearchParams({ q })}` }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const write = (type: ActivityType, person: Person | null, details: string, at = new Date()) =>
  test.db
    .insertInto('activity')
    .values({ type, user_id: person?.id ?? null, details, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('activity', () => {
  it('is recorded as people use the site', async () => {
    const username = `nora-${randomUUID().slice(0, 6)}`;
    const account = { email: `${username}@people.example`, password: 'a rather long pass phrase 7', username };
    const made = await test.call({ method: 'POST', url: '/api/auth/register', payload: account });
    expect(made.statusCode, made.body).toBe(201);
    const person = await test.addPerson();
    await test.call({ method: 'POST', url: '/api/auth/login', payload: { email: person.email, password: PASSWORD } });
    await test.call({ method: 'POST', url: '/api/leaker/apply', payload: {} }, person);
    const by = async (search: string) => (await list({ search })).entries.map(({ type, details }) => [type, details]);
    expect(await by(username)).toEqual([['USER_REGISTRATION', 'Created an account']]);
    expect(await by(person.username)).toEqual([
      ['APPLICATION', `${person.username} applied to become a leaker`],
      ['LOGIN', 'Logged in'],
    ]);
  });

  it('is filtered by type and person, newest first, with a total', async () => {
    const [one, two] = [await test.addPerson(), await test.addPerson()];
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    await write('UPLOAD', one, 'first', at(1));
    await write('DOWNLOAD', one, 'second', at(2));
    await write('DOWNLOAD', one, 'third', at(3));
    await write('DOWNLOAD', two, 'of another', at(4));
    const { entries, total } = await list({ search: one.username, type: 'DOWNLOAD' });
    expect(entries.map(({ details }) => details)).toEqual(['third', 'second']);
    expect(total).toBe(2);
    expect(entries[0]).toEqual({
      id: expect.any(String),
      type: 'DOWNLOAD',
      user: one.username,
      details: 'third',
      timestamp: at(3).toISOString(),
    });
    const page = await list({ search: one.username.slice(0, 12), limit: '1', page: '2' });
    expect([page.total, page.entries.map(({ details }) => details)]).toEqual([3, ['second']]);
    expect((await list({ search: one.id })).total).toBe(3);
    expect((await list({ search: `#${entries[0]?.id.slice(0, 7)}` })).entries.map(({ details }) => details)).toContain(
      'third',
    );
    expect(await list({ search: 'nobody-has-this-name' })).toEqual({ entries: [], total: 0 });
  });

  it('has no username for visitors', async () => {
    const { id } = await write('DOWNLOAD', null, 'by a visitor');
    expect((await list({ search: id })).entries).toMatchObject([{ user: null, details: 'by a visitor' }]);
  });

  it.each(['type=FORUM', 'type=', 'page=0', 'limit=x', 'user=1', 'type=LOGIN&type=UPLOAD'])(
    'rejects ?%s',
    async (query) => {
      const reply = await test.call({ method: 'GET', url: `/api/admin/activity?${query}` }, admin);
      expect(reply.statusCode).toBe(400);
    },
  );

  it('is exported in full, with formulas neutralised', async () => {
    const person = await test.addPerson();
    await sql`insert into activity (type, user_id, details, created_at)
      select 'LOGIN', ${person.id}, 'n' || n, '2026-02-01'::timestamptz + n / 3 * interval '1 microsecond'
      from generate_series(1, 2500) n`.execute(test.db);
    await write('LOGIN', person, '=1+1');
    const url = `/api/admin/activity/export?${new URLSearchParams({ search: person.username, type: 'LOGIN' })}`;
    const reply = await test.call({ method: 'GET', url }, admin);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/csv');
    const lines = reply.body.trim().split('\r\n');
    expect(lines).toHaveLength(2502);
    expect(new Set(lines).size).toBe(2502);
    expect(lines[0]).toContain('timestamp');
    expect(lines[1]).toContain(`"'=1+1"`);
  });

  it('is counted up to 10,000, and pages end there', async () => {
    await sql`insert into activity (type, details, created_at)
      select 'PREMIUM_PURCHASE', 'n' || n, '2026-03-01'::timestamptz + n * interval '1 second'
      from generate_series(1, ${MOST_COUNTED_HITS + 500}::int) n`.execute(test.db);
    const last = await list({ type: 'PREMIUM_PURCHASE', page: '1000' });
    expect([last.total, last.entries.length]).toEqual([MOST_COUNTED_HITS + 1, 10]);
    expect((await list({ type: 'PREMIUM_PURCHASE', page: '1001' })).entries).toEqual([]);
    expect((await list({ type: 'PREMIUM_PURCHASE', page: '999999', limit: '1000' })).entries).toEqual([]);
  });
});

describe('the admin search', () => {
  it('finds users by name, email and id', async () => {
    const person = await test.addPerson('premium', { username: 'quentin-quill', email: 'ink@feather.example' });
    const other = await test.addPerson('member', { username: 'zz-quentin' });
    const names = async (q: string) => (await search(q)).users.map(({ username }) => username);
    expect(await names('quentin')).toEqual(['quentin-quill', 'zz-quentin']);
    expect(await names('FEATHER')).toEqual(['quentin-quill']);
    expect(await names('qu')).toEqual(['quentin-quill']);
    expect(await names(other.id)).toEqual(['zz-quentin']);
    expect(await names(`#${person.id.slice(0, 7)}`)).toEqual(['quentin-quill']);
    expect((await search('quentin-quill')).users[0]).toEqual({
      id: person.id,
      username: 'quentin-quill',
      email: 'ink@feather.example',
      role: 'PREMIUM',
    });
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', other.id).execute();
    expect(await names('quentin')).toEqual(['quentin-quill']);
  });

  it('finds uploads by title and id, and applications by applicant', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: leaker.id, title: 'Velvet 100% Curtain', status: 'PENDING' });
    await test.db.updateTable('resources').set({ submitted_at: new Date() }).where('id', '=', id).execute();
    const hit = { id, title: 'Velvet 100% Curtain', leaker: leaker.username, status: 'PENDING' };
    expect((await search('velvet 100%')).uploads).toEqual([hit]);
    expect((await search('100_ curtain')).uploads).toEqual([]);
    expect((await search(`#${id.slice(0, 7)}`)).uploads).toEqual([hit]);
    const applicant = await test.addPerson('member', { username: 'wanda-wishes' });
    await test.call({ method: 'POST', url: '/api/leaker/apply', payload: {} }, applicant);
    const [application] = (await search('wanda')).applications;
    expect(application).toMatchObject({ username: 'wanda-wishes', status: 'PENDING' });
    expect((await search(application?.id ?? '')).applications).toEqual([application]);
  });

  it('finds nothing for blanks, and at most five of each kind', async () => {
    for (let count = 0; count < 7; count += 1) await test.addPerson('member', { username: `sevenfold-${count}` });
    expect(await search('   ')).toEqual({ users: [], uploads: [], applications: [] });
    expect((await search('sevenfold')).users).toHaveLength(5);
  });
});
