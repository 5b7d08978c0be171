// Approve All: its approvals can be undone for ten minutes, and nobody is notified before that is over.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkApproval, UndoneApproval } from '#contract/applications/bulk-approvals.ts';
import { BULK_UNDO_MINUTES } from '#contract/applications/limits.ts';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { notificationsOf } from '#test/harness/notifications.ts';
import { addResource } from '#test/harness/resources.ts';
import { tellBulkApproved } from './jobs.ts';

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

const moveClocks = (minutes: number): void => {
  for (const app of [test, other]) app.moveClock(minutes * MINUTE_MS);
};
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
const approve = (id: string, bulkId: string, { app = test, by = admin } = {}) =>
  app.call({ method: 'POST', url: `/api/admin/applications/${id}/approve`, payload: { bulkId } }, by);
/** Approves the applications of new members in one run. */
const approveAll = async (count: number, bulkId = randomUUID()) => {
  const people: Person[] = await Promise.all(Array.from({ length: count }, () => test.addPerson()));
  for (const person of people) expect((await approve(await apply(person), bulkId)).statusCode).toBe(200);
  return { bulkId, people };
};
const bulks = async () =>
  (await test.call({ url: '/api/admin/applications/bulk-approvals' }, admin)).json<BulkApproval[]>();
const undo = (bulkId: string, app = test) =>
  app.call({ method: 'POST', url: `/api/admin/applications/bulk-approvals/${bulkId}/undo` }, admin);
const undone = async (bulkId: string) => {
  const reply = await undo(bulkId);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<UndoneApproval>();
};
const tell = (app = test) => {
  const { signal } = new AbortController();
  return tellBulkApproved.run({}, app.deps, { log: app.deps.log, signal, attempt: 1, isLastAttempt: false });
};
const applicationOf = async ({ username }: Person) => {
  const reply = await test.call({ url: `/api/admin/applications?search=${username}` }, admin);
  return reply.json<LeakerApplication[]>()[0];
};
const accountOf = async (person: Person) =>
  (await test.call({ url: '/api/auth/me' }, person)).json<{ role: string; verified: boolean }>();
const newsOf = async (person: Person) => [
  ...(await mailsTo(test, person.email)).map(({ subject }) => subject),
  ...(await notificationsOf(test, person)).map(({ title }) => title),
];
const NEWS = ['You are now a leaker', 'You are now a leaker'];

describe('a bulk approval', () => {
  it('makes leakers immediately, and notifies them once when it can no longer be undone', async () => {
    const { bulkId, people } = await approveAll(2);
    for (const person of people) expect(await accountOf(person)).toMatchObject({ role: 'LEAKER', verified: true });
    expect(await bulks()).toEqual([
      {
        id: bulkId,
        count: 2,
        startedBy: admin.username,
        startedAt: expect.any(String),
        endsAt: expect.any(String),
      },
    ]);
    moveClocks(BULK_UNDO_MINUTES - 1);
    await tell();
    for (const person of people) expect(await newsOf(person)).toEqual([]);
    moveClocks(2);
    await Promise.all([tell(), tell(other), tell()]);
    await tell(other);
    for (const person of people) expect(await newsOf(person)).toEqual(NEWS);
    expect(await bulks()).toEqual([]);
    expect((await undo(bulkId)).json()).toMatchObject({ code: 'BULK_APPROVAL_OVER' });
    expect((await accountOf(people[0] as Person)).role).toBe('LEAKER');
  });

  it('accepts a repeated request, and refuses those of others and those after its end', async () => {
    const { bulkId } = await approveAll(1);
    const [one, two] = [await apply(await test.addPerson()), await apply(await test.addPerson())];
    const replies = await Promise.all([test, other, test, other].map((app) => approve(one, bulkId, { app })));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await bulks())[0]).toMatchObject({ count: 2 });
    expect((await approve(one, randomUUID())).json()).toMatchObject({ code: 'ALREADY_DECIDED' });
    const second = await test.addPerson('admin');
    expect((await approve(two, bulkId, { by: second })).json()).toMatchObject({ code: 'BULK_APPROVAL_OVER' });
    await undone(bulkId);
    expect((await approve(two, bulkId)).json()).toMatchObject({ code: 'BULK_APPROVAL_OVER' });
    expect(await bulks()).toEqual([]);
  });

  it('tells nobody who is no longer a leaker by then', async () => {
    const { people } = await approveAll(1);
    const [person] = people as [Person];
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', person.id).execute();
    moveClocks(BULK_UNDO_MINUTES + 1);
    await tell();
    expect(await newsOf(person)).toEqual([]);
  });
});

