// Moderation of threads and posts: what readers see, counters, the audit log, emails and pictures.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category, Post, Thread, ThreadPage } from '#contract/forum/api.ts';
import { PINNED_MAX } from '#contract/forum/limits.ts';
import { newPostPictureFile, postPictureKey } from '#server/features/forum/content/rules.ts';
import { createLive } from '#server/features/forum/read/events.ts';
import { addSubcategory, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { notificationsOf } from '#test/harness/notifications.ts';
import * as actions from './actions.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
let member: Person;
let place: TestSubcategory;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  [admin, member] = [await test.addPerson('admin'), await test.addPerson()];
  place = await addSubcategory(test);
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  by: Person,
  payload?: object,
  app = test,
) => app.call({ method, url, ...(payload ? { payload } : {}) }, by);

const begin = async (by = member, categoryId = place.id): Promise<Thread> => {
  const body = { title: `Skin tones ${randomUUID().slice(0, 8)}`, content: `How? ${randomUUID()}`, categoryId };
  const reply = await send('POST', '/api/forum/threads', by, body);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const post = async (threadId: string, by = member, content = `So. ${randomUUID()}`): Promise<Post> => {
  const reply = await send('POST', '/api/forum/posts', by, { threadId, content });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const like = (postId: string, by: Person) => send('POST', '/api/forum/reactions', by, { postId, type: 'like' });
const read = async (id: string) =>
  (await test.call({ method: 'GET', url: `/api/forum/threads/${id}` })).json<ThreadPage>();
const mark = (id: string, body: object, app = test) => send('PATCH', `/api/forum/threads/${id}`, admin, body, app);
const remove = (what: 'threads' | 'posts', id: string, reason = 'Advertising.', app = test) =>
  send('DELETE', `/api/forum/${what}/${id}`, admin, { reason }, app);
const auditOf = (id: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id as actor', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
const personOf = ({ id }: Person) =>
  test.db
    .selectFrom('users')
    .select(['posts_count as posts', 'reputation'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const subcategoryOf = async ({ id }: { id: string }) => {
  const { thread_count: threads, post_count: posts } = await test.db
    .selectFrom('forum_subcategories')
    .select(['thread_count', 'post_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { threads, posts };
};

describe('pinning and locking', () => {
  it('marks a thread once and records who did it in the audit log', async () => {
    const { id, title } = await begin();
    expect((await mark(id, { isPinned: true })).json()).toMatchObject({ id, isPinned: true, isLocked: false });
    expect((await mark(id, { isPinned: true })).json()).toMatchObject({ isPinned: true });
    expect((await mark(id, {})).statusCode).toBe(200);
    expect((await mark(id, { isPinned: false, isLocked: true })).json()).toMatchObject({
      isPinned: false,
      isLocked: true,
    });
    expect((await mark(id, { isLocked: false })).json()).toMatchObject({ isLocked: false });
    expect(await auditOf(id)).toMatchObject(
      ['thread.pin', 'thread.unpin', 'thread.lock', 'thread.unlock'].map((action) => ({
        action,
        actor: admin.id,
        before: { title },
      })),
    );
    const log = await send('GET', `/api/admin/audit?subject=${id}`, admin);
    expect(log.json().entries[0].subject).toEqual({ kind: 'thread', id, label: title });
  });

  it('keeps the reason of a lock in the audit log and sends it to the author', async () => {
    const author = await test.addPerson();
    const { id, title } = await begin(author);
    const body = { isPinned: true, isLocked: true, reason: 'Answered.' };
    expect((await mark(id, body)).json()).toMatchObject({ isPinned: true, isLocked: true });
    expect(await auditOf(id)).toMatchObject([
      { action: 'thread.pin', after: { reason: 'Answered.' } },
      { action: 'thread.lock', after: { reason: 'Answered.' } },
    ]);
    const [news, ...others] = await notificationsOf(test, author);
    expect(news).toMatchObject({ kind: 'moderated', title: 'Your thread was locked', line: `${title}: Answered.` });
    expect(others).toEqual([]);
    expect((await mailsTo(test, author.email)).map(({ subject }) => subject)).toEqual(['Your thread was locked']);
  });

  it('lists a pinned thread above newer ones and refuses replies in a locked one', async () => {
    const { id: subcategoryId, address } = await addSubcategory(test);
    const [old, fresh] = [await begin(member, subcategoryId), await begin(member, subcategoryId)];
    await mark(old.id, { isPinned: true, isLocked: true });
    const list = (await test.call({ method: 'GET', url: `/api/forum/categories/${address}` })).json<{
      threads: Thread[];
    }>();
    expect(list.threads.map(({ id }) => id)).toEqual([old.id, fresh.id]);
    for (const by of [member, admin]) {
      const reply = await send('POST', '/api/forum/posts', by, { threadId: old.id, content: 'Still here?' });
      expect([reply.statusCode, reply.json().code]).toEqual([423, 'THREAD_LOCKED']);
    }
  });

  it('allows ten pinned threads per subcategory, even for concurrent requests to two processes', async () => {
    const { id: subcategoryId } = await addSubcategory(test);
    const threads = await Promise.all(Array.from({ length: PINNED_MAX + 4 }, () => begin(member, subcategoryId)));
    const replies = await Promise.all(
      threads.map(({ id }, index) => mark(id, { isPinned: true }, index % 2 === 0 ? test : other)),
    );
    const codes = replies.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([...Array(PINNED_MAX).fill(200), ...Array(4).fill(409)]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'LIST_FULL' });
  });

  it('counts as a change of the thread, as edits and removals do; replies and repeated acts do not', async () => {
    const thread = await begin();
    const changes = async () => (await read(thread.id)).changes;
    const counts = [await changes()];
    const first = thread.lastPost.id;
    const { id } = await post(thread.id, member);
    for (const act of [
      () => mark(thread.id, { isPinned: true }),
      () => mark(thread.id, { isPinned: true }),
      () => mark(thread.id, { isLocked: true }),
      () => mark(thread.id, { isPinned: false, isLocked: false }),
      () => send('PUT', `/api/forum/posts/${first}`, member, { content: 'Said better' }),
      () => send('PUT', `/api/forum/posts/${first}`, member, { content: 'Said better' }),
      () => remove('posts', id),
    ]) {
      expect((await act()).statusCode).toBeLessThan(300);
      counts.push(await changes());
    }
    expect(counts).toEqual([0, 1, 1, 2, 3, 4, 4, 5]);
  });

  it('returns 404 for a removed or unknown thread', async () => {
    const { id } = await begin();
    await remove('threads', id);
    for (const gone of [id, randomUUID()])
      expect((await mark(gone, { isLocked: true })).json()).toMatchObject({ code: 'THREAD_NOT_FOUND', status: 404 });
  });
});

describe('a removed post', () => {
  it('leaves a placeholder with the reason and none of its text', async () => {
    const author = await test.addPerson();
    const thread = await begin();
    const kept = await post(thread.id);
    const gone = await post(thread.id, author, 'Buy **cheap LUTs** at my shop');
    expect((await remove('posts', gone.id, 'Advertising, twice now.')).statusCode).toBe(204);
    const page = await read(thread.id);
    expect(page).toMatchObject({ postCount: 2, lastNumber: 3, lastPost: { id: kept.id, number: 2 } });
    expect(page.posts[2]).toMatchObject({
      id: gone.id,
      number: 3,
      isDeleted: true,
      deleteReason: 'Advertising, twice now.',
      content: '',
      html: '',
    });
    expect(page.participants.map(({ id }) => id)).toEqual([member.id]);
    expect(await post(thread.id, author)).toMatchObject({ number: 4 });
    expect((await read(thread.id)).participants.map(({ id }) => id)).toEqual([member.id, author.id]);
  });

  it('is logged with the beginning of its text, and its author gets an email', async () => {
    const author = await test.addPerson();
    const thread = await begin();
    const { id } = await post(thread.id, author, `🎬${'x'.repeat(400)}`);
    await remove('posts', id, 'Too long.');
    expect(await auditOf(id)).toEqual([
      {
        action: 'post.delete',
        actor: admin.id,
        before: { thread: thread.title, number: 2, words: `🎬${'x'.repeat(199)}…` },
        after: { reason: 'Too long.' },
      },
    ]);
    const mails = await mailsTo(test, author.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your post was removed']);
    expect(mails[0]?.text).toContain(thread.title);
    expect(mails[0]?.text).toContain('Reason: Too long.');
  });

  it('can be removed once; a first post goes only with its thread; unknown posts return 404', async () => {
    const thread = await begin();
    const { id } = await post(thread.id);
    const replies = await Promise.all([test, other].map((app) => remove('posts', id, 'Once.', app)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    expect(await auditOf(id)).toHaveLength(1);
    const first = (await read(thread.id)).posts[0]?.id ?? '';
    expect((await remove('posts', first)).json()).toMatchObject({ code: 'FIRST_POST', status: 409 });
    expect((await remove('posts', randomUUID())).json()).toMatchObject({ code: 'POST_NOT_FOUND' });
    for (const reason of ['', '  ', '\u0000', undefined])
      expect((await send('DELETE', `/api/forum/posts/${first}`, admin, { reason })).statusCode).toBe(400);
  });

  it('no longer counts for its author’s reputation, and its pictures are deleted', async () => {
    const author = await test.addPerson();
    const thread = await begin();
    const { id } = await post(thread.id, author);
    const liked = [await like(id, member), await like(id, admin)];
    expect(await personOf(author)).toEqual({ posts: 1, reputation: 2 });
    const file = newPostPictureFile(author.id, { width: 64, height: 36 });
    const key = postPictureKey(file) ?? '';
    await test.deps.storage.put(key, Buffer.from('picture'));
    await test.db
      .insertInto('forum_pictures')
      .values({ file, user_id: author.id, post_id: id, created_at: new Date() })
      .execute();
    await remove('posts', id);
    expect(await personOf(author)).toEqual({ posts: 0, reputation: 0 });
    const back = await send('DELETE', `/api/forum/reactions/${liked[0]?.json<{ id: string }>().id}`, member);
    expect(back.statusCode).toBeLessThan(500);
    expect(await personOf(author)).toEqual({ posts: 0, reputation: 0 });
    await runJobs(test);
    const rows = await test.db.selectFrom('forum_pictures').select('file').where('file', '=', file).execute();
    expect([rows, await test.deps.storage.stat(key)]).toEqual([[], null]);
  });
});

describe('a removed thread', () => {
  it('returns 404 for everyone, and its posts leave all counters', async () => {
    const subcategory = await addSubcategory(test);
    const [one, two] = [await test.addPerson(), await test.addPerson()];
    const [stays, thread] = [await begin(one, subcategory.id), await begin(one, subcategory.id)];
    const replies = [await post(thread.id, two), await post(thread.id, two), await post(thread.id, one)];
    await like(replies[0]?.id ?? '', one);
    await remove('posts', replies[1]?.id ?? '');
    expect(await subcategoryOf(subcategory)).toEqual({ threads: 2, posts: 4 });
    expect((await remove('threads', thread.id, 'Asked twice.')).statusCode).toBe(204);
    expect(await subcategoryOf(subcategory)).toEqual({ threads: 1, posts: 1 });
    expect([await personOf(one), await personOf(two)]).toEqual([
      { posts: 1, reputation: 0 },
      { posts: 0, reputation: 0 },
    ]);
    for (const url of [`threads/${thread.id}`, `posts/${replies[0]?.id}`])
      for (const by of [member, admin]) expect((await send('GET', `/api/forum/${url}`, by)).statusCode).toBe(404);
    expect((await send('POST', '/api/forum/posts', two, { threadId: thread.id, content: 'Why?' })).statusCode).toBe(
      404,
    );
    expect((await like(replies[0]?.id ?? '', two)).statusCode).toBe(404);
    const index = (await test.call({ method: 'GET', url: '/api/forum/categories' })).json<Category[]>();
    const shown = index.find(({ id }) => id === subcategory.categoryId)?.subCategories[0];
    expect(shown).toMatchObject({ threadCount: 1, lastPost: { threadId: stays.id } });
    expect((await remove('threads', thread.id)).json()).toMatchObject({ code: 'THREAD_NOT_FOUND', status: 404 });
  });

  it('is logged, and only its author gets an email', async () => {
    const [author, guest] = [await test.addPerson(), await test.addPerson()];
    const thread = await begin(author);
    await post(thread.id, guest);
    await remove('threads', thread.id, 'Off topic.');
    expect(await auditOf(thread.id)).toMatchObject([
      { action: 'thread.delete', before: { title: thread.title, posts: 2 }, after: { reason: 'Off topic.' } },
    ]);
    expect((await mailsTo(test, author.email)).map(({ subject }) => subject)).toEqual(['Your thread was removed']);
    expect(await mailsTo(test, guest.email)).toEqual([]);
  });

  it('sends no email to a deleted account or to an admin who removed their own', async () => {
    const author = await test.addPerson();
    const [theirs, own] = [await begin(author), await begin(admin)];
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', author.id).execute();
    for (const { id } of [theirs, own]) expect((await remove('threads', id)).statusCode).toBe(204);
    for (const { email } of [author, admin]) expect(await mailsTo(test, email)).toEqual([]);
  });
});

describe('connected readers', () => {
  const acting = () => {
    const sent: { room: string; event: string; payload: unknown }[] = [];
    const live = createLive({ send: (room, event, payload) => void sent.push({ room, event, payload }) });
    return { sent, deps: { ...test.deps, live }, by: { id: admin.id, name: admin.username } };
  };

  it('receive a marked thread, a removed post without its text, and a removed thread', async () => {
    const { sent, deps, by } = acting();
    const thread = await begin();
    const { id } = await post(thread.id, member, 'A secret');
    await actions.changeThread(deps, { id: thread.id, marks: { isLocked: true }, by });
    await actions.changeThread(deps, { id: thread.id, marks: { isLocked: true }, by });
    const rooms = [`thread ${thread.id}`, `subcategory ${place.id}`];
    expect(sent.splice(0)).toMatchObject(
      rooms.map((room) => ({ room, event: 'threadChanged', payload: { id: thread.id, isLocked: true } })),
    );
    await actions.deletePost(deps, { id, reason: 'Spam.', by });
    const told = sent.splice(0);
    expect(told).toMatchObject([
      { room: rooms[0], event: 'postEdited', payload: { id, isDeleted: true, deleteReason: 'Spam.', reactions: [] } },
      ...rooms.map((room) => ({ room, event: 'threadChanged', payload: { postCount: 1 } })),
    ]);
    expect(JSON.stringify(told)).not.toContain('A secret');
    await actions.deleteThread(deps, { id: thread.id, reason: 'Spam.', by });
    const payload = { id: thread.id, categoryId: place.id };
    expect(sent).toEqual(rooms.map((room) => ({ room, event: 'threadDeleted', payload })));
  });

  it('receive nothing when the transaction rolls back, and everything after a report’s own one commits', async () => {
    const { sent, deps, by } = acting();
    const [thread, author] = [await begin(), await test.addPerson()];
    const { id } = await post(thread.id, author);
    const removal = { id, reason: 'Reported.', by, untold: true };
    const undone = deps.db.transaction().execute(async (trx) => {
      await actions.deletePostInTransaction(deps, trx, removal);
      throw new Error('Something else failed');
    });
    await expect(undone).rejects.toThrow('Something else failed');
    expect(await read(thread.id)).toMatchObject({ postCount: 2 });
    const tell = await deps.db.transaction().execute((trx) => actions.deletePostInTransaction(deps, trx, removal));
    expect(sent).toEqual([]);
    await tell();
    expect(sent.map(({ event }) => event)).toEqual(['postEdited', 'threadChanged', 'threadChanged']);
    expect(await mailsTo(test, author.email)).toEqual([]);
  });

  it('receive nothing when the actor is no longer an admin', async () => {
    const { sent, deps } = acting();
    const thread = await begin();
    const former = await test.addPerson();
    const by = { id: former.id, name: former.username };
    await expect(actions.deleteThread(deps, { id: thread.id, reason: 'Mine.', by })).rejects.toThrow(
      'You are not allowed to do this.',
    );
    await expect(actions.changeThread(deps, { id: thread.id, marks: { isLocked: true }, by })).rejects.toThrow();
    expect(await read(thread.id)).toMatchObject({ isLocked: false, postCount: 1 });
    expect(sent).toEqual([]);
  });
});
