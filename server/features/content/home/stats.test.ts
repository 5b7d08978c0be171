// The "free for all use" statistic: what it includes and leaves out (product.md DI-1).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const share = async (): Promise<number | null> => {
  await test.deps.bus.publish(test.db, 'resources', 'all');
  return (await test.call({ url: '/api/stats' })).json<{ freeForAllUse: number | null }>().freeForAllUse;
};

const add = (licence: string, changes: { category?: string; status?: 'PENDING' } = {}) =>
  addResource(test, { authorId: leaker.id, title: `Under ${licence}`, licence, ...changes });

it('is the share of approved free resources whose licence allows commercial use', async () => {
  expect(await share()).toBeNull();
  await add('CC0');
  await add('CC BY 4.0');
  await expect.poll(share).toBe(100);
  await add('CC BY-NC 4.0');
  await expect.poll(share).toBe(66);
  await add('CC BY-NC 4.0', { category: 'Premium' });
  await add('CC BY-NC 4.0', { status: 'PENDING' });
  const hidden = await add('CC BY-NC 4.0');
  await test.db.updateTable('resources').set({ hidden_at: test.deps.now() }).where('id', '=', hidden).execute();
  await add('Helix Standard');
  await expect.poll(share).toBe(75);
});
