// Tests the demand radar with two processes: who may read it, and that it shows only counts of at least five people.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Demand } from '#contract/requests/demand.ts';
import { DEMAND_DAYS, DEMAND_MIN_PEOPLE } from '#contract/requests/limits.ts';
import { createPeopleHash } from '#server/features/resources/public.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addRequest } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let other: TestApp;
let leaker: Person;
let voters: Person[];
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  leaker = await test.addPerson('leaker');
  voters = await Promise.all(Array.from({ length: 6 }, () => test.addPerson()));
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});
beforeEach(async () => {
  await test.db.deleteFrom('unmet_searches').execute();
  await test.db.deleteFrom('resource_requests').execute();
  await forget();
});

/** Makes both processes count again, as a message on the bus does. */
const forget = async (): Promise<void> => {
  const counted = Promise.all([test, other].map((app) => nextMessage(app)));
  await test.deps.bus.publish(test.db, 'requests', randomUUID());
  await counted;
};
const nextMessage = ({ deps }: TestApp): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = deps.bus.subscribe('requests', () => {
    stop();
    resolve();
  });
  return promise;
};

const radar = async (query: Record<string, string> = {}, app = test): Promise<Demand> => {
  const reply = await app.call({ method: 'GET', url: `/api/leaker/demand?${new URLSearchParams(query)}` }, leaker);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers['cache-control']).toBe('private, no-store');
  return reply.json<Demand>();
};
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

type Found = { people?: number; editor?: string; type?: string; days?: number; key?: string };

const addSearches = async (words: string, { people = 5, editor = '', type = '', days = 0, key }: Found = {}) => {
  const hash = createPeopleHash(test.deps.secret);
  await test.db
    .insertInto('unmet_searches')
    .values(
      Array.from({ length: people }, () => ({
        words,
        person: randomUUID().replaceAll('-', ''),
        hash_key: key ?? hash.key,
        editor,
        type,
        searched_on: daysAgo(days).toISOString().slice(0, 10),
      })),
    )
    .execute();
};
const addVoted = async (name: string, people: number, { days = 0, status = 'Pending' as const } = {}) => {
  const id = await addRequest(test, { userId: null, name, status, at: daysAgo(days) });
  for (const { id: userId } of voters.slice(0, people))
    await test.db
      .insertInto('request_votes')
      .values({ request_id: id, user_id: userId, is_premium: false, tells: false, created_at: daysAgo(days) })
      .execute();
  return id;
};
const wordsOf = ({ searches }: Demand): string[] => searches.map(({ words }) => words);
const namesOf = ({ requests }: Demand): string[] => requests.map(({ resourceName }) => resourceName);

describe('searches on the radar', () => {
  it('are those of at least five different people, most people first', async () => {
    await addSearches('zebra glitch', { people: DEMAND_MIN_PEOPLE });
    await addSearches('giraffe', { people: DEMAND_MIN_PEOPLE + 2 });
    await addSearches('secret plan', { people: DEMAND_MIN_PEOPLE - 1 });
    await forget();
    for (const app of [test, other])
      expect((await radar({}, app)).searches.map(({ words, people }) => [words, people])).toEqual([
        ['giraffe', 7],
        ['zebra glitch', 5],
      ]);
  });

  it('don’t add people across days beyond the window or across keys', async () => {
    await addSearches('old zebra', { people: 4 });
    await addSearches('old zebra', { people: 4, days: DEMAND_DAYS + 1 });
    await addSearches('other key', { people: 4 });
    await addSearches('other key', { people: 4, key: 'former' });
    await forget();
    expect(wordsOf(await radar())).toEqual([]);
  });

  it('have a filter only if at least five people used it', async () => {
    await addSearches('zebra', { people: 4, editor: 'blender' });
    await addSearches('zebra', { people: 2 });
    await forget();
    expect((await radar()).searches).toEqual([{ words: 'zebra', people: 6, editor: null, type: null }]);
    expect((await radar({ editor: 'Blender' })).searches).toEqual([]);
    await addSearches('zebra', { people: 1, editor: 'blender', type: 'overlay' });
    await forget();
    expect((await radar({ editor: 'blender' })).searches).toEqual([
      { words: 'zebra', people: 5, editor: 'Blender', type: null },
    ]);
    expect((await radar({ type: 'overlay' })).searches).toEqual([]);
  });

  it('disappear when the catalogue has what they look for, in that editor', async () => {
    await addSearches('quagga dust', { people: 6 });
    await addSearches('quagga dust', { people: 5, editor: 'blender' });
    await forget();
    expect((await radar()).searches[0]).toMatchObject({ words: 'quagga dust', people: 11 });
    await addResource(test, { authorId: leaker.id, title: 'Quagga dust', editor: 'CapCut' });
    await forget();
    expect((await radar()).searches).toEqual([{ words: 'quagga dust', people: 5, editor: 'Blender', type: null }]);
    await addResource(test, { authorId: leaker.id, title: 'Dust of a quagga', editor: 'Blender' });
    await forget();
    expect((await radar()).searches).toEqual([]);
  });
});

describe('requests on the radar', () => {
  it('are open ones with votes of at least five people in the last days', async () => {
    const wanted = await addVoted('Neon titles for Premiere', 6);
    await addVoted('Few votes', 4);
    await addVoted('Old votes', 6, { days: DEMAND_DAYS + 1 });
    const closed = await addVoted('Closed', 6);
    await test.db.updateTable('resource_requests').set({ status: 'Fulfilled' }).where('id', '=', closed).execute();
    const removed = await addVoted('Removed', 6);
    await test.db.updateTable('resource_requests').set({ removed_at: new Date() }).where('id', '=', removed).execute();
    await forget();
    expect((await radar()).requests).toEqual([
      { id: wanted, resourceName: 'Neon titles for Premiere', people: 6, editor: 'Premiere Pro', type: 'title' },
    ]);
  });

  it('are filtered by type and software, and name the filters that show something', async () => {
    await addVoted('Neon titles for Premiere', 6);
    await addVoted('Blender smoke overlay', 5);
    await addSearches('film look', { people: 5 });
    await forget();
    const all = await radar();
    expect(all.editors).toEqual(['Blender', 'Premiere Pro']);
    expect(all.types).toEqual(['LUT', 'overlay', 'title']);
    expect(namesOf(await radar({ editor: 'premiere pro' }))).toEqual(['Neon titles for Premiere']);
    const luts = await radar({ type: 'LUT' });
    expect([wordsOf(luts), namesOf(luts)]).toEqual([['film look'], []]);
  });
});

it('is for leakers and administrators only', async () => {
  const statusOf = async (person?: Person) =>
    (await test.call({ method: 'GET', url: '/api/leaker/demand' }, person)).statusCode;
  const { member, premium, admin } = await test.addCast();
  expect(await statusOf()).toBe(401);
  expect(await statusOf(member)).toBe(403);
  expect(await statusOf(premium)).toBe(403);
  expect(await statusOf(leaker)).toBe(200);
  expect(await statusOf(admin)).toBe(200);
});

it('refuses an unknown type', async () => {
  const reply = await test.call({ method: 'GET', url: '/api/leaker/demand?type=car' }, leaker);
  expect(reply.statusCode).toBe(400);
});
