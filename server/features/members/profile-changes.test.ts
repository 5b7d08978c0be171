// Changes to your own profile: text and pictures. Username changes are tested in renaming.test.ts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import type { PublicProfile } from '#contract/members/api.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { encodeForm, type FormPart } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { expectHarmless, literals } from '#test/hostile/hostile-inputs.ts';
import { deleteProfilePicture } from './jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const put = async (person: Person | undefined, parts: FormPart[], more: Record<string, string> = {}, app = test) => {
  const { payload, headers } = await encodeForm(...parts);
  return app.call({ method: 'PUT', url: '/api/users/profile', payload, headers: { ...headers, ...more } }, person);
};
const change = async (person: Person, ...parts: FormPart[]): Promise<Account> => {
  const reply = await put(person, parts);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Account>();
};
const me = async (person: Person) => (await test.call({ method: 'GET', url: '/api/auth/me' }, person)).json<Account>();
const draw = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });
const picture = (width = 60, height = 60, background = '#c33') => draw(width, height, background).png().toBuffer();
const get = (url: string) => test.call({ method: 'GET', url });
/** Names of all stored files. */
const stored = () =>
  readdirSync(join(test.folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const fileOf = (url: string) => url.replace('/public/users/', '');

describe('texts', () => {
  it('are trimmed and saved if sent, and the reply is the account', async () => {
    const person = await test.addPerson('premium');
    const first = await change(person, ['displayName', '  Pia P. '], ['bio', '\n Cuts films.\r\nAnd sound. \n']);
    expect(first).toMatchObject({
      id: person.id,
      displayName: 'Pia P.',
      bio: 'Cuts films.\nAnd sound.',
      badges: ['PRO'],
    });
    expect(first).toEqual(await me(person));
    const second = await change(person, ['bio', 'Only this']);
    expect(second).toMatchObject({ displayName: 'Pia P.', bio: 'Only this', username: person.username });
    expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
  });

  it('stay unchanged if empty or not sent', async () => {
    const person = await test.addPerson('member');
    const before = await change(person, ['bio', 'Cuts.'], ['displayName', 'Pia']);
    expect(await change(person, ['bio', ''], ['displayName', ' \n'], ['username', ''], ['clear', ''])).toEqual(before);
    expect(await change(person)).toEqual(before);
  });

  it('can be cleared by name, one at a time or together', async () => {
    const person = await test.addPerson('member');
    const full = await change(
      person,
      ['bio', 'x'],
      ['displayName', 'y'],
      ['avatar', await picture()],
      ['banner', await picture()],
    );
    expect(full.avatar).toMatch(/^\/public\/users\//);
    expect(await change(person, ['clear', 'bio'])).toMatchObject({ bio: '', displayName: 'y', avatar: full.avatar });
    const empty = await change(person, ['clear', 'displayName,avatar,banner,banner']);
    expect(empty).toMatchObject({
      displayName: null,
      avatar: '/public/Images/default-avatar.png',
      banner: '/public/Images/default-banner.png',
    });
  });

  it.each<[string, FormPart[]]>([
    ['clear', [['clear', 'username']]],
    ['clear', [['clear', 'bio,']]],
    [
      'clear',
      [
        ['clear', 'bio'],
        ['bio', 'x'],
      ],
    ],
    [
      'clear',
      [
        ['clear', 'avatar'],
        ['avatar', Buffer.from('x')],
      ],
    ],
    ['role', [['role', 'ADMIN']]],
    ['isPremium', [['isPremium', 'true']]],
    ['badges', [['badges', 'PRO']]],
    ['verified', [['verified', 'true']]],
    ['email', [['email', 'new@people.example']]],
    ['bio', [['bio', 'x'.repeat(501)]]],
    ['displayName', [['displayName', 'x'.repeat(51)]]],
    ['displayName', [['displayName', 'two\nlines']]],
    ['displayName', [['displayName', 'turned \u202e around']]],
    ['displayName', [['displayName', '\u200b\u200b']]],
    ['bio', [['bio', '\u200b\u200b']]],
    ['username', [['username', 'no spaces here']]],
  ])('rejects %s and changes nothing: %j', async (field, parts) => {
    const person = await test.addPerson('member');
    const before = await me(person);
    const reply = await put(person, parts);
    expect(reply.json()).toMatchObject({ status: 400, code: 'BAD_INPUT', fields: { [field]: expect.any(String) } });
    expect(await me(person)).toEqual(before);
  });

  it('can have the maximum length', async () => {
    const person = await test.addPerson('member');
    const bio = `${'é\n'.repeat(249)}ab`;
    expect(await change(person, ['bio', bio], ['displayName', 'x'.repeat(50)])).toMatchObject({ bio });
  });

  it('with hostile characters are returned unchanged or rejected', async () => {
    const person = await test.addPerson('member');
    for (const { id, input } of [...literals('text'), ...literals('markdown'), ...literals('csv-log')]) {
      for (const field of ['bio', 'displayName'] as const) {
        const reply = await put(person, [[field, input]]);
        expectHarmless(reply, `${id} ${field}`, input);
        expect([200, 400], `${id} ${reply.body}`).toContain(reply.statusCode);
        // The form encoder turns a lone surrogate into a replacement character, which the server rejects.
        if (reply.statusCode === 200) expect(reply.json<Account>()[field], id).toBe(input.trim());
        if (input.includes('\0') || !input.isWellFormed()) expect(reply.statusCode, id).toBe(400);
      }
    }
  }, 30_000);
});

describe('pictures', () => {
  it('are stored as WebP in their sizes, without camera metadata, and sent to anyone', async () => {
    const person = await test.addPerson('member');
    const photograph = await draw(2000, 1000)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'Jane Doe' } })
      .jpeg()
      .toBuffer();
    const account = await change(person, ['avatar', photograph], ['banner', photograph]);
    for (const [kind, width, height] of [
      ['avatar', 512, 512],
      ['banner', 1000, 333],
    ] as const) {
      const reply = await get(account[kind]);
      expect(reply.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height });
      expect(reply.rawPayload.includes('Jane Doe')).toBe(false);
    }
    const seen = (await get(`/api/users/${person.username}`)).json<PublicProfile>();
    expect([seen.avatar, seen.banner]).toEqual([account.avatar, account.banner]);
    const avatar = await get(`/api/users/${person.username}/avatar`);
    expect(avatar.rawPayload.equals((await get(account.avatar)).rawPayload)).toBe(true);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('can be %s, whatever the file name', async (format) => {
    const person = await test.addPerson('member');
    const body = await draw(20, 10).toFormat(format).toBuffer();
    expect((await change(person, ['banner', body, 'notes.txt'])).banner).toMatch(/^\/public\/users\/.+\.webp$/);
  });

  it('get a new URL each time, and the old file is deleted', async () => {
    const person = await test.addPerson('member');
    const same = await picture();
    const first = fileOf((await change(person, ['avatar', same])).avatar);
    const second = fileOf((await change(person, ['avatar', same])).avatar);
    expect(second).not.toBe(first);
    const waiting = await queued(person);
    expect(waiting.filter(({ file, isDue }) => file === first && isDue)).toHaveLength(1);
    expect(waiting.filter(({ file, isDue }) => file === second && isDue)).toHaveLength(0);
    // Run each job twice, as after a crash.
    for (const { file } of [...waiting, ...waiting])
      await deleteProfilePicture.run({ userId: person.id, file }, test.deps, helpers);
    expect((await get(`/public/users/${first}`)).statusCode).toBe(404);
    expect((await get(`/public/users/${second}`)).statusCode).toBe(200);
    await change(person, ['clear', 'avatar']);
    for (const { file } of await queued(person))
      await deleteProfilePicture.run({ userId: person.id, file }, test.deps, helpers);
    expect((await get(`/public/users/${second}`)).statusCode).toBe(404);
    expect(stored().filter((name) => first.includes(name) || second.includes(name))).toEqual([]);
  });

  it('from a provider are replaced without looking for a file', async () => {
    const person = await test.addPerson('member');
    await test.db
      .updateTable('users')
      .set({ avatar: 'https://cdn.example/a.png' })
      .where('id', '=', person.id)
      .execute();
    await change(person, ['clear', 'avatar']);
    expect((await queued(person)).filter(({ isDue }) => isDue)).toEqual([]);
  });

  it('that are not images are rejected with their message, along with everything sent with them', async () => {
    const person = await test.addPerson('member');
    const before = await me(person);
    const files = stored();
    for (const [kind, other] of [
      ['avatar', 'banner'],
      ['banner', 'avatar'],
    ] as const) {
      const reply = await put(person, [
        ['bio', 'x'],
        [other, await picture()],
        [kind, Buffer.from('<svg/>')],
      ]);
      expect(reply.json()).toMatchObject({
        status: 400,
        code: 'NOT_AN_IMAGE',
        message: 'Please upload an image file',
        fields: { [kind]: 'Please upload an image file' },
      });
    }
    const large = await put(person, [['avatar', Buffer.alloc(PICTURE_MAX_BYTES + 1)]]);
    expect(large.json()).toMatchObject({
      status: 413,
      code: 'TOO_LARGE',
      fields: { avatar: expect.stringContaining('10 MB') },
    });
    const wide = await put(person, [['avatar', await picture(8000, 5001)]]);
    expect(wide.json()).toMatchObject({
      status: 400,
      code: 'NOT_AN_IMAGE',
      message: expect.stringContaining('40 megapixels'),
    });
    expect(await me(person)).toEqual(before);
    expect(stored()).toEqual(files);
  });

  const helpers = { log: console, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };

  // A user's pictures that are queued for deletion, and whether the job is due now.
  const queued = async (person: Person) => {
    const { rows } = await test.deps.pool.query<{ payload: { userId: string; file: string }; due: boolean }>(
      `select j.payload, j.run_at <= now() as due from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'members.drop-picture'`,
    );
    return rows
      .filter(({ payload }) => payload.userId === person.id)
      .map(({ payload, due }) => ({ file: payload.file, isDue: due }));
  };
});

describe('a change', () => {
  it('leaves no file or row behind if it is rejected', async () => {
    const [person, suspended, other] = [
      await test.addPerson('member'),
      await test.addPerson('member'),
      await test.addPerson('member'),
    ];
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
    const parts: FormPart[] = [
      ['bio', 'x'],
      ['avatar', await picture()],
    ];
    const rows = () => test.db.selectFrom('users').selectAll().orderBy('id').execute();
    const [files, before] = [stored(), await rows()];
    expect((await put(undefined, parts)).statusCode).toBe(401);
    expect((await put(suspended, parts)).json()).toMatchObject({ status: 403, code: 'BANNED' });
    expect((await put(person, parts, { 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({ code: 'CROSS_SITE' });
    expect((await put(person, parts, { origin: 'https://evil.example' })).json()).toMatchObject({ code: 'CROSS_SITE' });
    expect((await put(person, [...parts, ['username', other.username]])).json()).toMatchObject({
      status: 409,
      code: 'USERNAME_TAKEN',
    });
    expect((await put(person, [...parts, ['username', 'admin']])).json()).toMatchObject({ code: 'USERNAME_TAKEN' });
    expect(stored()).toEqual(files);
    expect(await rows()).toEqual(before);
  });

  it('accepts neither JSON nor an incomplete form', async () => {
    const person = await test.addPerson('member');
    const call = (payload: string, type: string) =>
      test.call({ method: 'PUT', url: '/api/users/profile', payload, headers: { 'content-type': type } }, person);
    expect((await call('{"bio":"x"}', 'application/json')).json()).toMatchObject({
      status: 415,
      code: 'NOT_ACCEPTABLE_TYPE',
    });
    expect(
      (
        await call('--X\r\nContent-Disposition: form-data; name="bio"\r\n\r\nx', 'multipart/form-data; boundary=X')
      ).json(),
    ).toMatchObject({ status: 400 });
  });

  it('shows up on cached pages immediately', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: leaker.id });
    await change(leaker, ['bio', 'The first bio']);
    const page = async () =>
      (await test.call({ method: 'GET', url: `/resources/${id}`, headers: { accept: 'text/html' } })).body;
    await expect.poll(page).toContain('The first bio');
    await change(leaker, ['bio', 'Another bio']);
    await expect.poll(page).toContain('Another bio');
  });

  it('is limited to sixty per ten minutes', async () => {
    const strict = await startTestApp({
      beside: test,
      limits: { profileChanges: { ...standardLimits.profileChanges, limit: 2 } },
    });
    try {
      const person = await strict.addPerson('member');
      const statuses: number[] = [];
      for (let time = 0; time < 3; time += 1)
        statuses.push((await put(person, [['bio', `${time}`]], {}, strict)).statusCode);
      expect(statuses).toEqual([200, 200, 429]);
      expect(standardLimits.profileChanges).toEqual({ limit: 60, windowSeconds: 600 });
    } finally {
      await strict.stop();
    }
  });
});
