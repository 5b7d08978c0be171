// Concurrent operations in two processes on one database: no deadlocks, nothing counted twice, nothing left behind.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeStatus } from '#server/features/uploads/approval/actions.ts';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { runJobs } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { beginDraft, details } from '#test/harness/uploads.ts';

let test: TestApp;
let beside: TestApp;
let leaker: Person;
let admin: Person;

beforeAll(async () => {
  test = await startTestApp();
  beside = await startTestApp({ beside: test });
  leaker = await test.addPerson('leaker');
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
});

const ROUNDS = 12;
const onDisk = (): string[] =>
  readdirSync(join(test.folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const rowOf = (id: string) => test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst();

describe('concurrently', () => {
  it('deleting and checking leave nothing behind, whichever comes first', async () => {
    const before = onDisk().sort();
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await beginDraft(test, leaker);
      const sessions = await Promise.all(
        ['a', 'b'].map((path) =>
          addArrival(test, { userId: leaker.id, resourceId: id, path, body: `${round} ${path}` }),
        ),
      );
      const [reply] = await Promise.all([
        test.call({ method: 'DELETE', url: `/api/uploads/${id}` }, leaker),
        // A check fails if its file disappears while it runs, and is retried like any other job.
        ...sessions.map((session) => runCheck(beside, session).catch(() => runCheck(beside, session))),
      ]);
      expect(reply.statusCode, reply.body).toBe(204);
      expect(await rowOf(id)).toBeUndefined();
    }
    await runJobs(test);
    expect(onDisk().sort()).toEqual(before);
    const left = await test.db.selectFrom('upload_sessions').select('id').execute();
    expect(left).toEqual([]);
  });

  it('submitting the same upload several times records it once', async () => {
    const ids: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await beginDraft(test, leaker);
      await test.db.updateTable('resources').set({ file_count: 1 }).where('id', '=', id).execute();
      ids.push(id);
      const submit = (app: TestApp) => app.call({ method: 'POST', url: `/api/uploads/${id}/submit` }, leaker);
      const replies = await Promise.all([submit(test), submit(beside), submit(test)]);
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    }
    const written = await test.db.selectFrom('activity').select('id').where('resource_id', 'in', ids).execute();
    expect(written).toHaveLength(ROUNDS);
  });

  it('edits, file removals, decisions and likes of one resource take locks in the same order', async () => {
    const fan = await test.addPerson('member');
    for (let round = 0; round < ROUNDS; round += 1) {
      const files = { 'a.txt': 'A', 'b.txt': 'BB', 'c.txt': 'CCC' };
      const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', files });
      const decide = (app: TestApp, status: 'APPROVED' | 'PENDING') =>
        app.db.transaction().execute((trx) =>
          changeStatus(trx, {
            resourceId: id,
            status,
            reason: null,
            by: { id: admin.id, name: admin.username },
            now: app.deps.now(),
          }),
        );
      await decide(test, 'APPROVED');
      const session = await addArrival(test, { userId: leaker.id, resourceId: id, path: 'd.txt', body: `D${round}` });
      const remove = (app: TestApp, path: string) =>
        app.call({ method: 'DELETE', url: `/api/uploads/${id}/files?path=${path}` }, leaker);
      const replies = await Promise.all([
        remove(test, 'a.txt'),
        remove(beside, 'a.txt'),
        remove(beside, 'b.txt'),
        test.call({ method: 'PUT', url: `/api/uploads/${id}`, payload: details({ title: `Round ${round}` }) }, leaker),
        beside.call({ method: 'POST', url: `/api/uploads/${id}/like` }, fan),
        runCheck(test, session).then(() => ({ statusCode: 200 })),
        decide(beside, 'APPROVED').then(() => ({ statusCode: 200 })),
      ]);
      const [first, second, ...others] = replies.map(({ statusCode }) => statusCode);
      expect([first, second].sort()).toEqual([204, 404]);
      for (const status of others) expect([200, 204, 404]).toContain(status);
      expect(await rowOf(id)).toMatchObject({
        title: `Round ${round}`,
        file_count: 2,
        file_size: 3 + `D${round}`.length,
      });
    }
    const [counted] = await test.db
      .selectFrom('resources')
      .select((eb) => eb.fn.sum<number>('likes').as('likes'))
      .where('author_id', '=', leaker.id)
      .where('status', '=', 'APPROVED')
      .execute();
    const person = await test.db
      .selectFrom('users')
      .select(['total_likes as likes', 'uploads_count as uploads'])
      .where('id', '=', leaker.id)
      .executeTakeFirstOrThrow();
    expect(person.likes).toBe(Number(counted?.likes ?? 0));
    const approved = await test.db
      .selectFrom('resources')
      .select('id')
      .where('author_id', '=', leaker.id)
      .where('status', '=', 'APPROVED')
      .execute();
    expect(person.uploads).toBe(approved.length);
  });
});
