import { describe, expect, it } from 'vitest';
import type { Notification, NotificationPage } from '#contract/notifications/api.ts';
import { splitByDay, withFresh, withOlder, withRead } from './list-changes.ts';

const row = (id: string, change: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'mention',
  group: 'replies',
  icon: 'reply',
  title: `Title ${id}`,
  line: '',
  href: '/community',
  createdAt: '2026-11-27T10:00:00.000Z',
  isRead: false,
  ...change,
});
const list = (ids: string, older: string | null = null): NotificationPage => ({
  notifications: [...ids].map((id) => row(id)),
  older,
  unread: ids.length,
});
const idsOf = ({ notifications }: NotificationPage): string => notifications.map(({ id }) => id).join('');

describe('withFresh', () => {
  it('puts new notifications first and keeps the older pages', () => {
    const merged = withFresh(list('cdefgh', 'after h'), list('abcd', 'after d'));
    expect(idsOf(merged)).toBe('abcdefgh');
    expect(merged).toMatchObject({ older: 'after h', unread: 4 });
  });

  it('takes read states and removals from the fresh part', () => {
    const fresh = { ...list('bd', 'after d'), notifications: [row('b', { isRead: true }), row('d')] };
    const merged = withFresh(list('bcdef', 'after f'), fresh);
    expect(idsOf(merged)).toBe('bdef');
    expect(merged.notifications[0]?.isRead).toBe(true);
  });

  it('keeps only the fresh part if they do not overlap, or if nothing is older', () => {
    expect(withFresh(list('xyz', 'after z'), list('abc', 'after c'))).toEqual(list('abc', 'after c'));
    expect(withFresh(list('abcd', 'after d'), list('abc'))).toEqual(list('abc'));
  });
});

describe('withOlder', () => {
  it('adds the next page once', () => {
    const next = withOlder(list('abc', 'after c'), list('cde', 'after e'));
    expect(idsOf(next)).toBe('abcde');
    expect(next.older).toBe('after e');
  });
});

describe('withRead', () => {
  it('changes the notifications that are meant', () => {
    const changed = withRead(list('abc'), true, ({ id }) => id === 'b');
    expect(changed.notifications.map(({ isRead }) => isRead)).toEqual([false, true, false]);
  });

  it('returns the same list if nothing changes', () => {
    const given = list('abc');
    expect(withRead(given, false, () => true)).toBe(given);
  });
});

describe('splitByDay', () => {
  it('separates notifications older than 24 hours', () => {
    const now = Date.parse('2026-11-27T12:00:00Z');
    const rows = [
      row('a', { createdAt: '2026-11-26T12:00:01.000Z' }),
      row('b', { createdAt: '2026-11-26T12:00:00.000Z' }),
    ];
    expect(splitByDay(rows, now).map((part) => part.map(({ id }) => id))).toEqual([['a'], ['b']]);
  });
});
