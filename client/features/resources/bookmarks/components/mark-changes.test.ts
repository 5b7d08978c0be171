import { expect, test } from 'vitest';
import { withChange } from './mark-changes.ts';

const like = { kind: 'liked', id: 'one', on: true, count: 8 } as const;
const follow = { kind: 'followed', id: 'mira', on: true, count: 5 } as const;

test('a like counts wherever the resource is drawn, and nowhere else', () => {
  const listing = {
    resources: [
      { id: 'one', likes: 7, saves: 3 },
      { id: 'two', likes: 7 },
    ],
    pagination: { total: 2 },
  };
  expect(withChange(listing, like)).toEqual({
    resources: [
      { id: 'one', likes: 8, saves: 3 },
      { id: 'two', likes: 7 },
    ],
    pagination: { total: 2 },
  });
});

test('a save counts as a save', () => {
  const change = { kind: 'saved', id: 'one', on: true, count: 4 } as const;
  expect(withChange({ id: 'one', likes: 7, saves: 3 }, change)).toEqual({ id: 'one', likes: 7, saves: 4 });
});

test('a follow reaches the profile, and of a resource its creator and whether they are followed', () => {
  expect(withChange({ username: 'mira', followers: 4, isFollowing: false, following: 2 }, follow)).toEqual({
    username: 'mira',
    followers: 5,
    isFollowing: true,
    following: 2,
  });
  const resource = { author: 'mira', isFollowing: false, creator: { username: 'mira', followers: 4 } };
  expect(withChange(resource, follow)).toEqual({
    author: 'mira',
    isFollowing: true,
    creator: { username: 'mira', followers: 5 },
  });
});

test('what the change is not about stays the very same', () => {
  for (const data of [null, 3, 'one', [{ id: 'two', likes: 1 }], { id: 'one' }, { username: 'mira' }]) {
    expect(withChange(data, like)).toBe(data);
    expect(withChange(data, follow)).toBe(data);
  }
});
