import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TopUser } from '#contract/members/api.ts';
import { pictureUrl } from '#server/platform/profile-pictures.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { literals } from '#test/hostile/hostile-inputs.ts';
import { ownPictureFile, profilePictureKey } from './rules.ts';

const USER = '0b7f3c52-6f0e-4a5e-9d3c-2f1f6f3f9a10';
const HASH = 'c0ffee00c0ffee00';
const pictureFile = (userId: string, contentHash: string): string => `${userId}-${contentHash}.webp`;

describe('the URL of a picture', () => {
  it.each([
    [null, '/public/Images/default-avatar.png'],
    ['', '/public/Images/default-avatar.png'],
    ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
    ['http://cdn.example/a.png', 'http://cdn.example/a.png'],
    ['/public/Images/a.png', '/public/Images/a.png'],
    [`${USER}-${HASH}.webp`, `/public/users/${USER}-${HASH}.webp`],
    ['httpd.png', '/public/users/httpd.png'],
  ])('%s is %s', (value, expected) => {
    expect(pictureUrl(value, 'avatar')).toBe(expected);
  });

  it('has its own default for a banner', () => {
    expect(pictureUrl(null, 'banner')).toBe('/public/Images/default-banner.png');
  });
});

describe('the file name of a picture', () => {
  it('maps to its storage key and back', () => {
    const file = pictureFile(USER, HASH);
    expect(profilePictureKey(file)).toBe(`u/${USER}/${HASH}.webp`);
    expect(ownPictureFile(file)).toBe(file);
    expect(ownPictureFile(`/public/users/${file}`)).toBe(file);
  });

  it.each([
    '../../etc/passwd',
    `${USER}-${HASH}.png`,
    `${USER}-${HASH}.webp/x`,
    `x${USER}-${HASH}.webp`,
    `${USER}-c0ffee.webp`,
    `${USER.toUpperCase()}-${HASH}.webp`,
    `${USER}-${HASH}.webp\n`,
    'https://cdn.example/a.png',
    '',
  ])('rejects %j', (file) => {
    expect(profilePictureKey(file)).toBeNull();
    expect(ownPictureFile(file)).toBeNull();
  });
});

