import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminSettings } from '#contract/admin/settings.ts';
import { S3_FILE_MAX_GB } from '#contract/uploads/limits.ts';
import { GB_BYTES } from '#server/features/uploads/sessions/rules.ts';
import { PART_BYTES, S3_MOST_PARTS } from '#server/kit/storage/objects/object-store.ts';
import { readStorageUrl } from '#server/kit/storage/settings.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { guard } from '#test/harness/second-factor.ts';
import { bodyOf, expectHarmless, hostileCases } from '#test/hostile/hostile-inputs.ts';
import { changeSettings } from './actions.ts';
import { describePlace, presentSettings } from './rules.ts';

let test: TestApp;
let beside: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  beside = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
});

const URL = '/api/admin/settings';
const send = (payload: unknown, { by = admin, app = test, method = 'PUT' as 'PUT' | 'PATCH' } = {}) =>
  app.call({ method, url: URL, payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }, by);
const read = async (): Promise<AdminSettings> => (await test.call({ method: 'GET', url: URL }, admin)).json();
const log = () =>
  test.db.selectFrom('audit_log').selectAll().where('action', '=', 'settings.change').orderBy('id').execute();
const site = async (app = test) => (await app.call({ method: 'GET', url: '/api/site' })).json();

describe('settings', () => {
  it('are returned with their defaults, where they are used, and the configured storage', async () => {
    const settings = await read();
    expect(settings).toMatchObject({
      siteName: 'Helix Resource Platform',
      siteDescription: 'Your trusted source for secure file sharing',
      maintenanceMode: false,
      registrationEnabled: true,
      maxUploadSize: 15,
      defaultUserQuota: 50,
      multipartLimitMb: 100,
      defaultRole: 'USER',
      storageProvider: 'local',
      logo: null,
    });
    const told = new Set(['storageProvider', 'storageBucket', 'uses']);
    for (const key of Object.keys(settings).filter((name) => !told.has(name)))
      expect(settings.uses[key], key).toMatch(/.{5}/);
  });

  it.each(['PUT', 'PATCH'] as const)('are changed by %s: only the sent ones, with one audit entry', async (method) => {
    const before = await read();
    const lines = (await log()).length;
    const siteName = `Cutting Room ${method}`;
    const reply = await send({ siteName, defaultUserQuota: 12.5 }, { method });
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...before, siteName, defaultUserQuota: 12.5 }]);
    expect((await site()).siteName).toBe(siteName);
    await expect.poll(async () => (await site(beside)).siteName).toBe(siteName);
    expect((await log()).slice(lines)).toMatchObject([
      {
        actor_id: admin.id,
        actor_name: admin.username,
        before: { siteName: before.siteName, defaultUserQuota: before.defaultUserQuota },
        after: { siteName, defaultUserQuota: 12.5 },
      },
    ]);
    expect((await send({ siteName })).statusCode).toBe(200);
    expect(await log()).toHaveLength(lines + 1);
    await send({ siteName: before.siteName, defaultUserQuota: before.defaultUserQuota });
  });

  it.each([
    ['logoKey', 'site/0.webp'],
    ['premiumDemo', { members: 1, resources: 1, testimonials: [] }],
    ['storageProvider', 's3'],
    ['storageBucket', 'x'],
    ['uses', {}],
    ['constructor', 1],
    ['nobodyKnowsThis', true],
  ])('do not allow changing %s', async (key, value) => {
    const reply = await send({ siteDescription: 'Never stored', [key]: value });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { code: 'BAD_INPUT', fields: { [key]: expect.any(String) } },
    ]);
    expect((await read()).siteDescription).not.toBe('Never stored');
  });

  it.each([
    ['defaultUserQuota', 1e12, 'Enter a number above 0, up to 100,000.'],
    ['multipartLimitMb', 0, 'Enter a whole number from 1 to 1,000.'],
    ['multipartLimitMb', 5000, 'Enter a whole number from 1 to 1,000.'],
    ['defaultRole', 'ADMIN', 'Choose one of: USER, PREMIUM.'],
  ])('explain the valid values for %s when sent %j', async (key, value, sentence) => {
    expect((await send({ [key]: value })).json()).toMatchObject({ fields: { [key]: sentence } });
  });

  it.each([
    ['siteName', ''],
    ['siteName', '   '],
    ['siteName', 'two\nlines'],
    ['siteName', 'n'.repeat(81)],
    ['maintenanceMode', 'yes'],
    ['maxUploadSize', 0],
    ['maxUploadSize', '15'],
    ['defaultUserQuota', -1],
    ['multipartLimitMb', 1.5],
    ['defaultRole', 'ADMIN'],
    ['cdnUrl', 'javascript:alert(1)'],
    ['cdnUrl', "https://a;script-src'self'"],
    ['cdnUrl', 'https://a.example/?x'],
    ['accentColor', 'red'],
    ['sessionIdleDays', 31],
    ['adminSessionIdleHours', 0],
    ['uploadCategories', []],
    ['uploadCategories', ['Free', 'free']],
    ['chatInviteUrl', 'ftp://chat.example'],
  ])('reject %s as %j', async (key, value) => {
    const before = await read();
    const reply = await send({ [key]: value });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'BAD_INPUT']);
    expect(Object.keys(reply.json().fields)[0]).toMatch(new RegExp(`^${key}`));
    expect(await read()).toEqual(before);
  });

  it('limit file sizes with S3 storage, and say so', async () => {
    const storage = readStorageUrl('s3://helix-files', { keyId: 'id', secret: 'secret' });
    const atS3 = { ...test.deps, config: { ...test.deps.config, storage } };
    const set = (maxUploadSize: number) =>
      changeSettings(atS3, { maxUploadSize }, { id: admin.id, name: admin.username }, { sessionId: '' });
    await expect(set(S3_FILE_MAX_GB + 0.1)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      extra: { fields: { maxUploadSize: "At most 78 GB. This site's S3 storage doesn't accept larger files." } },
    });
    expect((await read()).maxUploadSize).toBe(15);
    await set(S3_FILE_MAX_GB);
    expect((await read()).maxUploadSize).toBe(78);
    const { uses } = presentSettings(await test.deps.settings.get(), describePlace(atS3.config));
    expect(uses.maxUploadSize).toBe('Size of each uploaded file, in gigabytes (up to 78 with S3 storage)');
    // On a local disk, free space is the only limit.
    expect((await send({ maxUploadSize: 1000 })).statusCode).toBe(200);
    expect((await read()).uses.maxUploadSize).toBe('Size of each uploaded file, in gigabytes');
    await send({ maxUploadSize: 15 });
    expect(S3_FILE_MAX_GB).toBe(Math.floor((S3_MOST_PARTS * PART_BYTES) / GB_BYTES));
    const summary = expect.stringContaining('maxUploadSize is at most 78');
    const { paths } = (await test.call({ method: 'GET', url: '/api/openapi.json' })).json();
    expect(paths[URL]).toMatchObject({ put: { summary }, patch: { summary } });
  });

  it('changed concurrently keep the later value per key, and both changes are logged', async () => {
    const lines = (await log()).length;
    const other = await test.addPerson('admin');
    const replies = await Promise.all([
      send({ siteDescription: 'of the first', monthlyPrice: 7 }),
      send({ siteDescription: 'of the second', yearlyPrice: 77 }, { by: other, app: beside }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const added = (await log()).slice(lines);
    expect(added.map(({ actor_id }) => actor_id).sort()).toEqual([admin.id, other.id].sort());
    const [first, last] = added as unknown as { before: AdminSettings; after: AdminSettings }[];
    expect(last?.before.siteDescription).toBe(first?.after.siteDescription);
    await expect.poll(read).toMatchObject({
      siteDescription: last?.after.siteDescription,
      monthlyPrice: 7,
      yearlyPrice: 77,
    });
  });

  it('can only require two-factor if the administrator has it', async () => {
    const refused = await send({ adminTwoFactorRequired: true });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'NO_TWO_FACTOR']);
    expect((await read()).adminTwoFactorRequired).toBe(false);
    const guarded = await guard(test, await test.addPerson('admin'));
    expect((await send({ adminTwoFactorRequired: true }, { by: guarded })).statusCode).toBe(200);
    expect((await send({ siteName: 'No more' })).json().code).toBe('TWO_FACTOR_NEEDED');
    expect((await send({ adminTwoFactorRequired: false }, { by: guarded })).statusCode).toBe(200);
  });

  it('store hostile text unchanged or reject it, and are not changed by hostile JSON', async () => {
    for (const { id, input } of hostileCases.filter(({ how, kind }) => how === 'literal' && kind === 'text')) {
      const reply = await send({ siteDescription: input });
      expectHarmless(reply, id, input);
      if (reply.statusCode === 200) expect(reply.json().siteDescription, id).toBe(input.trim());
      else expect([reply.statusCode, Object.keys(reply.json().fields)], id).toEqual([400, ['siteDescription']]);
    }
    await send({ siteDescription: 'Kept' });
    for (const found of hostileCases.filter(({ kind }) => kind === 'json')) {
      const headers = { 'content-type': 'application/json' };
      const reply = await test.call({ method: 'PUT', url: URL, payload: bodyOf(found), headers }, admin);
      expect([200, 400, 413], found.id).toContain(reply.statusCode);
      expect((await read()).siteDescription, found.id).toBe('Kept');
    }
  }, 60_000);
});

