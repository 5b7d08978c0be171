// Tests how administrators find, inspect and edit uploads.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListPagination } from '#contract/pagination.ts';
import type { AdminUpload, AdminUploadDetail, AdminUploadFile } from '#contract/uploads/review.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let admin: Person;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  leaker = await test.addPerson('leaker', { username: 'ines-inspected' });
});
afterAll(() => test.stop());

type List = { uploads: AdminUpload[]; pagination: ListPagination };
const get = (path: string) => test.call({ method: 'GET', url: `/api/admin${path}` }, admin);
const list = async (query: Record<string, string> = {}): Promise<List> => {
  const reply = await get(`/uploads?${new URLSearchParams(query)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const titles = async (query: Record<string, string>) => (await list(query)).uploads.map(({ title }) => title);
const change = (id: string, payload: object) =>
  test.call({ method: 'PATCH', url: `/api/admin/uploads/${id}`, payload }, admin);
const detail = async (id: string) => (await get(`/uploads/${id}`)).json<AdminUploadDetail>();
const act = (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
  test.call({ method, url: `/api/admin/uploads/${path}`, ...(payload ? { payload } : {}) }, admin);

describe('an upload', () => {
  it('is shown with its files, decisions and reports', async () => {
    const id = await addResource(test, {
      authorId: leaker.id,
      title: 'Inspected',
      status: 'PENDING',
      files: { 'b.txt': 'two', 'a.txt': 'one' },
    });
    await sql`update resource_files set media_type = 'text/plain', findings = ${JSON.stringify([
      { code: 'executable', sentence: 'This can be run.' },
    ])} where path = 'b.txt' and resource_id = ${id}`.execute(test.db);
    await act('PUT', `${id}/status`, { status: 'REJECTED', reason: 'Too dark.' });
    await sql`insert into reports (kind, subject_id, reason, details, email, created_at)
      values ('resource', ${id}, 'copyright', 'Mine.', 'who@people.example', ${new Date()})`.execute(test.db);
    expect(await detail(id)).toMatchObject({
      id,
      leaker: leaker.username,
      leakerId: leaker.id,
      findings: [{ code: 'executable', path: 'b.txt', sentence: 'This can be run.' }],
      decisions: [{ status: 'REJECTED', reason: 'Too dark.', decidedBy: admin.username }],
      reports: [{ reason: 'copyright', status: 'OPEN' }],
      deletedAt: null,
      restorableUntil: null,
    });
    const reply = await get(`/uploads/${id}/files?limit=1`);
    const { files, pagination } = reply.json<{ files: AdminUploadFile[]; pagination: object }>();
    expect(files).toEqual([{ path: 'a.txt', size: 3, sha256: expect.any(String), mediaType: null, findings: [] }]);
    expect(pagination).toEqual({ total: 2, pages: 2, currentPage: 1, limit: 1 });
  });

  it('can still be viewed after deletion, with the date until which it can be restored', async () => {
    const id = await addResource(test, { authorId: leaker.id, title: 'Gone for now' });
    await act('DELETE', id);
    const { deletedAt, restorableUntil, deletedBy } = await detail(id);
    expect(deletedBy).toBe(admin.username);
    expect(Date.parse(restorableUntil ?? '') - Date.parse(deletedAt ?? '')).toBe(30 * 86_400_000);
    expect(await titles({ status: 'DELETED' })).toEqual(['Gone for now']);
    expect(await titles({ search: 'Gone for now' })).toEqual([]);
    for (const path of ['', '/files']) {
      const none = await get(`/uploads/00000000-0000-4000-8000-000000000000${path}`);
      expect(none.statusCode).toBe(404);
    }
  });
});

describe('details of an upload', () => {
  it('are edited with an audit entry and an email, and only the sent fields change', async () => {
    const author = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: author.id, title: 'Teh pack', description: 'Good.', tags: ['a'] });
    const reply = await change(id, { title: '  The   pack ', tags: ['Light', 'light'] });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({
      title: 'The pack',
      tags: ['light'],
      description: 'Good.',
      status: 'APPROVED',
    });
    const audit = await test.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute();
    expect(audit.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: 'upload.change',
        before: { title: 'Teh pack', tags: ['a'] },
        after: { title: 'The pack', tags: ['light'] },
      },
    ]);
    const [mail] = await mailsTo(test, author.email);
    expect(mail?.subject).toBe('Your upload was edited');
    expect(mail?.text).toContain('title, tags');
    expect((await change(id, { title: 'The pack' })).statusCode).toBe(200);
    expect(await mailsTo(test, author.email)).toHaveLength(1);
  });

  it('keep the concurrent edits of two administrators', async () => {
    const id = await addResource(test, { authorId: leaker.id, title: 'Both', description: 'Old.' });
    await Promise.all([change(id, { title: 'Both of us' }), change(id, { description: 'New.' })]);
    expect(await detail(id)).toMatchObject({ title: 'Both of us', description: 'New.' });
  });

  it('must use a category of the site and a licence allowed there', async () => {
    const id = await addResource(test, { authorId: leaker.id, category: 'Old one', licence: 'CC0' });
    expect((await change(id, { category: 'Nowhere' })).json()).toMatchObject({
      code: 'BAD_INPUT',
      fields: { category: 'Choose a category from the list.' },
    });
    expect((await change(id, { category: 'old one', title: 'Renamed' })).statusCode).toBe(200);
    expect((await change(id, { category: 'Premium' })).json()).toMatchObject({ code: 'LICENCE_NOT_ALLOWED' });
    expect((await change(id, { category: 'Free' })).json()).toMatchObject({ category: 'Free' });
    expect((await change(id, { licence: 'CC BY-NC 4.0' })).json()).toMatchObject({ code: 'LICENCE_NOT_ALLOWED' });
    expect((await change(id, { tags: [], title: ' ' })).json()).toMatchObject({
      fields: { title: 'Please fill this in.' },
    });
  });

  it('of new uploads must use a category from the settings', async () => {
    await test.db
      .transaction()
      .execute((trx) =>
        test.deps.settings.put(
          trx,
          { uploadCategories: ['Shorts', 'Premium'] },
          { id: null, name: 'test', at: new Date() },
        ),
      );
    const facts = async () =>
      (await test.call({ method: 'GET', url: '/api/site' })).json<{ categories: string[] }>().categories;
    await expect.poll(facts, { timeout: 10_000 }).toEqual(['Shorts', 'Premium']);
    const begin = (category: string) =>
      test.call(
        {
          method: 'POST',
          url: '/api/uploads',
          payload: {
            title: 'T',
            description: 'D',
            category,
            type: 'overlay',
            editor: 'E',
            editorMinVersion: null,
            tags: [],
            licence: 'CC0',
            rightsDeclared: true,
            saleDeclared: false,
          },
        },
        leaker,
      );
    expect((await begin('shorts')).json()).toMatchObject({ category: 'Shorts' });
    expect((await begin('Free')).json()).toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('a long list', () => {
  // More rows than are counted exactly; each title contains its number.
  const MANY = 10_050;
  beforeAll(async () => {
    const author = await test.addPerson('leaker', { username: 'mass-producer' });
    for (let first = 1; first <= MANY; first += 750)
      await sql`insert into resources (author_id, title, category, editor, type, licence, status, submitted_at, created_at)
        select ${author.id}, 'Bulk ' || n, case when n % 2000 = 7 then 'Rarity' else 'Free' end, 'Any', 'other', 'CC0',
          'PENDING', timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01'
        from generate_series(${first}::int, ${Math.min(first + 749, MANY)}::int) n`.execute(test.db);
  }, 120_000);

  it('is counted by counters and can be paged through up to row 10,000', async () => {
    const all = await list({ status: 'PENDING' });
    expect(all.pagination).toMatchObject({ total: MANY, pages: 1000, atLeast: false });
    expect((await list({ status: 'PENDING', page: '1000' })).uploads).toHaveLength(10);
    expect((await list({ status: 'PENDING', page: '1001' })).uploads).toEqual([]);
    expect(await titles({ status: 'PENDING', order: 'asc', sort: 'submittedAt', limit: '2' })).toEqual([
      'Bulk 1',
      'Bulk 2',
    ]);
  });

  it('can be searched by title, leaker, category and id, in list order', async () => {
    expect(await titles({ search: 'Bulk 1004' })).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => `Bulk 1004${n}`));
    const found = await list({ search: 'Bulk 1004', limit: '4', page: '3' });
    expect(found.pagination).toMatchObject({ total: 11, pages: 3, atLeast: false });
    expect(found.uploads.map(({ title }) => title)).toEqual(['Bulk 10041', 'Bulk 10040', 'Bulk 1004']);
    expect((await list({ search: 'rarity' })).pagination.total).toBe(6);
    expect((await list({ search: 'RARITY', status: 'APPROVED' })).pagination.total).toBe(0);
    expect(await titles({ search: 'ines-inspected', status: 'REJECTED' })).toEqual(['Inspected']);
    const [one] = (await list({ search: 'Bulk 77' })).uploads;
    expect(await titles({ search: one?.id ?? '' })).toEqual([one?.title]);
    expect(await titles({ search: `#${one?.id.slice(0, 7).toUpperCase()}` })).toContain(one?.title);
    expect(await titles({ search: '100%' })).toEqual([]);
  });

  it('reports that there are more hits than were counted', async () => {
    const many = await list({ search: 'bulk', limit: '3' });
    expect(many.pagination).toMatchObject({ total: 10_000, atLeast: true });
    expect(many.uploads.map(({ title }) => title)).toEqual(['Bulk 10050', 'Bulk 10049', 'Bulk 10048']);
    expect((await list({ search: 'ma' })).pagination).toMatchObject({ total: 10_000, atLeast: true });
    expect((await list({ search: 'in' })).uploads.every(({ leaker: name }) => name.startsWith('in'))).toBe(true);
  });

  it('is exported completely, with every row once', async () => {
    const reply = await get('/uploads/export?search=bulk&status=PENDING');
    expect(reply.headers['content-type']).toContain('text/csv');
    const lines = reply.body.trim().split('\r\n');
    expect(lines).toHaveLength(MANY + 1);
    expect(new Set(lines).size).toBe(MANY + 1);
    expect(lines[1]).toContain('"Bulk 10050"');
  });
});

it('escapes a title that looks like a formula in the export', async () => {
  const id = await addResource(test, { authorId: leaker.id, title: '=cmd|calc' });
  const { body } = await get(`/uploads/export?search=${id}`);
  expect(body).toContain(`"'=cmd|calc"`);
});
