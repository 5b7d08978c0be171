// Words and orders of the forum's categories, as administrators see them. Without I/O.
import type { ManagedCategory, ManagedSubcategory } from '#contract/forum/categories.ts';

const thousands = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string): string => `${thousands.format(count)} ${count === 1 ? one : `${one}s`}`;

export function countsOf({ threadCount, postCount }: Pick<ManagedSubcategory, 'threadCount' | 'postCount'>): string {
  return `${counted(threadCount, 'thread')}, ${counted(postCount, 'post')}`;
}

const SLUG_CHARACTERS = 60;

/** What a name could be called in an address: 'Éditing & Sound' as 'editing-sound'; empty when nothing of it can be used. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
}

/** The same list with one entry one place further up (-1) or down (1); itself when there is no such place. */
const moved = <T extends { id: string }>(list: readonly T[], id: string, by: -1 | 1): readonly T[] => {
  const from = list.findIndex((one) => one.id === id);
  const [one, other] = [list[from], list[from + by]];
  return one && other ? list.with(from, other).with(from + by, one) : list;
};

/** The categories with one of them, or one subcategory among those of its category, one place further. */
export function withMoved(categories: readonly ManagedCategory[], id: string, by: -1 | 1): ManagedCategory[] {
  return moved(categories, id, by).map((category) => ({
    ...category,
    subCategories: [...moved(category.subCategories, id, by)],
  }));
}

/** Where something stands now, in words: 'Sound is 2 of 4 now.' */
export function placeInWords(categories: readonly ManagedCategory[], id: string): string {
  for (const list of [categories, ...categories.map(({ subCategories }) => subCategories)]) {
    const index = list.findIndex((one) => one.id === id);
    if (index >= 0) return `${list[index]?.name} is ${index + 1} of ${list.length} now.`;
  }
  return '';
}

/** What the call that keeps an order is sent. */
export function orderOf(categories: readonly ManagedCategory[]) {
  return {
    categories: categories.map(({ id, subCategories }) => ({ id, subCategories: subCategories.map((one) => one.id) })),
  };
}
