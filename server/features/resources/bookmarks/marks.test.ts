import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** Simulates a second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

type Method = 'POST' | 'DELETE';
const send = (method: Method, url: string, person?: Person, app = test) => app.call({ method, url }, person);
const like = (method: Method, id: string, person?: Person, app?: TestApp) =>
  send(method, `/api/uploads/${id}/like`, person, app);
const save = (method: Method, id: string, person?: Person, app?: TestApp) =>
  send(method, `/api/uploads/${id}/save`, person, app);
const follow = (method: Method, name: string, person?: Person, app?: TestApp) =>
  send(method, `/api/users/${name}/follow`, person, app);

const countersOf = (resourceId: string) =>
  test.db
    .selectFrom('resources')
    .innerJoin('users', 'users.id', 'author_id')
    .select(['likes', 'saves', 'total_likes', 'reputation'])
    .where('resources.id', '=', resourceId)
    .executeTakeFirstOrThrow();

/** Counters that differ from the rows they count. */
const wrongCounters = async () => {
  const { rows } = await sql`
    select r.id::text from resources r where likes <> (select count(*) from likes l where l.resource_id = r.id)
      or saves <> (select count(*) from saves s where s.resource_id = r.id)
    union all
    select u.username from users u where followers_count <> (select count(*) from follows f where f.leaker_id = u.id)
      or following_count <> (select count(*) from follows f where f.follower_id = u.id)
      or total_likes <> (select coalesce(sum(likes), 0) from resources r where r.author_id = u.id)
      or reputation <> total_likes`.execute(test.db);
  return rows;
};

const addPeople = (count: number) => Promise.all(Array.from({ length: count }, () => test.addPerson()));

describe('likes and saves', () => {
  it('count once per person however often they are sent, and are removed once', async () => {
    const owner = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: owner.id });
    const one = await test.addPerson();
    const two = await test.addPerson();
    expect((await like('POST', id, one)).json()).toEqual({ likes: 1, liked: true });
    expect((await like('POST', id, one)).json()).toEqual({ likes: 1, liked: true });
    expect((await like('POST', id, two)).json()).toEqual({ likes: 2, liked: true });
    expect((await save('POST', id, two)).json()).toEqual({ saves: 1, saved: true });
    expect((await save('POST', id, two)).json()).toEqual({ saves: 1, saved: true });
    expect(await countersOf(id)).toEqual({ likes: 2, saves: 1, total_likes: 2, reputation: 2 });
    expect((await like('DELETE', id, one)).json()).toEqual({ likes: 1, liked: false });
    expect((await like('DELETE', id, one)).json()).toEqual({ likes: 1, liked: false });
    expect((await save('DELETE', id, one)).json()).toEqual({ saves: 1, saved: false });
    expect((await save('DELETE', id, two)).json()).toEqual({ saves: 0, saved: false });
    expect(await countersOf(id)).toEqual({ likes: 1, saves: 0, total_likes: 1, reputation: 1 });
  });

  it('reject resources that are not visible, even for owners and admins', async () => {
    const owner = await test.addPerson('leaker');
    const admin = await test.addPerson('admin');
    const pending = await addResource(test, { authorId: owner.id, status: 'PENDING' });
    const hidden = await addResource(test, { authorId: owner.id });
    const deleted = await addResource(test, { authorId: owner.id });
    await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', deleted).execute();
    for (const id of [pending, hidden, deleted, '00000000-0000-4000-8000-000000000000']) {
      for (const person of [owner, admin]) {
        for (const change of [like, save]) {
          for (const method of ['POST', 'DELETE'] as const) {
            const reply = await change(method, id, person);
            expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
          }
        }
      }
    }
  });

  it('require a login', async () => {
    const owner = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: owner.id });
    expect((await like('POST', id)).statusCode).toBe(401);
    expect((await save('DELETE', id)).statusCode).toBe(401);
    expect((await follow('POST', owner.username)).statusCode).toBe(401);
  });
});

describe('follows', () => {
  it('count once whatever the case of the username, and are removed once', async () => {
    const owner = await test.addPerson('leaker');
    const person = await test.addPerson();
    const name = owner.username;
    expect((await follow('POST', name.toUpperCase(), person)).json()).toEqual({ followers: 1, isFollowing: true });
    expect((await follow('POST', name, person)).json()).toEqual({ followers: 1, isFollowing: true });
    const resource = await addResource(test, { authorId: owner.id });
    const seen = await test.call({ method: 'GET', url: `/api/resources/${resource}` }, person);
    expect(seen.json()).toMatchObject({ isFollowing: true, creator: { followers: 1 } });
    expect((await follow('DELETE', name, person)).json()).toEqual({ followers: 0, isFollowing: false });
    expect((await follow('DELETE', name, person)).json()).toEqual({ followers: 0, isFollowing: false });
  });

  it('reject yourself and users who are suspended, deleted or unknown', async () => {
    const person = await test.addPerson();
    const self = await follow('POST', person.username.toUpperCase(), person);
    expect([self.statusCode, self.json<{ code: string }>().code]).toEqual([409, 'SELF_FOLLOW']);
    const suspended = await test.addPerson('leaker');
    const deleted = await test.addPerson('leaker');
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute();
    for (const name of [suspended.username, deleted.username, 'nobody-of-this-name']) {
      const reply = await follow('POST', name, person);
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'PROFILE_NOT_FOUND']);
    }
  });
});

