import { expect, test } from 'vitest';
import { browserStores, deleteRequestDraft, readTyped, saveRequestDraft } from './request-draft.ts';

const newStore = () => {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

const newStores = () => {
  const [local, session] = [newStore(), newStore()];
  return { local: () => local, session: () => session };
};

const typed = { name: 'Grain', link: 'https://shop.example/grain' };

test('a guest’s draft moves to the person who logs in, once', () => {
  const stores = newStores();
  saveRequestDraft(stores, null, typed, 1);
  expect(readTyped(stores, null, 2)).toEqual(typed);
  expect(readTyped(stores, 'mira', 2)).toEqual(typed);
  expect(readTyped(stores, 'mira', 3)).toEqual(typed);
  expect(readTyped(stores, null, 3)).toBeNull();
  expect(readTyped(stores, 'okapi', 3)).toBeNull();
});

test('a sent or emptied draft is deleted', () => {
  const stores = newStores();
  saveRequestDraft(stores, 'mira', typed, 1);
  deleteRequestDraft(stores, 'mira');
  expect(readTyped(stores, 'mira', 2)).toBeNull();
  saveRequestDraft(stores, 'mira', typed, 1);
  saveRequestDraft(stores, 'mira', { name: '', link: '' }, 2);
  expect(stores.local().length).toBe(0);
});

test('missing storage keeps no draft and causes no error', () => {
  // This environment has no sessionStorage, which has the same effect as a browser that blocks it.
  saveRequestDraft(browserStores, null, typed, 1);
  expect(readTyped(browserStores, null, 2)).toBeNull();
});
