// Profiles and the uploads they show, as seen by each kind of caller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/http.ts';
import type { listProfileUploads, PublicProfile } from '#contract/members/api.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { encodeHostile, expectHarmless, hostileCases, literals } from '#test/hostile/hostile-inputs.ts';
import { searchPatterns } from './rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const DAY = 86_400_000;
const get = (url: string, person?: Person) => test.call({ method: 'GET', url }, person);
const profile = async (name: string, person?: Person) =>
  (await get(`/api/users/${name}`, person)).json<PublicProfile>();
const uploads = async (name: string, query = '', person?: Person) =>
  (await get(`/api/users/${name}/uploads?${query}`, person)).json<ReplyOf<typeof listProfileUploads>>();
const titles = async (name: string, query = '', person?: Person) =>
  (await uploads(name, query, person)).uploads.map(({ title }) => title);
const setUser = (person: Person, changes: Record<string, unknown>) =>
  test.db.updateTable('users').set(changes).where('id', '=', person.id).execute();
const addFormerName = (person: Person, username: string, until: Date) =>
  test.db.insertInto('former_usernames').values({ username, user_id: person.id, until }).execute();

describe('a profile', () => {
  it('shows public fields, whatever the case of the username', async () => {
    const pia = await test.addPerson('premium', { username: 'pia-profile' });
    await setUser(pia, { display_name: 'Pia P.', bio: 'Cuts.', badges: ['OG', 'PRO'], verified: true });
    for (const name of ['pia-profile', 'PIA-Profile']) {
      expect(await profile(name)).toEqual({
        id: pia.id,
        username: 'pia-profile',
        displayName: 'Pia P.',
        bio: 'Cuts.',
        avatar: '/public/Images/default-avatar.png',
        banner: '/public/Images/default-banner.png',
        badges: ['OG', 'PRO'],
        badgeLooks: [],
        followers: 0,
        following: 0,
        totalLikes: 0,
        verified: true,
        isPremium: true,
        createdAt: expect.any(String),
        uploads: 0,
        collections: 0,
        isFollowing: false,
      });
    }
  });

  it('counts what the viewer may see', async () => {
    const cast = await test.addCast();
    const { leaker } = cast;
    for (const status of ['APPROVED', 'PENDING', 'REJECTED'] as const) {
      await addResource(test, { authorId: leaker.id, status });
    }
    for (const gone of ['hidden_at', 'deleted_at'] as const) {
      const id = await addResource(test, { authorId: leaker.id });
      await test.db
        .updateTable('resources')
        .set({ [gone]: new Date() })
        .where('id', '=', id)
        .execute();
    }
    const at = { created_at: new Date(), updated_at: new Date() };
    await test.db
      .insertInto('collections')
      .values([
        { user_id: leaker.id, name: 'Open', position: 1, is_public: true, ...at },
        { user_id: leaker.id, name: 'Private', position: 2, is_public: false, ...at },
      ])
      .execute();
    await test.db
      .insertInto('follows')
      .values({ follower_id: cast.member.id, leaker_id: leaker.id, created_at: new Date() })
      .execute();
    const seen = async (person?: Person) => {
      const { uploads, collections, isFollowing } = await profile(leaker.username, person);
      return { uploads, collections, isFollowing };
    };
    expect(await seen()).toEqual({ uploads: 1, collections: 1, isFollowing: false });
    expect(await seen(cast.member)).toEqual({ uploads: 1, collections: 1, isFollowing: true });
    expect(await seen(leaker)).toEqual({ uploads: 3, collections: 2, isFollowing: false });
    expect(await seen(cast.admin)).toEqual({ uploads: 3, collections: 1, isFollowing: false });
  });

  it('is found by a former name while it is reserved, then by the name’s new owner', async () => {
    const person = await test.addPerson('member', { username: 'new-name' });
    await addFormerName(person, 'old-name', new Date(test.deps.now().getTime() + DAY));
    await addFormerName(person, 'ancient-name', new Date(test.deps.now().getTime() - 1));
    expect(await profile('Old-Name')).toMatchObject({ id: person.id, username: 'new-name' });
    expect((await uploads('old-name')).pagination.total).toBe(0);
    expect((await get('/api/users/old-name/avatar')).statusCode).toBe(200);
    expect((await get('/api/users/ancient-name')).json()).toMatchObject({ code: 'PROFILE_NOT_FOUND' });
    const other = await test.addPerson('member', { username: 'old-name' });
    expect(await profile('old-name')).toMatchObject({ id: other.id });
  });

  it('is not found for unknown, reserved, deleted and suspended names', async () => {
    const [deleted, suspended, back] = [
      await test.addPerson('leaker'),
      await test.addPerson('leaker'),
      await test.addPerson('leaker'),
    ];
    await setUser(deleted, { deleted_at: new Date() });
    await setUser(suspended, { suspended_at: new Date() });
    await setUser(back, { suspended_at: new Date(), suspended_until: new Date(Date.now() - 1) });
    await addFormerName(suspended, 'suspended-once', new Date(Date.now() + DAY));
    const admin = await test.addPerson('admin');
    for (const name of ['nobody-here', 'admin', 'community', deleted.username, suspended.username, 'suspended-once']) {
      for (const part of ['', '/uploads']) {
        const reply = await get(`/api/users/${name}${part}`, admin);
        expect(reply.statusCode, name).toBe(404);
        expect(reply.json(), name).toMatchObject({ code: 'PROFILE_NOT_FOUND', message: 'Profile not found' });
      }
    }
    expect(await profile(back.username)).toMatchObject({ id: back.id });
  });

  it('accepts no hostile username', async () => {
    for (const { id, input } of literals('username')) {
      for (const part of ['', '/uploads']) {
        const reply = await get(`/api/users/${encodeHostile(input)}${part}`);
        expectHarmless(reply, id, input);
        // `profile` is an endpoint. `..` and `%` are invalid or lead to other paths, and no user has any of the valid names.
        const expected = part === '' && input === 'profile' ? [405] : [400, 404];
        expect(expected, `${id} ${JSON.stringify(input)}`).toContain(reply.statusCode);
      }
    }
  });
});

