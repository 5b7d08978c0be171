// Moving and merging threads: addresses, counters, search, unread marks, and who may do it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post, SubcategoryPage, ThreadPage } from '#contract/forum/api.ts';
import type { ForumHits } from '#contract/forum/search.ts';
import { splitWords } from '#server/features/forum/search/queries.ts';
import { addSubcategory, addThread, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { notificationsOf } from '#test/harness/notifications.ts';

const MINUTE_MS = 60_000;
const STARTED_MS = Date.now();

let test: TestApp;
let moderator: Person;
let author: Person;
let places: [TestSubcategory, TestSubcategory];
beforeAll(async () => {
  test = await startTestApp();
  [moderator, author] = [await test.addPerson(), await test.addPerson()];
  places = [await addSubcategory(test), await addSubcategory(test)];
  for (const { categoryId } of places) await appoint(categoryId);
});
afterAll(() => test.stop());

const appoint = (categoryId: string, userId = moderator.id) =>
  test.db
    .insertInto('forum_moderators')
    .values({ category_id: categoryId, user_id: userId, created_at: new Date() })
    .execute();
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, by: Person, payload?: object) =>
  test.call({ method, url, ...(payload ? { payload } : {}) }, by);
const move = (id: string, subcategoryId: string, by = moderator) =>
  send('POST', `/api/forum/threads/${id}/move`, by, { subcategoryId, reason: 'It belongs there.' });
const merge = (id: string, into: string, by = moderator) =>
  send('POST', `/api/forum/threads/${id}/merge`, by, { into, reason: 'Asked twice.' });
const read = async (id: string, by = author) => (await send('GET', `/api/forum/threads/${id}`, by)).json<ThreadPage>();
const listOf = async ({ address }: TestSubcategory) =>
  (await test.call({ url: `/api/forum/categories/${address}` })).json<SubcategoryPage>();
const seenBy = async (person: Person, id: string) =>
  (await send('GET', `/api/forum/seen?threads=${id}`, person)).json<{ seen: Record<string, number> }>().seen[id];
const see = (person: Person, id: string, number: number) =>
  send('PUT', `/api/forum/threads/${id}/seen`, person, { number });
const ago = (minutes: number) => new Date(STARTED_MS - minutes * MINUTE_MS);
/** A thread whose posts are a minute apart, the first one this many minutes old. */
const begin = async (minutes: number, posts = 3, { place = places[0], title = 'A thread' } = {}) => {
  const at = ago(minutes);
  const thread = await addThread(test, { subcategoryId: place.id, authorId: author.id, posts, at, title });
  await sql`update forum_posts set created_at = ${at}::timestamptz + (number - 1) * interval '1 minute'
    where thread_id = ${thread.id}`.execute(test.db);
  await sql`update forum_threads t set last_post_at = p.created_at from forum_posts p
    where p.id = t.last_post_id and t.id = ${thread.id}`.execute(test.db);
  return thread;
};
/** A member who joined before all posts. */
const addReader = async (): Promise<Person> => {
  const person = await test.addPerson();
  await test.db
    .updateTable('users')
    .set({ created_at: ago(100_000) })
    .where('id', '=', person.id)
    .execute();
  return person;
};
const search = async (query: Record<string, string>) =>
  (await test.call({ url: `/api/forum/search?${new URLSearchParams(query)}` })).json<ForumHits>().posts;

/** Rows whose counters do not match the actual numbers. */
const wrongCounters = async () => {
  const shown = sql`forum_posts p join forum_threads t on t.id = p.thread_id and t.deleted_at is null and p.deleted_at is null`;
  const { rows: threads } = await sql`select t.id from forum_threads t
    join lateral (select count(*) filter (where p.deleted_at is null)::int as posts, max(p.number) as newest, count(*)::int as all_posts,
      max(p.number) filter (where p.deleted_at is null) as last from forum_posts p where p.thread_id = t.id) found on true
    where t.deleted_at is null and (t.post_count <> found.posts or t.last_number <> found.newest
      or found.newest <> found.all_posts or t.last_post_number <> found.last)`.execute(test.db);
  const { rows: subcategories } = await sql`select s.id from forum_subcategories s where
    s.thread_count <> (select count(*) from forum_threads t where t.subcategory_id = s.id and t.deleted_at is null)
    or s.post_count <> (select count(*) from ${shown} where t.subcategory_id = s.id)`.execute(test.db);
  const { rows: participants } = await sql`select p.thread_id, p.author_id from ${shown}
    left join forum_participants f on f.thread_id = p.thread_id and f.user_id = p.author_id
    group by p.thread_id, p.author_id, f.first_number having f.first_number is distinct from min(p.number)`.execute(
    test.db,
  );
  return { threads, subcategories, participants };
};
const RIGHT = { threads: [], subcategories: [], participants: [] };