describe('the logo', () => {
  const LOGO = `${URL}/logo`;
  const put = async (file: Uint8Array, name = 'logo.png') =>
    test.call({ method: 'PUT', url: LOGO, ...(await encodeForm(['logo', file, name])) }, admin);
  const draw = (format: 'png' | 'webp' | 'jpeg') =>
    sharp({ create: { width: 900, height: 90, channels: 4, background: '#0080ff80' } })
      [format]()
      .toBuffer();

  it('is rendered in full from PNG, WebP or JPEG, served, replaced and removed', async () => {
    const seen: string[] = [];
    for (const format of ['png', 'webp', 'jpeg'] as const) {
      const reply = await put(await draw(format));
      expect(reply.statusCode).toBe(200);
      const { logo } = reply.json<AdminSettings>();
      expect(logo).toMatch(/^\/public\/site\/[0-9a-f]{32}\.webp$/);
      expect((await site()).logo).toBe(logo);
      const picture = await test.call({ method: 'GET', url: logo ?? '' });
      expect(picture.headers).toMatchObject({ 'content-type': 'image/webp' });
      expect(picture.headers['cache-control']).toContain('immutable');
      expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 720, height: 72 });
      seen.push(logo ?? '');
    }
    const gone = await test.call({ method: 'DELETE', url: LOGO }, admin);
    expect([gone.statusCode, gone.json().logo, (await site()).logo]).toEqual([200, null, null]);
    expect(new Set(seen).size).toBe(3);
    expect((await log()).at(-1)).toMatchObject({ after: { logoKey: null } });
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['something other than an image', 'plain text'],
    ['a damaged PNG', '\x89PNG\r\n\x1a\nbroken'],
  ])('rejects %s', async (_name, text) => {
    const before = await read();
    const reply = await put(Buffer.from(text, 'latin1'));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'NOT_AN_IMAGE']);
    expect(await read()).toEqual(before);
  });

  it.each(['x.webp', `${'0'.repeat(32)}.webp`, '..%2fsecret'])('returns 404 for the file %s', async (file) => {
    expect((await test.call({ method: 'GET', url: `/public/site/${file}` })).statusCode).toBe(404);
  });
});

