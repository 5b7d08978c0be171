// Tests the order, filters and votes of the board.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestStatus, ResourceRequest } from '#contract/requests/api.ts';
import { suspend } from '#server/features/accounts/status/actions.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addRequest, nowhere } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';

/** Weight of a Premium member's vote. */
const PREMIUM_WEIGHT = 3;

let test: TestApp;
let other: TestApp;
let ann: Person;
beforeAll(async () => {
  test = await startTestApp({ outgoing: nowhere() });
  other = await startTestApp({ beside: test, outgoing: nowhere() });
  ann = await test.addPerson();
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

type Board = {
  requests: ResourceRequest[];
  pagination: { total: number; pages: number; currentPage: number; limit: number };
  counts: Record<RequestStatus, number>;
};
const board = async (query: Record<string, string> = {}, person?: Person): Promise<Board> => {
  const reply = await test.call({ method: 'GET', url: `/api/requests?${new URLSearchParams(query)}` }, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Board>();
};
const namesOf = ({ requests }: Board) => requests.map(({ resourceName }) => resourceName);
const act = (method: 'POST' | 'DELETE', id: string, person: Person, payload?: object, app = test) =>
  app.call({ method, url: `/api/requests/${id}/votes`, ...(payload ? { payload } : {}) }, person);
const vote = (id: string, person: Person, payload?: object, app = test) => act('POST', id, person, payload, app);
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];
const rowOf = (id: string) =>
  test.db.selectFrom('resource_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('the board', () => {
  it('lists open requests first, Premium ones before others, then by weight, then newest first', async () => {
    const mark = 'order-';
    const add = (name: string, given: Partial<Parameters<typeof addRequest>[1]>) =>
      addRequest(test, { userId: null, name: `${mark}${name}`, at: daysAgo(3), ...given });
    await add('many', { votes: 50 });
    await add('fulfilled', { votes: 90, premiumVotes: 9, status: 'Fulfilled' });
    await add('premium light', { votes: 1, premiumVotes: 1 });
    await add('older', { votes: 2, at: daysAgo(9) });
    await add('newer', { votes: 2, at: daysAgo(1), status: 'Searching' });
    // Two ordinary votes weigh less than one Premium vote.
    await add('premium heavy', { votes: 3, premiumVotes: 1 });
    await add('premium two', { votes: 2, premiumVotes: 2 });
    const names = (query: Record<string, string>) =>
      board({ search: mark, ...query }).then((found) => namesOf(found).map((name) => name.slice(mark.length)));
    expect(await names({})).toEqual([
      'premium two',
      'premium heavy',
      'premium light',
      'many',
      'newer',
      'older',
      'fulfilled',
    ]);
    expect((await names({ sort: 'newest' }))[0]).toBe('newer');
    expect(await names({ status: 'Fulfilled' })).toEqual(['fulfilled']);
    const row = await test.db
      .selectFrom('resource_requests')
      .select('weight')
      .where('name', '=', `${mark}premium heavy`)
      .executeTakeFirstOrThrow();
    expect(row.weight).toBe(2 + PREMIUM_WEIGHT);
  });

  it('has pages of 20 with exact totals and counts per status, in at most three database statements', async () => {
    const before = await board();
    for (let place = 0; place < 25; place += 1)
      await addRequest(test, { userId: null, name: `Page of ${place}`, status: place < 3 ? 'Rejected' : 'Pending' });
    const first = await board();
    expect(first.counts.Pending - before.counts.Pending).toBe(22);
    expect(first.counts.Rejected - before.counts.Rejected).toBe(3);
    expect(first.pagination.total).toBe(Object.values(first.counts).reduce((sum, count) => sum + count, 0));
    expect(first.requests).toHaveLength(20);
    const second = await board({ page: '2' });
    const ids = new Set([...first.requests, ...second.requests].map(({ id }) => id));
    expect(ids.size).toBe(20 + second.requests.length);
    expect((await board({ page: '999999' })).requests).toEqual([]);
    expect((await board({ status: 'Rejected' })).pagination.total).toBe(first.counts.Rejected);
    expect((await board({ search: 'page of' })).pagination).toMatchObject({ total: 25, pages: 2, limit: 20 });
    const statements = noteStatements(test);
    for (const query of [{}, { status: 'Pending' }, { search: 'page', sort: 'newest' }]) {
      statements.length = 0;
      await board(query as Record<string, string>);
      expect([1, 2, 3], statements.join('\n')).toContain(statements.length);
    }
  });

  it('can be searched by name and site, whatever characters they contain', async () => {
    await addRequest(test, { userId: null, name: 'Näher 100%_sure', link: 'https://rare-host.example/x' });
    for (const search of ['NÄHER', '100%_', 'rare-host', ' sure '])
      expect(namesOf(await board({ search })), search).toEqual(['Näher 100%_sure']);
    for (const search of ['1__', '/x', '\\']) expect(namesOf(await board({ search })), search).toEqual([]);
  });

  it('filters by the viewer’s own requests and votes, and returns none to visitors', async () => {
    const person = await test.addPerson();
    const own = await addRequest(test, { userId: person.id });
    const voted = await addRequest(test, { userId: ann.id });
    await addRequest(test, { userId: ann.id });
    await vote(voted, person);
    const mine = await board({ mine: 'true' }, person);
    expect(mine.requests.map(({ id }) => id).sort()).toEqual([own, voted].sort());
    expect(mine.pagination.total).toBe(2);
    expect(mine.requests.find(({ id }) => id === own)).toMatchObject({ own: true, voted: true, tells: true });
    expect(mine.requests.find(({ id }) => id === voted)).toMatchObject({ own: false, voted: true, tells: false });
    expect((await board({ mine: 'true' })).requests).toEqual([]);
    const seen = (await board({ search: 'leaks' })).requests.find(({ id }) => id === own);
    expect(seen).toMatchObject({ own: false, voted: false, tells: false, requester: person.username });
  });

  it('shows no names of suspended or deleted people, and no links to resources that are not public', async () => {
    const [suspended, gone] = [await test.addPerson(), await test.addPerson()];
    const admin = await test.addPerson('admin');
    const resource = await addResource(test, { authorId: admin.id, title: 'What was found' });
    const ids = [
      await addRequest(test, { userId: suspended.id, name: 'Nameless one' }),
      await addRequest(test, { userId: gone.id, name: 'Nameless two' }),
    ];
    await test.db
      .updateTable('resource_requests')
      .set({ status: 'Fulfilled', resource_id: resource })
      .where('id', 'in', ids)
      .execute();
    const shown = async () =>
      (await board({ search: 'nameless' })).requests.map(({ requester, resource: link }) => [requester, link?.id]);
    expect((await shown()).sort()).toEqual(
      [
        [gone.username, resource],
        [suspended.username, resource],
      ].sort(),
    );
    const by = { id: admin.id, name: admin.username };
    await suspend(test.deps, { userId: suspended.id, by }, { reason: 'Spam', until: null });
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', resource).execute();
    expect(await shown()).toEqual([
      [null, undefined],
      [null, undefined],
    ]);
  });
});

describe('a vote', () => {
  it('counts once however often it is sent, notifies on request only, and can be withdrawn', async () => {
    const id = await addRequest(test, { userId: ann.id });
    const person = await test.addPerson();
    expect((await vote(id, person)).json()).toEqual({ votes: 2, isPremium: false, voted: true, tells: false });
    expect((await vote(id, person, { tells: true })).json()).toMatchObject({ votes: 2, tells: true });
    expect((await vote(id, person)).json()).toMatchObject({ votes: 2, tells: true });
    for (let time = 0; time < 2; time += 1)
      expect((await act('DELETE', id, person)).json()).toEqual({
        votes: 1,
        isPremium: false,
        voted: false,
        tells: false,
      });
  });

  it('keeps the weight it was given with', async () => {
    const id = await addRequest(test, { userId: ann.id });
    const premium = await test.addPerson('premium');
    expect((await vote(id, premium)).json()).toMatchObject({ votes: 2, isPremium: true });
    await test.db.deleteFrom('grants').where('user_id', '=', premium.id).execute();
    await vote(id, premium);
    expect(await rowOf(id)).toMatchObject({ votes: 2, premium_votes: 1, weight: 1 + PREMIUM_WEIGHT });
    expect((await act('DELETE', id, premium)).json()).toMatchObject({ votes: 1, isPremium: false });
  });

  it('of the requester cannot be withdrawn, but its notification can be switched off', async () => {
    const id = await addRequest(test, { userId: ann.id });
    expect(refusalOf(await act('DELETE', id, ann))).toEqual([409, 'OWN_REQUEST']);
    expect((await vote(id, ann, { tells: false })).json()).toMatchObject({ votes: 1, voted: true, tells: false });
    expect((await vote(id, ann, { tells: true })).json()).toMatchObject({ votes: 1, tells: true });
  });

  it('cannot be added or withdrawn once the request is decided or removed', async () => {
    const person = await test.addPerson();
    for (const status of ['Fulfilled', 'Rejected'] as const) {
      const id = await addRequest(test, { userId: ann.id, status });
      for (const method of ['POST', 'DELETE'] as const)
        expect(refusalOf(await act(method, id, person))).toEqual([409, 'REQUEST_CLOSED']);
    }
    const id = await addRequest(test, { userId: ann.id });
    await test.db.updateTable('resource_requests').set({ removed_at: new Date() }).where('id', '=', id).execute();
    for (const method of ['POST', 'DELETE'] as const)
      expect(refusalOf(await act(method, id, person))).toEqual([404, 'REQUEST_NOT_FOUND']);
  });

  it('is counted exactly when many are sent concurrently to two processes', async () => {
    const id = await addRequest(test, { userId: ann.id });
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, n) => test.addPerson(n % 3 ? 'member' : 'premium')),
    );
    const app = (place: number) => (place % 2 ? other : test);
    const given = people.flatMap((person, n) => [vote(id, person, {}, app(n)), vote(id, person, {}, app(n + 1))]);
    expect(new Set((await Promise.all(given)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await rowOf(id)).toMatchObject({ votes: 13, premium_votes: 4 });
    await Promise.all(
      people
        .slice(0, 6)
        .flatMap((person, n) => [
          act('DELETE', id, person, undefined, app(n)),
          act('DELETE', id, person, undefined, app(n + 1)),
        ]),
    );
    expect(await rowOf(id)).toMatchObject({ votes: 7, premium_votes: 2 });
  });

  it('shares the per-minute limit of likes and saves', async () => {
    const limited = await startTestApp({ beside: test, limits: { marks: standardLimits.marks } });
    try {
      const id = await addRequest(test, { userId: ann.id });
      const person = await test.addPerson();
      // Start in the middle of a minute, so that all votes fall within the same minute.
      limited.moveClock(90_000 - (Date.now() % 60_000));
      const statuses: number[] = [];
      for (let time = 0; time <= standardLimits.marks.limit; time += 1)
        statuses.push((await vote(id, person, {}, limited)).statusCode);
      expect(statuses.filter((status) => status === 200)).toHaveLength(standardLimits.marks.limit);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
