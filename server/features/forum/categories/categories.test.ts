// Forum categories: how administrators manage them, and what readers see.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Category } from '#contract/forum/api.ts';
import type { ManagedCategory, ManagedSubcategory } from '#contract/forum/categories.ts';
import { FORUM_CATEGORIES_MAX } from '#contract/forum/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
let member: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  [admin, member] = [await test.addPerson('admin'), await test.addPerson()];
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});
// The category list is global, ordered and limited in size, so each test starts with an empty one.
beforeEach(async () => {
  for (const table of [
    'forum_participants',
    'forum_visits',
    'forum_list_reads',
    'forum_moderators',
    'forum_posts',
    'forum_threads',
    'forum_subcategories',
    'forum_categories',
  ] as const)
    await test.ownerDb.deleteFrom(table).execute();
});

const ROOT = '/api/admin/forum';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const send = (method: Method, url: string, payload?: object, app = test) =>
  app.call({ method, url: ROOT + url, ...(payload ? { payload } : {}) }, admin);
const looks = (name: string, slug = name.toLowerCase()) => ({ name, slug, icon: 'video' });
const add = async (name: string): Promise<ManagedCategory> => {
  const reply = await send('POST', '/categories', looks(name));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const addInside = async ({ id }: { id: string }, name: string): Promise<ManagedSubcategory> => {
  const reply = await send('POST', `/categories/${id}/subcategories`, { ...looks(name), description: `About ${name}` });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const all = async () => (await send('GET', '')).json<ManagedCategory[]>();
const index = async () => (await test.call({ method: 'GET', url: '/api/forum/categories' })).json<Category[]>();
const auditOf = (id: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'subject_kind as kind', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
const namesOf = (list: readonly { name: string; subCategories?: readonly { name: string }[] }[]) =>
  list.map(({ name, subCategories = [] }) => [name, ...subCategories.map((one) => one.name)]);

describe('categories', () => {
  it('are appended in order, with subcategories, and listed for readers', async () => {
    const [assets, helix] = [await add('Assets'), await add('Helix')];
    expect(assets).toMatchObject({ ...looks('Assets'), archivedAt: null, subCategories: [] });
    const packs = await addInside(assets, 'Packs');
    expect(packs).toMatchObject({ ...looks('Packs'), description: 'About Packs', threadCount: 0, postCount: 0 });
    await addInside(assets, 'Requests');
    expect(namesOf(await all())).toEqual([['Assets', 'Packs', 'Requests'], ['Helix']]);
    expect(namesOf(await index())).toEqual([['Assets', 'Packs', 'Requests'], ['Helix']]);
    expect(await auditOf(helix.id)).toMatchObject([
      { action: 'forum.add', kind: 'forum category', before: null, after: looks('Helix') },
    ]);
    expect(await auditOf(packs.id)).toMatchObject([
      { action: 'forum.add', kind: 'forum subcategory', after: { category: 'Assets', slug: 'packs' } },
    ]);
  });

  it('are renamed with the differences in the audit log; repeating a change does nothing', async () => {
    const category = await add('Post');
    const inside = await addInside(category, 'Sound');
    await send('PATCH', `/categories/${category.id}`, {
      name: 'Post-production',
      slug: 'post-production',
      icon: 'video',
    });
    await send('PATCH', `/categories/${category.id}`, { name: 'Post-production' });
    await send('PATCH', `/categories/${category.id}`, {});
    const change = { description: 'Mixes and stems', icon: 'music' };
    expect((await send('PATCH', `/subcategories/${inside.id}`, change)).json()).toMatchObject({
      name: 'Sound',
      ...change,
    });
    expect(await auditOf(category.id)).toMatchObject([
      { action: 'forum.add' },
      {
        action: 'forum.change',
        before: { name: 'Post', slug: 'post' },
        after: { name: 'Post-production', slug: 'post-production' },
      },
    ]);
    expect((await auditOf(inside.id)).at(-1)).toEqual({
      action: 'forum.change',
      kind: 'forum subcategory',
      before: { category: 'Post-production', name: 'Sound', description: 'About Sound', icon: 'video' },
      after: change,
    });
  });

  it('have unique slugs; of two concurrent requests for one slug, one wins', async () => {
    const [one, two] = [await add('One'), await add('Two')];
    const inside = await addInside(one, 'Sound');
    await addInside(two, 'Sound');
    const taken = [
      send('POST', '/categories', looks('Else', 'one')),
      send('PATCH', `/categories/${two.id}`, { slug: 'one' }),
      send('POST', `/categories/${one.id}/subcategories`, { ...looks('Else', 'sound'), description: '' }),
    ];
    for (const reply of await Promise.all(taken))
      expect(reply.json()).toMatchObject({ code: 'SLUG_TAKEN', status: 409, fields: { slug: expect.any(String) } });
    expect((await send('PATCH', `/subcategories/${inside.id}`, { slug: 'sound', name: 'Audio' })).statusCode).toBe(200);
    const wanted = await Promise.all(
      [test, other, test, other].map((app) => send('POST', '/categories', looks('New'), app)),
    );
    expect(wanted.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
  });

  it('are limited to fifty, as are the subcategories of a category', async () => {
    const row = (position: number) => ({
      ...looks(`Category ${position}`, `c-${position}`),
      position,
      created_at: new Date(),
    });
    const rows = Array.from({ length: FORUM_CATEGORIES_MAX - 1 }, (_, position) => row(position));
    await test.db.insertInto('forum_categories').values(rows).execute();
    const last = await add('Last');
    const full = await send('POST', '/categories', looks('More'));
    expect(full.json()).toMatchObject({ code: 'LIST_FULL', status: 409 });
    await test.db
      .insertInto('forum_subcategories')
      .values([...rows, row(rows.length)].map((one) => ({ ...one, category_id: last.id })))
      .execute();
    const inside = await send('POST', `/categories/${last.id}/subcategories`, { ...looks('More'), description: '' });
    expect(inside.json()).toMatchObject({ code: 'LIST_FULL' });
  });

  it('return 404 for unknown ids and reject invalid input', async () => {
    const category = await add('Assets');
    const unknown = [
      await send('PATCH', `/categories/${randomUUID()}`, { name: 'Else' }),
      await send('PATCH', `/subcategories/${category.id}`, { name: 'Else' }),
      await send('POST', `/categories/${randomUUID()}/subcategories`, { ...looks('Else'), description: '' }),
    ];
    for (const reply of unknown) expect(reply.json()).toMatchObject({ code: 'FORUM_CATEGORY_NOT_FOUND', status: 404 });
    for (const bad of [
      { name: '' },
      { name: '   ' },
      { name: 'Two\nlines' },
      { name: 'x'.repeat(61) },
      { name: 'Over\u202eridden' },
      { slug: '' },
      { slug: '-x' },
      { slug: 'Ü' },
      { slug: '../x' },
      { icon: 'skull' },
      { position: 1 },
    ])
      expect((await send('POST', '/categories', { ...looks('Fine'), ...bad })).statusCode, JSON.stringify(bad)).toBe(
        400,
      );
    expect(namesOf(await all())).toEqual([['Assets']]);
  });
});

describe('archiving', () => {
  it('hides a category from the index and closes it for writing; restoring it undoes both', async () => {
    const category = await add('Assets');
    const inside = await addInside(category, 'Packs');
    const begin = () =>
      test.call(
        {
          method: 'POST',
          url: '/api/forum/threads',
          payload: { title: 'Hi', content: randomUUID(), categoryId: inside.id },
        },
        member,
      );
    const thread = (await begin()).json<{ id: string }>();
    const readAll = async () => {
      const [list, page] = await Promise.all(
        [`categories/assets/packs`, `threads/${thread.id}`].map((url) =>
          test.call({ method: 'GET', url: `/api/forum/${url}` }),
        ),
      );
      return [list?.json().isClosed, page?.json().subCategory.isClosed];
    };
    for (const url of [`/subcategories/${inside.id}`, `/categories/${category.id}`]) {
      const archived = (await send('PATCH', url, { isArchived: true })).json<{ archivedAt: string | null }>();
      expect(archived.archivedAt).toMatch(/^20/);
      // Archiving twice keeps the first date.
      expect((await send('PATCH', url, { isArchived: true })).json()).toMatchObject({
        archivedAt: archived.archivedAt,
      });
      expect(namesOf(await index())).toEqual(url.startsWith('/sub') ? [['Assets']] : []);
      expect(await readAll()).toEqual([true, true]);
      const replied = await test.call(
        { method: 'POST', url: '/api/forum/posts', payload: { threadId: thread.id, content: 'Late' } },
        member,
      );
      for (const refused of [await begin(), replied])
        expect(refused.json()).toMatchObject({ code: 'FORUM_CLOSED', status: 423 });
      expect((await send('PATCH', url, { isArchived: false })).json()).toMatchObject({ archivedAt: null });
      expect(await readAll()).toEqual([false, false]);
    }
    expect((await auditOf(category.id)).slice(1)).toMatchObject([
      { action: 'forum.change', before: { name: 'Assets', isArchived: false }, after: { isArchived: true } },
      { action: 'forum.change', before: { isArchived: true }, after: { isArchived: false } },
    ]);
    expect(namesOf(await index())).toEqual([['Assets', 'Packs']]);
  });

  it('notifies every process so that cached pages are dropped, unless nothing changed', async () => {
    const told: string[] = [];
    const stop = other.deps.bus.subscribe('forum', (id) => told.push(id));
    const category = await add('Ephemeral');
    await send('PATCH', `/categories/${category.id}`, { isArchived: false });
    await send('PATCH', `/categories/${category.id}`, { isArchived: true });
    await send('PUT', '/order', { categories: [{ id: category.id, subCategories: [] }] });
    const last = await add('Last');
    await expect.poll(() => told, { timeout: 10_000 }).toContain(last.id);
    // Ignore events from earlier tests, which may arrive late.
    expect(told.filter((id) => [category.id, last.id].includes(id))).toEqual([category.id, category.id, last.id]);
    stop();
  });
});

describe('reordering', () => {
  const orderOf = (list: readonly ManagedCategory[]) =>
    list.map(({ id, subCategories }) => ({ id, subCategories: subCategories.map((one) => one.id) }));

  it('moves categories and subcategories for every reader', async () => {
    const [one, two] = [await add('One'), await add('Two')];
    for (const name of ['A', 'B', 'C']) await addInside(one, name);
    await addInside(two, 'D');
    const present = await all();
    const wanted = orderOf(present).reverse();
    wanted[1]?.subCategories.reverse();
    const reply = await send('PUT', '/order', { categories: wanted });
    const names = [
      ['Two', 'D'],
      ['One', 'C', 'B', 'A'],
    ];
    expect(namesOf(reply.json())).toEqual(names);
    expect(namesOf(await index())).toEqual(names);
    await send('PUT', '/order', { categories: wanted });
    const written = await test.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'forum.order')
      .execute();
    expect(written).toEqual([
      {
        before: { categories: 'One, Two', 'in One': 'A, B, C' },
        after: { categories: 'Two, One', 'in One': 'C, B, A' },
      },
    ]);
    expect(namesOf([await add('Three')])).toEqual([['Three']]);
    expect(namesOf(await all())).toEqual([...names, ['Three']]);
  });

  it('is refused unless it lists every existing id exactly once', async () => {
    const [one, two] = [await add('One'), await add('Two')];
    const [a, b] = [await addInside(one, 'A'), await addInside(one, 'B')];
    const place = (id: string, ...subCategories: string[]) => ({ id, subCategories });
    for (const categories of [
      [],
      [place(one.id, a.id, b.id)],
      [place(one.id, a.id, b.id), place(two.id), place(randomUUID())],
      [place(one.id, a.id, b.id), place(one.id, a.id, b.id)],
      [place(one.id, a.id, a.id), place(two.id)],
      [place(one.id, a.id), place(two.id, b.id)],
      [place(one.id, a.id, randomUUID()), place(two.id)],
    ])
      expect((await send('PUT', '/order', { categories })).json()).toMatchObject({
        code: 'ORDER_CHANGED',
        status: 409,
      });
    expect(namesOf(await all())).toEqual([['One', 'A', 'B'], ['Two']]);
  });
});
