import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post, Thread, ThreadPage } from '#contract/forum/api.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const send = (method: 'POST' | 'PUT', url: string, payload: object, person: Person) =>
  test.call({ method, url, payload }, person);
const begin = (person: Person, payload: object) =>
  send('POST', '/api/forum/threads', { title: 'Skin tones', content: 'How?', tags: [], ...payload }, person);
const reply = (person: Person, threadId: string, content: string) =>
  send('POST', '/api/forum/posts', { threadId, content }, person);
const edit = (person: Person, id: string, payload: object) => send('PUT', `/api/forum/posts/${id}`, payload, person);
const codeOf = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  (JSON.parse(answer.body) as { code?: string }).code,
];
const readThread = async (id: string) =>
  (await test.call({ method: 'GET', url: `/api/forum/threads/${id}` })).json<ThreadPage>();

const countersOf = async (subcategoryId: string, ...people: Person[]) => {
  const place = await test.db
    .selectFrom('forum_subcategories')
    .select(['thread_count as threads', 'post_count as posts'])
    .where('id', '=', subcategoryId)
    .executeTakeFirstOrThrow();
  const written = await Promise.all(
    people.map(({ id }) =>
      test.db.selectFrom('users').select('posts_count').where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  );
  return { ...place, written: written.map((row) => row.posts_count) };
};

describe('starting a thread', () => {
  it('creates it with its first post and counts both', async () => {
    const ann = await test.addPerson('leaker');
    const { id: categoryId } = await addSubcategory(test);
    const content = '# Stacking LUTs\n\nFilm look *after* the log transform?';
    const answer = await begin(ann, {
      title: '  Skin tones ',
      content,
      categoryId,
      tags: ['colour', ' colour ', 'log'],
    });
    expect(answer.statusCode).toBe(201);
    const thread = answer.json<Thread>();
    expect(thread).toMatchObject({
      categoryId,
      title: 'Skin tones',
      content,
      tags: ['colour', 'log'],
      isPinned: false,
      isLocked: false,
      postCount: 1,
      viewCount: 0,
      author: { id: ann.id, username: ann.username, role: 'LEAKER' },
      lastPost: { number: 1, author: { id: ann.id } },
    });
    const page = await readThread(thread.id);
    expect(page.posts).toMatchObject([{ id: thread.lastPost.id, number: 1, version: 1, content, isEdited: false }]);
    expect(page.participants).toMatchObject([{ id: ann.id }]);
    expect(await countersOf(categoryId, ann)).toEqual({ threads: 1, posts: 1, written: [1] });
  });

  it('accepts the specified form fields and rejects moderator marks', async () => {
    const ann = await test.addPerson('admin');
    const { id: categoryId } = await addSubcategory(test);
    const names = { categorySlug: 'post-production', subcategorySlug: 'colour', timestamp: new Date().toISOString() };
    expect((await begin(ann, { categoryId, ...names })).statusCode).toBe(201);
    for (const marks of [{ isPinned: true }, { isLocked: false }, { tags: Array(6).fill('x') }, { title: 'a\nb' }])
      expect(codeOf(await begin(ann, { categoryId, ...marks }))).toEqual([400, 'BAD_INPUT']);
    expect(codeOf(await begin(ann, { categoryId, content: ' \n ' }))).toEqual([400, 'BAD_INPUT']);
  });

  it('is refused in an unknown or closed subcategory', async () => {
    const ann = await test.addPerson();
    const { id: categoryId } = await addSubcategory(test);
    expect(codeOf(await begin(ann, { categoryId: randomUUID() }))).toEqual([404, 'FORUM_CATEGORY_NOT_FOUND']);
    const archived = { archived_at: new Date() };
    await test.db.updateTable('forum_subcategories').set(archived).where('id', '=', categoryId).execute();
    expect(codeOf(await begin(ann, { categoryId }))).toEqual([423, 'FORUM_CLOSED']);
  });

  it('creates one thread when the same request is sent several times at the same moment', async () => {
    const ann = await test.addPerson();
    const { id: categoryId } = await addSubcategory(test);
    const answers = await Promise.all([1, 2, 3].map(() => begin(ann, { categoryId })));
    expect(new Set(answers.map((answer) => answer.json<Thread>().id)).size).toBe(1);
    expect(await countersOf(categoryId, ann)).toEqual({ threads: 1, posts: 1, written: [1] });
    test.moveClock(61_000);
    expect((await begin(ann, { categoryId })).json<Thread>().id).not.toBe(answers[0]?.json<Thread>().id);
  });
});

describe('replying', () => {
  it('appends the post, counts it and moves the thread up', async () => {
    const [ann, ben] = [await test.addPerson(), await test.addPerson('premium')];
    const { id: subcategoryId } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId, authorId: ann.id, posts: 2 });
    const answer = await reply(ben, thread.id, 'Before the *film* LUT.');
    expect(answer.statusCode).toBe(201);
    const post = answer.json<Post>();
    expect(post).toMatchObject({
      threadId: thread.id,
      number: 3,
      html: '<p>Before the <em>film</em> LUT.</p>\n',
      author: { id: ben.id, role: 'PREMIUM' },
      likes: 0,
      version: 1,
    });
    const page = await readThread(thread.id);
    expect(page).toMatchObject({ postCount: 3, lastNumber: 3, lastPost: { id: post.id, number: 3 } });
    expect(page.participants.map(({ id }) => id)).toEqual([ann.id, ben.id]);
    expect(await countersOf(subcategoryId, ann, ben)).toEqual({ threads: 1, posts: 3, written: [2, 1] });
    const seen = await test.call({ method: 'GET', url: `/api/forum/threads/${thread.id}` }, ben);
    expect(seen.json<ThreadPage>().lastSeen).toBe(3);
  });

  it('stores its resource cards and the author’s own pictures', async () => {
    const ann = await test.addPerson();
    const other = await test.addPerson();
    const { id: subcategoryId } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId, authorId: ann.id });
    const resource = await addResource(test, { authorId: ann.id, title: 'Film LUTs' });
    const [mine, theirs] = [ann, other].map(({ id }) => `${id}-${randomUUID().replaceAll('-', '')}-640x360.webp`);
    for (const [file, { id: user_id }] of [[mine, ann] as const, [theirs, other] as const])
      await test.db
        .insertInto('forum_pictures')
        .values({ file: file ?? '', user_id, created_at: new Date() })
        .execute();
    const content = `See /resources/${resource} and [it](/resources/${resource}).\n\n![a](/public/forum/${mine}) ![b](/public/forum/${theirs})`;
    const post = (await reply(ann, thread.id, content)).json<Post>();
    expect(post.resources.map(({ id }) => id)).toEqual([resource]);
    const pictures = await test.db.selectFrom('forum_pictures').select(['file', 'post_id']).execute();
    expect(pictures.find(({ file }) => file === mine)?.post_id).toBe(post.id);
    expect(pictures.find(({ file }) => file === theirs)?.post_id).toBeNull();
  });

  it('is refused in a locked thread, even for admins', async () => {
    const ann = await test.addPerson('admin');
    const { id: subcategoryId } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId, authorId: ann.id, isLocked: true });
    const answer = await reply(ann, thread.id, 'One more thing');
    expect(codeOf(answer)).toEqual([423, 'THREAD_LOCKED']);
    expect(answer.json<{ message: string }>().message).toBe('This thread is locked. You can still read it.');
  });

  it('is refused in a missing or closed thread', async () => {
    const ann = await test.addPerson();
    const { id: subcategoryId, categoryId } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId, authorId: ann.id });
    expect(codeOf(await reply(ann, randomUUID(), 'Hello?'))).toEqual([404, 'THREAD_NOT_FOUND']);
    await test.db
      .updateTable('forum_categories')
      .set({ archived_at: new Date() })
      .where('id', '=', categoryId)
      .execute();
    expect(codeOf(await reply(ann, thread.id, 'Hello?'))).toEqual([423, 'FORUM_CLOSED']);
    await test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', thread.id).execute();
    expect(codeOf(await reply(ann, thread.id, 'Hello?'))).toEqual([404, 'THREAD_NOT_FOUND']);
  });

  it('creates one post for a repeated request, and two if someone else posted in between', async () => {
    const [ann, ben] = [await test.addPerson(), await test.addPerson()];
    const { id: subcategoryId } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId, authorId: ann.id });
    const [first, again] = await Promise.all([reply(ann, thread.id, 'Thanks!'), reply(ann, thread.id, 'Thanks!')]);
    expect(first?.json()).toEqual(again?.json());
    expect((await reply(ben, thread.id, 'Thanks!')).json()).toMatchObject({ number: 3 });
    expect((await reply(ann, thread.id, 'Thanks!')).json()).toMatchObject({ number: 4 });
    expect(await countersOf(subcategoryId, ann)).toMatchObject({ posts: 4, written: [3] });
  });
});

