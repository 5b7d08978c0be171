import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collection, CollectionLicence } from '#contract/resources/collections.ts';
import { COLLECTION_ITEMS_MAX, COLLECTIONS_MAX } from '#contract/resources/limits.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** Simulates a second process on the same database. */
let other: TestApp;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  leaker = await test.addPerson('leaker');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const send = (method: Method, url: string, person?: Person, payload?: object, app = test) =>
  app.call({ method, url, ...(payload ? { payload } : {}) }, person);

const make = async (person: Person, body: object): Promise<Collection> => {
  const reply = await send('POST', '/api/collections', person, body);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const read = (id: string, person?: Person) => send('GET', `/api/collections/${id}`, person);
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];
const titlesOf = async (id: string, person?: Person) =>
  (await read(id, person)).json<{ resources: { title: string }[] }>().resources.map(({ title }) => title);
const hide = (id: string, at: Date | null = new Date()) =>
  test.db.updateTable('resources').set({ hidden_at: at }).where('id', '=', id).execute();

describe('a collection', () => {
  it('can be created, filled, reordered, emptied and deleted by its owner', async () => {
    const person = await test.addPerson();
    const ids = await Promise.all(['A', 'B', 'C'].map((title) => addResource(test, { authorId: leaker.id, title })));
    const [a, b, c] = ids as [string, string, string];
    const made = await make(person, { name: '  Best of  ', description: 'For later', resourceId: a });
    expect(made).toMatchObject({ name: 'Best of', description: 'For later', isPublic: true, items: 1 });
    expect(made).toMatchObject({ owner: person.username, covers: ['/public/Images/default-thumbnail.png'] });
    expect(Object.keys(made)).not.toContain('ownerId');
    for (const id of [b, c, b]) {
      const added = await send('PUT', `/api/collections/${made.id}/items/${id}`, person, {});
      expect(added.statusCode).toBe(200);
    }
    expect(await titlesOf(made.id)).toEqual(['A', 'B', 'C']);
    const ordered = await send('PUT', `/api/collections/${made.id}`, person, { order: [c, a, b] });
    expect(ordered.json()).toMatchObject({ items: 3, name: 'Best of' });
    expect(await titlesOf(made.id)).toEqual(['C', 'A', 'B']);
    const fewer = await send('DELETE', `/api/collections/${made.id}/items/${a}`, person);
    expect(fewer.json()).toMatchObject({ items: 2 });
    expect(await titlesOf(made.id)).toEqual(['C', 'B']);
    expect((await read(made.id)).json()).toMatchObject({ isOwn: false });
    expect((await read(made.id, person)).json()).toMatchObject({ isOwn: true });
    const renamed = await send('PUT', `/api/collections/${made.id}`, person, { name: 'Better', description: '' });
    expect(renamed.json()).toMatchObject({ name: 'Better', description: '', isPublic: true, items: 2 });
    expect((await send('DELETE', `/api/collections/${made.id}`, person)).statusCode).toBe(204);
    expect(refusalOf(await read(made.id, person))).toEqual([404, 'COLLECTION_NOT_FOUND']);
  });

  it('keeps resources missing from a new order at the end, and ignores ones not in the collection', async () => {
    const person = await test.addPerson();
    const ids = await Promise.all(['A', 'B', 'C'].map((title) => addResource(test, { authorId: leaker.id, title })));
    const { id } = await make(person, { name: 'Some' });
    for (const item of ids) await send('PUT', `/api/collections/${id}/items/${item}`, person, {});
    const order = [randomUUID(), ids[2], ids[2], randomUUID()];
    expect((await send('PUT', `/api/collections/${id}`, person, { order })).statusCode).toBe(200);
    expect(await titlesOf(id)).toEqual(['C', 'A', 'B']);
  });

  it('hides resources that are not visible, and shows them again once they are', async () => {
    const person = await test.addPerson();
    const shown = await addResource(test, { authorId: leaker.id, title: 'Shown' });
    const passing = await addResource(test, { authorId: leaker.id, title: 'Passing' });
    const pending = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    const { id } = await make(person, { name: 'Mixed', resourceId: passing });
    await send('PUT', `/api/collections/${id}/items/${shown}`, person, {});
    for (const missing of [pending, randomUUID()]) {
      const reply = await send('PUT', `/api/collections/${id}/items/${missing}`, person, {});
      expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
    await hide(passing);
    expect((await read(id)).json()).toMatchObject({ items: 1, covers: [expect.any(String)] });
    expect(await titlesOf(id, person)).toEqual(['Shown']);
    await hide(passing, null);
    expect(await titlesOf(id)).toEqual(['Passing', 'Shown']);
  });

  it('uses the thumbnails of its first four resources as covers', async () => {
    const person = await test.addPerson();
    const { id } = await make(person, { name: 'Covers' });
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const item = await addResource(test, { authorId: leaker.id });
      await test.db.updateTable('resources').set({ thumbnail_key: key }).where('id', '=', item).execute();
      await send('PUT', `/api/collections/${id}/items/${item}`, person, {});
    }
    const { covers, items } = (await read(id)).json<Collection>();
    expect(covers).toEqual(['a', 'b', 'c', 'd'].map((key) => `/public/thumbnails/${key}-320.webp`));
    expect(items).toBe(5);
  });
});

