import { expect, it } from 'vitest';
import { changesOf } from './audit-changes.ts';

it('lists changed fields with old and new values', () => {
  expect(changesOf({ role: 'USER', name: 'mia' }, { role: 'LEAKER', name: 'mia' })).toEqual([
    { name: 'role', before: 'USER', after: 'LEAKER' },
  ]);
  expect(changesOf(null, { siteName: 'Helix', tags: ['a'], limit: 0, open: false })).toEqual([
    { name: 'site name', before: null, after: 'Helix' },
    { name: 'tags', before: null, after: '["a"]' },
    { name: 'limit', before: null, after: '0' },
    { name: 'open', before: null, after: 'false' },
  ]);
  expect(changesOf({ reason: '' }, { reason: null })).toEqual([{ name: 'reason', before: '', after: null }]);
});

it('keeps context fields of a change, and lists removed values', () => {
  expect(changesOf({ username: 'mia', granted: false }, { granted: true })).toEqual([
    { name: 'username', before: null, after: 'mia' },
    { name: 'granted', before: 'false', after: 'true' },
  ]);
  expect(changesOf({ username: 'mia' }, null)).toEqual([{ name: 'username', before: null, after: 'mia' }]);
  expect(changesOf({ title: 'A pack' }, null, true)).toEqual([{ name: 'title', before: 'A pack', after: null }]);
});

it('formats times like the rest of the admin panel', () => {
  expect(changesOf({ endsAt: null }, { endsAt: '2026-11-22T08:19:16.804Z' })).toEqual([
    { name: 'ends at', before: null, after: 'Nov 22, 2026 08:19' },
  ]);
});

it('accepts any stored value', () => {
  expect(changesOf(null, null)).toEqual([]);
  expect(changesOf('old', ['new'])).toEqual([{ name: '', before: 'old', after: '["new"]' }]);
  expect(changesOf(undefined, 5)).toEqual([{ name: '', before: null, after: '5' }]);
});
