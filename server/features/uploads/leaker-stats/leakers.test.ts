import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeakerActivity, UploadLine } from '#contract/uploads/api.ts';
import { changeStatus, markDeleted } from '#server/features/uploads/approval/actions.ts';
import { addArrival } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { beginDraft } from '#test/harness/uploads.ts';

let test: TestApp;
let admin: Person;
let member: Person;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  member = await test.addPerson('member');
});
afterAll(() => test.stop());

const get = (url: string, person?: Person) => test.call({ method: 'GET', url }, person);
const decide = (resourceId: string, status: 'APPROVED' | 'REJECTED' | 'PENDING', reason: string | null = null) =>
  test.db.transaction().execute((trx) =>
    changeStatus(trx, {
      resourceId,
      status,
      reason,
      by: { id: admin.id, name: admin.username },
      now: test.deps.now(),
    }),
  );
const remove = (resourceId: string) =>
  test.db.transaction().execute((trx) => markDeleted(trx, { resourceId, by: null, now: test.deps.now() }));
/** Adds downloads one second apart, by the given users; null means a visitor. */
const addDownloads = async (resourceId: string, by: (string | null)[], from = test.deps.now()) => {
  await test.db
    .insertInto('downloads')
    .values(
      by.map((userId, index) => ({
        resource_id: resourceId,
        user_id: userId,
        person: userId ?? randomUUID(),
        day: from.toISOString().slice(0, 10),
        created_at: new Date(from.getTime() + index * 1000),
      })),
    )
    .execute();
  await test.db
    .updateTable('resources')
    .set((eb) => ({ downloads: eb('downloads', '+', by.length) }))
    .where('id', '=', resourceId)
    .execute();
};

const CALLS = ['/api/users/stats', '/api/leaker/space', '/api/leaker/uploads', '/api/leaker/activity'];

describe('the dashboard’s calls', () => {
  it.each(CALLS)('allow only leakers and administrators: %s', async (url) => {
    const leaker = await test.addPerson('leaker');
    const statuses = await Promise.all(
      [undefined, member, await test.addPerson('premium'), leaker, admin].map(
        async (person) => (await get(url, person)).statusCode,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 200, 200]);
  });

  it('reject invalid query values', async () => {
    const leaker = await test.addPerson('leaker');
    for (const url of CALLS.slice(2)) {
      for (const query of ['page=0', 'limit=-1', 'page=1e9', 'limit=x', 'state=DRAFT', 'type=LOGIN', 'page=1&page=2'])
        expect((await get(`${url}?${query}`, leaker)).statusCode, query).toBe(400);
      expect((await get(`${url}?page=999999&limit=999999`, leaker)).statusCode).toBe(200);
    }
  });
});

describe('a leaker’s stats', () => {
  it('start at zero and count submissions, downloads, storage and decisions', async () => {
    const leaker = await test.addPerson('leaker');
    const stats = async () => (await get('/api/users/stats', leaker)).json();
    expect(await stats()).toEqual({ totalUploads: 0, totalDownloads: 0, totalStorage: 0, approvalRate: 0 });
    const [one, two, three] = [
      await addResource(test, { authorId: leaker.id, status: 'PENDING', files: { a: '12345' } }),
      await addResource(test, { authorId: leaker.id, status: 'PENDING', files: { a: '123' } }),
      await addResource(test, { authorId: leaker.id, status: 'PENDING', files: { a: '1' } }),
    ];
    await beginDraft(test, leaker);
    await decide(one, 'APPROVED');
    await decide(two, 'REJECTED', 'Too dark.');
    await decide(two, 'PENDING');
    await decide(two, 'APPROVED');
    await decide(three, 'APPROVED');
    await addDownloads(one, [member.id, null, null]);
    await addDownloads(three, [null]);
    expect(await stats()).toEqual({ totalUploads: 3, totalDownloads: 4, totalStorage: 9, approvalRate: 75 });
    await remove(three);
    expect(await stats()).toEqual({ totalUploads: 2, totalDownloads: 3, totalStorage: 8, approvalRate: 75 });
  });

  it('report the remaining upload quota', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: leaker.id, files: { a: '12345' } });
    await addArrival(test, { userId: leaker.id, resourceId: id, path: 'b.txt', body: '123' });
    expect((await get('/api/leaker/space', leaker)).json()).toEqual({
      used: 5,
      reserved: 3,
      quota: 50 * 1024 ** 3,
      maxFileBytes: 15 * 1024 ** 3,
      hasMediaTools: test.deps.media !== null,
    });
  });
});