describe('a private collection', () => {
  it('is visible to its owner only, through every call', async () => {
    const person = await test.addPerson();
    const resource = await addResource(test, { authorId: leaker.id });
    const { id } = await make(person, { name: 'Secret', isPublic: false, resourceId: resource });
    const open = await make(person, { name: 'Open' });
    const list = `/api/users/${person.username.toUpperCase()}/collections`;
    const names = async (asker?: Person) =>
      (await send('GET', list, asker)).json<Collection[]>().map(({ name }) => name);
    expect(await names(person)).toEqual(['Secret', 'Open']);
    for (const asker of [undefined, await test.addPerson(), await test.addPerson('admin')]) {
      expect(refusalOf(await read(id, asker))).toEqual([404, 'COLLECTION_NOT_FOUND']);
      expect(await names(asker)).toEqual(['Open']);
      if (!asker) continue;
      for (const target of [id, open.id, randomUUID()]) {
        const replies = [
          await send('PUT', `/api/collections/${target}`, asker, { name: 'Mine now' }),
          await send('DELETE', `/api/collections/${target}`, asker),
          await send('PUT', `/api/collections/${target}/items/${resource}`, asker, {}),
          await send('DELETE', `/api/collections/${target}/items/${resource}`, asker),
        ];
        for (const reply of replies) expect(refusalOf(reply)).toEqual([404, 'COLLECTION_NOT_FOUND']);
      }
    }
    expect((await read(id, person)).json()).toMatchObject({ name: 'Secret', items: 1, isPublic: false });
    await send('PUT', `/api/collections/${id}`, person, { isPublic: true });
    expect((await read(id)).statusCode).toBe(200);
  });

  it('is purged from the page cache of all processes when it was public before', async () => {
    const person = await test.addPerson();
    const { id } = await make(person, { name: 'Was open' });
    const heard = new Promise<string>((resolve) => {
      const end = other.deps.bus.subscribe('collections', (told) => {
        if (told !== id) return;
        end();
        resolve(told);
      });
    });
    await send('PUT', `/api/collections/${id}`, person, { isPublic: false });
    expect(await heard).toBe(id);
  });

  it('is not found while its owner is suspended, even if public', async () => {
    const person = await test.addPerson();
    const { id } = await make(person, { name: 'Gone for a while' });
    const suspend = (at: Date | null) =>
      test.db.updateTable('users').set({ suspended_at: at }).where('id', '=', person.id).execute();
    await suspend(new Date());
    expect(refusalOf(await read(id))).toEqual([404, 'COLLECTION_NOT_FOUND']);
    const list = await send('GET', `/api/users/${person.username}/collections`);
    expect(refusalOf(list)).toEqual([404, 'PROFILE_NOT_FOUND']);
    await suspend(null);
    expect((await read(id)).statusCode).toBe(200);
  });
});

