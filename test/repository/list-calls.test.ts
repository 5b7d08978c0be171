// Every endpoint that returns a list supports page, limit, search and sort (product.md, "List answers").
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { EndpointSpec } from '#contract/http.ts';
import { declaredEndpoints } from '#server/platform/contract-calls.ts';
import { addSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

/** Endpoints that return a single document rather than a list: the wiki, facet counts and search matches. */
const NO_LIST = ['getWiki', 'listFacets', 'searchWiki'];
/** Returns a page of posts with their thread, or just a list if the id is that of a subcategory. */
const EITHER = 'getThread';

const typeOf = ({ reply }: EndpointSpec) => reply?._zod.def.type;
const hasPages = ({ reply }: EndpointSpec) =>
  reply !== null && 'shape' in reply && 'pagination' in (reply.shape as object);
/** Whether the response is an object with a list as its only field, without pagination. */
const isNamed = ({ name, reply }: EndpointSpec & { name: string }) => {
  const fields = reply !== null && 'shape' in reply ? Object.values(reply.shape as Record<string, z.ZodType>) : [];
  return fields.length === 1 && fields[0]?._zod.def.type === 'array' && !NO_LIST.includes(name);
};
const lists = declaredEndpoints.filter(
  (call) =>
    call.method === 'GET' && (typeOf(call) === 'array' || hasPages(call) || call.name === EITHER || isNamed(call)),
);

let test: TestApp;
let admin: Person;
let params: Record<string, string>;
let subcategoryId: string;
let postId: string;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  const id = await addResource(test, { authorId: admin.id, title: 'Grain' });
  const first = await addSubcategory(test);
  await addSubcategory(test);
  subcategoryId = first.id;
  for (const title of ['Alpha', 'Beta'])
    await test.call(
      { method: 'POST', url: '/api/forum/threads', payload: { categoryId: subcategoryId, title, content: 'Words.' } },
      admin,
    );
  const threads = await test.call({ method: 'GET', url: `/api/forum/threads/${subcategoryId}` }, admin);
  postId = threads.json<{ lastPost: { id: string } }[]>()[0]?.lastPost.id ?? '';
  params = { username: admin.username, id };
});
afterAll(async () => {
  await test.stop();
});

const idFor: Record<string, () => string> = {
  listVersions: () => postId,
  listRemovedThreads: () => subcategoryId,
  [EITHER]: () => subcategoryId,
};
const queryFor: Record<string, () => object> = {
  listThreads: () => ({ categoryId: subcategoryId }),
  suggestPeople: () => ({ name: admin.username.slice(0, 3) }),
};

const ask = (call: (typeof lists)[number], query: Record<string, string>) => {
  const given = { ...params, ...(idFor[call.name] ? { id: idFor[call.name]?.() ?? '' } : {}) };
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name as 'id'] ?? randomUUID());
  const asked = new URLSearchParams({ ...queryFor[call.name]?.(), ...query });
  return test.call({ method: 'GET', url: `${path}?${asked}` }, admin);
};

it('finds all list endpoints, and its exceptions exist', () => {
  expect(lists.length).toBeGreaterThan(30);
  const names = new Set(declaredEndpoints.map(({ name }) => name));
  const special = [...NO_LIST, EITHER, ...Object.keys(idFor), ...Object.keys(queryFor)];
  expect(special.filter((name) => !names.has(name))).toEqual([]);
});

describe.each(lists.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  it.each(['newest', 'oldest'])('takes page, limit, search and sort=%s', async (sort) => {
    const reply = await ask(call, { page: '1', limit: '2', search: 'a', sort });
    // The toolbox requires its own token, so only its contract is checked (see below).
    if (call.name !== 'listServers')
      expect([call.path, reply.statusCode, reply.body.slice(0, 200)]).toMatchObject({ 1: 200 });
    const shape = (call.query?.shape ?? {}) as Record<string, { safeParse(value: unknown): { success: boolean } }>;
    for (const [name, value] of Object.entries({ page: '3', limit: '1000', search: 'a', sort }))
      expect([name, shape[name]?.safeParse(value).success]).toEqual([name, true]);
    if (typeOf(call) === 'array' || call.name === EITHER) {
      const rows = reply.json<unknown[]>();
      expect(rows.length).toBeLessThanOrEqual(2);
      expect(Number(reply.headers['x-total-count'])).toBeGreaterThanOrEqual(rows.length);
    }
  });

  it('rejects an unknown order and a limit of 0, and caps the limit at 1000', async () => {
    if (call.name === 'listServers') return;
    expect((await ask(call, { sort: 'sideways' })).statusCode).toBe(400);
    expect((await ask(call, { limit: '0' })).statusCode).toBe(400);
    const reply = await ask(call, { ...(call.name === EITHER ? { sort: 'newest' } : {}), limit: '999999' });
    expect(reply.statusCode, reply.body).toBe(200);
    if (hasPages(call)) expect(reply.json<{ pagination: { limit: number } }>().pagination.limit).toBe(1000);
  });
});

it('lists that are not database tables can be searched, reversed and counted', async () => {
  const all = await test.call({ method: 'GET', url: '/api/forum/categories' }, admin);
  const categories = all.json<{ id: string; name: string }[]>();
  expect(all.headers['x-total-count']).toBe(String(categories.length));
  const turned = await test.call({ method: 'GET', url: '/api/forum/categories?sort=oldest&limit=1' }, admin);
  expect(turned.json()).toEqual([categories.at(-1)]);
  expect(turned.headers['x-total-count']).toBe(String(categories.length));
  const second = await test.call({ method: 'GET', url: '/api/forum/categories?limit=1&page=2' }, admin);
  expect(second.json()).toEqual(categories.slice(1, 2));
  const name = categories[0]?.name ?? '';
  const found = await test.call(
    { method: 'GET', url: `/api/forum/categories?search=${encodeURIComponent(name.toUpperCase())}` },
    admin,
  );
  expect(found.json<{ name: string }[]>().map((one) => one.name)).toContain(name);
  const none = await test.call({ method: 'GET', url: '/api/editors?search=nothing-like-it' }, admin);
  expect([none.json(), none.headers['x-total-count']]).toEqual([[], '0']);
});

it('threads can be paged, searched and sorted by time', async () => {
  const read = async (query: string) => {
    const reply = await test.call({ method: 'GET', url: `/api/forum/threads/${subcategoryId}?${query}` }, admin);
    expect(reply.statusCode, reply.body).toBe(200);
    return [reply.json<{ title: string }[]>().map(({ title }) => title), reply.headers['x-total-count']];
  };
  expect(await read('sort=oldest')).toEqual([['Alpha', 'Beta'], '2']);
  expect(await read('sort=newest&limit=1')).toEqual([['Beta'], '2']);
  expect(await read('limit=1&page=2&sort=newest')).toEqual([['Alpha'], '2']);
  expect(await read('search=ALPH')).toEqual([['Alpha'], '1']);
  const threadId = (
    await test.call({ method: 'GET', url: `/api/forum/threads?categoryId=${subcategoryId}` }, admin)
  ).json<{ id: string }[]>()[0]?.id;
  const thread = await test.call({ method: 'GET', url: `/api/forum/threads/${threadId}?sort=newest` }, admin);
  expect([thread.statusCode, thread.json()]).toMatchObject([
    400,
    { fields: { sort: 'This only applies to lists of threads.' } },
  ]);
});
