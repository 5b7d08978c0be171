// Likes, saves and follows lock a resource and its author. All code that locks several resources or users must use the same
// order.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordViews } from '#server/features/resources/queries.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** Simulates a second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const hour = new Date('2026-01-01T00:00:00Z');

it('concurrent likes, follows, views and renames do not deadlock', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, () => test.addPerson('leaker')));
  const ids = await Promise.all(owners.map(({ id }) => addResource(test, { authorId: id })));
  const people = await Promise.all(Array.from({ length: 6 }, () => test.addPerson()));
  const mark = (app: TestApp, person: Person, place: number, method: 'POST' | 'DELETE') => [
    app.call({ method, url: `/api/uploads/${ids[place % 6]}/like` }, person),
    app.call({ method, url: `/api/users/${owners[(place * 5 + 1) % 6]?.username}/follow` }, owners[place % 6]),
  ];
  const view = (app: TestApp, list: string[]) =>
    recordViews(
      app.db,
      list.map((id) => ({ id, visitor: randomUUID(), hour })),
    );
  const rename = async (app: TestApp, person: Person, ...part: ['displayName' | 'username', string]) => {
    const { payload, headers } = await encodeForm(part);
    return app.call({ method: 'PUT', url: '/api/users/profile', payload, headers }, person);
  };
  const failures: unknown[] = [];
  const fail = (error: unknown) => failures.push(error);
  for (let round = 0; round < 20; round += 1) {
    const app = round % 2 === 0 ? test : other;
    const method = round % 3 === 0 ? 'DELETE' : 'POST';
    const owner = owners[round % 6] as Person;
    const answers = Promise.all([
      ...people.flatMap((person, place) => mark(app, person, place + round, method)),
      rename(other, owner, 'displayName', `Name ${round}`),
      rename(test, owners[(round + 3) % 6] as Person, 'displayName', `Other name ${round}`),
      // Usernames have a unique index, so changing one also blocks inserting rows that reference the user.
      rename(other, people[round % 6] as Person, 'username', `renamed-${round}`),
    ]);
    const views = Promise.all([view(test, ids), view(other, ids.toReversed())]).catch(fail);
    for (const reply of await answers) if (reply.statusCode !== 200) fail(reply.body);
    await views;
  }
  expect(failures).toEqual([]);
  const rows = await test.db.selectFrom('resources').select('views').where('id', 'in', ids).execute();
  expect(rows.map(({ views }) => views)).toEqual([40, 40, 40, 40, 40, 40]);
});
