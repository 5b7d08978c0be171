// The production rate limits (quality.md), including the lower ones for new accounts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
beforeAll(async () => {
  const { threads, replies, edits, marks } = standardLimits;
  test = await startTestApp({ limits: { threads, replies, edits, marks } });
});
afterAll(() => test.stop());

const DAY_MS = 86_400_000;

const addOldPerson = async (): Promise<Person> => {
  const person = await test.addPerson();
  const created_at = new Date(test.deps.now().getTime() - 2 * DAY_MS);
  await test.db.updateTable('users').set({ created_at }).where('id', '=', person.id).execute();
  return person;
};

/** Counts the requests that pass. For rejected requests, collects the distinct statuses and whether Retry-After was set. */
const tryMany = async (calls: number, make: (place: number) => ReturnType<TestApp['call']>) => {
  let passed = 0;
  const refused = new Set<string>();
  for (let place = 0; place < calls; place += 1) {
    const { statusCode, headers } = await make(place);
    if (statusCode < 300) passed += 1;
    else refused.add(`${statusCode} ${Number(headers['retry-after']) > 0}`);
  }
  return { passed, refused: [...refused] };
};

const tooMany = ['429 true'];

const writing = async (person: Person) => {
  const { id: categoryId } = await addSubcategory(test);
  const { id: threadId, postIds } = await addThread(test, { subcategoryId: categoryId, authorId: person.id });
  const send = (method: 'POST' | 'PUT', url: string, payload: object) => test.call({ method, url, payload }, person);
  return {
    begin: (place: number) => send('POST', '/api/forum/threads', { title: `T ${place}`, content: 'x', categoryId }),
    reply: (place: number) => send('POST', '/api/forum/posts', { threadId, content: `Reply ${place}` }),
    edit: (place: number) => send('PUT', `/api/forum/posts/${postIds[0]}`, { content: `Edit ${place}` }),
    like: () => send('POST', '/api/forum/reactions', { postId: postIds[0], type: 'like' }),
  };
};

/** Moves the clock to the start of a day, so that the period of the daily limit does not end during a test. */
const toNextDay = () => {
  const now = test.deps.now().getTime();
  test.moveClock((Math.floor(now / DAY_MS) + 1) * DAY_MS - now + 1000);
};

it('allows five threads an hour and twenty a day, thirty replies and thirty edits an hour', async () => {
  toNextDay();
  const { begin, reply, edit } = await writing(await addOldPerson());
  for (let hour = 0; hour < 4; hour += 1) {
    expect(await tryMany(6, (place) => begin(hour * 100 + place))).toEqual({ passed: 5, refused: tooMany });
    test.moveClock(3_600_000);
  }
  expect(await tryMany(1, () => begin(900))).toEqual({ passed: 0, refused: tooMany });
  expect(await tryMany(32, reply)).toEqual({ passed: 30, refused: tooMany });
  expect(await tryMany(32, edit)).toEqual({ passed: 30, refused: tooMany });
});

it('allows a third of that, but at least one, in an account’s first 24 hours', async () => {
  toNextDay();
  const person = await test.addPerson();
  await test.db.updateTable('users').set({ created_at: test.deps.now() }).where('id', '=', person.id).execute();
  const { begin, reply, edit } = await writing(person);
  expect(await tryMany(2, begin)).toEqual({ passed: 1, refused: tooMany });
  expect(await tryMany(12, reply)).toEqual({ passed: 10, refused: tooMany });
  expect(await tryMany(12, edit)).toEqual({ passed: 10, refused: tooMany });
  await test.db
    .updateTable('users')
    .set({ created_at: new Date(test.deps.now().getTime() - DAY_MS) })
    .where('id', '=', person.id)
    .execute();
  expect((await reply(100)).statusCode).toBe(201);
});

it('does not count refused replies', async () => {
  const person = await addOldPerson();
  const { reply } = await writing(person);
  const { id: categoryId } = await addSubcategory(test);
  const locked = await addThread(test, { subcategoryId: categoryId, authorId: person.id, isLocked: true });
  const payload = { threadId: locked.id, content: 'Still?' };
  const tries = await tryMany(40, () => test.call({ method: 'POST', url: '/api/forum/posts', payload }, person));
  expect(tries).toEqual({ passed: 0, refused: ['423 false'] });
  expect((await reply(1)).statusCode).toBe(201);
});

it('counts likes together with likes and saves of resources', async () => {
  test.moveClock(60_000);
  const { like } = await writing(await addOldPerson());
  expect(await tryMany(62, like)).toEqual({ passed: 60, refused: tooMany });
});
