// Tests that every decision by an administrator takes effect exactly once.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminUpload } from '#contract/uploads/review.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';

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

type Changes = Parameters<ReturnType<TestApp['db']['updateTable']>['set']>[0];
const change = (id: string, changes: object) =>
  test.db
    .updateTable('resources')
    .set(changes as Changes as never)
    .where('id', '=', id)
    .execute();

/** A submitted upload that meets all conditions for approval. */
const addPending = async (leaker: Person, given: Partial<Parameters<typeof addResource>[1]> = {}) => {
  const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', title: 'Dust & light', ...given });
  await change(id, { rights_declared_at: new Date() });
  return id;
};

const addSession = (leaker: Person, resourceId: string, given: { id?: string } = {}) => {
  const at = new Date();
  const row = { user_id: leaker.id, resource_id: resourceId, path: 'a.mov', size: 9, created_at: at, touched_at: at };
  return test.db
    .insertInto('upload_sessions')
    .values({ ...row, ...given })
    .returning('id')
    .executeTakeFirstOrThrow();
};
const decide = (id: string, payload: object, app = test, by = admin) =>
  app.call({ method: 'PUT', url: `/api/admin/uploads/${id}/status`, payload }, by);
const remove = (id: string) => test.call({ method: 'DELETE', url: `/api/admin/uploads/${id}` }, admin);
const list = async (query: Record<string, string> = {}) => {
  const reply = await test.call(
    { method: 'GET', url: `/api/admin/uploads?${new URLSearchParams(query).toString()}` },
    admin,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ uploads: AdminUpload[]; pagination: { total: number; pages: number; limit: number } }>();
};
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];
const decisionsOf = (id: string) =>
  test.db
    .selectFrom('resource_decisions')
    .select(['status', 'reason', 'decided_by as by', 'leaker_id as leaker'])
    .where('resource_id', '=', id)
    .orderBy('id')
    .execute();