describe('uploads on a profile', () => {
  let leaker: Person;
  const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
  beforeAll(async () => {
    leaker = await test.addPerson('leaker', { username: 'lou-uploads' });
    for (let n = 0; n < 50; n += 1) {
      await addResource(test, {
        authorId: leaker.id,
        title: `Pack ${n}`,
        createdAt: minute(n),
        editor: 'Premiere Pro',
      });
    }
    // Another user's resources are never listed.
    await addResource(test, { authorId: (await test.addPerson('leaker')).id, title: 'Pack of another leaker' });
  });

  it('are listed 21 per page with exact page counts, newest or oldest first', async () => {
    const first = await uploads('LOU-uploads');
    expect(first.pagination).toEqual({ total: 50, pages: 3, currentPage: 1, limit: 21 });
    expect(first.uploads.map(({ title }) => title)).toEqual(Array.from({ length: 21 }, (_, n) => `Pack ${49 - n}`));
    const last = await uploads('lou-uploads', 'page=3&sort=oldest');
    expect(last.uploads.map(({ title }) => title)).toEqual(Array.from({ length: 8 }, (_, n) => `Pack ${42 + n}`));
    const beyond = await uploads('lou-uploads', 'page=999999&limit=1000');
    expect(beyond).toEqual({ uploads: [], pagination: { total: 50, pages: 1, currentPage: 999_999, limit: 1000 } });
    expect(first.uploads[0]).toMatchObject({ author: 'lou-uploads', description: '', status: 'APPROVED' });
  });

  it('are searched by title, editor, description and tags, ignoring case', async () => {
    const author = await test.addPerson('leaker');
    const add = (title: string, more: object) => addResource(test, { authorId: author.id, title, ...more });
    await add('Ünder the BRIDGE', { createdAt: minute(1) });
    await add('Second', { editor: 'DaVinci Resolve', createdAt: minute(2) });
    await add('Third', { description: 'A 100%_real\\thing of Light', createdAt: minute(3) });
    await add('Fourth', { tags: ['Glitch', 'lens flare'], createdAt: minute(4) });
    const found = (search: string) => titles(author.username, `search=${encodeURIComponent(search)}`);
    expect(await found('üNDER')).toEqual(['Ünder the BRIDGE']);
    expect(await found('davinci')).toEqual(['Second']);
    expect(await found('light')).toEqual(['Third']);
    expect(await found('GLITCH')).toEqual(['Fourth']);
    expect(await found('  lens   flare ')).toEqual(['Fourth']);
    expect(await found('third light')).toEqual(['Third']);
    expect(await found('third glitch')).toEqual([]);
    expect(await found('%')).toEqual(['Third']);
    expect(await found('100%_R')).toEqual(['Third']);
    expect(await found('l_ght')).toEqual([]);
    expect(await found('real\\thing')).toEqual(['Third']);
    expect(await found(author.username)).toEqual([]);
    expect(await found(' ')).toHaveLength(4);
    expect((await uploads(author.username, 'search=r&page=2&limit=1')).pagination).toMatchObject({
      total: 4,
      pages: 4,
    });
  });

  it('are shown to their owner and admins only while pending or rejected, and to nobody while hidden', async () => {
    const cast = await test.addCast();
    const author = cast.leaker;
    for (const status of ['APPROVED', 'PENDING', 'REJECTED'] as const) {
      await addResource(test, { authorId: author.id, title: status, status });
    }
    for (const gone of ['hidden_at', 'deleted_at'] as const) {
      const id = await addResource(test, { authorId: author.id, title: gone });
      await test.db
        .updateTable('resources')
        .set({ [gone]: new Date() })
        .where('id', '=', id)
        .execute();
    }
    const shown = async (query: string, person?: Person) => {
      const { uploads: rows, pagination } = await uploads(author.username, query, person);
      return [
        rows.map(({ title, status }) => (title === status ? status : `${title} ${status}`)).sort(),
        pagination.total,
      ];
    };
    for (const query of ['', 'search=e']) {
      for (const person of [undefined, cast.member, cast.premium]) {
        expect(await shown(query, person)).toEqual([['APPROVED'], 1]);
      }
      for (const person of [author, cast.admin]) {
        expect(await shown(query, person)).toEqual([['APPROVED', 'PENDING', 'REJECTED'], 3]);
      }
    }
  });

  it('reject malformed queries', async () => {
    for (const query of ['page=0', 'page=x', 'sort=best', 'search=a&search=b', `search=${'a'.repeat(201)}`, 'q=1']) {
      expect((await get(`/api/users/lou-uploads/uploads?${query}`)).statusCode, query).toBe(400);
    }
  });

  it('can be searched for any text safely, with no more results than there are', async () => {
    for (const { id, input } of hostileCases.filter(({ how }) => how === 'literal')) {
      const url = `/api/users/lou-uploads/uploads?search=${encodeHostile(input)}`;
      if (url.length > 4096) continue;
      const reply = await get(url);
      expectHarmless(reply, id, input);
      expect([200, 400], id).toContain(reply.statusCode);
      if (reply.statusCode === 200) expect(reply.json().pagination.total, id).toBeLessThanOrEqual(50);
    }
  }, 60_000);
});

it.each([
  ['', []],
  ['  ', []],
  ['a  b a', ['%a%', '%b%']],
  ['50%_\\', ['%50\\%\\_\\\\%']],
])('%j is searched with the patterns %j', (search, patterns) => {
  expect(searchPatterns(search)).toEqual(patterns);
});
