import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { getDiscussions } from '#contract/forum/discussions.ts';
import { DISCUSSIONS_SHOWN } from '#contract/forum/limits.ts';
import type { ReplyOf } from '#contract/http.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let ann: Person;
beforeAll(async () => {
  test = await startTestApp();
  ann = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const ask = (id: string) => test.call({ url: `/api/forum/resources/${id}/threads` });
const read = async (id: string) => {
  const answer = await ask(id);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ReplyOf<typeof getDiscussions>>();
};
const titles = async (id: string) => (await read(id)).threads.map(({ title }) => title);

const link = (postId: string | undefined, resourceId: string) =>
  test.db
    .insertInto('forum_post_resources')
    .values({ post_id: postId ?? '', position: 1, resource_id: resourceId })
    .execute();

/** Adds a thread whose post at `place` links to the resource. */
const discuss = async (resourceId: string, given: Partial<Parameters<typeof addThread>[1]> = {}, place = 0) => {
  const subcategoryId = given.subcategoryId ?? (await addSubcategory(test)).id;
  const thread = await addThread(test, { authorId: ann.id, subcategoryId, ...given });
  await link(thread.postIds[place], resourceId);
  return thread;
};

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('threads about an asset', () => {
  it('come most active first, each once, with what a list shows', async () => {
    const id = await addResource(test, { authorId: ann.id });
    const subcategory = await addSubcategory(test);
    const older = { title: 'Older', at: minutesAgo(50), subcategoryId: subcategory.id };
    await discuss(id, older);
    const thread = await discuss(id, { title: 'Newer', at: minutesAgo(20), posts: 3 }, 2);
    await link(thread.postIds[1], id);
    await discuss(await addResource(test, { authorId: ann.id }), { title: 'Of another asset' });
    const { threads } = await read(id);
    expect(threads.map(({ title }) => title)).toEqual(['Newer', 'Older']);
    expect(threads[0]).toMatchObject({ id: thread.id, excerpt: 'Post 1', postCount: 3, author: { id: ann.id } });
    const [category, name] = subcategory.address.split('/');
    expect(threads[1]).toMatchObject({ category: { slug: category }, subCategory: { slug: name, id: subcategory.id } });
  });

  it('are at most five', async () => {
    const id = await addResource(test, { authorId: ann.id });
    const { id: subcategoryId } = await addSubcategory(test);
    for (let count = 1; count <= DISCUSSIONS_SHOWN + 2; count += 1)
      await discuss(id, { title: `Thread ${count}`, at: minutesAgo(count), subcategoryId });
    expect(await titles(id)).toEqual(['Thread 1', 'Thread 2', 'Thread 3', 'Thread 4', 'Thread 5']);
  });

  it('do not include removed threads, nor threads in which only a removed post links to it', async () => {
    const id = await addResource(test, { authorId: ann.id });
    const removed = { deleted_at: new Date() };
    const thread = await discuss(id, { title: 'Removed' });
    await test.db.updateTable('forum_threads').set(removed).where('id', '=', thread.id).execute();
    const { postIds } = await discuss(id, { title: 'Post removed', posts: 2 }, 1);
    const remove = (postId = '') => test.db.updateTable('forum_posts').set(removed).where('id', '=', postId).execute();
    await remove(postIds[1]);
    expect(await titles(id)).toEqual([]);
    const linkedTwice = await discuss(id, { title: 'Another post', posts: 3 }, 1);
    await link(linkedTwice.postIds[2], id);
    await remove(linkedTwice.postIds[1]);
    expect(await titles(id)).toEqual(['Another post']);
  });

  it('name no author whose account is deleted', async () => {
    const id = await addResource(test, { authorId: ann.id });
    const gone = await test.addPerson();
    await discuss(id, { authorId: gone.id });
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    expect((await read(id)).threads[0]?.author).toMatchObject({ id: null, username: 'deleted user' });
  });

  it('are found for a link in a post that a member wrote', async () => {
    const id = await addResource(test, { authorId: ann.id });
    const { id: categoryId } = await addSubcategory(test);
    const content = `${test.deps.publicUrl()}/resources/${id}\n\nWhich codec?`;
    const payload = { title: 'About it', content, categoryId };
    await test.call({ method: 'POST', url: '/api/forum/threads', payload }, await test.addPerson());
    expect(await titles(id)).toEqual(['About it']);
  });

  it('are none for an unknown asset, and malformed ids are refused', async () => {
    expect((await read(randomUUID())).threads).toEqual([]);
    for (const id of ['1', "' or 1=1 --", '%00', `${randomUUID()}'`])
      expect((await ask(encodeURIComponent(id))).statusCode, id).toBe(400);
  });
});

describe('the place for a question', () => {
  const places = (icon: string) => test.db.updateTable('forum_subcategories').set({ icon });
  const archive = (id: string) =>
    test.db.updateTable('forum_subcategories').set({ archived_at: new Date() }).where('id', '=', id).execute();
  const slugOf = async (id: string) => (await read(id)).askIn?.category.slug;

  it('is where the asset is discussed, else the part for assets, else the first that is open', async () => {
    const id = await addResource(test, { authorId: ann.id });
    await places('video').execute();
    const [first, assets, discussed] = [
      await addSubcategory(test),
      await addSubcategory(test),
      await addSubcategory(test),
    ];
    await test.db.updateTable('forum_categories').set({ position: -1 }).where('id', '=', first.categoryId).execute();
    const categoryOf = ({ address }: { address: string }) => address.split('/')[0];
    expect(await slugOf(id)).toBe(categoryOf(first));
    await places('grid').where('id', '=', assets.id).execute();
    expect(await slugOf(id)).toBe(categoryOf(assets));
    await discuss(id, { subcategoryId: discussed.id });
    expect(await slugOf(id)).toBe(categoryOf(discussed));
    await archive(discussed.id);
    expect(await slugOf(id)).toBe(categoryOf(assets));
    await archive(assets.id);
    expect(await slugOf(id)).toBe(categoryOf(first));
  });

  it('is null while every part of the forum is closed', async () => {
    await test.db.updateTable('forum_categories').set({ archived_at: new Date() }).execute();
    expect((await read(randomUUID())).askIn).toBeNull();
  });
});