describe('a leaker’s uploads', () => {
  it('are listed in every state with files in progress, in a constant number of statements', async () => {
    const leaker = await test.addPerson('leaker');
    const draft = await beginDraft(test, leaker, { title: 'Draft' });
    await addArrival(test, { userId: leaker.id, resourceId: draft, path: 'a', body: 'A' });
    const waiting = await addArrival(test, { userId: leaker.id, resourceId: draft, path: 'b', body: 'B' });
    await test.db.updateTable('upload_sessions').set({ state: 'RECEIVING' }).where('id', '=', waiting).execute();
    const statements = noteStatements(test);
    const list = async (query = '') => {
      const reply = await get(`/api/leaker/uploads${query}`, leaker);
      return reply.json<{ uploads: UploadLine[]; pagination: unknown }>();
    };
    await list();
    const forOne = statements.length;
    const add = (title: string) =>
      addResource(test, { authorId: leaker.id, status: 'PENDING', title, createdAt: new Date(Date.now() + 1000) });
    const [pending, approved, rejected, gone] = [await add('P'), await add('A'), await add('R'), await add('G')];
    await decide(approved, 'APPROVED');
    await decide(rejected, 'REJECTED', 'Too dark.');
    await remove(gone);
    statements.length = 0;
    const all = await list();
    expect(statements).toHaveLength(forOne);
    expect(all.uploads.map(({ id }) => id).sort()).toEqual([draft, pending, approved, rejected].sort());
    expect(all.uploads.find(({ id }) => id === draft)).toMatchObject({ receiving: 1, checking: 1, submittedAt: null });
    expect(all.uploads.find(({ id }) => id === rejected)).toMatchObject({ status: 'REJECTED', reason: 'Too dark.' });
    for (const [state, id] of Object.entries({ draft, pending, approved, rejected })) {
      const { uploads, pagination } = await list(`?state=${state}`);
      expect([state, uploads.map((upload) => upload.id)]).toEqual([state, [id]]);
      expect(pagination).toEqual({ total: 1, pages: 1, currentPage: 1, limit: 20 });
    }
    const pages = [await list('?limit=3'), await list('?limit=3&page=2'), await list('?limit=3&page=3')];
    expect(pages.map(({ uploads }) => uploads.length)).toEqual([3, 1, 0]);
    expect(pages.flatMap(({ uploads }) => uploads)).toEqual(all.uploads);
  });
});

describe('an upload without a licence or declaration', () => {
  it('is flagged in the list while it waits, but not as a draft or once approved', async () => {
    const leaker = await test.addPerson('leaker');
    const draft = await beginDraft(test, leaker, { title: 'Draft' });
    const add = (title: string, status: 'PENDING' | 'APPROVED' = 'PENDING') =>
      addResource(test, { authorId: leaker.id, status, title });
    const [complete, unlicensed, undeclared, approved] = [
      await add('C'),
      await add('L'),
      await add('D'),
      await add('A', 'APPROVED'),
    ];
    const set = (id: string, columns: object) =>
      test.db.updateTable('resources').set(columns).where('id', '=', id).execute();
    await set(complete, { licence: 'CC0', rights_declared_at: new Date() });
    await set(unlicensed, { licence: null, rights_declared_at: new Date() });
    await set(undeclared, { licence: 'CC0', rights_declared_at: null });
    for (const id of [draft, approved]) await set(id, { licence: null, rights_declared_at: null });
    const { uploads } = (await get('/api/leaker/uploads', leaker)).json<{ uploads: UploadLine[] }>();
    const lacking = uploads.filter(({ lacksRights }) => lacksRights).map(({ id }) => id);
    expect(lacking.sort()).toEqual([unlicensed, undeclared].sort());
  });
});

