import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category, Post, Thread, ThreadPage } from '#contract/forum/api.ts';
import type { ReplyOf } from '#contract/http.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { reply } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';

type Contract = typeof import('#contract/forum/api.ts');
type Subcategory = ReplyOf<Contract['getSubcategory']>;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const ask = (url: string, person?: Person) => test.call({ method: 'GET', url }, person);
const read = async <T>(url: string, person?: Person): Promise<T> => {
  const answer = await ask(url, person);
  expect([answer.statusCode, url], answer.body).toEqual([200, url]);
  return answer.json<T>();
};
const readThread = (id: string, person?: Person) => read<ThreadPage>(`/api/forum/threads/${id}`, person);
const refusal = async (url: string, person?: Person) => {
  const { statusCode, body } = await ask(url, person);
  const { code, message } = JSON.parse(body) as { code: string; message: string };
  return [statusCode, code, message];
};

const removePost = (id: string) =>
  test.db
    .updateTable('forum_posts')
    .set({ deleted_at: new Date(), delete_reason: 'Off topic' })
    .where('id', '=', id)
    .execute();

const removeThread = (id: string) =>
  test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', id).execute();

describe('the index', () => {
  it('lists categories and subcategories in order with their newest post, without archived ones', async () => {
    const ann = await test.addPerson('leaker');
    const { id, categoryId } = await addSubcategory(test);
    const at = new Date();
    const make = (name: string, position: number, archived_at: Date | null = null) =>
      test.db
        .insertInto('forum_subcategories')
        .values({ category_id: categoryId, name, slug: name, icon: 'help', position, archived_at, created_at: at })
        .execute();
    await make('second', 2);
    await make('first', 1);
    await make('gone', 1, at);
    await addThread(test, { subcategoryId: id, authorId: ann.id, title: 'Older', at: new Date(Date.now() - 9e6) });
    const pinned = await addThread(test, { subcategoryId: id, authorId: ann.id, title: 'Rules', isPinned: true });
    const archived = await addSubcategory(test);
    await test.db
      .updateTable('forum_categories')
      .set({ archived_at: at })
      .where('id', '=', archived.categoryId)
      .execute();

    const index = await read<Category[]>('/api/forum/categories');
    expect(index.some((category) => category.id === archived.categoryId)).toBe(false);
    const category = index.find((found) => found.id === categoryId);
    expect(category?.subCategories.map((sub) => sub.name)).toEqual(['Colour', 'first', 'second']);
    expect(category?.subCategories[0]).toMatchObject({
      threadCount: 2,
      postCount: 2,
      lastPost: {
        id: pinned.postIds[0],
        threadId: pinned.id,
        title: 'Rules',
        author: { id: ann.id, role: 'LEAKER' },
      },
    });
    expect(category?.subCategories[1]?.lastPost).toBeNull();
  });
});

