// Tests who may fetch the pictures of a hidden, pending, rejected or deleted resource.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

const HASH = '0123456789abcdef';

let test: TestApp;
/** A second process on the same database and files. */
let other: TestApp;
let admin: Person;
let leaker: Person;
let stranger: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
  leaker = await test.addPerson('leaker');
  stranger = await test.addPerson('leaker');
}, 120_000);
afterAll(async () => {
  await other.stop();
  await test.stop();
});

/** Stores pictures that do not yet belong to a resource. */
const store = async () => {
  const key = `${randomUUID()}/${HASH}`;
  const files = [`${key}-320.webp`, `${key}-1280.jpg`, `${key}-strip.webp`];
  for (const file of files) await test.deps.storage.put(`t/${file}`, Buffer.from(file));
  return { key, files };
};

const addPictured = async (status?: 'PENDING' | 'REJECTED') => {
  const id = await addResource(test, { authorId: leaker.id, ...(status ? { status } : {}) });
  const { key, files } = await store();
  await test.db
    .updateTable('resources')
    .set({ thumbnail_key: key, strip_key: `${key}-strip.webp`, strip_kind: 'frames' })
    .where('id', '=', id)
    .execute();
  return { id, files };
};

const ask = (file: string, by: Person | null, { app = test, headers = {} } = {}) =>
  app.call({ method: 'GET', url: `/public/thumbnails/${file}`, headers }, by ?? undefined);

/** The distinct response statuses that a person gets for these pictures. */
const statuses = async (files: readonly string[], by: Person | null, app = test) => {
  const replies = await Promise.all(files.map((file) => ask(file, by, { app })));
  return [...new Set(replies.map(({ statusCode }) => statusCode))];
};

const hide = (id: string, hidden: boolean) =>
  test.call(
    {
      method: 'PUT',
      url: `/api/admin/uploads/${id}/hidden`,
      payload: { hidden, ...(hidden ? { reason: 'A notice.' } : {}) },
    },
    admin,
  );

describe('a picture of a resource', () => {
  it('that is public may be cached by anyone for an hour, then revalidated by its ETag', async () => {
    const { files } = await addPictured();
    for (const by of [null, stranger, leaker, admin]) {
      const reply = await ask(files[0] ?? '', by);
      expect([reply.statusCode, reply.body]).toEqual([200, files[0]]);
      expect(reply.headers['cache-control']).toBe('public, max-age=3600');
    }
    const { headers } = await ask(files[0] ?? '', null);
    const again = await ask(files[0] ?? '', null, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(await statuses(files, null)).toEqual([200]);
  });

  it.each(['PENDING', 'REJECTED'] as const)('that is %s is visible to its owner and administrators', async (status) => {
    const { files } = await addPictured(status);
    expect(await statuses(files, null)).toEqual([404]);
    expect(await statuses(files, stranger)).toEqual([404]);
    expect(await statuses(files, leaker)).toEqual([200]);
    expect(await statuses(files, admin)).toEqual([200]);
    const reply = await ask(files[0] ?? '', leaker);
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect((await ask(files[0] ?? '', null)).headers['cache-control']).toBe('no-store');
  });

  it('that is hidden disappears in every process, even for a known ETag, and comes back', async () => {
    const { id, files } = await addPictured();
    for (const app of [test, other]) expect(await statuses(files, null, app)).toEqual([200]);
    const etag = String((await ask(files[0] ?? '', null)).headers.etag);
    expect((await hide(id, true)).statusCode).toBe(200);
    for (const app of [test, other]) {
      await expect.poll(() => statuses(files, null, app)).toEqual([404]);
      expect(await statuses(files, stranger, app)).toEqual([404]);
      expect((await ask(files[0] ?? '', null, { app, headers: { 'if-none-match': etag } })).statusCode).toBe(404);
      expect(await statuses(files, leaker, app)).toEqual([200]);
      expect(await statuses(files, admin, app)).toEqual([200]);
    }
    const card = await test.call({ method: 'GET', url: `/public/cards/resource/${id}/0123456789abcd.jpg` });
    expect(card.statusCode).toBe(404);
    expect((await hide(id, false)).statusCode).toBe(200);
    for (const app of [test, other]) await expect.poll(() => statuses(files, null, app)).toEqual([200]);
  });

  it('that was deleted is visible only to administrators', async () => {
    const { id, files } = await addPictured();
    await test.db.updateTable('resources').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
    for (const by of [null, leaker]) expect(await statuses(files, by)).toEqual([404]);
    expect(await statuses(files, admin)).toEqual([200]);
  });

  it('that no resource shows yet is visible only to leakers and administrators', async () => {
    const { files } = await store();
    for (const by of [null, await test.addPerson('member'), await test.addPerson('premium')]) {
      expect(await statuses(files, by)).toEqual([404]);
    }
    for (const by of [leaker, admin]) expect(await statuses(files, by)).toEqual([200]);
  });
});

describe('with a host for pictures', () => {
  it('leakers and administrators are sent to this site, which can authenticate them', async () => {
    const { id } = await addPictured();
    await test.call({ method: 'PATCH', url: '/api/admin/settings', payload: { cdnUrl: 'https://cdn.example' } }, admin);
    const urlFor = async (by: Person | null): Promise<string> => {
      const reply = await test.call({ method: 'GET', url: `/api/resources/${id}` }, by ?? undefined);
      return JSON.stringify(reply.json());
    };
    await expect.poll(() => urlFor(null)).toContain('https://cdn.example/public/thumbnails/');
    for (const by of [leaker, admin]) expect(await urlFor(by)).not.toContain('https://cdn.example');
  });
});
