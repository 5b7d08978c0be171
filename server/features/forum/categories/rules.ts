// Maps forum categories for administrators, and compares versions of them. No I/O.
import type { ManagedCategory, ManagedSubcategory } from '#contract/forum/categories.ts';
import type { ModeratorRow } from '#server/features/forum/moderators/queries.ts';
import { pictureUrl } from '#server/platform/profile-pictures.ts';
import type { CategoryRow, SubcategoryRow } from './queries.ts';

const presentSubcategory = ({ categoryId: _, icon, archivedAt, ...row }: SubcategoryRow): ManagedSubcategory => ({
  ...row,
  // Values are checked against the contract's enum before they are written to this column.
  icon: icon as ManagedSubcategory['icon'],
  archivedAt: archivedAt?.toISOString() ?? null,
});

const presentModerator = ({ id, username, avatar }: ModeratorRow) => ({
  id,
  username,
  avatar: pictureUrl(avatar, 'avatar'),
});

/** Categories with their subcategories and moderators, all in the order of the rows. */
export function presentCategories(
  categories: readonly CategoryRow[],
  subcategories: readonly SubcategoryRow[],
  moderators: readonly ModeratorRow[],
): ManagedCategory[] {
  const inside = Map.groupBy(subcategories, ({ categoryId }) => categoryId);
  return categories.map(({ icon, archivedAt, ...row }) => ({
    ...row,
    icon: icon as ManagedCategory['icon'],
    archivedAt: archivedAt?.toISOString() ?? null,
    subCategories: (inside.get(row.id) ?? []).map(presentSubcategory),
    moderators: moderators.filter(({ categoryId }) => categoryId === row.id).map(presentModerator),
  }));
}

/** The values of `wanted` that differ from the current ones, before and after; null if nothing differs. */
export function differenceOf<T extends Record<string, unknown>>(
  is: T,
  wanted: { [Key in keyof T]?: T[Key] | undefined },
): { before: Partial<T>; after: Partial<T> } | null {
  const changed = Object.keys(is).filter((key) => wanted[key] !== undefined && wanted[key] !== is[key]);
  if (changed.length === 0) return null;
  const pick = (from: object): Partial<T> =>
    Object.fromEntries(Object.entries(from).filter(([key]) => changed.includes(key))) as Partial<T>;
  return { before: pick(is), after: pick(wanted) };
}

/** A requested order: every category with its subcategories, by id. */
export type WantedOrder = readonly { id: string; subCategories: readonly string[] }[];

const isSameSet = (wanted: readonly string[], present: readonly string[]): boolean => {
  const known = new Set(present);
  return (
    wanted.length === present.length && new Set(wanted).size === wanted.length && wanted.every((id) => known.has(id))
  );
};

/** Whether an order lists every existing category and each of its subcategories exactly once. */
export function isOrderOf(wanted: WantedOrder, present: readonly ManagedCategory[]): boolean {
  return (
    isSameSet(
      wanted.map(({ id }) => id),
      present.map(({ id }) => id),
    ) &&
    present.every(({ id, subCategories }) =>
      isSameSet(
        wanted.find((category) => category.id === id)?.subCategories ?? [],
        subCategories.map((subcategory) => subcategory.id),
      ),
    )
  );
}

const namesIn = (ids: readonly string[], places: readonly { id: string; name: string }[]): string =>
  ids.map((id) => places.find((place) => place.id === id)?.name ?? '').join(', ');

/** The part of the order that changes, with names instead of ids, for the audit log; null if the order stays the same. */
export function orderDifference(wanted: WantedOrder, present: readonly ManagedCategory[]) {
  const asIs: Record<string, string> = {
    categories: namesIn(
      present.map(({ id }) => id),
      present,
    ),
  };
  const asWanted: Record<string, string> = {
    categories: namesIn(
      wanted.map(({ id }) => id),
      present,
    ),
  };
  let isChanged = wanted.some(({ id }, index) => present[index]?.id !== id);
  for (const { id, name, subCategories } of present) {
    const ids = subCategories.map((subcategory) => subcategory.id);
    const order = wanted.find((category) => category.id === id)?.subCategories ?? ids;
    if (order.every((subcategoryId, index) => ids[index] === subcategoryId)) continue;
    isChanged = true;
    asIs[`in ${name}`] = namesIn(ids, subCategories);
    asWanted[`in ${name}`] = namesIn(order, subCategories);
  }
  return isChanged ? { before: asIs, after: asWanted } : null;
}