const auditOf = (id: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id as actor', 'before', 'after', 'address'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
const isListed = async (title: string) => {
  const reply = await test.call({ method: 'GET', url: `/api/resources?search=${encodeURIComponent(title)}` });
  return reply.json<{ resources: { title: string }[] }>().resources.some((card) => card.title === title);
};

describe('a decision on an upload', () => {
  it('publishes it, notifies its leaker and is audited', async () => {
    const leaker = await test.addPerson('leaker');
    const title = `Grain ${randomUUID().slice(0, 8)}`;
    const id = await addPending(leaker, { title });
    expect(await isListed(title)).toBe(false);
    const reply = await decide(id, { status: 'APPROVED', was: 'PENDING' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ id, status: 'APPROVED', reason: null, leaker: leaker.username });
    // Recent searches stay cached until the change is announced.
    await expect.poll(() => isListed(title)).toBe(true);
    expect(await decisionsOf(id)).toEqual([{ status: 'APPROVED', reason: null, by: admin.id, leaker: leaker.id }]);
    expect(await auditOf(id)).toEqual([
      {
        action: 'upload.status',
        actor: admin.id,
        before: { title, status: 'PENDING', reason: null },
        after: { status: 'APPROVED', reason: null },
        address: '127.0.0.1',
      },
    ]);
    const [mail, ...more] = await mailsTo(test, leaker.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your upload was approved' });
    expect(mail?.text).toContain(`"${title}" was approved`);
    expect(mail?.text).toContain(`${test.deps.publicUrl()}/resources/${id}`);
  });

  it('rejects it with a reason, which the leaker gets by email with a link to fix it', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    const reason = 'The archive holds <b>nothing</b>.';
    expect((await decide(id, { status: 'REJECTED', reason: `  ${reason} ` })).json()).toMatchObject({
      status: 'REJECTED',
      reason,
    });
    const [mail] = await mailsTo(test, leaker.email);
    expect(mail?.subject).toBe('Your upload was not approved');
    expect(mail?.text).toContain(`Reason: ${reason}`);
    expect(mail?.text).toContain(`${test.deps.publicUrl()}/leaker/uploads/${id}`);
    expect(mail?.html).toContain('&lt;b&gt;nothing&lt;/b&gt;');
    // Only its owner and administrators can still see it.
    const look = (person?: Person) => test.call({ method: 'GET', url: `/api/resources/${id}` }, person);
    expect((await look(leaker)).json()).toMatchObject({ status: 'REJECTED' });
    for (const stranger of [undefined, await test.addPerson('leaker')])
      expect((await look(stranger)).statusCode).toBe(404);
  });

  it('can be reverted at any time, keeping the first approval and the place in the listing', async () => {
    const leaker = await test.addPerson('leaker');
    const createdAt = new Date('2026-01-02T03:04:05Z');
    const id = await addPending(leaker, { createdAt });
    const row = () =>
      test.db
        .selectFrom('resources')
        .select(['status', 'status_reason as reason', 'approved_at as approvedAt', 'created_at as createdAt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    await decide(id, { status: 'APPROVED' });
    const first = await row();
    expect(first).toMatchObject({ approvedAt: expect.any(Date), createdAt });
    test.moveClock(60_000);
    await decide(id, { status: 'PENDING', reason: 'A user complained.' });
    expect(await row()).toMatchObject({
      status: 'PENDING',
      reason: 'A user complained.',
      approvedAt: first.approvedAt,
    });
    await decide(id, { status: 'APPROVED' });
    expect(await row()).toEqual({ ...first, reason: null });
    expect((await mailsTo(test, leaker.email)).map(({ subject }) => subject)).toEqual([
      'Your upload was approved',
      'Your upload is in review again',
      'Your upload was approved',
    ]);
    expect((await decisionsOf(id)).map(({ status }) => status)).toEqual(['APPROVED', 'PENDING', 'APPROVED']);
  });

  it('has no effect if it repeats the current status', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    await decide(id, { status: 'REJECTED', reason: 'First.' });
    for (const payload of [{ status: 'REJECTED' }, { status: 'REJECTED', reason: ' First. ' }]) {
      const again = await decide(id, payload);
      expect([again.statusCode, again.json<AdminUpload>().reason]).toEqual([200, 'First.']);
    }
    expect(refusalOf(await decide(id, { status: 'APPROVED', was: 'PENDING' }))).toEqual([409, 'ALREADY_DECIDED']);
    expect(await decisionsOf(id)).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
    expect(await mailsTo(test, leaker.email)).toHaveLength(1);
  });

  it('to reject can get a new reason, which is stored and emailed', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    await decide(id, { status: 'REJECTED', reason: 'First.' });
    const again = await test.call(
      { method: 'PATCH', url: `/api/admin/uploads/${id}/status`, payload: { status: 'REJECTED', reason: 'Second.' } },
      admin,
    );
    expect([again.statusCode, again.json<AdminUpload>().reason]).toEqual([200, 'Second.']);
    expect((await decisionsOf(id)).map(({ reason }) => reason)).toEqual(['Second.']);
    expect(await auditOf(id)).toHaveLength(2);
    expect((await mailsTo(test, leaker.email)).at(-1)?.text).toContain('Reason: Second.');
  });

  it('is made only once when many decide concurrently on two processes', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        decide(id, { status: count % 3 ? 'APPROVED' : 'REJECTED', was: 'PENDING' }, count % 2 ? test : other),
      ),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = replies.filter(({ statusCode }) => statusCode !== 200).map((reply) => refusalOf(reply).join(' '));
    expect(new Set(refused)).toEqual(new Set(['409 ALREADY_DECIDED']));
    expect(await decisionsOf(id)).toHaveLength(1);
    expect(await mailsTo(test, leaker.email)).toHaveLength(1);
  });
});