describe('a leaker’s activity', () => {
  const read = async (leaker: Person, query = '') => {
    const reply = await get(`/api/leaker/activity${query}`, leaker);
    expect(reply.statusCode, reply.body).toBe(200);
    return { entries: reply.json<LeakerActivity[]>(), total: reply.headers['x-total-count'], text: reply.body };
  };

  it('lists uploads, decisions and downloads, newest first, without naming downloaders', async () => {
    const leaker = await test.addPerson('leaker');
    const other = await test.addPerson('leaker');
    const theirs = await addResource(test, { authorId: other.id, title: 'Theirs' });
    await addDownloads(theirs, [member.id, leaker.id]);
    const id = await beginDraft(test, leaker, { title: 'Rays' });
    await test.db.updateTable('resources').set({ file_count: 1 }).where('id', '=', id).execute();
    await test.call({ method: 'POST', url: `/api/uploads/${id}/submit` }, leaker);
    test.moveClock(60_000);
    await decide(id, 'REJECTED', 'Too dark.');
    test.moveClock(60_000);
    await decide(id, 'PENDING');
    await decide(id, 'APPROVED');
    test.moveClock(60_000);
    await addDownloads(id, [member.id, null, leaker.id]);
    test.moveClock(60_000);
    const { entries, total, text } = await read(leaker);
    expect(entries.map(({ type, user, details }) => [type, user, details])).toEqual([
      ['DOWNLOAD', null, 'Rays was downloaded'],
      ['DOWNLOAD', null, 'Rays was downloaded'],
      ['APPROVAL', null, 'Rays was approved'],
      ['REJECTION', null, 'Rays was rejected: Too dark.'],
      ['UPLOAD', leaker.username, `${leaker.username} uploaded Rays`],
    ]);
    expect(total).toBe('5');
    expect(entries.every(({ resourceId }) => resourceId === id)).toBe(true);
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(5);
    for (const secret of [member.username, member.id, member.email, admin.username, 'Theirs'])
      expect(text).not.toContain(secret);
    const kinds = await Promise.all(
      ['uploads', 'approvals', 'downloads'].map(async (type) => (await read(leaker, `?type=${type}`)).entries),
    );
    expect(kinds.map((found) => found.map(({ type }) => type))).toEqual([
      ['UPLOAD'],
      ['APPROVAL', 'REJECTION'],
      ['DOWNLOAD', 'DOWNLOAD'],
    ]);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read(leaker, `?limit=2&page=${page}`)));
    expect(pages.flatMap((page) => page.entries)).toEqual(entries);
    await remove(id);
    expect((await read(leaker)).entries).toMatchObject([{ type: 'UPLOAD', resourceId: null }]);
  });

  it('stays cheap with 100,000 downloads: no statement reads more than its page per resource', async () => {
    const leaker = await test.addPerson('leaker');
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) ids.push(await addResource(test, { authorId: leaker.id, files: {} }));
    // Separate statements, so that none exceeds the statement timeout on a busy machine.
    for (const id of ids)
      await sql`insert into downloads (resource_id, person, day, created_at)
        select ${id}::uuid, n::text, '2026-01-01', ${new Date('2026-01-01')}::timestamptz + n * interval '1 second'
        from generate_series(1, 5000) n`.execute(test.db);
    await sql`analyze downloads`.execute(test.ownerDb);
    await sql`analyze resources`.execute(test.ownerDb);
    const { entries, total } = await read(leaker, '?limit=20');
    expect([entries.length, total]).toEqual([20, '1000']);
    expect((await read(leaker, '?limit=20&page=50')).entries).toHaveLength(20);
    expect((await read(leaker, '?limit=20&page=51')).entries).toEqual([]);
    const statements = await explained('downloads', () => read(leaker, '?limit=20'));
    // One statement reads twenty rows per resource for the page; the other reads a thousand rows for the total.
    expect(statements).toHaveLength(2);
    for (const rows of statements) expect(rows).toBeLessThanOrEqual(1500);
  });

  type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] };
  const rowsOf = (plan: Plan, table: string): number =>
    (plan['Relation Name'] === table ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child, table), 0);

  // Number of rows that each statement of a request reads from a table, according to its query plan.
  const explained = async (table: string, act: () => Promise<unknown>): Promise<number[]> => {
    const { pool } = test.deps;
    const asked: [string, unknown[]][] = [];
    const watched = new WeakSet<PoolClient>();
    const watch = (client: PoolClient) => {
      if (watched.has(client)) return;
      watched.add(client);
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((...given: unknown[]) => {
        const [text, values] = given;
        if (typeof text === 'string' && text.includes(table)) asked.push([text, values as unknown[]]);
        return query(...given);
      }) as typeof client.query;
    };
    pool.on('acquire', watch);
    await act();
    pool.off('acquire', watch);
    const read: number[] = [];
    for (const [text, values] of asked.slice()) {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      read.push(rowsOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan, table));
    }
    return read;
  };
});