describe('a moved thread', () => {
  it('is in the other list with its counters, unpinned, and its old address redirects', async () => {
    const thread = await begin(60);
    await test.db.updateTable('forum_threads').set({ is_pinned: true }).where('id', '=', thread.id).execute();
    const reply = await move(thread.id, places[1].id);
    expect(reply.json(), reply.body).toMatchObject({ id: thread.id, categoryId: places[1].id, isPinned: false });
    expect((await listOf(places[0])).threads.map(({ id }) => id)).not.toContain(thread.id);
    expect((await listOf(places[1])).threads.map(({ id }) => id)).toContain(thread.id);
    expect(await wrongCounters()).toEqual(RIGHT);
    const page = await test.app.inject({
      url: `/community/${places[0].address}/${thread.id}`,
      headers: { accept: 'text/html' },
    });
    expect([page.statusCode, page.headers.location]).toEqual([301, `/community/${places[1].address}/${thread.id}`]);
    expect(page.headers['cache-control']).toContain('no-cache');
    expect((await move(thread.id, places[1].id)).statusCode).toBe(200);
    const audit = test.db.selectFrom('audit_log').select(['after']).where('subject_id', '=', thread.id);
    expect(await audit.execute()).toMatchObject([{ after: { reason: 'It belongs there.' } }]);
    expect((await notificationsOf(test, author))[0]).toMatchObject({
      title: 'Your thread was moved',
      line: 'A thread: It belongs there.',
      href: `/community/${places[1].address}/${thread.id}/${thread.postIds[0]}`,
    });
  });

  it('is found in its new part of the forum only', async () => {
    const thread = await begin(60, 1, { title: 'Quokka gradient' });
    await splitWords(test.db, 1000);
    await move(thread.id, places[1].id);
    const [from, to] = places.map(({ address }) => address);
    expect(await search({ search: 'quokka', in: from ?? '' })).toEqual([]);
    expect(await search({ search: 'quokka', in: to ?? '' })).toMatchObject([{ threadId: thread.id }]);
  });

  it('stays read for those who had read it', async () => {
    const [one, other] = [await addReader(), await addReader()];
    const thread = await begin(60);
    await send('PUT', `/api/forum/subcategories/${places[0].id}/read`, one);
    await see(other, thread.id, 2);
    await move(thread.id, places[1].id);
    expect([await seenBy(one, thread.id), await seenBy(other, thread.id)]).toEqual([3, 2]);
  });

  it('needs both categories, and an open place', async () => {
    const [helper, thread] = [await test.addPerson(), await begin(60)];
    await appoint(places[0].categoryId, helper.id);
    expect((await move(thread.id, places[1].id, helper)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await move(thread.id, places[1].id, author)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await move(thread.id, thread.id)).json()).toMatchObject({ code: 'FORUM_CATEGORY_NOT_FOUND' });
    const closed = await addSubcategory(test);
    await appoint(closed.categoryId);
    await test.db
      .updateTable('forum_subcategories')
      .set({ archived_at: new Date() })
      .where('id', '=', closed.id)
      .execute();
    expect((await move(thread.id, closed.id)).json()).toMatchObject({ code: 'FORUM_CLOSED' });
    expect((await read(thread.id)).categoryId).toBe(places[0].id);
  });
});