describe('a list of threads', () => {
  // 45 threads in a subcategory, a minute apart (except for three with the same time), and two pinned ones.
  const fill = async () => {
    const ann = await test.addPerson();
    const subcategory = await addSubcategory(test);
    const given = { subcategoryId: subcategory.id, authorId: ann.id };
    const start = Date.now() - 9_000_000;
    const minutes = (place: number) => (place >= 19 && place <= 21 ? 20 : place) * 60_000;
    for (let place = 0; place < 45; place += 1)
      await addThread(test, { ...given, title: `Thread ${place}`, at: new Date(start + minutes(place)) });
    for (const title of ['Pinned older', 'Pinned newer'])
      await addThread(test, {
        ...given,
        title,
        isPinned: true,
        at: new Date(start - (title.endsWith('older') ? 2 : 1)),
      });
    await removeThread((await addThread(test, { ...given, title: 'Removed' })).id);
    return subcategory;
  };

  it('starts with pinned threads, sorts by last activity, and pages to its end and back', async () => {
    const { address } = await fill();
    const url = `/api/forum/categories/${address}`;
    const first = await read<Subcategory>(url);
    expect(first.threads.slice(0, 3).map(({ title }) => title)).toEqual(['Pinned newer', 'Pinned older', 'Thread 44']);
    expect([first.threads.length, first.newer]).toEqual([22, null]);
    expect(first).toMatchObject({ name: 'Colour', slug: 'colour', isClosed: false });

    const second = await read<Subcategory>(`${url}?before=${first.older}`);
    const third = await read<Subcategory>(`${url}?before=${second.older}`);
    expect([second.threads.length, third.threads.length, third.older]).toEqual([20, 5, null]);
    const all = [...first.threads.slice(2), ...second.threads, ...third.threads];
    expect(new Set(all.map(({ id }) => id)).size).toBe(45);
    const times = all.map(({ lastPost }) => Date.parse(lastPost.createdAt));
    expect(times).toEqual([...times].sort((a, b) => b - a));

    const back = await read<Subcategory>(`${url}?after=${third.newer}`);
    expect(back).toEqual(second);
    const top = await read<Subcategory>(`${url}?after=${back.newer}`);
    expect(top).toEqual(first);
  });

  it('does not shift between pages while people post', async () => {
    const { address, id } = await fill();
    const first = await read<Subcategory>(`/api/forum/categories/${address}`);
    await addThread(test, { subcategoryId: id, authorId: (await test.addPerson()).id, title: 'New' });
    const second = await read<Subcategory>(`/api/forum/categories/${address}?before=${first.older}`);
    const seen = new Set(first.threads.map((thread) => thread.id));
    expect(second.threads.filter((thread) => seen.has(thread.id))).toEqual([]);
    expect(second.threads[0]?.title).toBe('Thread 24');
  });

  it('is available as a bare array with its length in a header, also under a thread address', async () => {
    const { address, id } = await fill();
    const { threads } = await read<Subcategory>(`/api/forum/categories/${address}`);
    for (const url of [`/api/forum/threads?categoryId=${id}`, `/api/forum/threads/${id}`]) {
      const answer = await ask(url);
      expect(answer.json<Thread[]>()).toEqual(threads);
      expect(answer.headers['x-total-count']).toBe('48');
    }
  });

  it('rejects an invalid cursor, and two cursors together', async () => {
    const { address } = await addSubcategory(test);
    const url = `/api/forum/categories/${address}`;
    const place = `1-${randomUUID()}`;
    expect((await ask(`${url}?before=1`)).statusCode).toBe(400);
    expect((await ask(`${url}?before=${place}&after=${place}`)).statusCode).toBe(400);
    expect(await read<Subcategory>(`${url}?before=${place}`)).toMatchObject({ threads: [], newer: null, older: null });
    expect((await ask(`${url}?before=999999999999999-${randomUUID()}`)).statusCode).toBe(200);
  });

  it('stays readable in an archived subcategory or category, and reports that it is closed', async () => {
    for (const table of ['forum_subcategories', 'forum_categories'] as const) {
      const { address, id, categoryId } = await addSubcategory(test);
      const thread = await addThread(test, { subcategoryId: id, authorId: (await test.addPerson()).id });
      const which = table === 'forum_categories' ? categoryId : id;
      await test.db.updateTable(table).set({ archived_at: new Date() }).where('id', '=', which).execute();
      expect(await read<Subcategory>(`/api/forum/categories/${address}`)).toMatchObject({ isClosed: true });
      expect((await readThread(thread.id)).subCategory.isClosed).toBe(true);
    }
  });

  it('returns the specified message when it does not exist', async () => {
    const missing = [404, 'FORUM_CATEGORY_NOT_FOUND', 'Category not found'];
    expect(await refusal('/api/forum/categories/nothing/here')).toEqual(missing);
    expect(await refusal(`/api/forum/threads?categoryId=${randomUUID()}`)).toEqual(missing);
    expect(await refusal(`/api/forum/threads/${randomUUID()}`)).toEqual([404, 'THREAD_NOT_FOUND', 'Thread not found']);
  });
});

