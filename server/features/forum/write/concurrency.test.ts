// Many people writing concurrently, through two processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
let beside: TestApp;
let people: Person[];
beforeAll(async () => {
  test = await startTestApp();
  beside = await startTestApp({ beside: test });
  people = await Promise.all(Array.from({ length: 6 }, () => test.addPerson()));
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
});

const of = <T>(list: readonly T[], place: number): T => {
  const found = list[place % list.length];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};

const post = (place: number, url: string, payload: object, person: Person) =>
  of([test, beside], place).call({ method: 'POST', url, payload }, person);

const UNAVAILABLE = 503;
const TRIES = 20;

/** Like `post`, but tries again when all connections to the database stay busy for too long, as people are asked to. */
const postUntilTaken = async (...given: Parameters<typeof post>): ReturnType<typeof post> => {
  let answer = await post(...given);
  for (let tries = 1; answer.statusCode === UNAVAILABLE && tries < TRIES; tries += 1) answer = await post(...given);
  return answer;
};

const writtenBy = async (): Promise<number[]> => {
  const rows = await test.db
    .selectFrom('users')
    .select(['id', 'posts_count'])
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();
  return people.map(({ id }) => rows.find((row) => row.id === id)?.posts_count ?? -1);
};

describe('300 concurrent posts in two processes', () => {
  it('get the numbers 1 to n without gaps and are counted exactly', async () => {
    const { id: subcategoryId } = await addSubcategory(test);
    const { id } = await addThread(test, { subcategoryId, authorId: of(people, 0).id });
    const before = await writtenBy();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, place) =>
        postUntilTaken(place, '/api/forum/posts', { threadId: id, content: `Reply ${place}` }, of(people, place)),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode !== 201).map(({ body }) => body)).toEqual([]);
    const posts = answers.map((answer) => answer.json<Post>());
    expect(posts.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 300 }, (_, place) => place + 2),
    );

    const thread = await test.db.selectFrom('forum_threads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const newest = posts.find(({ number }) => number === 301);
    expect(thread).toMatchObject({
      post_count: 301,
      last_number: 301,
      last_post_number: 301,
      last_post_id: newest?.id,
      last_post_author_id: newest?.author.id,
      last_post_at: new Date(newest?.createdAt ?? 0),
    });
    const place = await test.db
      .selectFrom('forum_subcategories')
      .select(['thread_count', 'post_count'])
      .where('id', '=', subcategoryId)
      .executeTakeFirst();
    expect(place).toEqual({ thread_count: 1, post_count: 301 });
    expect(await writtenBy()).toEqual(before.map((count) => count + 50));

    const rows = await test.db
      .selectFrom('forum_posts')
      .select(['number', 'author_id', 'created_at'])
      .where('thread_id', '=', id)
      .orderBy('number')
      .execute();
    // Posts with higher numbers have later times.
    expect(rows).toEqual(
      [...rows].sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.number - b.number),
    );
    const participants = await test.db
      .selectFrom('forum_participants')
      .select(['user_id', 'first_number'])
      .where('thread_id', '=', id)
      .execute();
    const firstOf = (person: string) => rows.find(({ author_id }) => author_id === person)?.number;
    expect(new Map(participants.map((row) => [row.user_id, row.first_number]))).toEqual(
      new Map(people.map((person) => [person.id, firstOf(person.id)])),
    );
  });
});

describe('a thread read while people post', () => {
  it('always contains exactly the posts it counts', async () => {
    const { id: subcategoryId } = await addSubcategory(test);
    const { id } = await addThread(test, { subcategoryId, authorId: of(people, 0).id });
    const look = async (place: number) => {
      const reader = place % 2 === 0 ? undefined : of(people, place);
      const answer = await of([test, beside], place).call({ method: 'GET', url: `/api/forum/threads/${id}` }, reader);
      const { posts, lastNumber, postCount, lastPost } = answer.json<ThreadPage>();
      expect(posts.map(({ number }) => number)).toEqual(Array.from({ length: lastNumber }, (_, nth) => nth + 1));
      expect([postCount, lastPost.number, lastPost.id]).toEqual([lastNumber, lastNumber, posts.at(-1)?.id]);
    };
    for (let number = 2; number <= 20; number += 1) {
      const payload = { threadId: id, content: `Reply ${number}` };
      const [written] = await Promise.all([
        post(number, '/api/forum/posts', payload, of(people, number)),
        ...Array.from({ length: 6 }, (_, place) => look(place)),
      ]);
      expect([written.statusCode, written.json<Post>().number]).toEqual([201, number]);
    }
  });
});

describe('concurrent threads, replies, edits and likes in one subcategory', () => {
  it('never deadlock and are counted exactly', async () => {
    const { id: categoryId } = await addSubcategory(test);
    const threads = await Promise.all(
      people.map(({ id }) => addThread(test, { subcategoryId: categoryId, authorId: id, posts: 1 })),
    );
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, place) => {
        const [person, thread] = [of(people, place * 5 + 1), of(threads, place)];
        const postId = of(thread.postIds, 0);
        if (place % 4 === 0)
          return post(place, '/api/forum/threads', { title: `T ${place}`, content: 'x', categoryId }, person);
        if (place % 4 === 1) return post(place, '/api/forum/reactions', { postId, type: 'like' }, person);
        if (place % 4 === 2)
          return of([test, beside], place >> 2).call(
            { method: 'PUT', url: `/api/forum/posts/${postId}`, payload: { content: `Edit ${place}` } },
            of(people, place),
          );
        return post(place, '/api/forum/posts', { threadId: thread.id, content: `Reply ${place}` }, person);
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode > 201).map(({ body }) => body)).toEqual([]);
    const place = await test.db
      .selectFrom('forum_subcategories')
      .select(['thread_count', 'post_count'])
      .where('id', '=', categoryId)
      .executeTakeFirst();
    expect(place).toEqual({ thread_count: 6 + 30, post_count: 6 + 30 + 30 });
    for (const thread of threads) {
      const [first] = await test.db
        .selectFrom('forum_posts')
        .selectAll()
        .where('thread_id', '=', thread.id)
        .orderBy('number')
        .execute();
      const versions = await test.db
        .selectFrom('forum_post_versions')
        .select('version')
        .where('post_id', '=', first?.id ?? '')
        .orderBy('version')
        .execute();
      expect(versions.map(({ version }) => version)).toEqual(
        Array.from({ length: (first?.version ?? 0) - 1 }, (_, at) => at + 1),
      );
    }
  });
});
