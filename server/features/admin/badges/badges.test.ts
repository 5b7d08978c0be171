// The groups page: badges and their holders, roles, categories, and sources of Premium.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BadgeRow, getGroups } from '#contract/admin/badges.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { PublicProfile } from '#contract/members/api.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

/** Retries a check, because bus messages arrive after the reply and can take longer on a busy machine. */
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 10_000 });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object, app = test) =>
  app.call({ method, url, ...(payload ? { payload } : {}) }, admin);
const at = (name: string) => `/api/admin/badges/${encodeURIComponent(name)}`;
const add = async (name = `B ${randomUUID().slice(0, 8)}`, looks: object = {}): Promise<BadgeRow> => {
  const reply = await send('POST', '/api/admin/badges', { name, description: '', tone: 'iris', ...looks });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const groups = async (app = test) =>
  (await send('GET', '/api/admin/groups', undefined, app)).json<ReplyOf<typeof getGroups>>();
const badgeIn = async (name: string) => (await groups()).badges.find((one) => one.name === name);
const give = async (person: Person, badges: string[], changes: object = {}) => {
  await test.db
    .updateTable('users')
    .set({ badges, ...changes })
    .where('id', '=', person.id)
    .execute();
};
const badgesOf = async ({ id }: Person) =>
  (await test.db.selectFrom('users').select('badges').where('id', '=', id).executeTakeFirstOrThrow()).badges;
const profileOf = async ({ username }: Person, app = test) =>
  (await app.call({ method: 'GET', url: `/api/users/${username}` })).json<PublicProfile>();

describe('badges', () => {
  it('are added, changed and listed by name with their number of holders', async () => {
    const name = `Été & co / ${randomUUID().slice(0, 6)}`;
    expect(await add(name, { description: 'Was here in summer', tone: 'tungsten' })).toEqual({
      name,
      description: 'Was here in summer',
      tone: 'tungsten',
      holders: 0,
    });
    const [one, two, gone] = [await test.addPerson(), await test.addPerson(), await test.addPerson()];
    await give(one, ['Else', name]);
    await give(two, [name]);
    await give(gone, [name], { deleted_at: new Date() });
    for (const [method, tone] of [
      ['PUT', 'scope'],
      ['PATCH', 'clip'],
    ] as const) {
      expect((await send(method, at(name), { tone })).json()).toMatchObject({ name, tone, holders: 2 });
    }
    expect(await badgeIn(name)).toEqual({ name, description: 'Was here in summer', tone: 'clip', holders: 2 });
    const names = (await groups()).badges.map((badge) => badge.name);
    expect(names).toEqual([...names].sort());
  });

  it('appear on profiles with their current look', async () => {
    const { name } = await add(undefined, { description: 'Cuts well', tone: 'daylight' });
    const person = await test.addPerson();
    await give(person, [name, 'Unlisted']);
    const looks = { name, description: 'Cuts well', tone: 'daylight' };
    expect(await profileOf(person)).toMatchObject({ badges: [name, 'Unlisted'], badgeLooks: [looks] });

    const open = (app: TestApp) =>
      app.call({ method: 'GET', url: `/${person.username}`, headers: { accept: 'text/html' } });
    for (const app of [test, other])
      expect((await open(app)).body).toMatch(/title="Cuts well"[^>]*><span class="badge tint c-daylight"/);
    await send('PATCH', at(name), { tone: 'scope' });
    for (const app of [test, other]) {
      await eventually(async () => (await open(app)).body).toMatch(
        /title="Cuts well"[^>]*><span class="badge tint c-scope"/,
      );
    }
  });

  it('are removed from every user when deleted, with an audit entry', async () => {
    const { name } = await add();
    const people = [await test.addPerson(), await test.addPerson(), await test.addPerson('leaker')];
    const [one, two, gone] = people as Person[] as [Person, Person, Person];
    await give(one, ['Before', name, 'After']);
    await give(two, [name]);
    await give(gone, [name], { deleted_at: new Date() });
    const untouched = await test.addPerson();
    await give(untouched, ['Before']);
    expect((await send('DELETE', at(name))).statusCode).toBe(204);
    expect(await Promise.all([one, two, gone, untouched].map(badgesOf))).toEqual([
      ['Before', 'After'],
      [],
      [],
      ['Before'],
    ]);
    expect(await badgeIn(name)).toBeUndefined();
    const rows = await test.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'actor_id as actor'])
      .where('subject_id', '=', name)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: 'badge.create', before: null, actor: admin.id },
      { action: 'badge.delete', before: { tone: 'iris', takenFrom: 3 }, actor: admin.id },
    ]);
    expect((await send('DELETE', at(name))).json()).toMatchObject({ status: 404, code: 'BADGE_NOT_FOUND' });
  });

  it('can only be deleted once when two administrators do it concurrently', async () => {
    const { name } = await add();
    const people = await Promise.all(Array.from({ length: 5 }, () => test.addPerson()));
    for (const person of people) await give(person, [name]);
    const replies = await Promise.all([test, other].map((app) => send('DELETE', at(name), undefined, app)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    expect(await Promise.all(people.map(badgesOf))).toEqual(people.map(() => []));
  });

  it('have unique names, regardless of case or process', async () => {
    const name = `Same ${randomUUID().slice(0, 6)}`;
    const replies = await Promise.all(
      [name, name.toUpperCase(), name.toLowerCase(), `  ${name} `].map((each, index) =>
        send('POST', '/api/admin/badges', { name: each, description: '', tone: 'muted' }, index % 2 ? test : other),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    for (const own of ['PRO', 'pro', 'Verified Creator']) {
      const reply = await send('POST', '/api/admin/badges', { name: own, description: '', tone: 'muted' });
      expect(reply.json()).toMatchObject({ code: 'BADGE_TAKEN', fields: { name: expect.any(String) } });
    }
  });

  it.each([
    ['name', ''],
    ['name', '  '],
    ['name', '..'],
    ['name', 'two\nlines'],
    ['name', 'x'.repeat(25)],
    ['tone', 'pink'],
    ['description', 'x'.repeat(301)],
    ['holders', 3],
  ])('are rejected if %s is %j', async (field, value) => {
    const reply = await send('POST', '/api/admin/badges', {
      name: 'Odd',
      description: '',
      tone: 'muted',
      [field]: value,
    });
    expect(reply.json()).toMatchObject({ status: 400, code: 'BAD_INPUT', fields: { [field]: expect.any(String) } });
  });

  it('are counted and removed through their index', async () => {
    const client = await test.deps.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      await client.query('set local enable_indexscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from users where badges <> '{}' and badges @> array['Kept']`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_badges');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('roles', () => {
  it('are counted as presented, without deleted users', async () => {
    const count = async () => Object.fromEntries((await groups(other)).roles.map(({ role, people }) => [role, people]));
    const before = await count();
    await test.addPerson();
    await test.addPerson('premium');
    await test.addPerson('leaker');
    const leaker = await test.addPerson('leaker');
    await give(leaker, [], { deleted_at: new Date() });
    // Counts are cached for 30 seconds, or until an account changes.
    await test.db.transaction().execute((trx) => test.deps.bus.publish(trx, 'members', leaker.id));
    await eventually(count).toEqual({
      USER: (before.USER ?? 0) + 1,
      PREMIUM: (before.PREMIUM ?? 0) + 1,
      LEAKER: (before.LEAKER ?? 0) + 1,
      ADMIN: before.ADMIN,
    });
  });
});

describe('premium', () => {
  it('is counted by source: each user once, active grants only', async () => {
    const sources = async () =>
      Object.fromEntries(
        (await send('GET', '/api/admin/premium-sources'))
          .json<{ source: string; people: number }[]>()
          .map(({ source, people }) => [source, people]),
      );
    const before = await sources();
    const person = await test.addPerson('premium');
    const grant = (source: string, starts_at: Date, ends_at: Date | null) => ({
      user_id: person.id,
      source,
      reference: randomUUID(),
      starts_at,
      ends_at,
    });
    const [past, soon] = [new Date(0), new Date(Date.now() + 3_600_000)];
    await test.db
      .insertInto('grants')
      .values([
        grant('admin', past, null),
        grant('patreon', past, soon),
        grant('patreon', past, new Date(1000)),
        grant('patreon', soon, null),
      ])
      .execute();
    await test.db.transaction().execute((trx) => test.deps.bus.publish(trx, 'members', person.id));
    await eventually(sources).toEqual({ patreon: (before.patreon ?? 0) + 1, admin: (before.admin ?? 0) + 1 });
  });
});

describe('categories', () => {
  it('that are no longer offered stay on their resources and in the list', async () => {
    const { id } = await test.addPerson('leaker');
    await addResource(test, { authorId: id, category: 'Premium' });
    await addResource(test, { authorId: id, category: 'Premium' });
    await addResource(test, { authorId: id, category: 'Premium', status: 'PENDING' });
    const offer = ['Free', '3D', 'Plates'];
    expect((await send('PATCH', '/api/admin/settings', { uploadCategories: offer })).statusCode).toBe(200);
    await eventually(async () => (await groups()).categories).toEqual([
      { name: 'Free', resources: 0, isOffered: true },
      { name: '3D', resources: 0, isOffered: true },
      { name: 'Plates', resources: 0, isOffered: true },
      { name: 'Premium', resources: 2, isOffered: false },
    ]);
  });
});
