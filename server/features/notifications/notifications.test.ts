// Tests the list of notifications, what is read, and the settings.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationSettings } from '#contract/notifications/api.ts';
import { NOTIFICATION_DAYS, NOTIFICATION_KINDS, UNREAD_COUNT_MAX } from '#contract/notifications/limits.ts';
import { siteNotifications } from '#server/site-notifications.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { notificationPage, notificationsOf, setChannels } from '#test/harness/notifications.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { purgeNotifications } from './jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const helpers = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };

/** Adds notifications that never disappear; the first one is the oldest. */
const add = async (
  person: Person,
  count: number,
  changes: { kind?: string; created_at?: Date; data?: string } = {},
): Promise<string[]> => {
  const at = Date.now();
  const rows = Array.from({ length: count }, (_, place) => ({
    id: randomUUID(),
    user_id: person.id,
    kind: 'application-rejected',
    event_key: randomUUID(),
    data: JSON.stringify({ reason: `Reason ${place}` }),
    in_bell: true,
    in_digest: false,
    created_at: new Date(at + place),
    ...changes,
  }));
  await test.db.insertInto('notifications').values(rows).execute();
  return rows.map(({ id }) => id);
};

const post = (url: string, person: Person, payload?: object) =>
  test.call({ method: 'POST', url, ...(payload ? { payload } : {}) }, person);
const unreadOf = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/notifications/unread' }, person)).json();