describe('editing', () => {
  const addOwn = async () => {
    const ann = await test.addPerson();
    const { id: subcategoryId } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId, authorId: ann.id, posts: 2 });
    return { ann, thread, first: thread.postIds[0] ?? '', second: thread.postIds[1] ?? '' };
  };

  it('updates the first post with a reason and keeps every version', async () => {
    const { ann, thread, first } = await addOwn();
    const once = await edit(ann, first, { content: 'Said **better**', editReason: ' fixed node 3 ', version: 1 });
    expect(once.json<Post>()).toMatchObject({
      content: 'Said **better**',
      html: '<p>Said <strong>better</strong></p>\n',
      isEdited: true,
      version: 2,
      editReason: 'fixed node 3',
    });
    expect((await edit(ann, first, { content: 'Said best' })).json()).toMatchObject({ version: 3, editReason: null });
    const versions = await test.call({ method: 'GET', url: `/api/forum/posts/${first}/versions` }, ann);
    expect(versions.json()).toMatchObject([
      { version: 3, html: '<p>Said best</p>\n', reason: null },
      { version: 2, html: '<p>Said <strong>better</strong></p>\n', reason: 'fixed node 3' },
      { version: 1, html: '<p>Post 1</p>\n', reason: null },
    ]);
    const { content, posts } = await readThread(thread.id);
    expect([content, posts[0]?.version]).toEqual(['Said best', 3]);
    const list = await test.call({
      method: 'GET',
      url: `/api/forum/threads?categoryId=${(await readThread(thread.id)).categoryId}`,
    });
    expect(list.json<Thread[]>()[0]?.content).toBe('Said best');
  });

  it('is refused to others, for replies, and in locked or removed threads', async () => {
    const { ann, thread, first, second } = await addOwn();
    const admin = await test.addPerson('admin');
    const content = 'Otherwise';
    expect(codeOf(await edit(admin, first, { content }))).toEqual([403, 'POST_NOT_YOURS']);
    expect(codeOf(await edit(admin, second, { content }))).toEqual([403, 'POST_NOT_YOURS']);
    expect(codeOf(await edit(ann, second, { content }))).toEqual([403, 'REPLY_NOT_EDITABLE']);
    expect(codeOf(await edit(ann, randomUUID(), { content }))).toEqual([404, 'POST_NOT_FOUND']);
    await test.db.updateTable('forum_threads').set({ is_locked: true }).where('id', '=', thread.id).execute();
    expect(codeOf(await edit(ann, first, { content }))).toEqual([423, 'THREAD_LOCKED']);
    await test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', thread.id).execute();
    expect(codeOf(await edit(ann, first, { content }))).toEqual([404, 'POST_NOT_FOUND']);
    expect(await test.db.selectFrom('forum_post_versions').selectAll().where('post_id', '=', first).execute()).toEqual(
      [],
    );
  });

  it('is announced to all processes, which cache pages; a reply is not', async () => {
    const { ann, thread, first } = await addOwn();
    const heard: string[] = [];
    const announced = Promise.withResolvers<void>();
    const stop = test.deps.bus.subscribe('forum', (id) => {
      heard.push(id);
      announced.resolve();
    });
    await reply(ann, thread.id, 'One more');
    await edit(ann, first, { content: 'Changed' });
    await announced.promise;
    stop();
    expect(heard).toEqual([thread.id]);
  });

  it('lets one of two concurrent edits win, and stores no version without a change', async () => {
    const { ann, first } = await addOwn();
    const both = await Promise.all(
      ['One way', 'Another way'].map((content) => edit(ann, first, { content, version: 1 })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const won = both.find(({ statusCode }) => statusCode === 200)?.json<Post>();
    expect(codeOf(both.find(({ statusCode }) => statusCode === 409) ?? { statusCode: 0, body: '{}' })[1]).toBe(
      'POST_CHANGED',
    );
    const again = await edit(ann, first, { content: won?.content, version: 1 });
    expect([again.statusCode, again.json<Post>().version]).toEqual([200, 2]);
  });
});
