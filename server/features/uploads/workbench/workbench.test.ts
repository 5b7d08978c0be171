// Tests of the review workbench: the queue, the lock, what an administrator sees, and what the creator sees.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnReview, ReviewItem, ReviewLock } from '#contract/uploads/workbench.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let ada: Person;
let bob: Person;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  [ada, bob] = [await test.addPerson('admin'), await test.addPerson('admin')];
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});
// Each test has the queue to itself.
beforeEach(async () => {
  await test.db.deleteFrom('resources').where('status', '=', 'PENDING').execute();
  leaker = await test.addPerson('leaker');
});

const minutes = (count: number): Date => new Date(test.deps.now().getTime() + count * 60_000);

const addPending = async (submittedAt: Date, given: Partial<Parameters<typeof addResource>[1]> = {}) => {
  const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', ...given });
  await test.db
    .updateTable('resources')
    .set({ rights_declared_at: new Date(), submitted_at: submittedAt })
    .where('id', '=', id)
    .execute();
  return id;
};

const next = async (by: Person, after?: string) =>
  (await test.call({ method: 'GET', url: `/api/admin/review${after ? `?after=${after}` : ''}` }, by)).json<{
    id: string | null;
    waiting: number;
  }>();
const hold = async (id: string, by: Person, app = test) => {
  const reply = await app.call({ method: 'PUT', url: `/api/admin/review/${id}/lock`, payload: {} }, by);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ lock: ReviewLock | null; status: string }>();
};
const decide = async (id: string, by: Person, payload: object, app = test) => {
  const reply = await app.call({ method: 'PUT', url: `/api/admin/uploads/${id}/status`, payload }, by);
  return [reply.statusCode, reply.json<{ code?: string }>().code];
};
const review = async (id: string, by: Person) => {
  const reply = await test.call({ method: 'GET', url: `/api/admin/review/${id}` }, by);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ReviewItem>();
};
const own = async (id: string) =>
  (await test.call({ method: 'GET', url: `/api/uploads/${id}/review` }, leaker)).json<OwnReview>();

const APPROVE = { status: 'APPROVED', was: 'PENDING', needsLock: true };

describe('the queue', () => {
  it('starts with the oldest upload, skips to the following one and starts over', async () => {
    const [second, first] = [await addPending(minutes(-10)), await addPending(minutes(-20))];
    expect(await next(ada)).toEqual({ id: first, waiting: 2 });
    expect(await next(ada, first)).toMatchObject({ id: second });
    expect(await next(ada, second)).toMatchObject({ id: first });
    expect((await review(second, ada)).position).toBe(2);
    expect(await own(first)).toMatchObject({ position: 1, waiting: 2 });
  });

  it('leaves out uploads that someone else reviews, drafts and deleted ones', async () => {
    const [first, second] = [await addPending(minutes(-20)), await addPending(minutes(-10))];
    await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    await test.db.updateTable('resources').set({ submitted_at: null }).where('id', 'not in', [first, second]).execute();
    await hold(first, bob);
    expect(await next(ada)).toMatchObject({ id: second });
    expect(await next(bob)).toMatchObject({ id: first });
    await test.call({ method: 'DELETE', url: `/api/admin/uploads/${second}` }, ada);
    expect(await next(ada)).toEqual({ id: null, waiting: 1 });
  });

  it('knows the usual wait after five decisions: the median, to the first decision after the submission', async () => {
    const decided = async (waited: number) => {
      const id = await addResource(test, { authorId: leaker.id, status: 'REJECTED' });
      await test.db
        .updateTable('resources')
        .set({ submitted_at: minutes(-600) })
        .where('id', '=', id)
        .execute();
      const row = { resource_id: id, leaker_id: leaker.id, status: 'REJECTED', decided_by: ada.id };
      for (const at of [minutes(waited - 600), minutes(-1)])
        await test.db
          .insertInto('resource_decisions')
          .values({ ...row, decided_at: at })
          .execute();
    };
    await test.db.deleteFrom('resource_decisions').execute();
    const id = await addPending(minutes(-5));
    for (const waited of [10, 20, 30, 40]) await decided(waited);
    expect((await own(id)).usualWaitMinutes).toBeNull();
    await decided(500);
    expect((await own(id)).usualWaitMinutes).toBe(30);
  });
});

