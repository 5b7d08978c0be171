// Searches the user list for terms that have more hits than the counting limit.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminUser } from '#contract/admin/users.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const list = async (query: Record<string, string>) => {
  const reply = await test.call({ method: 'GET', url: `/api/admin/users?${new URLSearchParams(query)}` }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ users: AdminUser[]; pagination: { total: number; atLeast: boolean } }>();
};

it('a search with more hits than are counted is sorted correctly, wherever the hits are', async () => {
  await sql`insert into users (username, email, created_at)
    select w || '-' || n, w || '-' || n || '@people.example', timestamptz '2001-01-01' + at + n * interval '1 minute'
    from (values ('crowd', interval '0'), ('later', interval '1 year')) v (w, at), generate_series(10001, 21000) n`.execute(
    test.db,
  );
  await sql`insert into users (username, email, created_at)
    select 'latest-' || n, 'latest-' || n || '@people.example', timestamptz '2003-01-01' + n * interval '1 minute'
    from generate_series(10001, 22000) n`.execute(test.db);
  await sql`analyze users`.execute(test.ownerDb);
  // Depending on the order, up to 23,000 newer users come before the hits.
  for (const [word, order, names] of [
    ['crowd-', 'desc', ['crowd-21000', 'crowd-20999']],
    ['crowd-', 'asc', ['crowd-10001', 'crowd-10002']],
    ['LATER-', 'desc', ['later-21000', 'later-20999']],
  ] as const) {
    const found = await list({ search: word, sort: 'createdAt', order, limit: '2' });
    expect(found.users.map(({ username }) => username)).toEqual(names);
    expect(found.pagination).toMatchObject({ total: 10_000, atLeast: true });
  }
  const far = await list({ search: 'crowd-', sort: 'createdAt', order: 'asc', limit: '2', page: '3000' });
  expect(far.users.map(({ username }) => username)).toEqual(['crowd-15999', 'crowd-16000']);
});
