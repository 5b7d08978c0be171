// Which posts of a list count as read.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { getSeen } from '#contract/forum/unread.ts';
import type { ReplyOf } from '#contract/http.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let ann: Person;
beforeAll(async () => {
  test = await startTestApp();
  ann = await test.addPerson();
});
afterAll(() => test.stop());

const ago = (days: number) => new Date(test.deps.now().getTime() - days * DAY_MS);

/** A member who joined this many days ago. */
const addReader = async (days: number): Promise<Person> => {
  const person = await test.addPerson();
  await test.db
    .updateTable('users')
    .set({ created_at: ago(days) })
    .where('id', '=', person.id)
    .execute();
  return person;
};

const begin = async (days: number, posts = 3, subcategoryId?: string) =>
  addThread(test, {
    subcategoryId: subcategoryId ?? (await addSubcategory(test)).id,
    authorId: ann.id,
    posts,
    at: ago(days),
  });

/** Numbers of the last read posts, in the order of the ids. */
const seenBy = async (person: Person, ...ids: string[]) => {
  const answer = await test.call({ url: `/api/forum/seen?threads=${ids.join()}` }, person);
  expect(answer.statusCode, answer.body).toBe(200);
  const { seen } = answer.json<ReplyOf<typeof getSeen>>();
  return ids.map((id) => seen[id]);
};
const see = (person: Person, id: string, number: number) =>
  test.call({ method: 'PUT', url: `/api/forum/threads/${id}/seen`, payload: { number } }, person);
const markRead = (person: Person, id: string) =>
  test.call({ method: 'PUT', url: `/api/forum/subcategories/${id}/read` }, person);
const reply = (person: Person, threadId: string, content: string) =>
  test.call({ method: 'POST', url: '/api/forum/posts', payload: { threadId, content } }, person);

describe('reading progress in a list', () => {
  it('is the position in each thread, and 0 in threads that were never opened', async () => {
    const ben = await addReader(20);
    const [one, other] = [await begin(2), await begin(3)];
    expect(await seenBy(ben, one.id, other.id)).toEqual([0, 0]);
    await see(ben, one.id, 2);
    expect(await seenBy(ben, one.id, other.id)).toEqual([2, 0]);
  });

  it('counts posts from before the sign-up and from over 30 days ago as read', async () => {
    const [newcomer, veteran] = [await addReader(5), await addReader(400)];
    const [recent, old] = [await begin(10), await begin(40)];
    expect(await seenBy(newcomer, recent.id, old.id)).toEqual([3, 3]);
    expect(await seenBy(veteran, recent.id, old.id)).toEqual([0, 3]);
    await reply(ann, old.id, 'After a long time.');
    expect(await seenBy(veteran, old.id)).toEqual([3]);
  });

  it('includes own posts', async () => {
    const ben = await addReader(20);
    const thread = await begin(2);
    await reply(ben, thread.id, 'My own words.');
    expect(await seenBy(ben, thread.id)).toEqual([4]);
  });

  it('marks a list as read for one member, until there is a new post', async () => {
    const [ben, eve] = [await addReader(20), await addReader(20)];
    const { id } = await addSubcategory(test);
    const [one, two, elsewhere] = [await begin(2, 3, id), await begin(1, 2, id), await begin(1)];
    expect((await markRead(ben, id)).statusCode).toBe(204);
    expect(await seenBy(ben, one.id, two.id, elsewhere.id)).toEqual([3, 2, 0]);
    expect(await seenBy(eve, one.id, two.id)).toEqual([0, 0]);
    test.moveClock(1000);
    await reply(ann, one.id, 'Something new.');
    expect(await seenBy(ben, one.id, two.id)).toEqual([3, 2]);
    test.moveClock(1000);
    await markRead(ben, id);
    expect(await seenBy(ben, one.id)).toEqual([4]);
  });

  it('leaves out removed and unknown threads, and refuses anything but ids', async () => {
    const thread = await begin(1);
    await test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', thread.id).execute();
    expect(await seenBy(ann, thread.id, randomUUID())).toEqual([undefined, undefined]);
    expect((await test.call({ url: '/api/forum/seen?threads=one,two' }, ann)).statusCode).toBe(400);
    expect((await markRead(ann, randomUUID())).json()).toMatchObject({ code: 'FORUM_CATEGORY_NOT_FOUND' });
  });
});