describe('concurrent likes, saves and follows from two processes', () => {
  it('count once per person', async () => {
    const owner = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: owner.id });
    const person = await test.addPerson();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, count) => {
        const app = count % 2 === 0 ? test : other;
        return [
          like('POST', id, person, app),
          save('POST', id, person, app),
          follow('POST', owner.username, person, app),
        ];
      }).flat(),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await countersOf(id)).toEqual({ likes: 1, saves: 1, total_likes: 1, reputation: 1 });
    expect(await wrongCounters()).toEqual([]);
  });

  it('keep every counter exact without deadlocks', async () => {
    const owners = [await test.addPerson('leaker'), await test.addPerson('leaker')];
    const ids = await Promise.all(
      Array.from({ length: 4 }, (_, count) => addResource(test, { authorId: owners[count % 2]?.id ?? '' })),
    );
    const people = [...(await addPeople(25)), ...owners];
    // Everyone likes, saves and follows everything, each in a different order; every third action removes something.
    const acts = people.flatMap((person, place) =>
      [...ids, ...ids, ...ids].map((id, turn) => {
        const app = (place + turn) % 2 === 0 ? test : other;
        const method = (place + turn) % 3 === 0 ? 'DELETE' : 'POST';
        const name = people[(place * 7 + turn) % people.length]?.username ?? '';
        if (turn < 4) return () => like(method, id, person, app);
        return turn < 8 ? () => save(method, id, person, app) : () => follow(method, name, person, app);
      }),
    );
    expect(acts.length).toBeGreaterThan(300);
    const shuffled = acts.map((act, place) => ({ act, at: (place * 7919) % acts.length })).sort((a, b) => a.at - b.at);
    const replies = await Promise.all(shuffled.map(({ act }) => act()));
    const refused = replies.filter(({ statusCode, body }) => statusCode !== 200 && !body.includes('SELF_FOLLOW'));
    expect(refused.map(({ body }) => body)).toEqual([]);
    expect(await wrongCounters()).toEqual([]);
    const sum = await Promise.all(ids.map(countersOf));
    expect(sum.reduce((all, { likes }) => all + likes, 0)).toBeGreaterThan(20);
  });
});

describe('marks', () => {
  it('are listed newest first, without deleted users', async () => {
    const owner = await test.addPerson('leaker');
    const gone = await test.addPerson('leaker');
    const person = await test.addPerson();
    const first = await addResource(test, { authorId: owner.id });
    const second = await addResource(test, { authorId: owner.id });
    await like('POST', first, person);
    test.moveClock(10);
    await like('POST', second, person);
    await save('POST', first, person);
    for (const { username } of [gone, owner]) await follow('POST', username, person);
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    const reply = await test.call({ method: 'GET', url: '/api/user/marks' }, person);
    expect(reply.json()).toEqual({ liked: [second, first], saved: [first], following: [owner.username] });
    expect(reply.headers['cache-control']).toBe('private, no-store');
  });

  it('are limited to sixty per minute and person', async () => {
    const strict = await startTestApp({ beside: test, limits: { marks: standardLimits.marks } });
    const owner = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: owner.id });
    const person = await test.addPerson();
    const another = await test.addPerson();
    // Move to the start of a minute, so that all calls fall within the same minute.
    const now = strict.deps.now().getTime();
    strict.moveClock(60_000 - (now % 60_000));
    const acts = [
      like,
      save,
      (method: Method, _id: string, who?: Person, app?: TestApp) => follow(method, owner.username, who, app),
    ];
    for (let count = 0; count < 60; count += 1) {
      const reply = await acts[count % 3]?.(count % 2 === 0 ? 'POST' : 'DELETE', id, person, strict);
      expect(reply?.statusCode).toBe(200);
    }
    for (const act of acts) {
      const reply = await act('POST', id, person, strict);
      expect(reply.statusCode).toBe(429);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await like('POST', id, another, strict)).statusCode).toBe(200);
    strict.moveClock(60_000);
    expect((await like('POST', id, person, strict)).statusCode).toBe(200);
    await strict.stop();
  });

  it('neither update the search index nor wait for its lock', async () => {
    const owner = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: owner.id, title: 'Held still' });
    const person = await test.addPerson();
    const entry = () => sql`select xmin::text, * from search_entries where id = ${id}`.execute(test.db);
    const before = (await entry()).rows;
    expect(before).toHaveLength(1);
    const client = await test.deps.pool.connect();
    // Approvals and renames hold this lock (migration 202611252205); a like or save must not wait for it.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(712020)');
    const replies = await Promise.all([
      like('POST', id, person),
      save('POST', id, person),
      follow('POST', owner.username, person),
    ]);
    await client.query('rollback');
    client.release();
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await entry()).rows).toEqual(before);
  });
});
