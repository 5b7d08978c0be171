// The queue of reports for moderators of the forum.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ForumReports } from '#contract/reports/api.ts';
import { addSubcategory, addThread, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';

let test: TestApp;
let moderator: Person;
let author: Person;
let reporter: Person;
let place: TestSubcategory;
beforeAll(async () => {
  test = await startTestApp();
  [moderator, author, reporter] = [await test.addPerson(), await test.addPerson(), await test.addPerson()];
  place = await addSubcategory(test);
  await appoint(moderator, place);
});
afterAll(() => test.stop());

const appoint = (person: Person, { categoryId }: TestSubcategory) =>
  test.db
    .insertInto('forum_moderators')
    .values({ category_id: categoryId, user_id: person.id, created_at: new Date() })
    .execute();
/** A report about the last post of a new thread. @returns its number */
const report = async ({ where = place, by = author, title = 'Salmon skin' } = {}) => {
  const { id, postIds } = await addThread(test, { subcategoryId: where.id, authorId: by.id, posts: 2, title });
  const about = { address: 'There', kind: 'post', subjectId: postIds[1] };
  const payload = { ...about, reason: 'abuse', details: 'Not kind.', goodFaith: true };
  const reply = await test.call({ method: 'POST', url: '/api/reports', payload }, reporter);
  expect(reply.statusCode, reply.body).toBe(202);
  return { number: reply.json<{ number: number }>().number, threadId: id, postId: postIds[1] ?? '' };
};
const queueOf = (person: Person, query = '') => test.call({ url: `/api/reports/forum${query}` }, person);
const listed = async (person: Person, query = '?limit=50') =>
  (await queueOf(person, query)).json<ForumReports>().reports;
const idOf = async (number: number): Promise<string> => {
  const row = await test.db.selectFrom('reports').select('id').where('number', '=', number).executeTakeFirstOrThrow();
  return row.id;
};
const decide = async (person: Person, number: number, decision: string) =>
  test.call(
    {
      method: 'POST',
      url: `/api/reports/${await idOf(number)}/resolve`,
      payload: { decision, message: 'Be kind.' },
    },
    person,
  );

describe('the queue', () => {
  it('has reports about posts of the moderated categories, and nothing about their reporters', async () => {
    const [mine, elsewhere, own] = [
      await report(),
      await report({ where: await addSubcategory(test) }),
      await report({ by: moderator }),
    ];
    const numbers = (await listed(moderator)).map(({ number }) => number);
    expect(numbers).toContain(mine.number);
    for (const { number } of [elsewhere, own]) expect(numbers).not.toContain(number);
    const found = (await listed(moderator)).find(({ number }) => number === mine.number);
    expect(found).toMatchObject({ status: 'OPEN', subject: { label: 'Salmon skin', owner: author.username } });
    const text = (await queueOf(moderator)).body;
    for (const secret of [reporter.email, reporter.username, 'There']) expect(text).not.toContain(secret);
    expect(await listed(moderator, `?search=${encodeURIComponent(reporter.email)}`)).toEqual([]);
    expect(await listed(moderator, `?search=${mine.number}`)).toMatchObject([{ number: mine.number }]);
  });

  it('is closed to members, and has all posts for administrators', async () => {
    const admin = await test.addPerson('admin');
    const { number } = await report({ where: await addSubcategory(test) });
    expect((await queueOf(author)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await queueOf(admin, `?search=${number}`)).json<ForumReports>().reports).toMatchObject([{ number }]);
  });
});

describe('a decision of a moderator', () => {
  it('removes the post, closes the report and notifies both sides', async () => {
    const { number, threadId } = await report();
    const reply = await decide(moderator, number, 'hide');
    expect(reply.json(), reply.body).toMatchObject({ number, status: 'UPHELD', subject: { state: 'hidden' } });
    const thread = (await test.call({ url: `/api/forum/threads/${threadId}` })).json();
    expect(thread.posts[1]).toMatchObject({ isDeleted: true, deleteReason: 'Be kind.' });
    expect((await mailsTo(test, reporter.email)).length).toBeGreaterThan(0);
    expect((await mailsTo(test, author.email)).length).toBeGreaterThan(0);
    expect((await decide(moderator, number, 'dismiss')).json()).toMatchObject({ code: 'ALREADY_DECIDED' });
    const audit = test.db.selectFrom('audit_log').select('actor_id').where('action', '=', 'report.resolve');
    expect(await audit.execute()).toContainEqual({ actor_id: moderator.id });
  });

  it('is refused for other categories, their own posts and other kinds of reports', async () => {
    const elsewhere = await report({ where: await addSubcategory(test) });
    const own = await report({ by: moderator });
    for (const { number } of [elsewhere, own])
      expect((await decide(moderator, number, 'dismiss')).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    const about = { address: `/${author.username}`, reason: 'abuse', details: 'Not kind.', goodFaith: true };
    const sent = await test.call({ method: 'POST', url: '/api/reports', payload: about }, reporter);
    expect((await decide(moderator, sent.json().number, 'uphold')).json()).toMatchObject({ code: 'REPORT_NOT_FOUND' });
  });
});