describe('the accent colour', () => {
  it('has a separate stylesheet per colour that is cached forever', async () => {
    const reply = await test.call({ method: 'GET', url: '/public/accent/3366cc.css' });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(reply.headers['cache-control']).toContain('immutable');
    expect(reply.body).toContain('--tally:oklch(');
    for (const file of ['3366CC.css', 'red.css', '3366cc', '3366cc.css.js'])
      expect((await test.call({ method: 'GET', url: `/public/accent/${file}` })).statusCode, file).toBe(404);
  });

  it('is published immediately in every process', async () => {
    await send({ accentColor: '#3366cc' });
    expect((await site()).accentColor).toBe('#3366cc');
    await expect.poll(async () => (await site(beside)).accentColor).toBe('#3366cc');
    await send({ accentColor: null });
  });
});

describe('a CDN for images', () => {
  it('prefixes image URLs and is allowed by the Content-Security-Policy, and nothing else changes', async () => {
    const id = await addResource(test, { authorId: admin.id, title: 'Shown from elsewhere' });
    const key = `${id}/${'0'.repeat(16)}`;
    await test.db.updateTable('resources').set({ thumbnail_key: key }).where('id', '=', id).execute();
    const ask = () => test.call({ method: 'GET', url: `/api/resources/${id}` });
    const policyOf = async () => String((await ask()).headers['content-security-policy']);
    const own = `/public/thumbnails/${key}-640.webp`;
    expect((await ask()).json().thumbnailUrl ?? (await ask()).json().thumbnail).toBe(own);
    const plain = await policyOf();
    await send({ cdnUrl: 'https://cdn.example:8443/helix/' });
    const { thumbnail, author } = (await ask()).json();
    expect([thumbnail, author]).toEqual([`https://cdn.example:8443/helix${own}`, admin.username]);
    expect(await policyOf()).toBe(
      plain
        .replace("img-src 'self'", "img-src 'self' https://cdn.example:8443")
        .replace("media-src 'self'", "media-src 'self' https://cdn.example:8443"),
    );
    await send({ cdnUrl: '' });
    expect(await policyOf()).toBe(plain);
  });

  it.each(['https://cdn.example.com:99999', 'https://1.2.3.4.5', 'https://300.1.1.1'])(
    'is rejected if browsers cannot parse it: %s',
    async (cdnUrl) => {
      expect((await send({ cdnUrl })).statusCode).toBe(400);
      // If such a value is written directly to the database, it is ignored, because an invalid policy would break every page.
      const value = JSON.stringify(cdnUrl);
      await test.db
        .insertInto('settings')
        .values({ key: 'cdnUrl', value, updated_at: new Date() })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
      const fresh = await startTestApp({ beside: test });
      try {
        expect((await fresh.call({ method: 'GET', url: '/api/site' })).statusCode).toBe(200);
      } finally {
        await fresh.stop();
        await test.db.deleteFrom('settings').where('key', '=', 'cdnUrl').execute();
      }
    },
  );
});

