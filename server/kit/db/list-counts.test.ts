import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { foldListCounts, readListCounts } from './list-counts.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.stop());

const helpers = { log: console, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
const fold = () => foldListCounts.run({}, site.deps, helpers);

/** User counts by role, counted in the users table. The recorded steps must add up to the same numbers. */
const countedUsers = async (): Promise<Record<string, number>> => {
  const rows = await site.db
    .selectFrom('users')
    .select((eb) => ['role', eb.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('role')
    .execute();
  return Object.fromEntries(rows.map(({ role, count }) => [role, Number(count)]));
};

const counted = async (): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await readListCounts(site.db, 'users')).filter(([, count]) => count !== 0));

describe('list totals', () => {
  it('follow users who sign up, change role and are deleted', async () => {
    await site.addCast();
    const { id } = await site.addPerson('member');
    expect(await counted()).toEqual(await countedUsers());
    await site.db.updateTable('users').set({ role: 'LEAKER' }).where('id', '=', id).execute();
    expect(await counted()).toEqual(await countedUsers());
    await site.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect(await counted()).toEqual(await countedUsers());
    await site.db.updateTable('users').set({ deleted_at: null, role: 'USER' }).where('id', '=', id).execute();
    expect(await counted()).toEqual(await countedUsers());
    await site.db.deleteFrom('users').where('id', '=', id).execute();
    expect(await counted()).toEqual(await countedUsers());
  });

  it('take one step for many rows, and none for rows that do not count', async () => {
    const steps = async (): Promise<number> =>
      (await site.db.selectFrom('list_steps').select('step').where('list', '=', 'users').execute()).length;
    const before = await steps();
    await site.db
      .insertInto('users')
      .values(Array.from({ length: 50 }, (_, at) => ({ username: `many-${at}`, email: `many-${at}@people.example` })))
      .execute();
    expect(await steps()).toBe(before + 1);
    await site.db.updateTable('users').set({ total_likes: 3 }).where('username', 'like', 'many-%').execute();
    expect(await steps()).toBe(before + 1);
    expect(await counted()).toEqual(await countedUsers());
  });

  it('count uploads by status from their submission', async () => {
    const { id: authorId } = await site.addPerson('leaker');
    const before = (await readListCounts(site.db, 'resources')).PENDING ?? 0;
    const id = await addResource(site, { authorId, status: 'PENDING' });
    const at = async () => (await readListCounts(site.db, 'resources')).PENDING;
    expect(await at()).toBe(before + 1);
    await site.db.updateTable('resources').set({ submitted_at: null }).where('id', '=', id).execute();
    expect(await at()).toBe(before);
    await site.db.updateTable('resources').set({ submitted_at: new Date() }).where('id', '=', id).execute();
    await site.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect(await at()).toBe(before);
  });

  it('stay exact under concurrent writes while steps are folded', async () => {
    const writers = Array.from({ length: 30 }, (_, at) =>
      site.db
        .insertInto('users')
        .values({ username: `racer-${at}`, email: `racer-${at}@people.example` })
        .execute(),
    );
    await Promise.all([...writers, fold(), fold(), fold()]);
    expect(await counted()).toEqual(await countedUsers());
    await fold();
    expect(await counted()).toEqual(await countedUsers());
    const rows = await site.db.selectFrom('list_steps').select('value').where('list', '=', 'users').execute();
    expect(new Set(rows.map(({ value }) => value)).size).toBe(rows.length);
  });
});
