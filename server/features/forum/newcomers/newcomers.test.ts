// What new accounts may write, and when they stop being new.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import {
  NEW_ACCOUNT_DAYS,
  NEW_ACCOUNT_LINKS_MAX,
  NEW_ACCOUNT_POSTS,
  NEW_ACCOUNT_POSTS_PER_HOUR,
} from '#contract/forum/limits.ts';
import { addSubcategory, addThread, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { allowanceOf, linksProblem, UNLIMITED } from './rules.ts';

let test: TestApp;
let place: TestSubcategory;
let threadId: string;
beforeAll(async () => {
  test = await startTestApp({ limits: { slowsNewAccounts: true } });
  place = await addSubcategory(test);
  threadId = (await addThread(test, { subcategoryId: place.id, authorId: (await test.addPerson()).id })).id;
});
afterAll(() => test.stop());

let written = 0;
const reply = (by: Person, text?: string) => {
  written += 1;
  const content = text ?? `Reply ${written}`;
  return test.call({ method: 'POST', url: '/api/forum/posts', payload: { threadId, content } }, by);
};
const begin = (by: Person, content: string) =>
  test.call({ method: 'POST', url: '/api/forum/threads', payload: { title: 'T', content, categoryId: place.id } }, by);
const allowance = async (by: Person) => (await test.call({ url: '/api/forum/allowance' }, by)).json();
const age = (person: Person, days: number, posts: number) =>
  test.db
    .updateTable('users')
    .set({ created_at: new Date(test.deps.now().getTime() - days * DAY_MS), posts_count: posts })
    .where('id', '=', person.id)
    .execute();
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://site-${at}.example/a`).join(' and ');

describe('a new account', () => {
  it('can write a few posts an hour and learns when the next one is possible', async () => {
    const person = await test.addPerson();
    const left = { isNew: true, linksMax: NEW_ACCOUNT_LINKS_MAX, waitSeconds: 0 };
    expect(await allowance(person)).toEqual({ ...left, postsLeft: NEW_ACCOUNT_POSTS_PER_HOUR });
    for (let count = 0; count < NEW_ACCOUNT_POSTS_PER_HOUR; count += 1)
      expect((await reply(person)).statusCode).toBe(201);
    const refused = await reply(person);
    expect(refused.json()).toMatchObject({ code: 'NEW_ACCOUNT_POSTS', status: 429 });
    expect(refused.json().message).toMatch(/^New accounts can write 5 posts an hour\./);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3601);
    expect((await begin(person, 'A thread is a post too')).statusCode).toBe(429);
    expect(await allowance(person)).toMatchObject({ postsLeft: 0, waitSeconds: expect.any(Number) });
    test.moveClock(HOUR_MS + 1000);
    expect((await reply(person)).statusCode).toBe(201);
  });

  it('can put a few links to other sites in a post, also when editing it', async () => {
    const person = await test.addPerson();
    const own = `${links(NEW_ACCOUNT_LINKS_MAX)} and ${test.deps.publicUrl()}/community`;
    const thread = await begin(person, own);
    expect(thread.statusCode, thread.body).toBe(201);
    const message = 'New accounts can put up to 2 links to other sites in a post. Yours has 3.';
    const refused = { code: 'NEW_ACCOUNT_LINKS', status: 400, fields: { content: message } };
    expect((await begin(person, links(3))).json()).toMatchObject(refused);
    expect((await reply(person, links(3))).json()).toMatchObject(refused);
    const url = `/api/forum/posts/${thread.json().lastPost.id}`;
    const edit = await test.call({ method: 'PUT', url, payload: { content: links(3) } }, person);
    expect(edit.json()).toMatchObject(refused);
  });
});

describe('an account', () => {
  it('is new until it is old enough and has enough readable posts', async () => {
    const person = await test.addPerson();
    for (const [days, posts, isNew] of [
      [NEW_ACCOUNT_DAYS + 1, NEW_ACCOUNT_POSTS, false],
      [NEW_ACCOUNT_DAYS + 1, NEW_ACCOUNT_POSTS - 1, true],
      [NEW_ACCOUNT_DAYS - 1, NEW_ACCOUNT_POSTS, true],
    ] as const) {
      await age(person, days, posts);
      expect((await allowance(person)).isNew, `${days} days, ${posts} posts`).toBe(isNew);
    }
  });

  it('of a moderator or an administrator is not limited', async () => {
    const [admin, moderator] = [await test.addPerson('admin'), await test.addPerson()];
    await test.db
      .insertInto('forum_moderators')
      .values({ category_id: place.categoryId, user_id: moderator.id, created_at: new Date() })
      .execute();
    for (const person of [admin, moderator]) {
      expect(await allowance(person)).toEqual(UNLIMITED);
      expect((await reply(person, links(5))).statusCode).toBe(201);
    }
  });
});

describe('the rules', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const record = { createdAt: now, posts: 0, isExempt: false, recentPosts: 0, fullSince: null };

  it('count the wait from the oldest post of the hour, in whole seconds', () => {
    const fullSince = new Date(now.getTime() - HOUR_MS + 1500);
    expect(allowanceOf({ ...record, recentPosts: 7, fullSince }, now)).toMatchObject({ postsLeft: 0, waitSeconds: 2 });
  });

  it('have no limit of links for others', () => {
    expect(linksProblem(UNLIMITED, 50)).toBeNull();
    expect(linksProblem(allowanceOf(record, now), NEW_ACCOUNT_LINKS_MAX)).toBeNull();
  });
});