describe('a thread', () => {
  const addLong = async (posts: number) => {
    const ann = await test.addPerson();
    const subcategory = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId: subcategory.id, authorId: ann.id, posts });
    return { ann, subcategory, ...thread };
  };

  it('returns its posts by number, twenty per page', async () => {
    const { id } = await addLong(45);
    const first = await readThread(id);
    expect(first.posts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
    expect(first).toMatchObject({
      content: 'Post 1',
      lastNumber: 45,
      pagination: { total: 45, pages: 3, currentPage: 1, limit: 20 },
      lastSeen: null,
    });
    const third = await read<ThreadPage>(`/api/forum/threads/${id}?page=3`);
    expect(third.posts.map(({ number }) => number)).toEqual([41, 42, 43, 44, 45]);
    expect((await read<ThreadPage>(`/api/forum/threads/${id}?page=4`)).posts).toEqual([]);
    expect((await ask(`/api/forum/threads/${id}?page=0`)).statusCode).toBe(400);
  });

  it('returns the same thread data on every page, including pages beyond the end', async () => {
    const { id, ann } = await addLong(41);
    const { posts, pagination, ...first } = await readThread(id, ann);
    expect([posts.length, pagination.currentPage]).toEqual([20, 1]);
    expect(first).toMatchObject({ id, content: 'Post 1', lastNumber: 41, participants: [{ id: ann.id }] });
    for (const [page, numbers] of [
      [2, Array.from({ length: 20 }, (_, place) => place + 21)],
      [3, [41]],
      [4, []],
      [999_999, []],
    ] as const) {
      const there = await read<ThreadPage>(`/api/forum/threads/${id}?page=${page}`, ann);
      expect(there).toEqual({ ...first, posts: there.posts, pagination: { ...pagination, currentPage: page } });
      expect(there.posts.map(({ number }) => number)).toEqual(numbers);
    }
  });

  it('is complete with a single post, with times in milliseconds', async () => {
    const { id, postIds, ann, subcategory } = await addLong(1);
    const tags = ['a "tag"', 'NULL'];
    await sql`update forum_threads set created_at = '2026-03-29 01:59:59.987654+00',
      last_post_at = '2026-10-25 02:00:00.001999+02', tags = ${tags} where id = ${id}`.execute(test.db);
    const author = { id: ann.id, username: ann.username };
    const thread = await readThread(id);
    expect(thread).toMatchObject({
      createdAt: '2026-03-29T01:59:59.987Z',
      lastPost: { id: postIds[0], number: 1, createdAt: '2026-10-25T00:00:00.001Z', author },
      categoryId: subcategory.id,
      tags,
      author,
      posts: [{ id: postIds[0], threadId: id, thread: { id }, number: 1, author, reactions: [], resources: [] }],
      participants: [author],
      more: [],
    });
    const alone = await read<{ thread: object }>(`/api/forum/posts/${postIds[0]}`);
    expect(thread).toMatchObject(alone.thread);
  });

  it('contains everything saved before it was asked for, also while others read it', async () => {
    const ann = await test.addPerson();
    const { id } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId: id, authorId: ann.id });
    for (let round = 0; round < 5; round += 1) {
      const others = [];
      for (let reader = 0; reader < 10; reader += 1) others.push(readThread(thread.id));
      const post = await reply(test, thread.id, ann);
      for (let reader = 0; reader < 10; reader += 1) others.push(readThread(thread.id));
      expect((await readThread(thread.id)).lastNumber).toBe(post.number);
      await Promise.all(others);
    }
  });

  it('redirects from beyond its last page to the last one, until there is another page', async () => {
    const { id, subcategory } = await addLong(40);
    const address = `/community/${subcategory.address}/${id}`;
    const open = (page: number) =>
      test.call({ method: 'GET', url: `${address}?page=${page}`, headers: { accept: 'text/html' } });
    const beyond = await open(3);
    expect([beyond.statusCode, beyond.headers.location]).toEqual([302, `${address}?page=2`]);
    expect((await open(2)).statusCode).toBe(200);
    await test.db.updateTable('forum_threads').set({ last_number: 41 }).where('id', '=', id).execute();
    expect((await open(3)).statusCode).toBe(200);
  });

  it('keeps the position of a removed post but not its text', async () => {
    const { id, postIds } = await addLong(3);
    const [, removed = ''] = postIds;
    await removePost(removed);
    const { posts } = await readThread(id);
    expect(posts[1]).toMatchObject({
      number: 2,
      content: '',
      html: '',
      isDeleted: true,
      deleteReason: 'Off topic',
      resources: [],
    });
    const alone = await read<{ post: Post; previous: object; next: object }>(`/api/forum/posts/${postIds[0]}`);
    expect(alone).toMatchObject({ previous: null, next: { id: postIds[2], number: 3 } });
    expect(await read(`/api/forum/posts/${removed}`)).toMatchObject({ post: { isDeleted: true, html: '' }, page: 1 });
  });

  it('is complete when the first post of a page is removed', async () => {
    const { id, postIds, ann } = await addLong(22);
    for (const [page, place, length] of [
      [1, 0, 20],
      [2, 20, 2],
    ] as const) {
      await removePost(postIds[place] ?? '');
      for (const person of [undefined, ann]) {
        const there = await read<ThreadPage>(`/api/forum/threads/${id}?page=${page}`, person);
        expect(there).toMatchObject({ id, lastNumber: 22, author: { id: ann.id } });
        const marks = Array.from({ length }, (_, nth) => nth === 0);
        expect(there.posts.map(({ isDeleted }) => isDeleted)).toEqual(marks);
      }
    }
  });

  it('shows read progress and likes only to the person they belong to', async () => {
    const { id, postIds, ann } = await addLong(25);
    const ben = await test.addPerson();
    const like = { post_id: postIds[21] ?? '', user_id: ben.id, type: 'like', created_at: new Date() } as const;
    await test.db.insertInto('forum_reactions').values(like).execute();
    const visit = { thread_id: id, user_id: ben.id, last_number: 21, seen_at: new Date() };
    await test.db.insertInto('forum_visits').values(visit).execute();
    const look = async (page: number, person?: Person) => {
      const { lastSeen, posts } = await read<ThreadPage>(`/api/forum/threads/${id}?page=${page}`, person);
      return [lastSeen, posts.flatMap(({ number, reactions }) => reactions.map(({ type }) => [number, type]))];
    };
    expect(await look(2, ben)).toEqual([21, [[22, 'like']]]);
    expect(await look(1, ben)).toEqual([21, []]);
    expect(await look(3, ben)).toEqual([21, []]);
    expect(await look(2, ann)).toEqual([null, []]);
    expect(await look(2)).toEqual([null, []]);
  });

  it('returns 404 for everyone after its removal, and so do its posts', async () => {
    const { id, postIds, ann } = await addLong(2);
    await removeThread(id);
    for (const person of [undefined, ann, await test.addPerson('admin')]) {
      expect((await refusal(`/api/forum/threads/${id}`, person))[1]).toBe('THREAD_NOT_FOUND');
      expect((await refusal(`/api/forum/posts/${postIds[1]}`, person))[1]).toBe('POST_NOT_FOUND');
    }
    expect((await refusal(`/api/forum/posts/${postIds[0]}/versions`, ann))[1]).toBe('POST_NOT_FOUND');
  });

  it('shows current roles, and no names of deleted accounts', async () => {
    const { id, ann, subcategory } = await addLong(1);
    const cast = await test.addCast();
    for (const [place, person] of [cast.member, cast.premium, cast.leaker, cast.admin].entries()) {
      const post = { thread_id: id, number: place + 2, author_id: person.id, content: 'x', html: 'x', renderer: 1 };
      await test.db
        .insertInto('forum_posts')
        .values({ ...post, created_at: new Date() })
        .execute();
      const row = { thread_id: id, user_id: person.id, first_number: place + 2 };
      await test.db.insertInto('forum_participants').values(row).execute();
    }
    await test.db.updateTable('forum_threads').set({ last_number: 5 }).where('id', '=', id).execute();
    await test.db
      .updateTable('users')
      .set({ deleted_at: new Date(), avatar: 'a.webp' })
      .where('id', '=', ann.id)
      .execute();
    const gone = { id: null, username: 'deleted user', avatar: '/public/Images/default-avatar.png', role: 'USER' };
    const thread = await readThread(id);
    expect(thread.author).toEqual(gone);
    expect(thread.posts.map(({ author }) => author.role)).toEqual(['USER', 'USER', 'PREMIUM', 'LEAKER', 'ADMIN']);
    expect(thread.participants.map(({ username }) => username)).toEqual([
      'deleted user',
      ...[cast.member, cast.premium, cast.leaker, cast.admin].map(({ username }) => username),
    ]);
    expect((await ask(`/api/forum/categories/${subcategory.address}`)).body).not.toContain(ann.username);
  });

  it('shows at most eight participants and three other threads', async () => {
    const { id, subcategory, ann } = await addLong(1);
    for (let number = 2; number <= 11; number += 1) {
      const person = await test.addPerson();
      const row = { thread_id: id, user_id: person.id, first_number: number };
      await test.db.insertInto('forum_participants').values(row).execute();
      const at = new Date(Date.now() + number * 1000);
      await addThread(test, { subcategoryId: subcategory.id, authorId: ann.id, title: `Other ${number}`, at });
    }
    const { participants, more } = await readThread(id);
    expect([participants.length, participants[0]?.id]).toEqual([8, ann.id]);
    expect(more.map(({ title }) => title)).toEqual(['Other 11', 'Other 10', 'Other 9']);
  });

  it('shows linked public resources, and the viewer’s own reactions', async () => {
    const { id, postIds, ann } = await addLong(1);
    const [post_id = ''] = postIds;
    const resources = [
      await addResource(test, { authorId: ann.id, title: 'Waiting', status: 'PENDING' }),
      await addResource(test, { authorId: ann.id, title: 'Film LUTs' }),
    ];
    await test.db
      .insertInto('forum_post_resources')
      .values(resources.map((resource_id, position) => ({ post_id, resource_id, position })))
      .execute();
    await test.db
      .insertInto('forum_reactions')
      .values({ post_id, user_id: ann.id, type: 'like', created_at: new Date() })
      .execute();
    const [mine] = (await readThread(id, ann)).posts;
    expect(mine?.reactions).toMatchObject([{ postId: post_id, type: 'like' }]);
    expect(mine?.resources.map(({ title, author }) => [title, author])).toEqual([['Film LUTs', ann.username]]);
    expect((await readThread(id)).posts[0]?.reactions).toEqual([]);
  });

  it('renders posts of an older renderer again', async () => {
    const { id, postIds } = await addLong(1);
    const old = { content: '**New**', html: '<p>old</p>', renderer: 0 };
    await test.db
      .updateTable('forum_posts')
      .set(old)
      .where('id', '=', postIds[0] ?? '')
      .execute();
    expect((await readThread(id)).posts[0]?.html).toBe('<p><strong>New</strong></p>\n');
  });

  it('shows the versions of a post to its author and to admins only', async () => {
    const { postIds, ann } = await addLong(1);
    const url = `/api/forum/posts/${postIds[0]}/versions`;
    expect(await read(url, ann)).toMatchObject([{ version: 1, reason: null }]);
    expect(await read(url, await test.addPerson('admin'))).toHaveLength(1);
    expect((await ask(url, await test.addPerson('leaker'))).statusCode).toBe(404);
    await removePost(postIds[0] ?? '');
    expect((await ask(url, ann)).statusCode).toBe(404);
    expect((await ask(url, await test.addPerson('admin'))).statusCode).toBe(200);
  });

  it('shows the newest ten versions, and rate-limits them as previews', async () => {
    const { postIds, ann } = await addLong(1);
    const [post_id = ''] = postIds;
    const older = Array.from({ length: 14 }, (_, place) => ({ post_id, version: place + 1, content: 'x' }));
    await test.db
      .insertInto('forum_post_versions')
      .values(older.map((row) => ({ ...row, created_at: new Date() })))
      .execute();
    await test.db.updateTable('forum_posts').set({ version: 15 }).where('id', '=', post_id).execute();
    const strict = await startTestApp({ beside: test, limits: { postPreviews: { limit: 1, windowSeconds: 60 } } });
    try {
      const look = () => strict.call({ method: 'GET', url: `/api/forum/posts/${post_id}/versions` }, ann);
      const shown = (await look()).json<{ version: number }[]>().map(({ version }) => version);
      expect(shown).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
      expect((await look()).statusCode).toBe(429);
    } finally {
      await strict.stop();
    }
  });
});

