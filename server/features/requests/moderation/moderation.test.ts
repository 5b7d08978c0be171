// Moderation of requests: decisions and their emails, removal, and what remains after an account is erased.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListPagination } from '#contract/pagination.ts';
import type { AdminRequest, RequestStatus } from '#contract/requests/api.ts';
import { eraseDeparted } from '#server/features/account-deletion/erasing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { addRequest, nowhere } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';
import { notifyDecision } from './jobs.ts';

let test: TestApp;
let other: TestApp;
let admin: Person;
let ann: Person;
let resource: string;
beforeAll(async () => {
  test = await startTestApp({ outgoing: nowhere() });
  other = await startTestApp({ beside: test, outgoing: nowhere() });
  admin = await test.addPerson('admin');
  ann = await test.addPerson();
  resource = await addResource(test, { authorId: admin.id, title: 'Light leaks of our own' });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const decide = (id: string, payload: object, app = test) =>
  app.call({ method: 'PUT', url: `/api/admin/requests/${id}/status`, payload }, admin);
const remove = (id: string, app = test) => app.call({ method: 'DELETE', url: `/api/admin/requests/${id}` }, admin);
const vote = (id: string, person: Person, tells: boolean) =>
  test.call({ method: 'POST', url: `/api/requests/${id}/votes`, payload: { tells } }, person);
const list = async (query: Record<string, string> = {}) => {
  const reply = await test.call({ method: 'GET', url: `/api/admin/requests?${new URLSearchParams(query)}` }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ requests: AdminRequest[]; pagination: ListPagination }>();
};
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];
const subjectsTo = async ({ email }: Person) => (await mailsTo(test, email)).map(({ subject }) => subject);
const rowOf = (id: string) =>
  test.db.selectFrom('resource_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const auditOf = async (id: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'actor_id as actor'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

describe('a decision', () => {
  it('has a resource, is logged, and appears on the board and in the admin list', async () => {
    const id = await addRequest(test, { userId: ann.id, name: 'Decided one' });
    const reply = await decide(id, { status: 'Fulfilled', was: 'Pending', resourceId: resource, note: ' Enjoy! ' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({
      id,
      status: 'Fulfilled',
      note: 'Enjoy!',
      resource: { id: resource, title: 'Light leaks of our own' },
      requesterId: ann.id,
      premiumVotes: 0,
      told: 1,
      decidedAt: expect.any(String),
    });
    const board = await test.call({ method: 'GET', url: '/api/requests?search=decided%20one' });
    expect(board.json()).toMatchObject({ requests: [{ id, status: 'Fulfilled', note: 'Enjoy!' }] });
    expect(await auditOf(id)).toEqual([
      {
        action: 'request.status',
        actor: admin.id,
        before: { name: 'Decided one', status: 'Pending', resourceId: null, note: '' },
        after: { status: 'Fulfilled', resourceId: resource, note: 'Enjoy!' },
      },
    ]);
  });

  it('needs a public resource to fulfil a request, and takes none otherwise', async () => {
    const id = await addRequest(test, { userId: ann.id });
    const pending = await addResource(test, { authorId: admin.id, status: 'PENDING' });
    const hidden = await addResource(test, { authorId: admin.id });
    await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
    for (const resourceId of [undefined, pending, hidden, id])
      expect(refusalOf(await decide(id, { status: 'Fulfilled', resourceId }))).toEqual([409, 'FULFILLING_RESOURCE']);
    expect(refusalOf(await decide(id, { status: 'Rejected', resourceId: resource }))).toEqual([400, 'BAD_INPUT']);
    expect([(await rowOf(id)).status, await auditOf(id)]).toEqual(['Pending', []]);
  });

  it('is refused after someone else’s decision, and a repeated one changes nothing', async () => {
    const id = await addRequest(test, { userId: ann.id });
    const reject = { status: 'Rejected', was: 'Pending', note: 'Not ours to share.' };
    expect((await decide(id, reject)).statusCode).toBe(200);
    expect((await decide(id, reject)).statusCode).toBe(200);
    expect(await auditOf(id)).toHaveLength(1);
    expect(refusalOf(await decide(id, { status: 'Searching', was: 'Pending' }))).toEqual([409, 'ALREADY_DECIDED']);
    // If two processes decide concurrently, only one decision succeeds.
    const both = await Promise.all([
      decide(id, { status: 'Searching', was: 'Rejected' }),
      decide(id, { status: 'Pending', was: 'Rejected' }, other),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('can be undone, which reopens the request and clears the outcome', async () => {
    const id = await addRequest(test, { userId: ann.id, name: 'Opened again' });
    await decide(id, { status: 'Fulfilled', resourceId: resource, note: 'Here' });
    const reply = await decide(id, { status: 'Searching', was: 'Fulfilled' });
    expect(reply.json()).toMatchObject({ status: 'Searching', note: '', resource: null, decidedAt: null });
    expect((await vote(id, await test.addPerson(), false)).statusCode).toBe(200);
  });

  it.each(['00000000-0000-4000-8000-000000000000'])('is refused for an unknown request: %s', async (id) => {
    expect(refusalOf(await decide(id, { status: 'Rejected' }))).toEqual([404, 'REQUEST_NOT_FOUND']);
    expect(refusalOf(await remove(id))).toEqual([404, 'REQUEST_NOT_FOUND']);
  });
});

describe('the email about a decision', () => {
  it('is sent once to each person who asked for it, and to nobody else', async () => {
    const [asker, told, silent, suspended, gone, unproven] = [
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
    ];
    const id = await addRequest(test, { userId: asker.id, name: 'Grain "35 mm" <b>' });
    await vote(id, told, true);
    await vote(id, silent, false);
    for (const person of [suspended, gone, unproven]) await vote(id, person, true);
    const change = (person: Person, columns: object) =>
      test.db.updateTable('users').set(columns).where('id', '=', person.id).execute();
    await change(suspended, { suspended_at: new Date() });
    await change(gone, { deleted_at: new Date() });
    await change(unproven, { email_verified_at: null });
    await decide(id, { status: 'Fulfilled', resourceId: resource, note: 'Shared by its creator.' });
    await runJobs(test);
    const [mail, ...more] = await mailsTo(test, told.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A request was fulfilled');
    expect(mail?.text).toContain('The requested asset "Grain "35 mm" <b>" is now available.');
    expect(mail?.text).toContain("The administrator's note: Shared by its creator.");
    expect(mail?.text).toContain(`http://localhost:3000/resources/${resource}`);
    expect(mail?.html).not.toContain('<b>"');
    expect(await subjectsTo(asker)).toEqual(['A request was fulfilled']);
    for (const person of [silent, suspended, gone, unproven]) expect(await subjectsTo(person)).toEqual([]);
    // Run the job again, as after a crash; then change only the note.
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 2, isLastAttempt: false };
    await notifyDecision.run({ requestId: id, decision: 1 }, test.deps, helpers);
    await decide(id, { status: 'Fulfilled', resourceId: resource, note: 'Corrected.' });
    await runJobs(test);
    expect(await subjectsTo(told)).toHaveLength(1);
  });

  it('is about the newest decision only when another one follows before it is sent', async () => {
    const person = await test.addPerson();
    const id = await addRequest(test, { userId: person.id });
    await decide(id, { status: 'Searching' });
    await decide(id, { status: 'Rejected', note: 'Not ours to share.' });
    await runJobs(test);
    expect(await subjectsTo(person)).toEqual(['A request was rejected']);
    await decide(id, { status: 'Pending' });
    await runJobs(test);
    expect(await subjectsTo(person)).toEqual(['A request was rejected', 'A request is open again']);
  });

  it('reaches everyone exactly once, in several batches and two concurrent processes', async () => {
    const id = await addRequest(test, { userId: null, status: 'Searching' });
    const many = Array.from({ length: 230 }, (_, place) => ({
      username: `told-${place}`,
      email: `told-${place}@people.example`,
      email_verified_at: new Date(),
    }));
    const people = await test.db.insertInto('users').values(many).returning('id').execute();
    const at = new Date();
    const votes = people.map((person) => ({
      request_id: id,
      user_id: person.id,
      is_premium: false,
      tells: true,
      created_at: at,
    }));
    await test.db.insertInto('request_votes').values(votes).execute();
    await test.db.updateTable('resource_requests').set({ decision: 1 }).where('id', '=', id).execute();
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    const run = (app: TestApp) => notifyDecision.run({ requestId: id, decision: 1 }, app.deps, helpers);
    await Promise.all([run(test), run(other)]);
    const mails = await test.db
      .selectFrom('mail_outbox')
      .select('to_address')
      .where('to_address', 'like', 'told-%')
      .execute();
    expect([mails.length, new Set(mails.map((mail) => mail.to_address)).size]).toEqual([230, 230]);
  });
});

describe('the admin list', () => {
  it('is sorted by priority and can be searched by name, link, requester and id', async () => {
    const [light, heavy] = [
      await addRequest(test, { userId: ann.id, name: 'Listed light', link: 'https://listed.example/deep/path-7' }),
      await addRequest(test, { userId: ann.id, name: 'Listed heavy', votes: 3, premiumVotes: 1 }),
    ];
    const closed = await addRequest(test, { userId: null, name: 'Listed closed', votes: 99, status: 'Rejected' });
    const ids = async (query: Record<string, string>) => (await list(query)).requests.map(({ id }) => id);
    expect(await ids({ search: 'listed' })).toEqual([heavy, light, closed]);
    expect(await ids({ search: 'listed', order: 'asc' })).toEqual([closed, light, heavy]);
    expect(await ids({ search: 'listed', sort: 'votes' })).toEqual([closed, heavy, light]);
    expect(await ids({ search: 'listed', sort: 'createdAt' })).toEqual([closed, heavy, light]);
    expect(await ids({ search: 'listed', status: 'Rejected' })).toEqual([closed]);
    expect(await ids({ search: 'DEEP/path-7' })).toEqual([light]);
    expect(await ids({ search: light })).toEqual([light]);
    expect(await ids({ search: `#${light.slice(0, 7)}` })).toContain(light);
    expect(await ids({ search: ann.username.slice(0, 10), limit: '50' })).toContain(heavy);
    const { pagination } = await list({ limit: '2' });
    const { total } = await test.db
      .selectFrom('resource_requests')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(pagination).toEqual({ total, pages: Math.ceil(total / 2), currentPage: 1, limit: 2, atLeast: false });
  });
});

describe('a removed request', () => {
  it('leaves the board and the counts, and can be removed only once', async () => {
    const id = await addRequest(test, { userId: ann.id, name: 'Removed one', status: 'Searching' });
    type Counts = Record<RequestStatus, number>;
    const counts = async () =>
      (await test.call({ method: 'GET', url: '/api/requests' })).json<{ counts: Counts }>().counts.Searching;
    const before = await counts();
    const replies = await Promise.all([remove(id), remove(id, other)]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    expect(await counts()).toBe(before - 1);
    expect((await list({ search: 'Removed one' })).requests).toEqual([]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['request.remove']);
    expect(await rowOf(id)).toMatchObject({ removed_by: admin.id });
    expect(refusalOf(await decide(id, { status: 'Rejected' }))).toEqual([404, 'REQUEST_NOT_FOUND']);
  });
});

describe('an erased account', () => {
  it('leaves its requests without a requester, and its votes are deleted and no longer counted', async () => {
    const [leaving, staying] = [await test.addPerson('premium'), await test.addPerson()];
    const own = await addRequest(test, { userId: leaving.id, votes: 1, premiumVotes: 1 });
    const voted = await addRequest(test, { userId: staying.id });
    await vote(voted, leaving, true);
    await vote(own, staying, true);
    expect(await rowOf(voted)).toMatchObject({ votes: 2, premium_votes: 1 });
    await test.db
      .updateTable('users')
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', leaving.id)
      .execute();
    await eraseDeparted(test.deps);
    expect(await rowOf(own)).toMatchObject({ user_id: null, votes: 1, premium_votes: 0, removed_at: null });
    expect(await rowOf(voted)).toMatchObject({ user_id: staying.id, votes: 1, premium_votes: 0 });
    const left = await test.db.selectFrom('request_votes').selectAll().where('user_id', '=', leaving.id).execute();
    expect(left).toEqual([]);
  });
});
