import { expect, test } from 'vitest';
import type { Thread } from '#contract/forum/api.ts';
import { compareLists, isTop, type ThreadList, withListedThread, withNew, withoutThread } from './list-changes.ts';

const author = { id: 'p', username: 'okapi', avatar: '', role: 'USER' as const };

const time = (minute: number): string => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** A thread started in minute `begun`, with its last post in minute `active`. */
const thread = (id: string, begun: number, active = begun, more: Partial<Thread> = {}): Thread => ({
  id,
  categoryId: 'list',
  title: id,
  content: '',
  tags: [],
  isPinned: false,
  isLocked: false,
  author,
  postCount: 1,
  viewCount: 0,
  lastPost: { id: `${id} last`, number: 1, author, createdAt: time(active) },
  lastNumber: 1,
  changes: 0,
  createdAt: time(begun),
  ...more,
});

const listOf = (threads: Thread[], more: Partial<ThreadList> = {}): ThreadList => ({
  id: 'list',
  name: 'Colour',
  slug: 'colour',
  icon: 'image',
  description: '',
  isClosed: false,
  moderators: [],
  category: { id: 'c', name: 'Post-production', slug: 'post' },
  threadCount: threads.length,
  postCount: threads.length,
  threads,
  newer: null,
  older: null,
  ...more,
});

const ids = ({ threads }: ThreadList): string[] => threads.map(({ id }) => id);

test('a row is updated in place', () => {
  const list = listOf([thread('a', 3), thread('b', 2)]);
  const next = withListedThread(thread('b', 2, 9, { postCount: 5 }))(list);
  expect(ids(next)).toEqual(['a', 'b']);
  expect(next.threads[1]?.postCount).toBe(5);
  expect(withListedThread(thread('elsewhere', 1))(list)).toBe(list);
});

test('an outdated event changes nothing; a removal does', () => {
  const list = listOf([thread('a', 3, 9, { postCount: 6, lastNumber: 6 })]);
  const late = thread('a', 3, 8, { postCount: 5, lastNumber: 5 });
  expect(withListedThread(late)(list).threads[0]?.postCount).toBe(6);
  const removed = withListedThread({ ...late, lastNumber: 6, changes: 1 })(list);
  expect(removed.threads[0]).toMatchObject({ postCount: 5, lastPost: { createdAt: time(8) } });
  expect(withListedThread(thread('a', 3, 9, { postCount: 6, lastNumber: 6 }))(removed)).toEqual(removed);
});

test('a removed thread disappears, and is counted even on other pages', () => {
  const list = listOf([thread('a', 3), thread('b', 2)], { threadCount: 40 });
  const next = withoutThread({ id: 'a', categoryId: 'list' })(list);
  expect(ids(next)).toEqual(['b']);
  expect(next.threadCount).toBe(39);
  expect(withoutThread({ id: 'z', categoryId: 'list' })(list).threadCount).toBe(39);
  expect(withoutThread({ id: 'a', categoryId: 'other' })(list)).toBe(list);
});

test('a new thread is inserted once below the pinned ones, and counted', () => {
  const list = listOf([thread('pinned', 1, 1, { isPinned: true }), thread('a', 5), thread('b', 4)], {
    threadCount: 30,
  });
  const next = withNew(thread('new', 8))(list);
  expect(ids(next)).toEqual(['pinned', 'new', 'a', 'b']);
  expect(next.threadCount).toBe(31);
  expect(withNew(thread('new', 8))(next)).toBe(next);
  expect(ids(withNew(thread('newer', 9))(next))).toEqual(['pinned', 'newer', 'new', 'a', 'b']);
  const onlyPinned = listOf([thread('pinned', 1, 1, { isPinned: true })]);
  expect(ids(withNew(thread('new', 8))(onlyPinned))).toEqual(['pinned', 'new']);
  expect(ids(withNew(thread('first', 1))(listOf([])))).toEqual(['first']);
});

test('on later pages, a new thread is counted but not shown', () => {
  const later = listOf([thread('y', 2)], { newer: '2-y', threadCount: 21 });
  expect(isTop(later)).toBe(false);
  const next = withNew(thread('new', 8))(later);
  expect(ids(next)).toEqual(['y']);
  expect(next.threadCount).toBe(22);
  // An empty page past the end has no newer page, but it is not the first page either.
  const behind = listOf([], { threadCount: 14 });
  expect(isTop(behind)).toBe(false);
  expect(withNew(thread('new', 8))(behind)).toMatchObject({ threadCount: 15, threads: [] });
});

test('a reloaded list updates rows in place and inserts threads started since', () => {
  const shown = listOf([thread('p', 1, 1, { isPinned: true }), thread('a', 5), thread('b', 4), thread('c', 3)]);
  const fresh = listOf([
    thread('p', 1, 1, { isPinned: true }),
    thread('new', 8),
    thread('c', 3, 7, { postCount: 2 }),
    thread('a', 5),
    thread('b', 4),
  ]);
  const { change, begun } = compareLists(shown, fresh);
  expect(begun.map(({ id }) => id)).toEqual(['new']);
  const next = change(shown);
  expect(ids(next)).toEqual(['p', 'new', 'a', 'b', 'c']);
  expect(next.threads[4]?.postCount).toBe(2);
  expect(next.threadCount).toBe(5);
  // The event for the same thread may come before or after the reload; the thread must appear only once.
  expect(ids(change(withNew(thread('new', 8))(shown)))).toEqual(['p', 'new', 'a', 'b', 'c']);
  expect(withNew(thread('new', 8))(next)).toBe(next);
});

test('removed rows disappear; rows that moved to the next page stay', () => {
  const shown = listOf([thread('a', 5), thread('gone', 4), thread('pushed', 1)]);
  const fresh = listOf([thread('new', 8), thread('a', 5), thread('d', 2)], { older: '2-d' });
  expect(ids(compareLists(shown, fresh).change(shown))).toEqual(['new', 'a', 'pushed']);
  expect(ids(compareLists(shown, { ...fresh, older: null }).change(shown))).toEqual(['new', 'a']);
});

test('on later pages, only threads started since are new, not the whole first page', () => {
  const shown = listOf([thread('y', 2), thread('z', 1)], { newer: '2-y', threadCount: 4 });
  const first = [thread('b', 6), thread('a', 5)];
  const { begun, change } = compareLists(shown, listOf(first, { older: '5-a', threadCount: 4 }));
  expect(begun).toEqual([]);
  expect(ids(change(shown))).toEqual(['y', 'z']);
  // An older thread that got a new reply is now listed before the new thread.
  const fresh = listOf([thread('x', 3, 9), thread('new', 8), ...first], { older: '5-a', threadCount: 5 });
  expect(compareLists(shown, fresh).begun.map(({ id }) => id)).toEqual(['new']);
});
