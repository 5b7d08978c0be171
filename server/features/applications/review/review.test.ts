// Reviewing applications: each decision is final, sends one email and writes one audit entry.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

/** Submits a user's application and returns its id. */
const apply = async (person: Person): Promise<string> => {
  const reply = await test.call({ method: 'POST', url: '/api/leaker/apply', payload: {} }, person);
  expect(reply.statusCode, reply.body).toBe(201);
  const row = await test.db
    .selectFrom('leaker_applications')
    .select('id')
    .where('user_id', '=', person.id)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  return row.id;
};
const decide = (id: string, verb: 'approve' | 'reject', payload?: object, { app = test, by = admin } = {}) =>
  app.call({ method: 'POST', url: `/api/admin/applications/${id}/${verb}`, ...(payload ? { payload } : {}) }, by);
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];
const list = async (query: Record<string, string>) => {
  const url = `/api/admin/applications?${new URLSearchParams(query).toString()}`;
  const reply = await test.call({ method: 'GET', url }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return { rows: reply.json<LeakerApplication[]>(), total: reply.headers['x-total-count'] };
};
const accountOf = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/auth/me' }, person)).json<{ role: string; verified: boolean }>();
const subjectsTo = async ({ email }: Person) => (await mailsTo(test, email)).map(({ subject }) => subject);
const auditOf = (id: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'before', 'after'])
    .where('subject_id', '=', id)
    .execute();
const change = (person: Person, changes: { role?: string; suspended_at?: Date; deleted_at?: Date }) =>
  test.db.updateTable('users').set(changes).where('id', '=', person.id).execute();

describe('an approval', () => {
  it('makes the applicant a leaker from the next request on, and notifies them', async () => {
    const person = await test.addPerson();
    const space = () => test.call({ method: 'GET', url: '/api/leaker/application-status' }, person);
    const id = await apply(person);
    const reply = await decide(id, 'approve');
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual({
      id,
      userId: person.id,
      username: person.username,
      email: person.email,
      status: 'APPROVED',
      reason: null,
      createdAt: expect.any(String),
      decidedAt: expect.any(String),
      decidedBy: admin.username,
      obstacle: null,
      findings: [],
    });
    expect(await accountOf(person)).toMatchObject({ role: 'LEAKER', verified: true });
    expect((await space()).json()).toMatchObject({ status: 'APPROVED' });
    const [mail] = await mailsTo(test, person.email);
    expect(mail?.subject).toBe('You are now a leaker');
    expect(mail?.text).toContain(`${test.deps.publicUrl()}/leaker`);
    expect(await auditOf(id)).toEqual([
      {
        action: 'application.approve',
        actor: admin.username,
        before: { username: person.username, status: 'PENDING', role: 'USER' },
        after: { status: 'APPROVED', role: 'LEAKER', reason: null },
      },
    ]);
    const activity = await test.db
      .selectFrom('activity')
      .select(['type', 'details'])
      .where('user_id', '=', person.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    expect(activity).toEqual({ type: 'APPLICATION', details: `${person.username} became a leaker` });
  });

  it('works only for regular members: suspended users and other roles can only be rejected', async () => {
    const people = [await test.addPerson(), await test.addPerson()] as const;
    const ids = [await apply(people[0]), await apply(people[1])] as const;
    await change(people[0], { suspended_at: new Date() });
    await change(people[1], { role: 'ADMIN' });
    for (const id of ids) {
      expect(refusalOf(await decide(id, 'approve'))).toEqual([409, 'NO_APPLICANT']);
      expect(await auditOf(id)).toEqual([]);
      expect((await decide(id, 'reject')).statusCode).toBe(200);
    }
    expect(await accountOf(people[1])).toMatchObject({ role: 'ADMIN' });
  });

  it('returns 404 for a deleted applicant', async () => {
    const person = await test.addPerson();
    const id = await apply(person);
    await change(person, { deleted_at: new Date() });
    for (const verb of ['approve', 'reject'] as const)
      expect(refusalOf(await decide(id, verb))).toEqual([404, 'APPLICATION_NOT_FOUND']);
    expect((await list({ search: person.username })).rows).toEqual([]);
  });
});

describe('a rejection', () => {
  it('includes an optional reason and allows reapplying', async () => {
    const person = await test.addPerson();
    const first = await decide(await apply(person), 'reject', { reason: ' Please add <a portfolio>. ' });
    expect(first.json()).toMatchObject({ status: 'REJECTED', reason: 'Please add <a portfolio>.' });
    expect(await accountOf(person)).toMatchObject({ role: 'USER', verified: false });
    const [mail] = await mailsTo(test, person.email);
    expect(mail?.subject).toBe('Your application was not approved');
    expect(mail?.text).toContain('Reason: Please add <a portfolio>.');
    expect(mail?.html).toContain('Please add &lt;a portfolio&gt;.');
    test.moveClock(1000);
    const again = await decide(await apply(person), 'reject', { reason: '   ' });
    expect(again.json()).toMatchObject({ status: 'REJECTED', reason: null });
    test.moveClock(1000);
    expect((await decide(await apply(person), 'approve', {})).statusCode).toBe(200);
    expect(await accountOf(person)).toMatchObject({ role: 'LEAKER' });
  });
});

it('decides an application once for concurrent requests to two processes', async () => {
  const person = await test.addPerson();
  const id = await apply(person);
  const second = await test.addPerson('admin');
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, count) =>
      decide(id, count % 3 ? 'approve' : 'reject', undefined, {
        app: count % 2 ? test : other,
        by: count % 2 ? admin : second,
      }),
    ),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const refused = replies.filter(({ statusCode }) => statusCode !== 200).map((reply) => refusalOf(reply).join(' '));
  expect(new Set(refused)).toEqual(new Set(['409 ALREADY_DECIDED']));
  expect(await auditOf(id)).toHaveLength(1);
  expect(await subjectsTo(person)).toHaveLength(1);
  const [row] = (await list({ search: person.username })).rows;
  expect((await accountOf(person)).role).toBe(row?.status === 'APPROVED' ? 'LEAKER' : 'USER');
});

