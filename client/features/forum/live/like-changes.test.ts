import { expect, test } from 'vitest';
import type { Post } from '#contract/forum/api.ts';
import { isLiked, pressed } from './like-changes.ts';

const post = (likes: number, liked: boolean) =>
  ({ id: 'p', likes, reactions: liked ? [{ id: 'r', postId: 'p', type: 'like' }] : [] }) as unknown as Post;

test('a press adds a like, a second one removes it, and repeating either changes nothing', () => {
  const on = pressed(post(3, false), true);
  expect([on.likes, isLiked(on)]).toEqual([4, true]);
  expect(pressed(on, true)).toBe(on);
  const off = pressed(on, false);
  expect([off.likes, isLiked(off)]).toEqual([3, false]);
});

test('the number of likes never becomes negative', () => {
  expect(pressed(post(0, true), false).likes).toBe(0);
});
