// Texts and order of the forum's categories in the admin panel. No I/O.
import type { ManagedCategory, ManagedSubcategory } from '#contract/forum/categories.ts';

const thousands = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string): string => `${thousands.format(count)} ${count === 1 ? one : `${one}s`}`;

export function countsOf({ threadCount, postCount }: Pick<ManagedSubcategory, 'threadCount' | 'postCount'>): string {
  return `${counted(threadCount, 'thread')}, ${counted(postCount, 'post')}`;
}

const SLUG_CHARACTERS = 60;

/** Slug suggested for a name: 'editing-sound' for 'Éditing & Sound'; empty if no character can be used. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
}

/** The list with one entry moved up (-1) or down (1); unchanged at its ends. */
const moved = <T extends { id: string }>(list: readonly T[], id: string, by: -1 | 1): readonly T[] => {
  const from = list.findIndex((one) => one.id === id);
  const [one, other] = [list[from], list[from + by]];
  return one && other ? list.with(from, other).with(from + by, one) : list;
};

/** The categories with one of them, or one subcategory within its category, moved by one position. */
export function withMoved(categories: readonly ManagedCategory[], id: string, by: -1 | 1): ManagedCategory[] {
  return moved(categories, id, by).map((category) => ({
    ...category,
    subCategories: [...moved(category.subCategories, id, by)],
  }));
}

/** New position of an entry in words: 'Sound is now 2 of 4.' */
export function placeInWords(categories: readonly ManagedCategory[], id: string): string {
  for (const list of [categories, ...categories.map(({ subCategories }) => subCategories)]) {
    const index = list.findIndex((one) => one.id === id);
    if (index >= 0) return `${list[index]?.name} is now ${index + 1} of ${list.length}.`;
  }
  return '';
}

/** Body of the call that saves the order. */
export function orderOf(categories: readonly ManagedCategory[]) {
  return {
    categories: categories.map(({ id, subCategories }) => ({ id, subCategories: subCategories.map((one) => one.id) })),
  };
}
