// Likes change while an upload is approved, reverted and deleted; the counters must always match a recount.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeForm } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const kept = async ({ id }: Person) => {
  const { likes, ...author } = await test.db
    .selectFrom('users')
    .select(['total_likes as likes', 'reputation', 'uploads_count as uploads'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { likes, ...author };
};

/** The same counters, recounted from the rows. */
const counted = async ({ id }: Person) => {
  const resources = await test.db
    .selectFrom('resources')
    .select((eb) => [
      'id',
      'likes',
      eb
        .selectFrom('likes')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('likes.resource_id', '=', 'resources.id')
        .as('rows'),
    ])
    .where('author_id', '=', id)
    .where('status', '=', 'APPROVED')
    .where('hidden_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { likes, rows } of resources) expect(likes).toBe(rows);
  const likes = resources.reduce((sum, resource) => sum + Number(resource.rows), 0);
  return { likes, reputation: likes, uploads: resources.length };
};

it('counters survive 50 concurrent likes, renames and decisions on the same uploads, on two processes', async () => {
  const leaker = await test.addPerson('leaker');
  const admin = await test.addPerson('admin');
  const people = await Promise.all(Array.from({ length: 50 }, () => test.addPerson()));
  const ids = await Promise.all(
    ['First', 'Second'].map((title) => addResource(test, { authorId: leaker.id, title, status: 'PENDING' })),
  );
  await test.db.updateTable('resources').set({ rights_declared_at: new Date() }).where('id', 'in', ids).execute();
  const decide = (app: TestApp, id: string, status: string) =>
    app.call({ method: 'PUT', url: `/api/admin/uploads/${id}/status`, payload: { status } }, admin);
  for (const id of ids) expect((await decide(test, id, 'APPROVED')).statusCode).toBe(200);
  const rename = async (app: TestApp, name: string) => {
    const { payload, headers } = await encodeForm(['displayName', name]);
    return app.call({ method: 'PUT', url: '/api/users/profile', payload, headers }, leaker);
  };
  const seen = new Set<number>();
  for (const [round, method] of (['POST', 'DELETE', 'POST'] as const).entries()) {
    const marks = people.flatMap((person, place) =>
      ids.map((id) => ((place + round) % 2 ? test : other).call({ method, url: `/api/uploads/${id}/like` }, person)),
    );
    const decisions = (async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        const status = turn % 2 ? 'APPROVED' : 'REJECTED';
        // Renaming the leaker locks all their uploads, after the counter lock.
        const replies = await Promise.all([
          ...ids.map((id, place) => decide(place % 2 ? test : other, id, status)),
          rename(turn % 2 ? test : other, `Name ${round} ${turn}`),
          rename(turn % 2 ? other : test, `Other name ${round} ${turn}`),
        ]);
        for (const reply of replies) expect(reply.statusCode, reply.body).toBe(200);
      }
    })();
    // Liking an upload that is not public at that moment returns not found.
    for (const { statusCode } of await Promise.all(marks)) seen.add(statusCode);
    await decisions;
    expect(await kept(leaker), `round ${round}`).toEqual(await counted(leaker));
  }
  expect([...seen].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  // Finally, everyone likes one upload, so that there are certainly likes to lose and regain.
  await Promise.all(people.map((person) => test.call({ method: 'POST', url: `/api/uploads/${ids[0]}/like` }, person)));
  expect((await kept(leaker)).likes).toBeGreaterThanOrEqual(50);
  expect(await kept(leaker)).toEqual(await counted(leaker));
  await decide(test, ids[0] as string, 'PENDING');
  expect(await kept(leaker)).toEqual(await counted(leaker));
  expect((await kept(leaker)).uploads).toBe(1);
  await decide(other, ids[0] as string, 'APPROVED');
  expect((await kept(leaker)).likes).toBeGreaterThanOrEqual(50);
  const removed = await test.call({ method: 'DELETE', url: `/api/admin/uploads/${ids[0]}` }, admin);
  expect(removed.statusCode).toBe(204);
  expect(await kept(leaker)).toEqual(await counted(leaker));
});