describe('many concurrent decisions', () => {
  it('succeed on a process that has just started', async () => {
    const leaker = await test.addPerson('leaker');
    const guarded = await test.addPerson('admin');
    const at = new Date();
    await test.db
      .insertInto('two_factors')
      .values({ user_id: guarded.id, secret: Buffer.alloc(20), enabled_at: at, created_at: at })
      .execute();
    const ids = await Promise.all(Array.from({ length: 24 }, () => addPending(leaker)));
    const fresh = await startTestApp({ beside: test });
    try {
      const replies = await Promise.all(ids.map((id) => decide(id, { status: 'REJECTED' }, fresh, guarded)));
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    } finally {
      await fresh.stop();
    }
  });
});

describe('an approval', () => {
  const declared = { rights_declared_at: new Date() };
  it.each<[string, object, [number, string]]>([
    ['without a licence', { licence: null, ...declared }, [409, 'RIGHTS_NOT_DECLARED']],
    ['without the declaration of rights', { rights_declared_at: null }, [409, 'RIGHTS_NOT_DECLARED']],
    ['without files', { file_count: 0 }, [400, 'NO_FILES']],
    ['of CC BY-NC in Free', { licence: 'CC BY-NC 4.0' }, [400, 'LICENCE_NOT_ALLOWED']],
    ['of Premium that may not be sold', { category: '3D Premium' }, [400, 'LICENCE_NOT_ALLOWED']],
    [
      'of CC BY-NC in Premium',
      { category: 'Premium', licence: 'CC BY-NC 4.0', sale_declared_at: new Date() },
      [400, 'LICENCE_NOT_ALLOWED'],
    ],
  ])('%s fails, but rejecting works', async (_case, changes, refusal) => {
    const id = await addPending(await test.addPerson('leaker'));
    await change(id, changes);
    expect(refusalOf(await decide(id, { status: 'APPROVED' }))).toEqual(refusal);
    expect(await decisionsOf(id)).toEqual([]);
    expect((await decide(id, { status: 'REJECTED' })).statusCode).toBe(200);
  });

  it('waits for files being received or checked, but not for refused ones', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    const session = await addSession(leaker, id);
    for (const state of ['RECEIVING', 'CHECKING']) {
      await test.db.updateTable('upload_sessions').set({ state }).where('id', '=', session.id).execute();
      expect(refusalOf(await decide(id, { status: 'APPROVED' }))).toEqual([409, 'UPLOAD_NOT_READY']);
      expect((await list({ search: leaker.username })).uploads).toMatchObject([{ id, isUnderWay: true }]);
    }
    await test.db.updateTable('upload_sessions').set({ state: 'REFUSED' }).where('id', '=', session.id).execute();
    expect((await decide(id, { status: 'APPROVED' })).json()).toMatchObject({ isUnderWay: false });
  });

  it('is possible for Premium with the sale declaration, and for CC BY-NC outside Free and Premium', async () => {
    const leaker = await test.addPerson('leaker');
    const premium = await addPending(leaker, { category: 'Premium' });
    await change(premium, { sale_declared_at: new Date() });
    const model = await addPending(leaker, { category: '3D', licence: 'CC BY-NC 4.0' });
    for (const id of [premium, model]) expect((await decide(id, { status: 'APPROVED' })).statusCode).toBe(200);
  });
});