describe('names and limits', () => {
  it('rejects a name the person already uses, ignoring case', async () => {
    const person = await test.addPerson();
    const first = await make(person, { name: 'Übergänge' });
    expect(refusalOf(await send('POST', '/api/collections', person, { name: 'ÜBERGÄNGE ' }))).toEqual([
      409,
      'COLLECTION_NAME_TAKEN',
    ]);
    const second = await make(person, { name: 'Others' });
    const rename = await send('PUT', `/api/collections/${second.id}`, person, { name: 'übergänge' });
    expect(refusalOf(rename)).toEqual([409, 'COLLECTION_NAME_TAKEN']);
    const same = await send('PUT', `/api/collections/${first.id}`, person, { name: 'ÜBERGÄNGE' });
    expect(same.json()).toMatchObject({ name: 'ÜBERGÄNGE' });
    await make(await test.addPerson(), { name: 'Übergänge' });
  });

  it('creates one collection when two processes use the same name concurrently', async () => {
    const person = await test.addPerson();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, count) =>
        send('POST', '/api/collections', person, { name: 'Same' }, count % 2 === 0 ? test : other),
      ),
    );
    const statuses = replies.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('allows at most a hundred per person, even with concurrent requests', async () => {
    const person = await test.addPerson();
    await test.db
      .insertInto('collections')
      .values(
        Array.from({ length: COLLECTIONS_MAX - 1 }, (_, count) => ({
          user_id: person.id,
          name: `Number ${count}`,
          position: count,
          created_at: new Date(),
          updated_at: new Date(),
        })),
      )
      .execute();
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, count) =>
        send('POST', '/api/collections', person, { name: `Last ${count}` }, count % 2 === 0 ? test : other),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'COLLECTION_FULL' });
    const own = await send('GET', '/api/user/collections', person);
    expect(own.json<Collection[]>()).toHaveLength(COLLECTIONS_MAX);
  });

  it('allow at most a thousand resources', async () => {
    const person = await test.addPerson();
    const { id } = await make(person, { name: 'Full' });
    const filler = await test.db
      .insertInto('resources')
      .values(
        Array.from({ length: COLLECTION_ITEMS_MAX - 1 }, (_, count) => ({
          author_id: leaker.id,
          title: `Filler ${count}`,
          category: 'Free',
          editor: 'Blender',
          type: 'overlay',
        })),
      )
      .returning('id')
      .execute();
    await test.db
      .insertInto('collection_items')
      .values(
        filler.map((row, position) => ({
          collection_id: id,
          resource_id: row.id,
          position,
          added_at: new Date(),
        })),
      )
      .execute();
    const last = await Promise.all(Array.from({ length: 3 }, () => addResource(test, { authorId: leaker.id })));
    const replies = await Promise.all(
      last.map((item, count) =>
        send('PUT', `/api/collections/${id}/items/${item}`, person, {}, count % 2 === 0 ? test : other),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const inside = last[replies.findIndex(({ statusCode }) => statusCode === 200)] ?? '';
    expect((await send('PUT', `/api/collections/${id}/items/${inside}`, person, {})).statusCode).toBe(200);
  });

  it('limits changes per person, sharing the limit with profile changes', async () => {
    const strict = await startTestApp({ beside: test, limits: { profileChanges: standardLimits.profileChanges } });
    const window = standardLimits.profileChanges.windowSeconds * 1000;
    strict.moveClock(window - (strict.deps.now().getTime() % window));
    const person = await test.addPerson();
    const { id } = await make(person, { name: 'Busy' });
    const change = (asker: Person) =>
      send('PUT', `/api/collections/${id}`, asker, { description: 'x' }, strict).then((reply) => reply.statusCode);
    const statuses = await Promise.all(Array.from({ length: 61 }, () => change(person)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await send('POST', '/api/collections', person, { name: 'More' }, strict)).statusCode).toBe(429);
    await strict.stop();
  });

  it.each([
    ['a blank name', { name: '   ' }],
    ['a two-line name', { name: 'one\ntwo' }],
    ['a name of 81 characters', { name: 'x'.repeat(81) }],
    ['no name', {}],
    ['a description of 501 characters', { name: 'x', description: 'x'.repeat(501) }],
    ['an unknown field', { name: 'x', ownerId: '00000000-0000-4000-8000-000000000000' }],
    ['an invalid id', { name: 'x', resourceId: 'x' }],
  ])('rejects %s', async (_, body) => {
    const reply = await send('POST', '/api/collections', leaker, body);
    expect(refusalOf(reply)).toEqual([400, 'BAD_INPUT']);
  });
});

