// Concurrent removals, replies and likes in two processes. Every counter must stay exact, whatever the order.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Post, Thread } from '#contract/forum/api.ts';
import { recordThreadViews } from '#server/features/forum/reactions/queries.ts';
import { addSubcategory, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
let apps: TestApp[];
let admin: Person;
let people: Person[];
let place: TestSubcategory;
beforeAll(async () => {
  test = await startTestApp();
  apps = [test, await startTestApp({ beside: test })];
  admin = await test.addPerson('admin');
  people = [await test.addPerson(), await test.addPerson(), await test.addPerson(), await test.addPerson()];
  place = await addSubcategory(test);
});
afterAll(async () => {
  await apps[1]?.stop();
  await test.stop();
});

const anyOf = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const send = async (index: number, method: 'POST' | 'PATCH' | 'DELETE', url: string, by: Person, payload: object) => {
  const reply = await anyOf(apps, index).call({ method, url, payload }, by);
  // 404 is fine, since the thread may have been removed; any other error is a failure.
  expect([200, 201, 204, 404], `${method} ${url}: ${reply.body}`).toContain(reply.statusCode);
  return reply;
};
const begin = async (index: number): Promise<Thread> =>
  (
    await send(index, 'POST', '/api/forum/threads', anyOf(people, index), {
      title: `Thread ${index}`,
      content: `Opening ${randomUUID()}`,
      categoryId: place.id,
    })
  ).json();
const reply = (threadId: string, index: number) =>
  send(index, 'POST', '/api/forum/posts', anyOf(people, index), { threadId, content: `Reply ${randomUUID()}` });
const remove = (what: 'posts' | 'threads', id: string, index: number) =>
  send(index, 'DELETE', `/api/forum/${what}/${id}`, admin, { reason: 'Spam.' });

/** Rows whose counters do not match the actual numbers. */
const wrongCounters = async () => {
  const there = sql`p.deleted_at is null and t.deleted_at is null`;
  const posts = sql`forum_posts p join forum_threads t on t.id = p.thread_id`;
  const threads = await sql`
    select t.id, t.post_count, t.last_post_number, found.posts, found.newest from forum_threads t
    join lateral (select count(*)::int as posts, max(p.number) as newest from forum_posts p
      where p.thread_id = t.id and p.deleted_at is null) found on true
    where t.post_count <> found.posts or t.last_post_number <> found.newest
      or t.last_post_id <> (select p.id from forum_posts p where p.thread_id = t.id and p.number = found.newest)
      or t.last_number <> (select max(p.number) from forum_posts p where p.thread_id = t.id)`.execute(test.db);
  const subcategories = await sql`
    select s.id, s.thread_count, s.post_count from forum_subcategories s where
      s.thread_count <> (select count(*) from forum_threads t where t.subcategory_id = s.id and t.deleted_at is null)
      or s.post_count <> (select count(*) from ${posts} where t.subcategory_id = s.id and ${there})`.execute(test.db);
  const authors = await sql`
    select u.username, u.posts_count, u.reputation from users u where
      u.posts_count <> (select count(*) from ${posts} where p.author_id = u.id and ${there})
      or u.reputation <> (select coalesce(sum(p.like_count), 0) from ${posts} where p.author_id = u.id and ${there})
  `.execute(test.db);
  const participants = await sql`
    select t.id from forum_threads t where t.deleted_at is null and (
      select coalesce(array_agg((author_id, first) order by author_id), '{}') from (
        select p.author_id, min(p.number) as first from forum_posts p
        where p.thread_id = t.id and p.deleted_at is null group by 1) written
    ) <> (select coalesce(array_agg((user_id, first_number) order by user_id), '{}') from forum_participants
      where thread_id = t.id)`.execute(test.db);
  return [threads.rows, subcategories.rows, authors.rows, participants.rows];
};

it('keeps counters exact when posts are removed while others are written and liked', async () => {
  const threads = await Promise.all([0, 1, 2].map(begin));
  const first = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => (await reply(anyOf(threads, index).id, index)).json<Post>()),
  );
  await Promise.all(
    first.flatMap(({ id, threadId }, index) => [
      reply(threadId, index),
      index % 2 === 0 ? remove('posts', id, index) : reply(threadId, index + 1),
      send(index, 'POST', '/api/forum/reactions', anyOf(people, index + 1), { postId: id, type: 'like' }),
      send(index, 'PATCH', `/api/forum/threads/${threadId}`, admin, { isPinned: index % 3 === 0 }),
    ]),
  );
  expect(await wrongCounters()).toEqual([[], [], [], []]);
  const removed = await test.db.selectFrom('forum_posts').select('id').where('deleted_at', 'is not', null).execute();
  expect(removed).toHaveLength(12);
});

it('keeps counters exact when threads are removed while people post, view, like and unlike', async () => {
  const threads = await Promise.all([0, 1, 2, 3, 4, 5].map(begin));
  const posts = await Promise.all(
    threads.flatMap(({ id }, index) => [0, 1, 2].map(async (more) => (await reply(id, index + more)).json<Post>())),
  );
  const likes = await Promise.all(
    posts.map(({ id }, index) =>
      send(index, 'POST', '/api/forum/reactions', anyOf(people, index), { postId: id, type: 'like' }),
    ),
  );
  await Promise.all([
    ...threads.map(({ id }, index) => remove('threads', id, index)),
    ...threads.map((_, index) =>
      recordThreadViews(
        anyOf(apps, index).db,
        threads.map(({ id }) => ({ id, visitor: randomUUID(), hour: new Date() })),
      ),
    ),
    ...posts.flatMap(({ id, threadId }, index) => [
      reply(threadId, index),
      send(index, 'POST', '/api/forum/reactions', anyOf(people, index + 1), { postId: id, type: 'like' }),
      send(
        index,
        'DELETE',
        `/api/forum/reactions/${likes[index]?.json<{ id: string }>().id}`,
        anyOf(people, index),
        {},
      ),
    ]),
  ]);
  expect(await wrongCounters()).toEqual([[], [], [], []]);
  for (const { id } of threads)
    expect((await test.call({ method: 'GET', url: `/api/forum/threads/${id}` })).statusCode).toBe(404);
});
