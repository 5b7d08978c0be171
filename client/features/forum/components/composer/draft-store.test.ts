import { expect, it } from 'vitest';
import { type Draft, draftKey, isSame, meet, parseDraft, readDraft, sweepDrafts, writeDraft } from './draft-store.ts';

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;

const storeOf = (entries: Record<string, string> = {}) => {
  const values = new Map(Object.entries(entries));
  return {
    values,
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

const refusing = {
  length: 1,
  key: () => 'helix_draft:a:b',
  getItem: (): string => {
    throw new Error('SecurityError');
  },
  setItem: () => {
    throw new Error('QuotaExceededError');
  },
  removeItem: () => {
    throw new Error('SecurityError');
  },
};

const draftOf = (text: string, savedAt = NOW): Draft => ({ text, savedAt });

it('each person and place has a separate draft', () => {
  const keys = [
    draftKey('a', { thread: 't' }),
    draftKey('b', { thread: 't' }),
    draftKey('a', { subcategory: 't' }),
    draftKey('a', { post: 't' }),
  ];
  expect(keys[0]).toBe('helix_draft:a:t');
  expect(new Set(keys).size).toBe(4);
});

it('a stored draft can be read again', () => {
  const store = storeOf();
  const draft: Draft = { text: 'One', title: 'T', tags: ['x'], reason: 'typo', version: 2, savedAt: NOW };
  expect(writeDraft(store, 'helix_draft:a:b', draft)).toBe(true);
  expect(readDraft(store, 'helix_draft:a:b')).toEqual(draft);
});

it.each(['', '{', '[]', 'null', '1', '{"text":1,"savedAt":1}', '{"text":"a"}', '{"text":"a","savedAt":1,"tags":[1]}'])(
  'an invalid stored value is ignored: %s',
  (stored) => {
    expect(parseDraft(stored)).toBeNull();
  },
);

it('blocked storage causes no error', () => {
  expect(readDraft(refusing, 'helix_draft:a:b')).toBeNull();
  expect(writeDraft(refusing, 'helix_draft:a:b', draftOf('One'))).toBe(false);
  expect(() => sweepDrafts(refusing, NOW)).not.toThrow();
});

it('old drafts and those beyond the newest fifty are deleted; other values stay', () => {
  const store = storeOf({ helix_user: '{}', 'helix_draft:a:broken': 'x' });
  writeDraft(store, 'helix_draft:a:old', draftOf('One', NOW - 31 * DAY));
  for (let index = 0; index < 52; index += 1) writeDraft(store, `helix_draft:a:${index}`, draftOf('One', NOW - index));
  sweepDrafts(store, NOW);
  expect(store.values.has('helix_user')).toBe(true);
  expect([...store.values.keys()].filter((key) => key.startsWith('helix_draft:'))).toHaveLength(50);
  expect(store.values.has('helix_draft:a:old')).toBe(false);
  expect(store.values.has('helix_draft:a:51')).toBe(false);
  expect(store.values.has('helix_draft:a:0')).toBe(true);
});

it('drafts are compared by content, not by time', () => {
  expect(isSame({ text: 'a', tags: [] }, { text: 'a' })).toBe(true);
  expect(isSame({ text: 'a', tags: ['x'] }, { text: 'a' })).toBe(false);
});

it.each([
  ['', '', null, 'new', 'take'],
  ['mine', '', null, 'theirs', 'tell'],
  ['mine', '', 'theirs', 'mine', 'nothing'],
  ['sent', '', 'sent', null, 'empty'],
  ['mine', '', 'theirs', null, 'nothing'],
  ['as it was', 'as it was', null, 'theirs', 'take'],
  ['', '', 'theirs', null, 'nothing'],
] as const)(
  'a tab with %j, opened with %j, does this when the draft changes from %j to %j: %s',
  (typed, begun, before, next, answer) => {
    const heard = (text: string | null): Draft | null => (text === null ? null : draftOf(text));
    expect(meet({ text: typed }, { text: begun }, heard(before), heard(next))).toBe(answer);
  },
);