it('the list of your own collections shows which contain a resource', async () => {
  const person = await test.addPerson();
  const resource = await addResource(test, { authorId: leaker.id });
  await make(person, { name: 'With', resourceId: resource });
  await make(person, { name: 'Without', isPublic: false });
  const reply = await send('GET', `/api/user/collections?resource=${resource}`, person);
  const rows = reply.json<{ name: string; holds: boolean }[]>();
  expect(rows.map(({ name, holds }) => [name, holds])).toEqual([
    ['With', true],
    ['Without', false],
  ]);
  const unasked = await send('GET', '/api/user/collections', person);
  expect(unasked.json<{ holds: boolean }[]>().map(({ holds }) => holds)).toEqual([false, false]);
});

describe('the combined licence of a collection', () => {
  const licenceOf = (id: string, person?: Person) => send('GET', `/api/collections/${id}/licence`, person);

  it('is the strictest answer to each question, with the assets that cause it', async () => {
    const person = await test.addPerson();
    const [free, credited, own, hidden] = (await Promise.all(
      ['CC0', 'CC BY 4.0', 'Helix Standard', 'CC BY-NC 4.0'].map((licence) =>
        addResource(test, { authorId: leaker.id, title: licence, licence }),
      ),
    )) as [string, string, string, string];
    const made = await make(person, { name: 'Mixed', isPublic: false });
    for (const id of [free, credited, own, hidden]) {
      await send('PUT', `/api/collections/${made.id}/items/${id}`, person, {});
    }
    await hide(hidden);
    const reply = (await licenceOf(made.id, person)).json<CollectionLicence>();
    expect(reply.licences).toEqual(['CC0', 'CC BY 4.0', 'Helix Standard'].map((name) => ({ name, assets: 1 })));
    expect(reply.answers).toEqual([
      { question: 'clientWork', answer: 'yes', causeCount: 0, causes: [] },
      { question: 'monetised', answer: 'yes', causeCount: 0, causes: [] },
      { question: 'credit', answer: 'yes', causeCount: 1, causes: [{ id: credited, title: 'CC BY 4.0' }] },
      { question: 'redistribution', answer: 'no', causeCount: 1, causes: [{ id: own, title: 'Helix Standard' }] },
      { question: 'aiTraining', answer: 'no', causeCount: 1, causes: [{ id: own, title: 'Helix Standard' }] },
    ]);
    expect(refusalOf(await licenceOf(made.id))).toEqual([404, 'COLLECTION_NOT_FOUND']);
  });

  it('names the first 20 causes and counts them all', async () => {
    const person = await test.addPerson();
    const made = await make(person, { name: 'Many' });
    for (const id of await Promise.all(Array.from({ length: 21 }, () => addResource(test, { authorId: leaker.id })))) {
      await send('PUT', `/api/collections/${made.id}/items/${id}`, person, {});
      await test.db.updateTable('resources').set({ licence: null }).where('id', '=', id).execute();
    }
    const { licences, answers } = (await licenceOf(made.id)).json<CollectionLicence>();
    expect(licences).toEqual([{ name: null, assets: 21 }]);
    expect(answers[0]).toMatchObject({ question: 'clientWork', answer: 'no', causeCount: 21 });
    expect(answers[0]?.causes).toHaveLength(20);
  });
});
