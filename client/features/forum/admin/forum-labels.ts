// Labels and ordering of forum categories in the admin panel. No I/O.
import type { ManagedCategory, ManagedSubcategory } from '#contract/forum/categories.ts';

const thousands = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string): string => `${thousands.format(count)} ${count === 1 ? one : `${one}s`}`;

export function countsOf({ threadCount, postCount }: Pick<ManagedSubcategory, 'threadCount' | 'postCount'>): string {
  return `${counted(threadCount, 'thread')}, ${counted(postCount, 'post')}`;
}

const SLUG_CHARACTERS = 60;

/** Suggests a slug for a name: 'editing-sound' for 'Éditing & Sound'; empty if none of the characters can be used. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
}

/** The list with one entry moved up (-1) or down (1); unchanged at either end. */
const moved = <T extends { id: string }>(list: readonly T[], id: string, by: -1 | 1): readonly T[] => {
  const from = list.findIndex((one) => one.id === id);
  const [one, other] = [list[from], list[from + by]];
  return one && other ? list.with(from, other).with(from + by, one) : list;
};

/** The categories after moving a category, or a subcategory within its category, by one position. */
export function withMoved(categories: readonly ManagedCategory[], id: string, by: -1 | 1): ManagedCategory[] {
  return moved(categories, id, by).map((category) => ({
    ...category,
    subCategories: [...moved(category.subCategories, id, by)],
  }));
}

/** Describes the new position of an entry: 'Sound is now in position 2 of 4.' */
export function placeInWords(categories: readonly ManagedCategory[], id: string): string {
  for (const list of [categories, ...categories.map(({ subCategories }) => subCategories)]) {
    const index = list.findIndex((one) => one.id === id);
    if (index >= 0) return `${list[index]?.name} is now in position ${index + 1} of ${list.length}.`;
  }
  return '';
}

/** Request body that saves the order. */
export function orderOf(categories: readonly ManagedCategory[]) {
  return {
    categories: categories.map(({ id, subCategories }) => ({ id, subCategories: subCategories.map((one) => one.id) })),
  };
}
