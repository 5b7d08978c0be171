// What remains in the forum when a user is erased, 30 days after being deleted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETED_USER_DAYS } from '#contract/accounts/limits.ts';
import { renderForumPosts } from '#server/features/forum/content/jobs.ts';
import { newPostPictureFile, postPictureKey } from '#server/features/forum/content/rules.ts';
import { RENDERER } from '#server/features/forum/write/rules.ts';
import { deleteFreedNames } from '#server/features/members/jobs.ts';
import { addThread, sharedSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { runJobs } from '#test/harness/mailbox.ts';
import { eraseDeparted } from './erasing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => await test.stop());

const helpers = () => ({
  log: test.deps.log,
  signal: new AbortController().signal,
  attempt: 1,
  isLastAttempt: false,
});

const LONG_AGO_MS = (DELETED_USER_DAYS + 1) * 86_400_000;

const erase = async (person: Person): Promise<void> => {
  const deleted_at = new Date(Date.now() - LONG_AGO_MS);
  await test.db.updateTable('users').set({ deleted_at }).where('id', '=', person.id).execute();
  expect(await eraseDeparted(test.deps)).toEqual({ erased: 1, failed: 0 });
};
const postOf = (id: string) =>
  test.db.selectFrom('forum_posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('erasing a user', () => {
  it('keeps their posts, and deletes their likes, visits and unused pictures', async () => {
    const [leaving, staying] = [await test.addPerson(), await test.addPerson()];
    const { id: subcategoryId } = await sharedSubcategory(test);
    const others = await addThread(test, { subcategoryId, authorId: staying.id, posts: 3 });
    const own = await addThread(test, { subcategoryId, authorId: leaving.id });
    const at = new Date();
    const likes = others.postIds.flatMap((post_id) =>
      [leaving, staying].map(({ id }) => ({ post_id, user_id: id, type: 'like', created_at: at })),
    );
    await test.db.insertInto('forum_reactions').values(likes).execute();
    await test.db.updateTable('forum_posts').set({ like_count: 2 }).where('thread_id', '=', others.id).execute();
    await test.db.updateTable('users').set({ reputation: 6 }).where('id', '=', staying.id).execute();
    const visits = [leaving, staying].map(({ id }) => ({
      user_id: id,
      thread_id: others.id,
      last_number: 2,
      seen_at: at,
    }));
    await test.db.insertInto('forum_visits').values(visits).execute();
    const [unused, shown] = [1, 2].map(() => newPostPictureFile(leaving.id, { width: 9, height: 9 }));
    for (const [file = '', post_id = null] of [[unused], [shown, own.postIds[0]]] as const) {
      await test.db
        .insertInto('forum_pictures')
        .values({ file, user_id: leaving.id, created_at: at, post_id })
        .execute();
      await test.deps.storage.put(postPictureKey(file) ?? '', Buffer.from('picture'));
    }

    await erase(leaving);
    await runJobs(test);

    for (const id of others.postIds) expect(await postOf(id)).toMatchObject({ like_count: 1 });
    const reputation = test.db.selectFrom('users').select('reputation').where('id', '=', staying.id);
    expect(await reputation.executeTakeFirst()).toEqual({ reputation: 3 });
    const reactions = await test.db.selectFrom('forum_reactions').select('user_id').distinct().execute();
    expect(reactions).toEqual([{ user_id: staying.id }]);
    expect(await test.db.selectFrom('forum_visits').select('user_id').execute()).toEqual([{ user_id: staying.id }]);
    expect(await postOf(own.postIds[0] ?? '')).toMatchObject({ content: 'Post 1', author_id: leaving.id });
    expect(await test.db.selectFrom('forum_pictures').select('file').execute()).toEqual([{ file: shown }]);
    const address = (file = '') => ({ method: 'GET', url: `/public/forum/${file}` }) as const;
    expect((await test.call(address(shown))).statusCode).toBe(200);
    expect((await test.call(address(unused))).statusCode).toBe(404);
  });

  it('turns links of mentions into plain text', async () => {
    const [leaving, staying] = [await test.addPerson(), await test.addPerson()];
    const { id: subcategoryId } = await sharedSubcategory(test);
    const { postIds } = await addThread(test, { subcategoryId, authorId: staying.id });
    const [id = ''] = postIds;
    const mentions = [leaving.username, staying.username];
    const content = `Ask @${leaving.username} or @${staying.username}.`;
    await test.db.updateTable('forum_posts').set({ mentions, content, renderer: 0 }).where('id', '=', id).execute();
    const html = async () => (await test.call({ method: 'GET', url: `/api/forum/posts/${id}` })).json().post.html;
    expect(await html()).toContain(`<a href="/${leaving.username}">`);
    await erase(leaving);
    expect(await postOf(id)).toMatchObject({ mentions: [staying.username], content });
    const words = `Ask @${leaving.username} or <a href="/${staying.username}">`;
    expect(await html()).toContain(words);
    // Run the job twice; the second run has nothing to do.
    for (const _turn of [1, 2]) await renderForumPosts.run({}, test.deps, helpers());
    expect(await postOf(id)).toMatchObject({ html: `<p>${words}@${staying.username}</a>.</p>\n`, renderer: RENDERER });
  });

  it('also turns mentions of their former names into plain text', async () => {
    const [leaving, staying] = [await test.addPerson(), await test.addPerson()];
    const { id: subcategoryId } = await sharedSubcategory(test);
    const { postIds } = await addThread(test, { subcategoryId, authorId: staying.id });
    const [id = ''] = postIds;
    const former = { username: `f-${leaving.username}`.slice(0, 30), user_id: leaving.id };
    await test.db
      .insertInto('former_usernames')
      .values({ ...former, until: new Date(Date.now() + LONG_AGO_MS) })
      .execute();
    const mentions = [former.username, staying.username];
    await test.db.updateTable('forum_posts').set({ mentions }).where('id', '=', id).execute();
    await erase(leaving);
    expect(await postOf(id)).toMatchObject({ mentions: [staying.username], renderer: 0 });
  });
});

describe('a released username', () => {
  it('is plain text in posts from before its release, and a link in later ones', async () => {
    const author = await test.addPerson();
    const { id: subcategoryId } = await sharedSubcategory(test);
    const until = new Date(Date.now() - 3_600_000);
    const at = (ms: number) => new Date(until.getTime() + ms);
    const old = await addThread(test, { subcategoryId, authorId: author.id, at: at(-60_000) });
    const fresh = await addThread(test, { subcategoryId, authorId: author.id, at: at(60_000) });
    const ids = [old, fresh].map(({ postIds }) => postIds[0] ?? '');
    await test.db
      .updateTable('forum_posts')
      .set({ mentions: ['freed-name'] })
      .where('id', 'in', ids)
      .execute();
    await test.db
      .insertInto('former_usernames')
      .values({ username: 'freed-name', user_id: author.id, until })
      .execute();
    await deleteFreedNames.run({}, test.deps, helpers());
    const left = await Promise.all(ids.map(async (id) => (await postOf(id)).mentions));
    expect(left).toEqual([[], ['freed-name']]);
    const former = test.db.selectFrom('former_usernames').select('username').where('username', '=', 'freed-name');
    expect(await former.execute()).toEqual([]);
  });
});
