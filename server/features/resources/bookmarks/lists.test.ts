import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FollowedLeaker, PastDownload, SavedItem } from '#contract/resources/bookmarks.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';

let test: TestApp;
let statements: string[];
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  statements = noteStatements(test);
  leaker = await test.addPerson('leaker', { username: 'lea-grade' });
});
afterAll(() => test.stop());

const HOUR = 3_600_000;
const get = (url: string, person: Person) => test.call({ method: 'GET', url }, person);
const post = async (url: string, person: Person) => {
  // Spread the timestamps so the order is deterministic.
  test.moveClock(10);
  expect((await test.call({ method: 'POST', url }, person)).statusCode).toBe(200);
};
const save = (id: string, person: Person) => post(`/api/uploads/${id}/save`, person);
const follow = ({ username }: Person, person: Person) => post(`/api/users/${username}/follow`, person);
const change = (
  id: string,
  changes: { hidden_at?: Date; deleted_at?: Date; status?: string; files_changed_at?: Date },
) => test.db.updateTable('resources').set(changes).where('id', '=', id).execute();

const saved = async (query: string, person: Person) => {
  const reply = await get(`/api/user/saved-items${query}`, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return {
    titles: reply.json<SavedItem[]>().map(({ title }) => title),
    total: Number(reply.headers['x-total-count']),
  };
};

describe('saved items', () => {
  it('lists the most recently saved first, with everything the cards show', async () => {
    const person = await test.addPerson();
    const first = await addResource(test, { authorId: leaker.id, title: 'First', category: 'Premium LUTs' });
    const second = await addResource(test, { authorId: leaker.id, title: 'Second', editor: 'Blender' });
    for (const id of [first, second]) await save(id, person);
    const reply = await get('/api/user/saved-items', person);
    const at = await test.db
      .selectFrom('saves')
      .select('created_at')
      .where('resource_id', '=', first)
      .executeTakeFirst();
    expect(reply.json<SavedItem[]>()[1]).toEqual({
      id: first,
      imageUrl: '/public/Images/default-thumbnail.png',
      title: 'First',
      category: 'Premium LUTs',
      date: at?.created_at.toISOString(),
      editor: 'After Effects',
      author: 'lea-grade',
      isPremium: true,
    });
    expect(reply.json<SavedItem[]>()[0]?.id).toBe(second);
    expect(reply.headers['x-total-count']).toBe('2');
    expect(reply.headers['cache-control']).toBe('private, no-store');
  });

  it('searches title, editor and author, and filters by category, ignoring case', async () => {
    const person = await test.addPerson();
    const names: [string, string, string][] = [
      ['Überblende 100%', 'Nuke', 'Free'],
      ['Film_look', 'Blender', 'Premium'],
      ['Film look', 'DaVinci Resolve', '3D'],
    ];
    for (const [title, editor, category] of names)
      await save(await addResource(test, { authorId: leaker.id, title, editor, category }), person);
    const titlesFor = async (query: object) =>
      (await saved(`?${new URLSearchParams(query as Record<string, string>)}`, person)).titles.sort();
    expect(await titlesFor({ search: 'ÜBERBLENDE' })).toEqual(['Überblende 100%']);
    expect(await titlesFor({ search: 'bLENDER' })).toEqual(['Film_look']);
    expect(await titlesFor({ search: 'LEA-GRADE' })).toHaveLength(3);
    // LIKE wildcards and backslashes are matched literally.
    expect(await titlesFor({ search: '%' })).toEqual(['Überblende 100%']);
    expect(await titlesFor({ search: 'm_l' })).toEqual(['Film_look']);
    expect(await titlesFor({ search: '\\' })).toEqual([]);
    expect(await titlesFor({ category: 'free' })).toEqual(['Überblende 100%']);
    expect(await titlesFor({ search: 'film', category: '3d' })).toEqual(['Film look']);
    expect(await titlesFor({ search: '', category: '' })).toHaveLength(3);
    // A match cannot span two fields.
    expect(await titlesFor({ search: 'look blender' })).toEqual([]);
  });

  it('leaves out hidden resources, also in the total', async () => {
    const person = await test.addPerson();
    const ids = await Promise.all(
      ['Seen', 'Hidden', 'Deleted', 'Withdrawn'].map((title) => addResource(test, { authorId: leaker.id, title })),
    );
    for (const id of ids) await save(id, person);
    const [, hidden = '', deleted = '', withdrawn = ''] = ids;
    await change(hidden, { hidden_at: new Date() });
    await change(deleted, { deleted_at: new Date() });
    await change(withdrawn, { status: 'PENDING' });
    expect(await saved('', person)).toEqual({ titles: ['Seen'], total: 1 });
    const summary = await get('/api/user/summary', person);
    expect(summary.json()).toMatchObject({ savedItems: 1, savedCategories: ['Free'] });
  });

  it('returns 21 per page by default, with the total on every page', async () => {
    const person = await test.addPerson();
    for (let count = 0; count < 23; count += 1)
      await save(await addResource(test, { authorId: leaker.id, title: `${count}` }), person);
    const first = await saved('', person);
    expect([first.titles.length, first.titles[0], first.total]).toEqual([21, '22', 23]);
    expect(await saved('?page=2', person)).toEqual({ titles: ['1', '0'], total: 23 });
    expect(await saved('?page=3', person)).toEqual({ titles: [], total: 23 });
    expect((await saved('?page=8&limit=3', person)).titles).toEqual(['1', '0']);
    expect((await saved('?limit=999999', person)).titles).toHaveLength(23);
    expect((await get('/api/user/saved-items?page=0', person)).statusCode).toBe(400);
  });
});

describe('following', () => {
  it('lists each leaker with the number of approved uploads and the time of the last one', async () => {
    const person = await test.addPerson();
    const busy = await test.addPerson('leaker');
    const idle = await test.addPerson('leaker');
    const gone = await test.addPerson('leaker');
    const last = new Date('2026-03-02T10:00:00Z');
    await addResource(test, { authorId: busy.id, createdAt: new Date('2026-03-01T10:00:00Z') });
    await addResource(test, { authorId: busy.id, createdAt: last });
    await addResource(test, { authorId: busy.id, createdAt: new Date('2026-03-03T10:00:00Z'), status: 'PENDING' });
    await test.db
      .updateTable('users')
      .set({ display_name: 'Busy Bee', avatar: 'https://pictures.example/bee.png' })
      .where('id', '=', busy.id)
      .execute();
    for (const leader of [busy, gone, idle]) await follow(leader, person);
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', gone.id).execute();
    const reply = await get('/api/user/following', person);
    expect(reply.headers['x-total-count']).toBe('2');
    expect(reply.json<FollowedLeaker[]>()).toEqual([
      {
        id: idle.id,
        avatar: '/public/Images/default-avatar.png',
        name: idle.username,
        username: idle.username,
        totalAssets: 0,
        lastActive: null,
      },
      {
        id: busy.id,
        avatar: 'https://pictures.example/bee.png',
        name: 'Busy Bee',
        username: busy.username,
        totalAssets: 2,
        lastActive: last.toISOString(),
      },
    ]);
    const second = await get('/api/user/following?page=2&limit=1', person);
    expect(second.json<FollowedLeaker[]>().map(({ id }) => id)).toEqual([busy.id]);
    expect((await get('/api/user/summary', person)).json()).toMatchObject({ following: 2 });
  });
});

/** Inserts a download as the ticket URL would record it. */
const download = async (resourceId: string, { id }: Person, at: Date, file: string | null = null) => {
  await test.db
    .insertInto('downloads')
    .values({
      resource_id: resourceId,
      user_id: id,
      person: `user ${id}`,
      day: at.toISOString().slice(0, 10),
      file_path: file,
      created_at: at,
    })
    .execute();
};

describe('download history', () => {
  const history = async (person: Person, query = '') =>
    (await get(`/api/user/downloads${query}`, person)).json<{
      downloads: PastDownload[];
      pagination: { total: number; pages: number; currentPage: number; limit: number };
    }>();

  it('lists newest first, and flags resources that changed since or are no longer available', async () => {
    const person = await test.addPerson();
    const at = (hours: number) => new Date(Date.now() - hours * HOUR);
    const [kept = '', changed = '', removed = ''] = await Promise.all(
      ['Kept', 'Changed', 'Removed'].map((title) => addResource(test, { authorId: leaker.id, title })),
    );
    await test.db.updateTable('resources').set({ thumbnail_key: 'pic' }).where('id', '=', removed).execute();
    await change(kept, { files_changed_at: at(99) });
    await change(changed, { files_changed_at: at(1) });
    await change(removed, { files_changed_at: at(1), deleted_at: at(1) });
    await download(kept, person, at(5), 'readme.txt');
    await download(changed, person, at(30), null);
    await download(removed, person, at(60), 'readme.txt');
    await download(kept, person, at(90), 'folder/');
    await download(kept, await test.addPerson(), at(2));
    const { downloads, pagination } = await history(person);
    expect(pagination).toEqual({ total: 4, pages: 1, currentPage: 1, limit: 20 });
    expect(downloads.map(({ title, file, available, updatedSince }) => [title, file, available, updatedSince])).toEqual(
      [
        ['Kept', 'readme.txt', true, false],
        ['Changed', null, true, true],
        ['Removed', 'readme.txt', false, false],
        ['Kept', 'folder/', true, false],
      ],
    );
    expect(downloads[2]?.imageUrl).toBe('/public/Images/default-thumbnail.png');
    expect(downloads[0]).toMatchObject({ resourceId: kept, author: 'lea-grade', downloadedAt: expect.any(String) });
    expect((await get('/api/user/summary', person)).json()).toMatchObject({ downloads: 4 });
    const second = await history(person, '?page=2&limit=3');
    expect([second.downloads.length, second.pagination]).toEqual([1, { total: 4, pages: 2, currentPage: 2, limit: 3 }]);
  });

  it('keeps hidden resources available to their owner', async () => {
    const id = await addResource(test, { authorId: leaker.id, title: 'Own' });
    await change(id, { hidden_at: new Date() });
    await download(id, leaker, new Date());
    expect((await history(leaker)).downloads[0]).toMatchObject({ title: 'Own', available: true });
  });
});

it('every list uses a constant number of queries, whatever its length', async () => {
  const person = await test.addPerson();
  for (let count = 0; count < 5; count += 1) {
    const leader = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: leader.id });
    await save(id, person);
    await follow(leader, person);
    await download(id, person, new Date());
    await test.call({ method: 'POST', url: '/api/collections', payload: { name: `${count}`, resourceId: id } }, person);
  }
  const own = (await get('/api/user/collections', person)).json<{ id: string }[]>();
  const count = async (url: string) => {
    statements.length = 0;
    expect((await get(url, person)).statusCode).toBe(200);
    // One query is the session lookup.
    return statements.length - 1;
  };
  expect(await count('/api/user/marks')).toBe(1);
  expect(await count('/api/user/saved-items?search=a')).toBe(2);
  expect(await count('/api/user/following')).toBe(2);
  expect(await count('/api/user/summary')).toBe(1);
  expect(await count('/api/user/downloads')).toBe(2);
  expect(await count('/api/user/collections')).toBe(1);
  expect(await count(`/api/users/${person.username}/collections`)).toBe(2);
  expect(await count(`/api/collections/${own[0]?.id}`)).toBe(2);
});
