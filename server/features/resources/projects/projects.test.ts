import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Project } from '#contract/resources/projects.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, person?: Person, payload?: object) =>
  test.call({ method, url, ...(payload ? { payload } : {}) }, person);
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];

const addProject = async () => {
  const owner = await test.addPerson();
  const resource = await addResource(test, { authorId: leaker.id, title: 'Glow' });
  const body = { name: 'Night drive', isPublic: false, resourceId: resource };
  const { id } = (await send('POST', '/api/collections', owner, body)).json<{ id: string }>();
  const opened = await send('PUT', `/api/collections/${id}/project`, owner, {});
  expect(opened.statusCode, opened.body).toBe(200);
  return { owner, resource, id, key: opened.json<{ key: string }>().key };
};
const read = (key: string, person?: Person) => send('GET', `/api/projects/${key}`, person);
const note = (id: string, resource: string, person: Person, body: object) =>
  send('PUT', `/api/collections/${id}/items/${resource}/note`, person, body);

it('shows a private collection with notes and status to everyone who has its link', async () => {
  const { owner, resource, id, key } = await addProject();
  expect(key).toMatch(/^[\w-]{22}$/);
  const saved = await note(id, resource, owner, { note: 'Over the tunnel', status: 'using' });
  expect(saved.json()).toEqual({ note: 'Over the tunnel', status: 'using' });
  expect((await note(id, resource, owner, { status: 'used' })).json()).toMatchObject({ note: 'Over the tunnel' });
  const shown = (await read(key)).json<Project>();
  expect(shown).toMatchObject({ name: 'Night drive', owner: owner.username, collectionId: null });
  expect(shown.items).toMatchObject([
    { title: 'Glow', author: leaker.username, note: 'Over the tunnel', status: 'used' },
  ]);
  expect((await read(key, owner)).json()).toMatchObject({ collectionId: id });
  expect((await send('GET', `/api/collections/${id}`)).statusCode).toBe(404);
});

it('names the latest receipt of each asset to the owner only', async () => {
  const { owner, resource, key } = await addProject();
  const receiptOf = async (asker?: Person) => (await read(key, asker)).json<Project>().items[0]?.receiptId;
  expect(await receiptOf(owner)).toBeNull();
  const add = async (person: Person, day: string) => {
    const id = randomUUID();
    const text = { record: '{}', signature: 's', text_sha256: null, target: resource, content: day };
    await test.db
      .insertInto('download_receipts')
      .values({ id, user_id: person.id, resource_id: resource, ...text, day, created_at: `${day}T12:00:00Z` })
      .execute();
    return id;
  };
  const [, latest] = [await add(owner, '2026-05-01'), await add(owner, '2026-05-03'), await add(owner, '2026-05-02')];
  const other = await test.addPerson();
  await add(other, '2026-05-04');
  expect(await receiptOf(owner)).toBe(latest);
  expect([await receiptOf(other), await receiptOf()]).toEqual([null, null]);
});

it('tells the key to nobody but the owner', async () => {
  const { owner, id, key } = await addProject();
  await send('PUT', `/api/collections/${id}`, owner, { isPublic: true });
  expect((await send('GET', `/api/collections/${id}`, owner)).json()).toMatchObject({ project: key });
  for (const asker of [undefined, await test.addPerson(), await test.addPerson('admin')]) {
    const reply = await send('GET', `/api/collections/${id}`, asker);
    expect(reply.json()).toMatchObject({ project: null });
    expect(reply.body).not.toContain(key);
  }
  for (const list of ['/api/user/collections', `/api/users/${owner.username}/collections`])
    expect((await send('GET', list, owner)).body).not.toContain(key);
});

it('keeps its key until it is renewed or the project is closed', async () => {
  const { owner, resource, id, key } = await addProject();
  await note(id, resource, owner, { note: 'Kept' });
  expect((await send('PUT', `/api/collections/${id}/project`, owner, {})).json()).toEqual({ key });
  const renewed = await send('PUT', `/api/collections/${id}/project`, owner, { renew: true });
  const next = renewed.json<{ key: string }>().key;
  expect(refusalOf(await read(key, owner))).toEqual([404, 'PROJECT_NOT_FOUND']);
  expect((await read(next)).statusCode).toBe(200);
  expect((await send('DELETE', `/api/collections/${id}/project`, owner)).statusCode).toBe(204);
  expect(refusalOf(await read(next, owner))).toEqual([404, 'PROJECT_NOT_FOUND']);
  const again = await send('PUT', `/api/collections/${id}/project`, owner, {});
  expect((await read(again.json<{ key: string }>().key)).json<Project>().items[0]?.note).toBe('Kept');
});

it('can be changed by its owner only', async () => {
  const { owner, resource, id, key } = await addProject();
  for (const asker of [await test.addPerson(), await test.addPerson('admin')]) {
    const replies = [
      await send('PUT', `/api/collections/${id}/project`, asker, { renew: true }),
      await send('DELETE', `/api/collections/${id}/project`, asker),
      await note(id, resource, asker, { note: 'Mine' }),
    ];
    for (const reply of replies) expect(refusalOf(reply)).toEqual([404, 'COLLECTION_NOT_FOUND']);
  }
  expect((await read(key)).json<Project>().items[0]?.note).toBe('');
  expect(refusalOf(await note(id, randomUUID(), owner, { note: 'x' }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

it('leaves out hidden assets, and is not found while its owner is suspended', async () => {
  const { owner, resource, key } = await addProject();
  await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', resource).execute();
  expect((await read(key)).json<Project>().items).toEqual([]);
  await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', owner.id).execute();
  expect(refusalOf(await read(key))).toEqual([404, 'PROJECT_NOT_FOUND']);
});

it.each([
  ['a note of 501 characters', { note: 'x'.repeat(501) }],
  ['an unknown status', { status: 'lost' }],
  ['an unknown field', { note: 'x', position: 1 }],
])('rejects %s', async (_, body) => {
  const { owner, resource, id } = await addProject();
  expect(refusalOf(await note(id, resource, owner, body))).toEqual([400, 'BAD_INPUT']);
});

it('treats an invalid key like any other bad input', async () => {
  expect(refusalOf(await read('short'))).toEqual([400, 'BAD_INPUT']);
});