describe('undoing', () => {
  it('makes people members and their applications pending again, tells nobody, and is audited', async () => {
    const { bulkId, people } = await approveAll(2);
    const [person] = people as [Person, Person];
    const before = await applicationOf(person);
    expect(await undone(bulkId)).toEqual({ undone: 2, kept: [] });
    for (const one of people) {
      expect(await accountOf(one)).toMatchObject({ role: 'USER', verified: false });
      expect(await applicationOf(one)).toMatchObject({ status: 'PENDING', decidedAt: null, decidedBy: null });
    }
    const audit = test.db.selectFrom('audit_log').select(['action', 'actor_name']);
    expect(
      await audit
        .where('subject_id', '=', before?.id ?? '')
        .orderBy('id')
        .execute(),
    ).toEqual([
      { action: 'application.approve', actor_name: admin.username },
      { action: 'application.undo', actor_name: admin.username },
    ]);
    moveClocks(BULK_UNDO_MINUTES + 1);
    await tell();
    for (const one of people) expect(await newsOf(one)).toEqual([]);
    const url = `/api/admin/applications/${before?.id}/approve`;
    expect((await test.call({ method: 'POST', url }, admin)).statusCode).toBe(200);
    expect(await newsOf(person)).toEqual(NEWS);
  });

  it('leaves out people who have uploaded something or were changed since, and notifies them', async () => {
    const { bulkId, people } = await approveAll(4);
    const [plain, busy, edited, suspended] = people as [Person, Person, Person, Person];
    test.moveClock(1000);
    const resourceId = await addResource(test, { authorId: busy.id, status: 'PENDING' });
    const created_at = test.deps.now();
    await test.db.updateTable('resources').set({ created_at }).where('id', '=', resourceId).execute();
    const url = `/api/admin/users/${edited.id}`;
    const edit = await test.call({ method: 'PATCH', url, payload: { bio: 'Cuts trailers.' } }, admin);
    expect(edit.statusCode, edit.body).toBe(200);
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
    const { kept, ...rest } = await undone(bulkId);
    expect(rest).toEqual({ undone: 1 });
    expect(new Map(kept.map(({ username, why }) => [username, why]))).toEqual(
      new Map([
        [busy.username, 'UPLOADED'],
        [edited.username, 'CHANGED'],
        [suspended.username, 'CHANGED'],
      ]),
    );
    expect((await accountOf(plain)).role).toBe('USER');
    expect(await applicationOf(busy)).toMatchObject({ status: 'APPROVED' });
    await tell();
    expect(await newsOf(busy)).toEqual(NEWS);
    expect(await newsOf(plain)).toEqual([]);
  });

  it('happens once for concurrent requests, and either it or the news', async () => {
    const { bulkId, people } = await approveAll(3);
    const replies = await Promise.all([test, other, test, other].map((app) => undo(bulkId, app)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    for (const person of people) expect((await accountOf(person)).role).toBe('USER');

    const next = await approveAll(3);
    moveClocks(BULK_UNDO_MINUTES - 0.5);
    // The clock of the process that notifies is ahead.
    other.moveClock(MINUTE_MS);
    const [reply] = await Promise.all([undo(next.bulkId), tell(other), tell(other)]);
    expect([200, 409]).toContain(reply.statusCode);
    await tell(other);
    for (const person of next.people) {
      const { role } = await accountOf(person);
      expect(await newsOf(person)).toEqual(role === 'LEAKER' ? NEWS : []);
    }
  });
});

describe('findings', () => {
  it('name what a reviewer should look at, of pending applications', async () => {
    const person = await test.addPerson();
    const set = (changes: { created_at?: Date; email_verified_at?: Date | null }) =>
      test.db.updateTable('users').set(changes).where('id', '=', person.id).execute();
    await set({ created_at: new Date(test.deps.now().getTime() - 2 * DAY_MS) });
    const first = await apply(person);
    expect((await applicationOf(person))?.findings).toEqual([]);
    await test.call({ method: 'POST', url: `/api/admin/applications/${first}/reject`, payload: {} }, admin);
    expect((await applicationOf(person))?.findings).toEqual([]);
    test.moveClock(1000);
    const second = await apply(person);
    await set({ created_at: test.deps.now(), email_verified_at: null });
    const report = { kind: 'profile', subject_id: person.id, reason: 'OTHER', details: 'Spam', email: '' };
    await test.db
      .insertInto('reports')
      .values({ ...report, created_at: new Date() })
      .execute();
    const findings = ['NEW_ACCOUNT', 'EMAIL_NOT_VERIFIED', 'REJECTED_BEFORE', 'REPORTED'];
    expect((await applicationOf(person))?.findings).toEqual(findings);
    const detail = await test.call({ url: `/api/admin/applications/${second}` }, admin);
    expect(detail.json<LeakerApplication>().findings).toEqual(findings);
  });
});