describe('merged threads', () => {
  it('have all posts in the order of time, with their likes, and right counters', async () => {
    const [from, into] = [await begin(60, 3, { place: places[1] }), await begin(59, 3)];
    const liked = from.postIds[1] ?? '';
    await send('POST', '/api/forum/reactions', moderator, { postId: liked, type: 'like' });
    await send('DELETE', `/api/forum/posts/${into.postIds[1]}`, moderator, { reason: 'Spam.' });
    const reply = await merge(from.id, into.id);
    expect(reply.json(), reply.body).toMatchObject({ id: into.id, postCount: 5, lastNumber: 6 });
    const { posts, title, lastPost } = await read(into.id);
    const [f, i] = [from.postIds, into.postIds];
    // Posts of the same minute: those of the other thread first.
    expect(posts.map(({ id }) => id)).toEqual([f[0], i[0], f[1], i[1], f[2], i[2]]);
    expect(posts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(posts.find(({ id }) => id === liked)?.likes).toBe(1);
    expect([title, lastPost.id]).toEqual(['A thread', i[2]]);
    expect(await wrongCounters()).toEqual(RIGHT);
    const written = await send('POST', '/api/forum/posts', author, { threadId: into.id, content: 'One more' });
    expect(written.json<Post>().number).toBe(7);
    expect(await wrongCounters()).toEqual(RIGHT);
  });

  it('redirect from the old address, also after another merge', async () => {
    const [one, two, three] = [await begin(90), await begin(80), await begin(70)];
    await merge(one.id, two.id);
    await merge(two.id, three.id);
    const own = `/community/${places[0].address}/${three.id}`;
    for (const { id } of [one, two]) {
      expect((await read(id)).id).toBe(three.id);
      const headers = { accept: 'text/html' };
      const page = await test.app.inject({ url: `/community/${places[0].address}/${id}`, headers });
      expect([page.statusCode, page.headers.location]).toEqual([301, own]);
      const post = await test.app.inject({ url: `/community/${places[0].address}/${id}/${one.postIds[1]}`, headers });
      expect(post.headers.location).toBe(`${own}/${one.postIds[1]}`);
    }
    const gone = await send('POST', `/api/forum/threads/${one.id}/restore`, moderator, { reason: 'Undo.' });
    expect(gone.json()).toMatchObject({ code: 'THREAD_NOT_FOUND' });
    expect((await send('POST', '/api/forum/posts', author, { threadId: one.id, content: 'Hm' })).statusCode).toBe(404);
    const [news] = await notificationsOf(test, author);
    expect(news).toMatchObject({ title: 'Your thread was merged', line: 'A thread: Asked twice.' });
  });

  it('are found by their words once', async () => {
    const [from, into] = [await begin(60, 2, { title: 'Wombat halation' }), await begin(50, 2, { title: 'Film glow' })];
    await test.db
      .updateTable('forum_posts')
      .set({ content: 'Try a numbat filter' })
      .where('id', '=', from.postIds[1] ?? '')
      .execute();
    await splitWords(test.db, 1000);
    await merge(from.id, into.id);
    expect(await search({ search: 'numbat' })).toMatchObject([{ threadId: into.id, number: 2 }]);
    expect(await search({ search: 'wombat' })).toEqual([]);
    // The first post has the words of the remaining title.
    expect((await search({ search: 'film glow' })).map(({ number }) => number)).toEqual([1]);
  });

  it('are read up to the first post that someone has not read', async () => {
    const people = [await addReader(), await addReader(), await addReader()];
    const [all, some, none] = people as [Person, Person, Person];
    const [from, into] = [await begin(60, 3), await begin(50, 3)];
    for (const id of [from.id, into.id]) await see(all, id, 3);
    await see(some, from.id, 3);
    await see(some, into.id, 1);
    await see(none, into.id, 3);
    await merge(from.id, into.id);
    expect(await Promise.all([all, some, none].map((person) => seenBy(person, into.id)))).toEqual([6, 4, 0]);
  });

  it('keep their subscribers, except those who have unsubscribed from the other thread', async () => {
    const [keen, done] = [await addReader(), await addReader()];
    const [from, into] = [await begin(60, 3), await begin(50, 3)];
    const set = (person: Person, id: string, method: 'PUT' | 'DELETE') =>
      send(method, `/api/forum/threads/${id}/subscription`, person);
    await set(keen, from.id, 'PUT');
    await set(done, from.id, 'PUT');
    await set(done, into.id, 'DELETE');
    await merge(from.id, into.id);
    expect([(await read(into.id, keen)).isSubscribed, (await read(into.id, done)).isSubscribed]).toEqual([true, false]);
    const left = test.db.selectFrom('forum_subscriptions').select('user_id').where('thread_id', '=', from.id);
    expect(await left.execute()).toEqual([]);
  });

  it('need both categories and two threads', async () => {
    const helper = await test.addPerson();
    await appoint(places[0].categoryId, helper.id);
    const [one, other] = [await begin(60), await begin(60, 3, { place: places[1] })];
    for (const [from, into] of [
      [one.id, other.id],
      [other.id, one.id],
    ] as const)
      expect((await merge(from, into, helper)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await merge(one.id, one.id)).json()).toMatchObject({ code: 'SAME_THREAD' });
    expect((await merge(one.id, places[0].id)).json()).toMatchObject({ code: 'THREAD_NOT_FOUND' });
    await test.db.updateTable('forum_threads').set({ last_number: 1999 }).where('id', '=', one.id).execute();
    expect((await merge(one.id, other.id)).json()).toMatchObject({ code: 'THREADS_TOO_LONG' });
    await test.db.updateTable('forum_threads').set({ last_number: 3 }).where('id', '=', one.id).execute();
  });

  it('keep counters right while people post, like and merge them both ways', async () => {
    const [one, other] = [await begin(60), await begin(50)];
    const ids = [...one.postIds, ...other.postIds];
    const replies = await Promise.all([
      ...[one, other, one, other].map(({ id }, index) =>
        send('POST', '/api/forum/posts', author, { threadId: id, content: `While merging ${index}` }),
      ),
      merge(one.id, other.id),
      merge(other.id, one.id),
      ...ids.map((postId) => send('POST', '/api/forum/reactions', moderator, { postId, type: 'like' })),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).filter((code) => ![200, 201, 404].includes(code))).toEqual([]);
    expect(await wrongCounters()).toEqual(RIGHT);
  });
});