describe('the routes', () => {
  let test: TestApp;
  let person: Person;
  let file = '';
  const body = Buffer.from('RIFF....WEBP, more or less');
  const defaultPicture = () => readFileSync(`${test.deps.config.projectDir}/dist/images/default-avatar.png`);

  beforeAll(async () => {
    test = await startTestApp();
    person = await test.addPerson('leaker', { username: 'pia-leaker' });
    const hash = createHash('sha256').update(body).digest('hex');
    file = pictureFile(person.id, hash);
    await test.deps.storage.put(profilePictureKey(file) ?? '', body);
    await setAvatar(person, file);
  });
  afterAll(() => test.stop());

  const setAvatar = (whose: Person, avatar: string | null) =>
    test.db.updateTable('users').set({ avatar }).where('id', '=', whose.id).execute();
  const get = (url: string, headers: Record<string, string> = {}) => test.call({ method: 'GET', url, headers });

  it('send a picture cacheable for a year, and 304 if it is unchanged', async () => {
    const reply = await get(`/public/users/${file}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.equals(body)).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const again = await get(`/public/users/${file}`, { 'if-none-match': `W/"other", ${reply.headers.etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('return 404 for missing pictures and path traversal', async () => {
    const forms = [
      pictureFile(person.id, HASH),
      pictureFile(randomUUID(), HASH),
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      '..%5c..%5cetc%5cpasswd',
      '..\\..\\etc\\passwd',
      '....//....//etc/passwd',
      '%252e%252e%252fetc%252fpasswd',
      '..;/etc/passwd',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      'file:%2f%2f%2fetc%2fpasswd',
      `${file}%00.png`,
      `${file}/..`,
      `./${file}x`,
      `../users/..%2f${file}`,
      '.',
      '..',
      '%2e%2e',
      '~root',
      `u/${person.id}/x.webp`,
    ];
    for (const form of forms) {
      const reply = await get(`/public/users/${form}`);
      expect(reply.statusCode, form).toBe(404);
      expect(reply.body, form).not.toContain('root:');
    }
  });

  it('send a member’s avatar whatever the case of the username', async () => {
    for (const name of ['pia-leaker', 'PIA-Leaker']) {
      const reply = await get(`/api/users/${name}/avatar`);
      expect(reply.statusCode).toBe(200);
      expect(reply.rawPayload.equals(body)).toBe(true);
      expect(reply.headers['cache-control']).toBe('public, max-age=300');
      expect((await get(`/api/users/${name}/avatar`, { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(
        304,
      );
    }
  });

  it.each([
    ['no picture', null],
    ['a picture hosted by a provider', 'https://cdn.example/a.png'],
    ['a picture missing from the disk', pictureFile(USER, HASH)],
    ['a value with path traversal', '../../../etc/passwd'],
  ])('send the default picture for a member with %s', async (_name, avatar) => {
    const member = await test.addPerson('member');
    await setAvatar(member, avatar);
    const reply = await get(`/api/users/${member.username}/avatar`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('image/png');
    expect(reply.rawPayload.equals(defaultPicture())).toBe(true);
  });

  it('return 404 for avatars of unknown, deleted and suspended users', async () => {
    const [deleted, suspended] = [await test.addPerson('member'), await test.addPerson('member')];
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute();
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
    for (const name of ['nobody-at-all', deleted.username, suspended.username]) {
      expect((await get(`/api/users/${name}/avatar`)).json(), name).toMatchObject({ code: 'PROFILE_NOT_FOUND' });
    }
  });

  it('accept no hostile username', async () => {
    for (const { id, input } of literals('username', 'syntax', 'confusable')) {
      if (!input.isWellFormed()) continue;
      const reply = await get(`/api/users/${encodeURIComponent(input)}/avatar`);
      expect([400, 404], `${id} ${JSON.stringify(input)}`).toContain(reply.statusCode);
    }
  });

  describe('the top members', () => {
    const listTop = async () => (await get('/api/users/top')).json<{ users: TopUser[] }>().users;
    const addLeaker = async (reputation: number, resources: { status?: 'APPROVED' | 'PENDING'; views?: number }[]) => {
      const leaker = await test.addPerson('leaker');
      await test.db.updateTable('users').set({ reputation, posts_count: 3 }).where('id', '=', leaker.id).execute();
      for (const { status = 'APPROVED', views = 0 } of resources) {
        const id = await addResource(test, { authorId: leaker.id, status });
        await test.db.updateTable('resources').set({ views }).where('id', '=', id).execute();
      }
      return leaker;
    };
    const forget = () => test.deps.db.transaction().execute((trx) => test.deps.bus.publish(trx, 'members', 'all'));

    it('are those with an approved resource, highest reputation first, ten at most, cached for a while', async () => {
      expect(await listTop()).toEqual([]);
      const best = await addLeaker(90, [{ views: 5 }, { views: 7 }, { status: 'PENDING', views: 100 }]);
      const good = await addLeaker(40, [{}]);
      await addLeaker(1000, [{ status: 'PENDING' }]);
      await addLeaker(1000, []);
      const suspended = await addLeaker(1000, [{}]);
      await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
      expect(await listTop()).toEqual([]);
      await forget();
      await expect.poll(listTop).not.toEqual([]);
      expect(await listTop()).toEqual([
        {
          id: best.id,
          username: best.username,
          avatar: '/public/Images/default-avatar.png',
          forumPosts: 3,
          uploads: 2,
          reputation: 90,
          views: 12,
        },
        expect.objectContaining({ id: good.id, reputation: 40, uploads: 1, views: 0 }),
      ]);
      for (let index = 0; index < 10; index += 1) await addLeaker(50 + index, [{}]);
      await forget();
      await expect.poll(async () => (await listTop()).length).toBe(10);
      const reputations = (await listTop()).map(({ reputation }) => reputation);
      expect(reputations).toEqual([90, 59, 58, 57, 56, 55, 54, 53, 52, 51]);
    });
  });
});