describe('database statements', () => {
  // Flush first, because the first flush also deletes view records of past hours, and its statements could be counted too.
  beforeAll(() => Promise.all([test.app.views.flush(), test.app.threadViews.flush()]));

  it('run once for a thread or a list, plus one for the session', async () => {
    const ann = await test.addPerson();
    const { id, address } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId: id, authorId: ann.id, posts: 25 });
    const statements = noteStatements(test);
    const count = async (url: string) => {
      statements.length = 0;
      await read(url, ann);
      return statements.length;
    };
    expect(await count(`/api/forum/categories/${address}`)).toBe(2);
    expect(await count(`/api/forum/categories/${address}?after=1-${thread.id}`)).toBe(2);
    expect(await count(`/api/forum/threads/${thread.id}?page=2`)).toBe(2);
    expect(await count('/api/forum/categories')).toBe(2);
    expect(await count(`/api/forum/posts/${thread.postIds[3]}`)).toBe(4);
  });

  it('skip reading progress and reactions for visitors', async () => {
    const { id } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId: id, authorId: (await test.addPerson()).id });
    const statements = noteStatements(test);
    await readThread(thread.id);
    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain('forum_posts');
    expect(statements[0]).not.toMatch(/forum_visits|forum_reactions/);
  });

  it('are shared by visitors who read the same page at the same moment', async () => {
    const { id, address } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId: id, authorId: (await test.addPerson()).id });
    const statements = noteStatements(test);
    for (const url of [
      `/api/forum/threads/${thread.id}`,
      `/api/forum/categories/${address}`,
      '/api/forum/categories',
    ]) {
      statements.length = 0;
      const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await ask(url)).body));
      expect(new Set(bodies).size).toBe(1);
      expect(statements, url).toHaveLength(2);
    }
  });

  it('stay as few for server-rendered pages', async () => {
    const ann = await test.addPerson();
    const { id, address } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId: id, authorId: ann.id, posts: 25 });
    const statements = noteStatements(test);
    const count = async (url: string, person?: Person) => {
      const look = () => test.call({ method: 'GET', url, headers: { accept: 'text/html' } }, person);
      // The first request fills the caches that the page frame uses.
      await look();
      statements.length = 0;
      const page = await look();
      expect([page.statusCode, page.body.includes(thread.id)]).toEqual([200, true]);
      return statements.length;
    };
    expect(await count(`/community/${address}`, ann)).toBeLessThanOrEqual(3);
    expect(await count(`/community/${address}/${thread.id}?page=2`, ann)).toBeLessThanOrEqual(3);
    // Visitors get a cached page.
    expect(await count(`/community/${address}/${thread.id}`)).toBe(0);
  });
});
