import { describe, expect, it } from 'vitest';
import type { ManagedCategory } from '#contract/forum/categories.ts';
import { SLUG_FORM } from '#contract/forum/limits.ts';
import { countsOf, orderOf, placeInWords, slugOf, withMoved } from './forum-labels.ts';

const place = (id: string) => ({ id, name: id.toUpperCase(), slug: id, icon: 'people' as const, archivedAt: null });
const category = (id: string, inside: string[] = []): ManagedCategory => ({
  ...place(id),
  subCategories: inside.map((one) => ({ ...place(one), description: '', threadCount: 0, postCount: 0 })),
  moderators: [],
});
const categories = [category('a', ['x', 'y', 'z']), category('b'), category('c', ['v'])];
const order = (list: readonly ManagedCategory[]) =>
  list.map(({ id, subCategories }) => `${id}: ${subCategories.map((one) => one.id).join(' ')}`);

describe('a slug', () => {
  it.each([
    ['Editing', 'editing'],
    ['Éditing & Sound', 'editing-sound'],
    ['  Show & tell!  ', 'show-tell'],
    ['Straße 8', 'stra-e-8'],
    ['日本語', ''],
    ['', ''],
  ])('made from %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('is valid, however long the name is', () => {
    for (const name of [`${'a'.repeat(59)} & b`, `${'- '.repeat(80)}c`, 'ǅ'.repeat(60)]) {
      const slug = slugOf(name);
      if (slug !== '') expect(slug).toMatch(SLUG_FORM);
    }
  });
});

describe('the order', () => {
  it('changes when a category moves among categories, or a subcategory within its category', () => {
    expect(order(withMoved(categories, 'b', -1))).toEqual(['b: ', 'a: x y z', 'c: v']);
    expect(order(withMoved(categories, 'y', 1))).toEqual(['a: x z y', 'b: ', 'c: v']);
  });

  it('stays the same at the ends of a list', () => {
    for (const [id, by] of [
      ['a', -1],
      ['c', 1],
      ['x', -1],
      ['v', 1],
      ['unknown', 1],
    ] as const)
      expect(order(withMoved(categories, id, by))).toEqual(order(categories));
  });

  it('is announced in words and sent as ids', () => {
    expect(placeInWords(categories, 'z')).toBe('Z is now in position 3 of 3.');
    expect(placeInWords(categories, 'b')).toBe('B is now in position 2 of 3.');
    expect(orderOf(categories)).toEqual({
      categories: [
        { id: 'a', subCategories: ['x', 'y', 'z'] },
        { id: 'b', subCategories: [] },
        { id: 'c', subCategories: ['v'] },
      ],
    });
  });
});

it('counts have plurals and thousands separators', () => {
  expect(countsOf({ threadCount: 1, postCount: 1 })).toBe('1 thread, 1 post');
  expect(countsOf({ threadCount: 1200, postCount: 34_000 })).toBe('1,200 threads, 34,000 posts');
});