describe('the list of administrators', () => {
  it('includes their two-factor state, and can log out everyone except the current session', async () => {
    const guarded = await guard(test, await test.addPerson('admin'));
    const member = await test.addPerson('member');
    const list = (await test.call({ method: 'GET', url: '/api/admin/administrators' }, admin)).json();
    expect(list).toContainEqual(expect.objectContaining({ id: guarded.id, twoFactorEnabled: true, sessions: 1 }));
    expect(list).toContainEqual(expect.objectContaining({ id: admin.id, twoFactorEnabled: false }));
    expect(JSON.stringify(list)).not.toContain(member.id);
    const reply = await test.call({ method: 'DELETE', url: '/api/admin/administrators/sessions' }, admin);
    expect(reply.json().ended).toBeGreaterThan(0);
    const me = async (person: Person) => (await beside.call({ method: 'GET', url: '/api/auth/me' }, person)).statusCode;
    expect(await Promise.all([admin, guarded, member].map(me))).toEqual([200, 401, 200]);
    const line = await test.db.selectFrom('audit_log').selectAll().where('action', '=', 'sessions.end').execute();
    expect(line).toMatchObject([{ actor_id: admin.id, after: reply.json() }]);
  });
});

it.each([
  ['disk', 'local', '/srv/helix/files'],
  ['s3://helix-files', 's3', 'helix-files'],
  ['s3://helix/a/site?endpoint=https://s3.example', 's3', 'helix/a/site'],
  ['gs://helix_files', 'gcs', 'helix_files'],
])('the storage location for STORAGE_URL=%s omits the service', (address, storageProvider, storageBucket) => {
  const storage = readStorageUrl(address, { keyId: 'id', secret: 'secret' });
  expect(describePlace({ dataDir: '/srv/helix', storage })).toEqual({ storageProvider, storageBucket });
});
