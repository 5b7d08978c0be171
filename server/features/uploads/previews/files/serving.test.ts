// Who may fetch previews of files, in which parts, and how long browsers keep them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileMissing } from '#server/kit/storage/errors.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

const BODY = 'a clip of 26 bytes, no more';

let test: TestApp;
let admin: Person;
let leaker: Person;
let stranger: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  leaker = await test.addPerson('leaker');
  stranger = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const addPreviewed = async (status: 'PENDING' | 'REJECTED' | 'APPROVED' = 'APPROVED', ending = '-clip.mp4') => {
  const id = await addResource(test, { authorId: leaker.id, status, files: { 'a.mp4': 'original' } });
  const key = `${randomUUID()}/0123456789abcdef${ending}`;
  await test.deps.storage.put(`t/${key}`, Buffer.from(BODY));
  await sql`insert into file_previews (file_id, kind, is_premium, keys, made_at)
    select id, 'clip', false, array[${key}], now() from resource_files where resource_id = ${id}`.execute(test.db);
  return { id, key, url: `/public/previews/${key}` };
};
const ask = (url: string, headers: Record<string, string> = {}, by?: Person, method: 'GET' | 'HEAD' = 'GET') =>
  test.call({ method, url, headers }, by);

describe('a preview', () => {
  it('is sent whole, with its type and the length of the file', async () => {
    for (const [ending, type] of [
      ['-clip.mp4', 'video/mp4'],
      ['-sound.m4a', 'audio/mp4'],
      ['-frames.webp', 'image/webp'],
      ['-still.webp', 'image/webp'],
      ['-table.bin', 'application/octet-stream'],
      ['-model.glb', 'model/gltf-binary'],
    ] as const) {
      const reply = await ask((await addPreviewed('APPROVED', ending)).url);
      expect([reply.statusCode, reply.body]).toEqual([200, BODY]);
      expect(reply.headers).toMatchObject({
        'content-type': type,
        'content-length': String(BODY.length),
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
        etag: `"0123456789abcdef${ending}"`,
      });
    }
  });

  it.each([
    ['bytes=0-5', 'a clip', '0-5'],
    ['bytes=20-', BODY.slice(20), `20-${BODY.length - 1}`],
    ['bytes=-4', 'more', `${BODY.length - 4}-${BODY.length - 1}`],
    ['bytes=20-999', BODY.slice(20), `20-${BODY.length - 1}`],
  ])('is sent in parts: %s', async (range, part, sent) => {
    const { url } = await addPreviewed();
    const reply = await ask(url, { range });
    expect([reply.statusCode, reply.body]).toEqual([206, part]);
    expect(reply.headers).toMatchObject({
      'content-range': `bytes ${sent}/${BODY.length}`,
      'content-length': String(part.length),
    });
  });

  it('is refused in a part that it does not have', async () => {
    const { url } = await addPreviewed();
    for (const range of [`bytes=${BODY.length}-`, 'bytes=-0']) {
      const reply = await ask(url, { range });
      expect([reply.statusCode, reply.body]).toEqual([416, '']);
      expect(reply.headers['content-range']).toBe(`bytes */${BODY.length}`);
    }
  });

  it('is sent whole instead of a part of another version', async () => {
    const { url } = await addPreviewed();
    const { etag } = (await ask(url)).headers;
    const part = { range: 'bytes=0-5' };
    expect((await ask(url, { ...part, 'if-range': String(etag) })).statusCode).toBe(206);
    const other = await ask(url, { ...part, 'if-range': '"another"' });
    expect([other.statusCode, other.body]).toEqual([200, BODY]);
    expect((await ask(url, { 'if-match': '"another"' })).statusCode).toBe(412);
  });

  it('is not sent again when it is unchanged', async () => {
    const { url } = await addPreviewed();
    const { etag } = (await ask(url)).headers;
    const reply = await ask(url, { 'if-none-match': String(etag), range: 'bytes=0-5' });
    expect([reply.statusCode, reply.body]).toEqual([304, '']);
    expect(reply.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=3600' });
  });

  it('answers HEAD with the headers of the whole file', async () => {
    const { url } = await addPreviewed();
    const reply = await ask(url, { range: 'bytes=0-5' }, undefined, 'HEAD');
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
    expect(reply.headers).toMatchObject({ 'content-length': String(BODY.length), 'content-type': 'video/mp4' });
  });
});

describe('a preview of a resource', () => {
  const statuses = (url: string) =>
    Promise.all([undefined, stranger, leaker, admin].map(async (by) => (await ask(url, {}, by)).statusCode));

  it('that is public is sent to everybody', async () => {
    expect(await statuses((await addPreviewed()).url)).toEqual([200, 200, 200, 200]);
  });

  it.each(['PENDING', 'REJECTED'] as const)(
    'that is %s is sent to its owner and administrators only',
    async (status) => {
      const { url } = await addPreviewed(status);
      expect(await statuses(url)).toEqual([404, 404, 200, 200]);
      for (const by of [leaker, admin]) {
        const { headers } = await ask(url, { range: 'bytes=0-1' }, by);
        expect(headers['cache-control']).toBe('private, no-store');
      }
      const refused = await ask(url, { 'if-none-match': '"0123456789abcdef-clip.mp4"' });
      expect(refused.statusCode).toBe(404);
      expect(refused.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(refused.headers.etag).toBeUndefined();
    },
  );

  it('that is hidden or deleted disappears, and comes back', async () => {
    const { id, url } = await addPreviewed();
    expect(await statuses(url)).toEqual([200, 200, 200, 200]);
    const hide = (hidden: boolean) =>
      test.call(
        {
          method: 'PUT',
          url: `/api/admin/uploads/${id}/hidden`,
          payload: { hidden, ...(hidden ? { reason: 'A notice.' } : {}) },
        },
        admin,
      );
    expect((await hide(true)).statusCode).toBe(200);
    await expect.poll(() => statuses(url)).toEqual([404, 404, 200, 200]);
    expect((await hide(false)).statusCode).toBe(200);
    await expect.poll(() => statuses(url)).toEqual([200, 200, 200, 200]);
    await test.db.updateTable('resources').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
    await test.deps.bus.publish(test.db, 'resources', id);
    await expect.poll(() => statuses(url)).toEqual([404, 404, 404, 200]);
  });

  it('that became Premium is not sent any more, even before the new one is made', async () => {
    const { id, url } = await addPreviewed();
    await test.db.updateTable('resources').set({ category: 'Premium' }).where('id', '=', id).execute();
    expect(await statuses(url)).toEqual([404, 404, 404, 200]);
  });
});

describe('the table of a LUT', () => {
  it('is sent to people who may download the LUT', async () => {
    const { id, key, url } = await addPreviewed('APPROVED', '-table.bin');
    const member = await test.addPerson('premium');
    const statuses = () =>
      Promise.all([undefined, stranger, member, leaker, admin].map(async (by) => (await ask(url, {}, by)).statusCode));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    await test.db.updateTable('resources').set({ category: 'Premium' }).where('id', '=', id).execute();
    await sql`update file_previews set is_premium = true where keys @> array[${key}]`.execute(test.db);
    await test.deps.bus.publish(test.db, 'resources', id);
    await expect.poll(statuses).toEqual([404, 404, 200, 200, 200]);
    expect((await ask(url, {}, member)).headers['cache-control']).toBe('private, no-store');
  });
});

describe('a plate without a LUT', () => {
  it('is sent to everybody, in every encoding', async () => {
    const [coast, again, log] = await Promise.all(
      ['coast-rec709', 'coast-rec709', 'coast-slog3'].map((name) => ask(`/public/plates/${name}.webp`)),
    );
    expect([coast?.statusCode, log?.statusCode]).toEqual([200, 200]);
    expect(coast?.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=86400' });
    expect(await sharp(coast?.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540 });
    expect(coast?.rawPayload).toEqual(again?.rawPayload);
    expect(coast?.rawPayload).not.toEqual(log?.rawPayload);
    for (const name of ['coast-rec709', 'coast-log.webp', 'sea-rec709.webp', 'toString'])
      expect((await ask(`/public/plates/${name}`)).statusCode, name).toBe(404);
  });
});

describe('an address without a preview', () => {
  it('is not found, for visitors and members alike', async () => {
    const unknown = `${randomUUID()}/0123456789abcdef-clip.mp4`;
    // Stored, but of no file.
    const loose = `${randomUUID()}/0123456789abcdef-picture.webp`;
    await test.deps.storage.put(`t/${loose}`, Buffer.from(BODY));
    const { key } = await addPreviewed();
    const others = [
      ...[unknown, loose, key.replace('-clip', '-sound'), `${key}/..`, `../r/${key}`, `%2e%2e/${key}`, ''],
      ...[key.replace('-clip.mp4', '-320.webp'), key.toUpperCase(), `${key}%00`],
    ];
    for (const by of [undefined, leaker]) {
      for (const name of others) expect((await ask(`/public/previews/${name}`, {}, by)).statusCode, name).toBe(404);
    }
    expect((await ask(`/public/thumbnails/${key}`)).statusCode).toBe(404);
  });

  it('is not found if the stored file is lost, also while it is being opened', async () => {
    const { key, url } = await addPreviewed();
    const { storage } = test.deps;
    const { openRange } = storage;
    storage.openRange = async () => {
      throw new FileMissing(key);
    };
    const raced = await ask(url, { range: 'bytes=0-5' }).finally(() => {
      storage.openRange = openRange;
    });
    await storage.delete(`t/${key}`);
    for (const reply of [raced, await ask(url), await ask(url, {}, admin)]) {
      expect(reply.statusCode).toBe(404);
      expect(reply.headers['content-range']).toBeUndefined();
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  });
});
