import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { load, loadedOf } from '#client/kit/data/query.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { takeToasts } from '#client/ui/overlay/toast-queue.ts';
import type { Notification, NotificationPage } from '#contract/notifications/api.ts';
import {
  forgetLists,
  listRead,
  loadOlder,
  markListRead,
  openNotification,
  refreshList,
  setUnread,
  unreadRead,
} from './lists.ts';

const row = (id: string, minute: number, isRead = false): Notification => ({
  id,
  kind: 'mention',
  group: 'replies',
  icon: 'reply',
  title: `Title ${id}`,
  line: '',
  href: '/community',
  createdAt: `2026-11-27T10:${minute}:00.000Z`,
  isRead,
});

let answers: Record<string, () => unknown>;
let calls: string[];
let context: AppContext;

const refuse = (): never => {
  throw new CallError('Not now.', 503, null);
};
const readStates = (): string =>
  (loadedOf(context, listRead('all'))?.notifications ?? []).map(({ id, isRead }) => (isRead ? '-' : id)).join('');
const unread = (): number | undefined => loadedOf(context, unreadRead)?.unread;

beforeEach(async () => {
  calls = [];
  const list: NotificationPage = {
    notifications: [row('c', 30), row('b', 20), row('a', 10, true)],
    older: 'x',
    unread: 2,
  };
  answers = { 'GET /api/notifications': () => list };
  context = {
    transport: async (method, path, input) => {
      calls.push(`${method} ${path} ${JSON.stringify(input)}`);
      return answers[`${method} ${path}`]?.();
    },
    queryCache: createQueryCache(),
    site: {} as AppContext['site'],
    person: { current: null },
    origin: 'http://localhost',
  };
  await load(context, listRead('all'));
  setUnread(context, 2);
  calls = [];
});

describe('opening a notification', () => {
  it('marks it as read before the server has answered, then takes the server’s count', async () => {
    answers['POST /api/notifications/{id}/read'] = () => ({ unread: 5 });
    const done = openNotification(context, row('b', 20));
    expect(readStates()).toBe('c--');
    expect(unread()).toBe(1);
    await done;
    expect(unread()).toBe(5);
  });

  it('is undone and explained if the call fails', async () => {
    answers['POST /api/notifications/{id}/read'] = refuse;
    answers['GET /api/notifications/unread'] = () => ({ unread: 2 });
    await openNotification(context, row('b', 20));
    expect(readStates()).toBe('cb-');
    expect(unread()).toBe(2);
    expect(takeToasts()).toEqual([{ tone: 'error', text: 'Not now.' }]);
  });

  it('makes no call if it has been read', async () => {
    await openNotification(context, row('a', 10, true));
    expect(calls).toEqual([]);
  });
});

describe('marking all as read', () => {
  it('goes up to the newest that is shown', async () => {
    answers['POST /api/notifications/read'] = () => ({ unread: 0 });
    await markListRead(context, 'all');
    expect(calls).toEqual(['POST /api/notifications/read {"body":{"upTo":"c"}}']);
    expect(readStates()).toBe('---');
    expect(unread()).toBe(0);
  });

  it('leaves what was read before as it was if the call fails', async () => {
    answers['POST /api/notifications/read'] = refuse;
    answers['GET /api/notifications/unread'] = () => ({ unread: 2 });
    await markListRead(context, 'all');
    expect(readStates()).toBe('cb-');
    expect(takeToasts()).toHaveLength(1);
  });
});

it('a list that is fetched again keeps the pages loaded before', async () => {
  answers['GET /api/notifications'] = () => ({ notifications: [row('0', 5)], older: null, unread: 2 });
  await loadOlder(context, 'all');
  const fresh = [row('d', 40), row('c', 30), row('b', 20), row('a', 10)];
  answers['GET /api/notifications'] = () => ({ notifications: fresh, older: 'x', unread: 3 });
  await refreshList(context, 'all');
  expect(loadedOf(context, listRead('all'))).toMatchObject({ older: null, unread: 3 });
  expect(readStates()).toBe('dcba0');
  expect(unread()).toBe(3);
});

it('nothing remains for the next user of the browser', () => {
  forgetLists(context);
  expect(readStates()).toBe('');
  expect(unread()).toBeUndefined();
});
