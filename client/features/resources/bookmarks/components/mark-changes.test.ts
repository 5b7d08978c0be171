import { expect, test } from 'vitest';
import { withChange } from './mark-changes.ts';

const like = { kind: 'liked', id: 'one', on: true, count: 8 } as const;
const follow = { kind: 'followed', id: 'mira', on: true, count: 5 } as const;

test('a like updates the count wherever the resource is shown, and nowhere else', () => {
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

test('a save updates the count of saves', () => {
  const change = { kind: 'saved', id: 'one', on: true, count: 4 } as const;
  expect(withChange({ id: 'one', likes: 7, saves: 3 }, change)).toEqual({ id: 'one', likes: 7, saves: 4 });
});

test('a follow updates the profile, and on resources the creator and whether they are followed', () => {
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

test('data the change does not affect stays identical', () => {
  for (const data of [null, 3, 'one', [{ id: 'two', likes: 1 }], { id: 'one' }, { username: 'mira' }]) {
    expect(withChange(data, like)).toBe(data);
    expect(withChange(data, follow)).toBe(data);
  }
});