it('does not deadlock when applications are submitted and decided concurrently', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => test.addPerson()));
  const ids = await Promise.all(people.map(apply));
  const replies = await Promise.all(
    people.flatMap((person, place) => {
      const [app, next] = place % 2 ? [test, other] : [other, test];
      return [
        decide(ids[place] as string, 'reject', undefined, { app }),
        next.call({ method: 'POST', url: '/api/leaker/apply', payload: {} }, person),
      ];
    }),
  );
  expect(replies.map(({ statusCode }) => statusCode).filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
});

describe('the list', () => {
  it('shows pending ones first, then the newest, and can be searched by name and email', async () => {
    const people: Person[] = [];
    for (const name of ['ann', 'bob', 'cyd', 'dan']) {
      test.moveClock(1000);
      const person = await test.addPerson('member', {
        username: `queue-${name}`,
        email: `${name}_x%y@queue-list.example`,
      });
      people.push(person);
      const id = await apply(person);
      if (name === 'cyd') await decide(id, 'reject');
    }
    const names = async (query: Record<string, string>) => (await list(query)).rows.map(({ username }) => username);
    expect(await names({ search: 'QUEUE-LIST' })).toEqual(['queue-dan', 'queue-bob', 'queue-ann', 'queue-cyd']);
    expect(await names({ search: 'queue-b' })).toEqual(['queue-bob']);
    expect(await names({ search: 'ann_x%y@' })).toEqual(['queue-ann']);
    expect(await names({ search: 'ann%queue' })).toEqual([]);
    expect(await names({ search: 'queue_ann' })).toEqual([]);
    expect(await names({ search: 'queue-list', status: 'REJECTED' })).toEqual(['queue-cyd']);
    expect(await names({ search: 'queue-list', limit: '2', page: '2' })).toEqual(['queue-ann', 'queue-cyd']);
    expect((await list({ search: 'queue-list', limit: '1' })).total).toBe('4');
  });
});

it('handles hostile input with an error or a decision', async () => {
  const person = await test.addPerson();
  const id = await apply(person);
  const ids = ['1', 'null', '%00', '..%2f..', randomUUID().toUpperCase(), '00000000-0000-0000-0000-000000000000'];
  for (const hostile of ids) expect((await decide(hostile, 'approve')).statusCode, hostile).toBeLessThan(500);
  expect(refusalOf(await decide(randomUUID(), 'approve'))).toEqual([404, 'APPLICATION_NOT_FOUND']);
  for (const payload of [
    { reason: 'a'.repeat(1001) },
    { reason: 'a\u0000b' },
    { reason: '\ud800' },
    { reason: 7 },
    { reason: null },
    { status: 'APPROVED' },
  ])
    expect(refusalOf(await decide(id, 'reject', payload))).toEqual([400, 'BAD_INPUT']);
  expect(await auditOf(id)).toEqual([]);
  const reason = "\u202e<script>alert(1)</script> {{7*7}} '; drop table users; -- 💥 نص\r\nBcc: all@people.example";
  expect((await decide(id, 'reject', { reason })).json()).toMatchObject({ reason });
});