describe('an upload under review', () => {
  it('is locked to one of several reviewers in two processes, who all see who has it', async () => {
    const id = await addPending(minutes(-10));
    const replies = await Promise.all([hold(id, ada), hold(id, bob, other), hold(id, ada, other), hold(id, bob)]);
    const holders = new Set(replies.map(({ lock }) => lock?.reviewer));
    expect(holders.size).toBe(1);
    const [mine, theirs] = holders.has(ada.username) ? [ada, bob] : [bob, ada];
    expect((await review(id, theirs)).lock).toMatchObject({ reviewer: mine.username, isYours: false });
    expect((await review(id, mine)).lock).toMatchObject({ reviewer: mine.username, isYours: true });
    expect(await decide(id, theirs, APPROVE, other)).toEqual([409, 'UPLOAD_IN_REVIEW']);
    expect(await decide(id, theirs, { status: 'APPROVED' })).toEqual([409, 'UPLOAD_IN_REVIEW']);
    expect(await decide(id, mine, APPROVE, other)).toEqual([200, undefined]);
  });

  it('can be taken over when the lock was not renewed, and its first reviewer is refused then', async () => {
    const id = await addPending(minutes(-10));
    await hold(id, ada);
    await test.db
      .updateTable('upload_reviews')
      .set({ held_until: minutes(-1) })
      .execute();
    expect((await review(id, bob)).lock).toBeNull();
    expect(await decide(id, ada, APPROVE)).toEqual([409, 'REVIEW_EXPIRED']);
    expect((await hold(id, bob)).lock).toMatchObject({ isYours: true });
    expect((await hold(id, ada)).lock).toMatchObject({ reviewer: bob.username, isYours: false });
    expect(await decide(id, ada, APPROVE)).toEqual([409, 'UPLOAD_IN_REVIEW']);
  });

  it('is free again when its reviewer leaves, and is not locked once it is decided', async () => {
    const id = await addPending(minutes(-10));
    await hold(id, ada);
    const release = { method: 'DELETE', url: `/api/admin/review/${id}/lock` } as const;
    await test.call(release, bob);
    expect((await review(id, bob)).lock).toMatchObject({ reviewer: ada.username });
    await test.call(release, ada);
    expect((await review(id, bob)).lock).toBeNull();
    await hold(id, bob);
    expect(await decide(id, bob, { status: 'REJECTED', reason: 'Broken.', was: 'PENDING', needsLock: true })).toEqual([
      200,
      undefined,
    ]);
    expect(await hold(id, ada)).toEqual({ lock: null, status: 'REJECTED' });
    expect(await test.db.selectFrom('upload_reviews').selectAll().execute()).toEqual([]);
  });

  it('can be decided in the list of uploads as long as nobody reviews it', async () => {
    const id = await addPending(minutes(-10));
    expect(await decide(id, ada, { status: 'APPROVED', was: 'PENDING' })).toEqual([200, undefined]);
  });
});

describe('what the reviewer sees', () => {
  it('includes other uploads with the same files, but no drafts and deleted ones', async () => {
    const files = { 'a.txt': 'one and the same', 'b.txt': 'another one', 'empty.txt': '' };
    const id = await addPending(minutes(-10), { files });
    const twin = await addResource(test, { authorId: leaker.id, title: 'Twin', files: { 'x/c.txt': files['a.txt'] } });
    const both = await addResource(test, { authorId: ada.id, title: 'Both', files });
    const deleted = await addResource(test, { authorId: ada.id, files });
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', deleted).execute();
    const draft = await addResource(test, { authorId: ada.id, files });
    await test.db.updateTable('resources').set({ submitted_at: null }).where('id', '=', draft).execute();
    await addResource(test, { authorId: ada.id, files: { 'empty.txt': '' } });
    expect((await review(id, ada)).duplicates).toEqual([
      { id: both, title: 'Both', creator: ada.username, status: 'APPROVED', files: 2, path: 'a.txt' },
      { id: twin, title: 'Twin', creator: leaker.username, status: 'APPROVED', files: 1, path: 'a.txt' },
    ]);
  });

  it('includes the history of the creator', async () => {
    const [good, bad, id] = [
      await addPending(minutes(-30)),
      await addPending(minutes(-20)),
      await addPending(minutes(-10)),
    ];
    await decide(good, ada, { status: 'APPROVED' });
    await decide(bad, ada, { status: 'REJECTED', reason: 'Broken.' });
    const report = { kind: 'resource', subject_id: good, reason: 'copyright', details: '-', email: 'a@b.example' };
    for (const status of ['OPEN', 'DISMISSED'])
      await test.db
        .insertInto('reports')
        .values({ ...report, status, created_at: new Date() })
        .execute();
    expect((await review(id, ada)).creator).toEqual({
      memberSince: expect.any(String),
      approved: 1,
      rejected: 1,
      reports: 2,
      openReports: 1,
    });
  });
});

it('tells the creator who decided and why, and nobody else', async () => {
  const id = await addPending(minutes(-10));
  expect(await own(id)).toMatchObject({ position: 1, decision: null });
  await decide(id, ada, { status: 'REJECTED', reason: 'The archive is empty.' });
  expect(await own(id)).toMatchObject({
    position: null,
    decision: { status: 'REJECTED', reason: 'The archive is empty.', decidedBy: ada.username },
  });
  const stranger = await test.addPerson('leaker');
  const reply = await test.call({ method: 'GET', url: `/api/uploads/${id}/review` }, stranger);
  expect(reply.statusCode).toBe(404);
});
