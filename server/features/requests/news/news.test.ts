// Tests the news about requests on users' dashboards.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestNews } from '#contract/requests/api.ts';
import { REQUEST_NEWS_DAYS } from '#contract/requests/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addRequest, nowhere } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let admin: Person;
let resource: string;
beforeAll(async () => {
  test = await startTestApp({ outgoing: nowhere() });
  admin = await test.addPerson('admin');
  resource = await addResource(test, { authorId: admin.id, title: 'Leaks of our own' });
});
afterAll(async () => {
  await test.stop();
});

const decide = async (id: string, payload: object) => {
  const reply = await test.call({ method: 'PUT', url: `/api/admin/requests/${id}/status`, payload }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
};
const newsOf = async (person: Person): Promise<RequestNews[]> => {
  const reply = await test.call({ method: 'GET', url: '/api/requests/news' }, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ news: RequestNews[] }>().news;
};
const dismiss = async (id: string, decision: number, person: Person) =>
  (await test.call({ method: 'DELETE', url: `/api/requests/${id}/news`, payload: { decision } }, person)).statusCode;
const vote = (id: string, person: Person, tells: boolean) =>
  test.call({ method: 'POST', url: `/api/requests/${id}/votes`, payload: { tells } }, person);

it('reaches the requester and voters who want it, even with an unverified address, and nobody else', async () => {
  const [asker, told, silent, stranger] = [
    await test.addPerson(),
    await test.addPerson(),
    await test.addPerson(),
    await test.addPerson(),
  ];
  await test.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', asker.id).execute();
  const id = await addRequest(test, { userId: asker.id, name: 'Leaks' });
  await vote(id, told, true);
  await vote(id, silent, false);
  expect(await newsOf(asker)).toEqual([]);
  await decide(id, { status: 'Fulfilled', resourceId: resource, note: 'Enjoy!' });
  const line = {
    id,
    resourceName: 'Leaks',
    status: 'Fulfilled',
    note: 'Enjoy!',
    decision: 1,
    resource: { id: resource, title: 'Leaks of our own' },
    changedAt: expect.any(String),
  };
  expect(await newsOf(asker)).toEqual([line]);
  expect(await newsOf(told)).toEqual([line]);
  expect(await newsOf(silent)).toEqual([]);
  expect(await newsOf(stranger)).toEqual([]);
  // Correcting the note does not count as another change. A hidden resource is no longer shown.
  await decide(id, { status: 'Fulfilled', resourceId: resource, note: 'Corrected' });
  await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', resource).execute();
  expect(await newsOf(asker)).toEqual([{ ...line, note: 'Corrected', resource: null }]);
  await test.db.updateTable('resources').set({ hidden_at: null }).where('id', '=', resource).execute();
});

it('can be dismissed per person, until there is more news', async () => {
  const [asker, told] = [await test.addPerson(), await test.addPerson()];
  const id = await addRequest(test, { userId: asker.id });
  await vote(id, told, true);
  await decide(id, { status: 'Searching' });
  expect(await dismiss(id, 1, asker)).toBe(204);
  expect(await newsOf(asker)).toEqual([]);
  expect(await newsOf(told)).toHaveLength(1);
  await decide(id, { status: 'Rejected', note: 'Not ours to share.' });
  expect(await newsOf(asker)).toMatchObject([{ status: 'Rejected', decision: 2 }]);
  // The second person’s page is out of date. Only the news shown on it is dismissed.
  expect(await dismiss(id, 1, told)).toBe(204);
  expect(await newsOf(told)).toMatchObject([{ status: 'Rejected' }]);
  // A decision number higher than any so far dismisses the current news, but not the news of later decisions.
  expect(await dismiss(id, 99, told)).toBe(204);
  expect(await newsOf(told)).toEqual([]);
  await decide(id, { status: 'Pending' });
  expect(await newsOf(told)).toMatchObject([{ status: 'Pending', decision: 3 }]);
  expect(await dismiss(id, 3, await test.addPerson())).toBe(404);
  expect(await dismiss('00000000-0000-4000-8000-000000000000', 1, asker)).toBe(404);
});

it('expires, leaves out removed requests, and leaves out changes from before a vote', async () => {
  const asker = await test.addPerson();
  const late = await test.addPerson();
  const id = await addRequest(test, { userId: asker.id });
  await decide(id, { status: 'Searching' });
  await vote(id, late, true);
  expect(await newsOf(late)).toEqual([]);
  const age = (days: number) =>
    test.db
      .updateTable('resource_requests')
      .set({ changed_at: new Date(Date.now() - days * 86_400_000), created_at: new Date(0) })
      .where('id', '=', id)
      .execute();
  await test.db
    .updateTable('request_votes')
    .set({ created_at: new Date(0) })
    .where('user_id', '=', asker.id)
    .execute();
  await age(REQUEST_NEWS_DAYS - 1);
  expect(await newsOf(asker)).toHaveLength(1);
  await age(REQUEST_NEWS_DAYS + 1);
  expect(await newsOf(asker)).toEqual([]);
  await age(1);
  expect((await test.call({ method: 'DELETE', url: `/api/admin/requests/${id}` }, admin)).statusCode).toBe(204);
  expect(await newsOf(asker)).toEqual([]);
  expect(await dismiss(id, 1, asker)).toBe(404);
});
