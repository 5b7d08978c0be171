// Two processes with one database: notifications arrive live at each device, and never twice.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addThread, reply } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { notificationPage, notificationsOf } from '#test/harness/notifications.ts';
import { connected, listen, openReader, type Reader, record } from '#test/harness/socket-clients.ts';

/** Events arrive within milliseconds. This only ends a test that fails. */
const SOON = { timeout: 5000, interval: 20 };

let test: TestApp;
/** A second process on the same database, without Redis. */
let other: TestApp;
let urls: [string, string];
const open: Reader[] = [];
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  urls = [await listen(test), await listen(other)];
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.disconnect();
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

/** A device of the person, connected to one of the processes. @returns the counts that it receives */
const openDevice = async (process: 0 | 1, person?: Person): Promise<() => unknown[]> => {
  const reader = openReader(urls[process], person);
  open.push(reader);
  const events = record(reader);
  await connected(reader);
  return () => events.filter(([event]) => event === 'notifications').map(([, state]) => state);
};

it('a reply reaches all devices of the thread’s author live, and nobody else', async () => {
  const [author, writer] = [await test.addPerson(), await test.addPerson()];
  const thread = await addThread(test, author);
  const devices = [await openDevice(0, author), await openDevice(1, author)];
  const others = [await openDevice(0, writer), await openDevice(1)];
  await reply(test, thread.id, writer);
  for (const device of devices) await expect.poll(device, SOON).toEqual([{ unread: 1 }]);
  await reply(other, thread.id, writer);
  for (const device of devices) await expect.poll(() => device().at(-1), SOON).toEqual({ unread: 2 });
  for (const device of others) expect(device()).toEqual([]);
});

it('reading on one device clears the other', async () => {
  const [author, writer] = [await test.addPerson(), await test.addPerson()];
  const thread = await addThread(test, author);
  await reply(test, thread.id, writer);
  const device = await openDevice(1, author);
  const [newest] = await notificationsOf(test, author);
  const marked = await test.call(
    { method: 'POST', url: '/api/notifications/read', payload: { upTo: newest?.id } },
    author,
  );
  expect(marked.json()).toEqual({ unread: 0 });
  await expect.poll(device, SOON).toEqual([{ unread: 0 }]);
  expect(await notificationPage(other, author)).toMatchObject({ unread: 0, notifications: [{ isRead: true }] });
});

it('the same event in two processes at the same time notifies once', async () => {
  const [leaker, fan] = [await test.addPerson('leaker'), await test.addPerson()];
  const device = await openDevice(1, leaker);
  const url = `/api/users/${leaker.username}/follow`;
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([test, other, test, other].map((app) => app.call({ method: 'POST', url }, fan)));
    await Promise.all([test, other].map((app) => app.call({ method: 'DELETE', url }, fan)));
  }
  await test.call({ method: 'POST', url }, fan);
  const rows = await test.db.selectFrom('notifications').select('id').where('user_id', '=', leaker.id).execute();
  expect(rows).toHaveLength(1);
  await expect.poll(() => device().length, SOON).toBeGreaterThan(0);
  expect(await notificationsOf(other, leaker)).toHaveLength(1);
});