describe('drafts and deleted uploads', () => {
  it('cannot be decided', async () => {
    const leaker = await test.addPerson('leaker');
    const draft = await addPending(leaker);
    await change(draft, { submitted_at: null });
    const deleted = await addPending(leaker);
    await change(deleted, { deleted_at: new Date() });
    for (const id of [draft, deleted, randomUUID()]) {
      expect(refusalOf(await decide(id, { status: 'APPROVED' }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
      expect(refusalOf(await remove(id))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
    expect((await list({ search: leaker.username })).uploads).toEqual([]);
  });

  it('deleting hides an upload immediately, happens once and keeps its files', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker, { title: 'Withdrawn' });
    await decide(id, { status: 'APPROVED' });
    const member = await test.addPerson();
    await test.call({ method: 'POST', url: `/api/uploads/${id}/like` }, member);
    const session = randomUUID();
    await test.deps.storage.partials.begin(session);
    await addSession(leaker, id, { id: session });
    expect((await remove(id)).statusCode).toBe(204);
    expect(existsSync(join(test.folder, 'files', 'partial', session))).toBe(false);
    expect(await test.db.selectFrom('upload_sessions').select('id').where('resource_id', '=', id).execute()).toEqual(
      [],
    );
    expect(refusalOf(await remove(id))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    for (const person of [undefined, leaker, admin])
      expect((await test.call({ method: 'GET', url: `/api/resources/${id}` }, person)).statusCode).toBe(404);
    const author = await test.db
      .selectFrom('users')
      .select(['total_likes as likes', 'reputation', 'uploads_count as uploads'])
      .where('id', '=', leaker.id)
      .executeTakeFirst();
    expect(author).toEqual({ likes: 0, reputation: 0, uploads: 0 });
    const files = await test.db.selectFrom('resource_files').select('id').where('resource_id', '=', id).execute();
    expect(files).toHaveLength(1);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['upload.status', 'upload.delete']);
  });
});

describe('the list of uploads', () => {
  it('searches title, leaker and category, treats % and _ literally, and paginates', async () => {
    const leaker = await test.addPerson('leaker', { username: 'vera-lists' });
    const ids: string[] = [];
    for (const title of ['100% grain', '100 percent', 'under_score', 'back\\slash']) {
      const id = await addPending(leaker, { title, category: 'Odd_Things' });
      await change(id, { submitted_at: new Date(Date.UTC(2027, 0, 1 + ids.length)) });
      ids.push(id);
    }
    const titles = async (query: Record<string, string>) => (await list(query)).uploads.map(({ title }) => title);
    expect(await titles({ search: '100%' })).toEqual(['100% grain']);
    expect(await titles({ search: 'R_S' })).toEqual(['under_score']);
    expect(await titles({ search: 'k\\s' })).toEqual(['back\\slash']);
    expect(await titles({ search: 'VERA-lists' })).toEqual(['back\\slash', 'under_score', '100 percent', '100% grain']);
    expect(await titles({ search: 'odd_t' })).toHaveLength(4);
    expect(await titles({ search: 'oddXt' })).toEqual([]);
    await decide(ids[0] as string, { status: 'REJECTED' });
    expect(await titles({ search: 'vera-lists', status: 'REJECTED' })).toEqual(['100% grain']);
    expect(await titles({ search: 'vera-lists', status: 'PENDING', limit: '2', page: '2' })).toEqual(['100 percent']);
    expect((await list({ search: 'vera-lists', limit: '3' })).pagination).toEqual({
      total: 4,
      pages: 2,
      currentPage: 1,
      limit: 3,
      atLeast: false,
    });
  });

  it('shows ten rows by default with check findings, in a constant number of statements', async () => {
    const leaker = await test.addPerson('leaker', { username: 'nora-notes' });
    const findings = JSON.stringify([{ code: 'executable', sentence: 'This is a program.' }]);
    for (let count = 0; count < 12; count += 1) {
      const id = await addPending(leaker, { files: { 'a.txt': 'a', 'tools/run.exe': 'MZ' } });
      await test.db
        .updateTable('resource_files')
        .set({ findings })
        .where('resource_id', '=', id)
        .where('path', '=', 'tools/run.exe')
        .execute();
    }
    const statements = noteStatements(test);
    const { uploads, pagination } = await list({ search: 'nora-notes' });
    const many = statements.length;
    expect([uploads.length, pagination.limit, pagination.total]).toEqual([10, 10, 12]);
    for (const upload of uploads) {
      expect(upload.findings).toEqual([{ code: 'executable', path: 'tools/run.exe', sentence: 'This is a program.' }]);
    }
    statements.length = 0;
    await list({ search: 'nora-notes', limit: '1' });
    expect(statements).toHaveLength(many);
  });
});
