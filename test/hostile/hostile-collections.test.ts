// Hostile text, ids and bodies in requests by members: collections, likes, saves, follows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLECTION_NAME_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { bodyOf, encodeHostile, expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let person: Person;
let resource: string;
let collection: string;
beforeAll(async () => {
  test = await startTestApp();
  person = await test.addPerson();
  resource = await addResource(test, { authorId: (await test.addPerson('leaker')).id });
  collection = (await send('POST', '/api/collections', { name: 'Kept' })).json<{ id: string }>().id;
});
afterAll(() => test.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const send = (method: Method, url: string, body?: object) =>
  test.call({ method, url, ...(body ? { payload: JSON.stringify(body), headers: JSON_TYPE } : {}) }, person);
const JSON_TYPE = { 'content-type': 'application/json' };
const rows = () => test.db.selectFrom('collections').selectAll().orderBy('id').execute();

describe('text', () => {
  const texts = hostileCases.filter(({ how }) => how === 'literal');

  it('in a name or description is returned unchanged, or rejected by field', async () => {
    let kept = 0;
    for (const { id, input } of texts) {
      const named = await send('PUT', `/api/collections/${collection}`, { name: input });
      const described = await send('PUT', `/api/collections/${collection}`, { description: input });
      for (const [reply, field] of [[named, 'name'] as const, [described, 'description'] as const]) {
        expectHarmless(reply, `${id} as ${field}`, input);
        if (reply.statusCode === 200) {
          expect(reply.json<Record<string, string>>()[field], id).toBe(field === 'name' ? input.trim() : input);
          kept += 1;
        } else {
          expect(reply.statusCode, id).toBe(400);
          expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { [field]: expect.any(String) } });
        }
      }
    }
    expect(kept).toBeGreaterThan(400);
  }, 60_000);

  it('in the search or category of saved items finds nothing it should not', async () => {
    await send('POST', `/api/uploads/${resource}/save`);
    for (const { id, input } of texts) {
      for (const key of ['search', 'category']) {
        const reply = await send('GET', `/api/user/saved-items?${key}=${encodeHostile(input)}`);
        expectHarmless(reply, `${id} as ${key}`, input);
        expect([200, 400], id).toContain(reply.statusCode);
      }
    }
  }, 60_000);

  it.each([
    [1, 200],
    [COLLECTION_NAME_MAX_CHARACTERS, 200],
    [COLLECTION_NAME_MAX_CHARACTERS + 1, 400],
    [COLLECTION_NAME_MAX_CHARACTERS * 100, 400],
  ])('a name of %i characters gives %i', async (length, status) => {
    const reply = await send('PUT', `/api/collections/${collection}`, { name: 'n'.repeat(length) });
    expect(reply.statusCode).toBe(status);
  });

  it.each([
    [500, 200],
    [501, 400],
  ])('a description of %i characters gives %i', async (length, status) => {
    const reply = await send('PUT', `/api/collections/${collection}`, { description: 'd'.repeat(length) });
    expect(reply.statusCode).toBe(status);
  });
});

describe('ids', () => {
  const places: [Method, (id: string) => string, object?][] = [
    ['GET', (id) => `/api/collections/${id}`],
    ['PUT', (id) => `/api/collections/${id}`, { name: 'x' }],
    ['DELETE', (id) => `/api/collections/${id}`],
    ['PUT', (id) => `/api/collections/${id}/items/${resource}`, {}],
    ['PUT', (id) => `/api/collections/${collection}/items/${id}`, {}],
    ['DELETE', (id) => `/api/collections/${id}/items/${resource}`],
    ['DELETE', (id) => `/api/collections/${collection}/items/${id}`],
    ['POST', (id) => `/api/uploads/${id}/like`],
    ['DELETE', (id) => `/api/uploads/${id}/save`],
    ['POST', (id) => `/api/users/${id}/follow`],
    ['GET', (id) => `/api/users/${id}/collections`],
  ];

  it('in a URL give 400 or 404', async () => {
    const before = await rows();
    for (const { id, input } of literals('id')) {
      for (const text of [encodeHostile(input), encodeURI(input).replaceAll('%25', '%')]) {
        for (const [method, address, body] of places) {
          const url = address(text);
          // Every client that parses URLs resolves `%2e%2e` to the parent path.
          if (new URL(url, 'http://localhost').pathname.split('/').length < url.split('/').length) continue;
          const reply = await send(method, url, body);
          expectHarmless(reply, `${id} ${method} ${url}`, input);
          expect([400, 404], `${method} ${url}`).toContain(reply.statusCode);
        }
      }
    }
    expect(await rows()).toEqual(before);
  });

  it('in a body or query give 400', async () => {
    for (const { id, input } of literals('id')) {
      const made = await send('POST', '/api/collections', { name: 'x', resourceId: input });
      const ordered = await send('PUT', `/api/collections/${collection}`, { order: [input] });
      const asked = await send('GET', `/api/user/collections?resource=${encodeHostile(input)}`);
      for (const reply of [made, ordered, asked]) expect(reply.statusCode, id).toBe(400);
    }
  });

  it('are limited to 1000 in an order', async () => {
    const order = (length: number) => ({ order: Array.from({ length }, () => resource) });
    expect((await send('PUT', `/api/collections/${collection}`, order(1000))).statusCode).toBe(200);
    expect((await send('PUT', `/api/collections/${collection}`, order(1001))).statusCode).toBe(400);
  });
});

describe('bodies', () => {
  it.each(literals('json').map((found) => [`${found.id} ${found.label}`, found] as const))(
    '%s creates and changes nothing',
    async (_name, found) => {
      const before = await rows();
      for (const [method, url] of [
        ['POST', '/api/collections'],
        ['PUT', `/api/collections/${collection}`],
      ] as const) {
        const reply = await test.call({ method, url, payload: bodyOf(found), headers: JSON_TYPE }, person);
        expectHarmless(reply, `${found.id} ${method}`, found.input);
        expect([400, 413], reply.body).toContain(reply.statusCode);
      }
      expect(await rows()).toEqual(before);
    },
  );

  it('of likes, saves and follows must be empty', async () => {
    for (const url of [`/api/uploads/${resource}/like`, `/api/uploads/${resource}/save`, '/api/leaker/apply']) {
      const reply = await send('POST', url, { userId: person.id });
      expect(reply.statusCode, url).toBe(400);
    }
  });
});
