// Moderators of a category: who appoints them, what they may do, and where.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category, ThreadPage } from '#contract/forum/api.ts';
import type { ManagedCategory } from '#contract/forum/categories.ts';
import { FORUM_MODERATORS_MAX } from '#contract/forum/limits.ts';
import type { RemovedThread } from '#contract/forum/moderation.ts';
import { addSubcategory, addThread, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { notificationsOf } from '#test/harness/notifications.ts';

let test: TestApp;
let admin: Person;
let author: Person;
let place: TestSubcategory;
beforeAll(async () => {
  test = await startTestApp();
  [admin, author] = [await test.addPerson('admin'), await test.addPerson()];
  place = await addSubcategory(test);
});
afterAll(() => test.stop());

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, by: Person, payload?: object) =>
  test.call({ method, url, ...(payload ? { payload } : {}) }, by);
const appoint = (username: string, categoryId = place.categoryId) =>
  send('POST', `/api/admin/forum/categories/${categoryId}/moderators`, admin, { username });
const dismiss = ({ id }: Person, categoryId = place.categoryId) =>
  send('DELETE', `/api/admin/forum/categories/${categoryId}/moderators/${id}`, admin);
const addModerator = async (categoryId = place.categoryId): Promise<Person> => {
  const person = await test.addPerson();
  expect((await appoint(person.username, categoryId)).statusCode).toBe(201);
  return person;
};
const begin = (posts = 3, subcategoryId = place.id) => addThread(test, { subcategoryId, authorId: author.id, posts });
const read = async (id: string) =>
  (await test.call({ method: 'GET', url: `/api/forum/threads/${id}` })).json<ThreadPage>();
const namesIn = (reply: { json<T>(): T }) => reply.json<ManagedCategory>().moderators.map(({ username }) => username);
const auditOf = (id: string, action: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['actor_id as actor', 'before', 'after'])
    .where('subject_id', '=', id)
    .where('action', 'like', action)
    .orderBy('id')
    .execute();
const countsOf = async (thread: string) => {
  const row = await test.db
    .selectFrom('forum_subcategories')
    .select(['thread_count as threads', 'post_count as posts'])
    .where('id', '=', place.id)
    .executeTakeFirstOrThrow();
  const { posts_count, reputation } = await test.db
    .selectFrom('users')
    .select(['posts_count', 'reputation'])
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow();
  const parts = test.db.selectFrom('forum_participants').select(['user_id', 'first_number']);
  const participants = await parts.where('thread_id', '=', thread).execute();
  return { ...row, posts_count, reputation, participants };
};

describe('the role', () => {
  it('is given by username and taken away, once each, and recorded in the audit log', async () => {
    const { id, categoryId } = await addSubcategory(test);
    const person = await test.addPerson();
    expect(namesIn(await appoint(person.username.toUpperCase(), categoryId))).toEqual([person.username]);
    expect(namesIn(await appoint(person.username, categoryId))).toEqual([person.username]);
    const thread = await begin(1, id);
    expect((await read(thread.id)).moderators).toEqual([person.id]);
    const index = (await test.call({ url: '/api/forum/categories' })).json<Category[]>();
    expect(index.find((category) => category.id === categoryId)?.moderators).toEqual([person.username]);
    expect(namesIn(await dismiss(person, categoryId))).toEqual([]);
    expect((await dismiss(person, categoryId)).statusCode).toBe(200);
    expect((await read(thread.id)).moderators).toEqual([]);
    expect(await auditOf(categoryId, 'forum.%moderator')).toMatchObject([
      { actor: admin.id, after: { moderator: person.username } },
      { actor: admin.id, after: { moderator: person.username } },
    ]);
  });

  it('is not given to unknown or deleted accounts, or to more people than fit', async () => {
    const { categoryId } = await addSubcategory(test);
    const gone = await test.addPerson();
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    for (const username of ['nobody-of-this-name', gone.username]) {
      const reply = await appoint(username, categoryId);
      expect(reply.json()).toMatchObject({ code: 'USER_NOT_FOUND', fields: { username: expect.any(String) } });
    }
    expect((await appoint(author.username, randomUUID())).json()).toMatchObject({ code: 'FORUM_CATEGORY_NOT_FOUND' });
    for (let count = 0; count < FORUM_MODERATORS_MAX; count += 1) await addModerator(categoryId);
    expect((await appoint(author.username, categoryId)).json()).toMatchObject({ code: 'LIST_FULL' });
  });

  it('applies in its category only, and ends immediately', async () => {
    const moderator = await addModerator();
    const [here, elsewhere] = [await begin(), await begin(3, (await addSubcategory(test)).id)];
    const acts = (thread: { id: string; postIds: string[] }) =>
      [
        ['PATCH', `threads/${thread.id}`, { isLocked: true }],
        ['DELETE', `posts/${thread.postIds[2]}`, { reason: 'Spam.' }],
        ['POST', `posts/${thread.postIds[2]}/restore`, { reason: 'My mistake.' }],
        ['DELETE', `threads/${thread.id}`, { reason: 'Spam.' }],
        ['POST', `threads/${thread.id}/restore`, { reason: 'My mistake.' }],
      ] as const;
    for (const [method, url, body] of acts(here))
      expect((await send(method, `/api/forum/${url}`, moderator, body)).statusCode, url).toBeLessThan(300);
    for (const [method, url, body] of acts(elsewhere).filter(([, path]) => !path.endsWith('/restore')))
      expect((await send(method, `/api/forum/${url}`, moderator, body)).json(), url).toMatchObject({
        code: 'NOT_ALLOWED',
      });
    await dismiss(moderator);
    for (const [method, url, body] of acts(await begin()).filter(([, path]) => !path.endsWith('/restore')))
      expect((await send(method, `/api/forum/${url}`, moderator, body)).json(), url).toMatchObject({
        code: 'NOT_ALLOWED',
      });
  });

  it('changes nothing else: a moderator cannot open the administration', async () => {
    const moderator = await addModerator();
    expect((await send('GET', '/api/admin/forum', moderator)).statusCode).toBe(403);
    expect((await send('GET', '/api/admin/reports', moderator)).statusCode).toBe(403);
    expect((await send('GET', '/api/auth/me', moderator)).json()).toMatchObject({ role: 'USER' });
  });
});

