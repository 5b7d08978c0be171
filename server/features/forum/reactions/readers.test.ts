import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThreadPage } from '#contract/forum/api.ts';
import { threadPath } from '#contract/paths.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
let beside: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  beside = await startTestApp({ beside: test });
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
});

const addOne = async () => {
  const ann = await test.addPerson();
  const subcategory = await addSubcategory(test);
  const thread = await addThread(test, { subcategoryId: subcategory.id, authorId: ann.id, posts: 3 });
  return { ann, subcategory, id: thread.id, postId: thread.postIds[1] ?? '' };
};

const like = (postId: string, person: Person, app = test) =>
  app.call({ method: 'POST', url: '/api/forum/reactions', payload: { postId, type: 'like' } }, person);
const takeBack = (id: string, person: Person, app = test) =>
  app.call({ method: 'DELETE', url: `/api/forum/reactions/${id}` }, person);
const likesOf = async (postId: string) => {
  const { like_count: counted } = await test.db
    .selectFrom('forum_posts')
    .select('like_count')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  const rows = await test.db.selectFrom('forum_reactions').select('id').where('post_id', '=', postId).execute();
  return [counted, rows.length];
};

describe('a like', () => {
  it('counts once: 201, then 200 with the same', async () => {
    const { ann, postId } = await addOne();
    const first = await like(postId, ann);
    expect([first.statusCode, first.json()]).toMatchObject([201, { postId, type: 'like', likes: 1 }]);
    const again = await like(postId, ann);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await likesOf(postId)).toEqual([1, 1]);
  });

  it('can be removed once, and only by its owner', async () => {
    const { ann, postId } = await addOne();
    const { id } = (await like(postId, ann)).json<{ id: string }>();
    const other = await takeBack(id, await test.addPerson('admin'));
    expect([other.statusCode, other.json()]).toMatchObject([404, { code: 'REACTION_NOT_FOUND' }]);
    expect((await takeBack(id, ann)).statusCode).toBe(204);
    expect((await takeBack(id, ann)).statusCode).toBe(404);
    expect(await likesOf(postId)).toEqual([0, 0]);
    expect((await like(postId, ann)).json()).toMatchObject({ likes: 1 });
  });

  it('is refused for a post that cannot be read', async () => {
    const { ann, id, postId } = await addOne();
    expect((await like(randomUUID(), ann)).json()).toMatchObject({ code: 'POST_NOT_FOUND' });
    await test.db.updateTable('forum_posts').set({ deleted_at: new Date() }).where('id', '=', postId).execute();
    expect((await like(postId, ann)).statusCode).toBe(404);
    await test.db.updateTable('forum_posts').set({ deleted_at: null }).where('id', '=', postId).execute();
    await test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect((await like(postId, ann)).statusCode).toBe(404);
  });

  it('is counted exactly when many are added and removed concurrently in two processes', async () => {
    const { postId } = await addOne();
    const people = await Promise.all(Array.from({ length: 20 }, () => test.addPerson()));
    const twice = await Promise.all(
      people.flatMap((person) => [like(postId, person), like(postId, person, beside), like(postId, person)]),
    );
    expect(twice.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    expect(twice.filter(({ statusCode }) => statusCode === 200)).toHaveLength(40);
    expect(await likesOf(postId)).toEqual([20, 20]);
    const ids = new Map(
      twice.map((answer, place) => [people[Math.floor(place / 3)], answer.json<{ id: string }>().id]),
    );
    const back = await Promise.all(
      [...ids].flatMap(([person, id], place) =>
        person && place % 2 === 0 ? [takeBack(id, person), takeBack(id, person, beside), like(postId, person)] : [],
      ),
    );
    expect(back.every(({ statusCode }) => [200, 201, 204, 404].includes(statusCode))).toBe(true);
    const [counted, rows] = await likesOf(postId);
    expect(counted).toBe(rows);
  });
});

describe('reading progress', () => {
  const seenBy = async (id: string, person: Person) =>
    (await test.call({ method: 'GET', url: `/api/forum/threads/${id}` }, person)).json<ThreadPage>().lastSeen;
  const see = (id: string, person: Person, number: number) =>
    test.call({ method: 'PUT', url: `/api/forum/threads/${id}/seen`, payload: { number } }, person);

  it('moves forward, never beyond the end of the thread, and never back', async () => {
    const { id } = await addOne();
    const ben = await test.addPerson();
    expect(await seenBy(id, ben)).toBeNull();
    expect((await see(id, ben, 2)).statusCode).toBe(204);
    expect(await seenBy(id, ben)).toBe(2);
    await see(id, ben, 1);
    expect(await seenBy(id, ben)).toBe(2);
    await see(id, ben, 2_000_000_000);
    expect(await seenBy(id, ben)).toBe(3);
    expect((await see(randomUUID(), ben, 1)).json()).toMatchObject({ code: 'THREAD_NOT_FOUND' });
  });
});

describe('views', () => {
  const viewsOf = async (id: string) => {
    await test.app.threadViews.flush();
    await beside.app.threadViews.flush();
    return (await test.call({ method: 'GET', url: `/api/forum/threads/${id}` })).json<ThreadPage>().viewCount;
  };

  it('are counted once per visitor and hour, for the page and the call together', async () => {
    const { id, subcategory } = await addOne();
    // Move the clock to the start of an hour, so that the hour does not end while views are counted.
    const left = 3_600_000 - (test.deps.now().getTime() % 3_600_000);
    for (const app of [test, beside]) app.moveClock(left);
    const [category = '', slug = ''] = subcategory.address.split('/');
    const place = { category: { slug: category }, subCategory: { slug } };
    const look = (agent: string, app = test) =>
      app.call({ method: 'GET', url: threadPath(place, id), headers: { 'user-agent': agent, accept: 'text/html' } });
    expect((await look('one')).statusCode).toBe(200);
    await look('one');
    await look('one', beside);
    const headers = { 'user-agent': 'one' };
    const call = await test.call({ method: 'POST', url: `/api/forum/threads/${id}/view`, headers });
    expect(call.statusCode).toBe(204);
    expect(await viewsOf(id)).toBe(1);
    await look('two');
    expect(await viewsOf(id)).toBe(2);
    test.moveClock(3_600_000);
    await look('two');
    expect(await viewsOf(id)).toBe(3);
  });

  it('are not counted for missing or removed threads', async () => {
    const { id } = await addOne();
    const missing = await test.call({ method: 'POST', url: `/api/forum/threads/${randomUUID()}/view` });
    expect(missing.json()).toMatchObject({ code: 'THREAD_NOT_FOUND' });
    await test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    test.app.threadViews.count(id, 'someone');
    await test.app.threadViews.flush();
    const row = await test.db.selectFrom('forum_threads').select('view_count').where('id', '=', id).executeTakeFirst();
    expect(row?.view_count).toBe(0);
  });
});
