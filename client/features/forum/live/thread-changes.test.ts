import { expect, test } from 'vitest';
import type { Thread, ThreadPage } from '#contract/forum/api.ts';
import { AT, pageWith, post, samplePerson } from './sample-thread.ts';
import {
  leavesGap,
  needsReload,
  withChangedThread,
  withEdit,
  withLikes,
  withMarks,
  withPost,
  withRestored,
} from './thread-changes.ts';

const rowOf = ({ id, categoryId, title, tags, author, viewCount, createdAt }: ThreadPage, count: number): Thread => ({
  id,
  categoryId,
  title,
  content: '',
  tags,
  isPinned: false,
  isLocked: false,
  author,
  viewCount,
  createdAt,
  postCount: count,
  lastNumber: count,
  changes: 0,
  lastPost: { id: `post ${count}`, number: count, author, createdAt },
});

const numbersOf = ({ posts }: ThreadPage): number[] => posts.map(({ number }) => number);

test('a new post is appended and counted once, even if its event is repeated', () => {
  const next = withPost(post(4))(pageWith([1, 2, 3]));
  expect(numbersOf(next)).toEqual([1, 2, 3, 4]);
  expect(next).toMatchObject({ lastNumber: 4, postCount: 4, lastPost: { number: 4, author: { username: 'kettle' } } });
  expect(next.participants.map(({ username }) => username)).toEqual(['okapi', 'kettle']);
  const again = withPost(post(4))(next);
  expect(again).toEqual(next);
});

test('a post after a gap is not shown before the missing ones', () => {
  const page = pageWith([1, 2, 3]);
  expect(leavesGap(page, post(5))).toBe(true);
  expect(leavesGap(page, post(4))).toBe(false);
  const counted = withPost(post(5))(page);
  expect(numbersOf(counted)).toEqual([1, 2, 3]);
  expect(counted.lastNumber).toBe(5);
  expect(numbersOf(withPost(post(5))(withPost(post(4))(counted)))).toEqual([1, 2, 3, 4, 5]);
});

test('a full page takes no more posts, but knows that there is another page', () => {
  const full = pageWith(Array.from({ length: 20 }, (_, index) => index + 1));
  const next = withPost(post(21))(full);
  expect(leavesGap(full, post(21))).toBe(false);
  expect(numbersOf(next)).toHaveLength(20);
  expect(next).toMatchObject({ lastNumber: 21, pagination: { pages: 2, currentPage: 1, total: 21 } });
});

test('the first post of a new page follows the page before', () => {
  const empty = pageWith([], {
    pagination: { total: 20, pages: 1, currentPage: 2, limit: 20 },
    lastNumber: 20,
    lastPost: { id: 'post 20', number: 20, author: samplePerson('okapi'), createdAt: AT },
  });
  expect(numbersOf(withPost(post(21))(empty))).toEqual([21]);
  expect(leavesGap(empty, post(22))).toBe(true);
});

test('a post of another thread changes nothing', () => {
  const page = pageWith([1]);
  expect(withPost(post(2, { threadId: 'other' }))(page)).toBe(page);
});

test('an edit replaces the post and keeps the reader’s like', () => {
  const mine = { id: 'r', postId: 'post 1', type: 'like' as const };
  const page = pageWith([1, 2], { posts: [post(1, { reactions: [mine], likes: 1 }), post(2)] });
  const next = withEdit(post(1, { html: '<p>New</p>', version: 2, likes: 1 }))(page);
  expect(next.posts[0]).toMatchObject({ html: '<p>New</p>', version: 2, reactions: [mine] });
  // An outdated version that arrives late is ignored, and so is the text of a post that has been removed since.
  expect(withEdit(post(1))(next).posts[0]?.version).toBe(2);
  const removed = withEdit(post(2, { isDeleted: true, html: '', deleteReason: 'Advertising' }))(next);
  expect(removed.posts[1]).toMatchObject({ isDeleted: true, html: '' });
  expect(withEdit(post(2))(removed).posts[1]?.isDeleted).toBe(true);
});

test('likes are set to the number in the event, not added up', () => {
  const liked = withLikes('post 2', 7)(pageWith([1, 2]));
  expect(liked.posts.map(({ likes }) => likes)).toEqual([0, 7]);
  expect(withLikes('post 2', 7)(liked)).toEqual(liked);
});

test('the events of the thread and of the post count a reply once, in either order', () => {
  const page = pageWith([1, 2]);
  const row = rowOf(page, 3);
  expect(withChangedThread(row)(withPost(post(3))(page)).postCount).toBe(3);
  expect(withPost(post(3))(withChangedThread(row)(page)).postCount).toBe(3);
});

test('an outdated event of the thread removes no replies; a removal does', () => {
  const page = pageWith([1, 2, 3]);
  expect(withChangedThread(rowOf(page, 2))(page)).toMatchObject({ postCount: 3, lastPost: { number: 3 } });
  const removal = { ...rowOf(page, 2), lastNumber: 3, changes: 1 };
  const removed = withChangedThread(removal)(page);
  expect(removed).toMatchObject({ postCount: 2, lastPost: { number: 2 }, changes: 1 });
  // This event is from before the reply was removed, but it arrives late.
  expect(withChangedThread(rowOf(page, 3))(removed)).toBe(removed);
});

test('a removal announced after a later reply keeps that reply counted', () => {
  const page = withPost(post(4))(pageWith([1, 2, 3]));
  const removal = { ...rowOf(page, 2), lastNumber: 3, changes: 1 };
  expect(withChangedThread(removal)(page)).toMatchObject({ postCount: 3, lastPost: { number: 4 }, lastNumber: 4 });
});

test('pinning and locking take effect immediately', () => {
  const page = pageWith([1]);
  expect(withChangedThread({ ...rowOf(page, 1), isLocked: true, isPinned: true })(page)).toMatchObject({
    isLocked: true,
    isPinned: true,
  });
  expect(withMarks({ isLocked: true, isPinned: false })(page)).toMatchObject({ isLocked: true, isPinned: false });
});

test('a restored post is shown again', () => {
  const page = pageWith([1, 2], { posts: [post(1), post(2, { isDeleted: true, html: '' })] });
  expect(withRestored(post(2))(page).posts[1]).toMatchObject({ isDeleted: false, html: '<p>Words 2</p>' });
});

test('a page is reloaded if the thread was moved, or has posts that no event brought', () => {
  const page = pageWith([1, 2]);
  const changed = { ...rowOf(page, 2), changes: 1 };
  expect(needsReload(page, changed)).toBe(false);
  expect(needsReload(page, { ...changed, isLocked: true })).toBe(false);
  expect(needsReload(page, { ...changed, categoryId: 'elsewhere' })).toBe(true);
  // Merged with another thread.
  expect(needsReload(page, { ...changed, lastNumber: 5, postCount: 5 })).toBe(true);
  // A post was restored.
  expect(needsReload({ ...page, postCount: 1 }, changed)).toBe(true);
  // Events that are older than the page, and those of other threads.
  expect(needsReload(page, { ...changed, changes: 0, lastNumber: 5 })).toBe(false);
  expect(needsReload(page, { ...changed, id: 'other', lastNumber: 5 })).toBe(false);
});