describe('a restored post', () => {
  it('is back in the thread and in all counters, and its author is notified', async () => {
    const moderator = await addModerator();
    const thread = await begin();
    const last = thread.postIds[2] ?? '';
    await test.call(
      { method: 'POST', url: '/api/forum/reactions', payload: { postId: last, type: 'like' } },
      moderator,
    );
    const before = await countsOf(thread.id);
    await send('DELETE', `/api/forum/posts/${last}`, moderator, { reason: 'Spam.' });
    expect(await countsOf(thread.id)).not.toEqual(before);
    const reply = await send('POST', `/api/forum/posts/${last}/restore`, moderator, { reason: 'It was fine.' });
    expect(reply.json(), reply.body).toMatchObject({ id: last, isDeleted: false, content: 'Post 3', likes: 1 });
    expect(await countsOf(thread.id)).toEqual(before);
    expect(await read(thread.id)).toMatchObject({ postCount: 3, lastPost: { id: last, number: 3 } });
    expect(
      (await send('POST', `/api/forum/posts/${last}/restore`, moderator, { reason: 'Twice.' })).json(),
    ).toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await auditOf(last, 'post.restore')).toMatchObject([
      { actor: moderator.id, after: { reason: 'It was fine.' } },
    ]);
    const [restored, removed] = await notificationsOf(test, author);
    expect(restored).toMatchObject({
      kind: 'moderated',
      title: 'Your post was restored',
      line: 'A thread: It was fine.',
    });
    expect(restored?.href).toMatch(new RegExp(`/${thread.id}/${last}$`));
    expect(removed).toMatchObject({ title: 'Your post was removed', line: 'A thread: Spam.', href: '/notifications' });
    expect((await mailsTo(test, author.email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your post was removed', 'Your post was restored']),
    );
  });
});

describe('a restored thread', () => {
  it('is back with its posts, its words and all counters', async () => {
    const moderator = await addModerator();
    const thread = await begin();
    await send('PATCH', `/api/forum/threads/${thread.id}`, moderator, { isPinned: true });
    const before = await countsOf(thread.id);
    await send('DELETE', `/api/forum/threads/${thread.id}`, moderator, { reason: 'Spam.' });
    const list = await send('GET', `/api/forum/subcategories/${place.id}/removed`, moderator);
    expect(list.json<RemovedThread[]>().find(({ id }) => id === thread.id)).toMatchObject({
      title: 'A thread',
      postCount: 3,
      reason: 'Spam.',
      removedBy: moderator.username,
      author: { username: author.username },
    });
    expect((await send('GET', `/api/forum/subcategories/${place.id}/removed`, author)).statusCode).toBe(403);
    const reply = await send('POST', `/api/forum/threads/${thread.id}/restore`, moderator, { reason: 'My mistake.' });
    expect(reply.json(), reply.body).toMatchObject({ id: thread.id, isPinned: false, postCount: 3 });
    expect(await countsOf(thread.id)).toEqual(before);
    expect((await read(thread.id)).posts).toHaveLength(3);
    for (const table of ['forum_titles', 'forum_post_words'] as const) {
      const rows = await test.db.selectFrom(table).select('thread_id').where('thread_id', '=', thread.id).execute();
      expect(rows.length, table).toBeGreaterThan(0);
    }
    const again = await send('POST', `/api/forum/threads/${thread.id}/restore`, moderator, { reason: 'Twice.' });
    expect(again.json()).toMatchObject({ code: 'THREAD_NOT_FOUND' });
    expect(await auditOf(thread.id, 'thread.restore')).toHaveLength(1);
  });
});