describe('the list', () => {
  it('pages from the newest to the oldest, each once, in a constant number of statements', async () => {
    const person = await test.addPerson();
    const ids = (await add(person, 25)).reverse();
    const first = await notificationPage(test, person);
    expect(first.notifications.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(first.notifications[0]).toEqual({
      id: ids[0],
      kind: 'application-rejected',
      group: 'account',
      icon: 'close',
      title: 'Your application was not approved',
      line: 'Reason 24',
      href: '/dashboard',
      createdAt: expect.any(String),
      isRead: false,
    });
    expect(first.unread).toBe(25);
    // One that arrives between two pages moves nothing.
    await add(person, 1, { created_at: new Date(Date.now() + 60_000) });
    const second = await notificationPage(test, person, { before: first.older ?? '' });
    expect(second.notifications.map(({ id }) => id)).toEqual(ids.slice(20));
    expect(second.older).toBeNull();
    const statements = noteStatements(test);
    await notificationPage(test, person, { limit: '50' });
    const all = statements.length;
    statements.length = 0;
    await notificationPage(test, person, { limit: '1' });
    expect(statements).toHaveLength(all);
  });

  it('is divided by time and id, so that the same time on two pages loses nothing', async () => {
    const person = await test.addPerson();
    const ids = await add(person, 5, { created_at: new Date() });
    const seen: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page = await notificationPage(test, person, { limit: '2', ...(before ? { before } : {}) });
      seen.push(...page.notifications.map(({ id }) => id));
      before = page.older;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it('filters by unread', async () => {
    const person = await test.addPerson();
    const [old = '', fresh] = await add(person, 2);
    await post(`/api/notifications/${old}/read`, person);
    expect((await notificationsOf(test, person, { filter: 'unread' })).map(({ id }) => id)).toEqual([fresh]);
    expect(await notificationsOf(test, person, { filter: 'replies' })).toEqual([]);
    expect(await notificationsOf(test, person, { filter: 'uploads' })).toEqual([]);
  });

  it('leaves out rows of unknown kinds and with data of another version', async () => {
    const person = await test.addPerson();
    await add(person, 1, { kind: 'no-longer-known' });
    await add(person, 1, { data: JSON.stringify({ reason: 12 }) });
    expect(await notificationsOf(test, person)).toEqual([]);
  });

  it('is private, and refuses cursors and limits that it did not give out', async () => {
    const [person, other] = [await test.addPerson(), await test.addPerson()];
    await add(person, 1);
    expect(await notificationsOf(test, other)).toEqual([]);
    for (const query of ['before=1', 'limit=51', 'limit=0', 'filter=mine', 'page=1'])
      expect((await test.call({ method: 'GET', url: `/api/notifications?${query}` }, person)).statusCode).toBe(400);
    const reply = await test.call({ method: 'GET', url: '/api/notifications' }, person);
    expect(reply.headers['cache-control']).toBe('private, no-store');
  });
});

describe('reading', () => {
  it('marks one, and repeating it changes nothing', async () => {
    const person = await test.addPerson();
    const [one = ''] = await add(person, 3);
    expect((await post(`/api/notifications/${one}/read`, person)).json()).toEqual({ unread: 2 });
    expect((await post(`/api/notifications/${one}/read`, person)).json()).toEqual({ unread: 2 });
    expect((await notificationsOf(test, person)).map(({ isRead }) => isRead)).toEqual([false, false, true]);
  });

  it('marks all up to the newest that the person has seen', async () => {
    const person = await test.addPerson();
    const [, second = ''] = await add(person, 3);
    expect((await post('/api/notifications/read', person, { upTo: second })).json()).toEqual({ unread: 1 });
    expect(await unreadOf(person)).toEqual({ unread: 1 });
  });

  it('is refused for the notifications of others', async () => {
    const [person, other] = [await test.addPerson(), await test.addPerson()];
    const [id = ''] = await add(person, 1);
    for (const reply of [
      await post(`/api/notifications/${id}/read`, other),
      await post('/api/notifications/read', other, { upTo: id }),
      await post(`/api/notifications/${randomUUID()}/read`, person),
    ])
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'NOTIFICATION_NOT_FOUND']);
    expect(await unreadOf(person)).toEqual({ unread: 1 });
  });

  it('counts no further than a hundred', async () => {
    const person = await test.addPerson();
    await add(person, UNREAD_COUNT_MAX + 20);
    expect(await unreadOf(person)).toEqual({ unread: UNREAD_COUNT_MAX });
  });
});

describe('settings', () => {
  const settingsOf = async (person: Person) =>
    (await test.call({ method: 'GET', url: '/api/notifications/settings' }, person)).json<NotificationSettings>();

  it('list every kind in order, with its defaults', async () => {
    const { settings, groups, emailVerified } = await settingsOf(await test.addPerson());
    expect(settings.map(({ kind }) => kind)).toEqual([...NOTIFICATION_KINDS]);
    expect(settings.find(({ kind }) => kind === 'upload-approved')).toEqual({
      kind: 'upload-approved',
      group: 'uploads',
      label: 'Approved uploads',
      bell: true,
      email: true,
      digest: false,
    });
    expect(groups.map(({ group }) => group)).toEqual([...new Set(settings.map(({ group }) => group))]);
    expect(emailVerified).toBe(true);
  });

  it('change one channel at a time, also from two devices', async () => {
    const person = await test.addPerson();
    await Promise.all([
      setChannels(test, person, 'mention', { email: true }),
      setChannels(test, person, 'mention', { digest: true }),
      setChannels(test, person, 'mention', { bell: false }),
    ]);
    const { settings } = await settingsOf(person);
    expect(settings.find(({ kind }) => kind === 'mention')).toMatchObject({ bell: false, email: true, digest: true });
    expect(settings.find(({ kind }) => kind === 'thread-reply')).toMatchObject({ bell: true, email: false });
  });

  it('reject unknown kinds and channels', async () => {
    const person = await test.addPerson();
    for (const [kind, payload] of [
      ['lottery', { bell: true }],
      ['mention', { pigeon: true }],
      ['mention', { bell: 'yes' }],
    ] as const) {
      const url = `/api/notifications/settings/${kind}`;
      expect((await test.call({ method: 'PUT', url, payload }, person)).statusCode).toBe(400);
    }
  });
});

it('every kind is declared once, in the order of the contract', () => {
  expect(siteNotifications.map(({ kind }) => kind)).toEqual([...NOTIFICATION_KINDS]);
});

it('old notifications are deleted, whether they were read or not', async () => {
  const person = await test.addPerson();
  const age = (days: number) => new Date(Date.now() - days * 86_400_000);
  await add(person, 2, { created_at: age(NOTIFICATION_DAYS + 1) });
  const kept = await add(person, 1, { created_at: age(NOTIFICATION_DAYS - 1) });
  await purgeNotifications.run({}, test.deps, { log: test.deps.log, ...helpers });
  expect((await notificationsOf(test, person)).map(({ id }) => id)).toEqual(kept);
});
