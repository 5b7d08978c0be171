// How administrators arrange the forum: each act is one transaction, one after the other, with its row of the audit log.

import type { z } from 'zod';
import type {
  categoryForm,
  changeCategory as changeCategoryCall,
  changeSubcategory as changeSubcategoryCall,
  ManagedCategory,
  ManagedSubcategory,
  subcategoryForm,
} from '#contract/forum/categories.ts';
import { FORUM_CATEGORIES_MAX } from '#contract/forum/limits.ts';
import type { BodyOf } from '#contract/http.ts';
import type { Deps } from '#server/deps.ts';
import { requireStillAdmin } from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import * as queries from './queries.ts';
import { differenceOf, isOrderOf, orderDifference, presentCategories, type WantedOrder } from './rules.ts';

type Acting = Pick<Deps, 'db' | 'bus' | 'now'>;
type Trx = Deps['db'];

export async function readCategories(db: Deps['db']): Promise<ManagedCategory[]> {
  const [categories, subcategories] = [await queries.findCategories(db), await queries.findSubcategories(db)];
  return presentCategories(categories, subcategories);
}

type Entry = { action: string; subject: { kind: string; id: string }; before?: unknown; after?: unknown };

/** What an act did to the category or subcategory of this id: its line in the audit log; null when nothing was to be done. */
type Done = { id: string; entry: Entry | null };

/** What there is after an act, as it was read before anybody else could change it. */
type Outcome = { id: string; categories: ManagedCategory[] };

/** Runs an act on the categories as they are, which nobody else changes meanwhile. */
const act = (
  deps: Acting,
  by: AuditActor,
  run: (trx: Trx, present: ManagedCategory[], now: Date) => Promise<Done>,
): Promise<Outcome> =>
  deps.db.transaction().execute(async (trx) => {
    await queries.lockCategories(trx);
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    const present = await readCategories(trx);
    const { id, entry } = await run(trx, present, now);
    if (!entry) return { id, categories: present };
    await writeAudit(trx, { at: now, actor: by, ...entry });
    await deps.bus.publish(trx, 'forum', entry.subject.id);
    return { id, categories: await readCategories(trx) };
  });

const categoryOf = ({ id, categories }: Outcome): ManagedCategory => {
  const category = categories.find((one) => one.id === id);
  if (!category) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
  return category;
};

const subcategoryOf = ({ id, categories }: Outcome): ManagedSubcategory => {
  const subcategory = categories.flatMap(({ subCategories }) => subCategories).find((one) => one.id === id);
  if (!subcategory) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
  return subcategory;
};

/** Refuses what stands at an address already, beside `own`. Two in one category, or two categories, cannot share one. */
const demandFree = (slug: string | undefined, others: readonly { id: string; slug: string }[], own?: string): void => {
  if (others.some((other) => other.slug === slug && other.id !== own)) {
    throw new Problem('SLUG_TAKEN', { fields: { slug: new Problem('SLUG_TAKEN').message } });
  }
};

const demandRoom = (present: readonly unknown[]): void => {
  if (present.length >= FORUM_CATEGORIES_MAX) throw new Problem('LIST_FULL');
};

/** Adds a category behind the others. @throws Problem SLUG_TAKEN, LIST_FULL, NOT_ALLOWED */
export function addCategory(
  deps: Acting,
  looks: z.output<typeof categoryForm>,
  by: AuditActor,
): Promise<ManagedCategory> {
  return act(deps, by, async (trx, present, now) => {
    demandFree(looks.slug, present);
    demandRoom(present);
    const id = await queries.insertCategory(trx, looks, now);
    return { id, entry: { action: 'forum.add', subject: { kind: 'forum category', id }, after: looks } };
  }).then(categoryOf);
}

/**
 * Adds a subcategory behind the others of its category.
 * @throws Problem FORUM_CATEGORY_NOT_FOUND, SLUG_TAKEN, LIST_FULL, NOT_ALLOWED
 */
export function addSubcategory(
  deps: Acting,
  categoryId: string,
  looks: z.output<typeof subcategoryForm>,
  by: AuditActor,
): Promise<ManagedSubcategory> {
  return act(deps, by, async (trx, present, now) => {
    const category = present.find((one) => one.id === categoryId);
    if (!category) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    demandFree(looks.slug, category.subCategories);
    demandRoom(category.subCategories);
    const id = await queries.insertSubcategory(trx, categoryId, looks, now);
    const after = { category: category.name, ...looks };
    return { id, entry: { action: 'forum.add', subject: { kind: 'forum subcategory', id }, after } };
  }).then(subcategoryOf);
}

/** When something is archived from now on: as long as it has been, from now, or not at all. */
const archivedAt = (was: string | null, isArchived: boolean, now: Date): Date | null => {
  if (!isArchived) return null;
  return was === null ? now : new Date(was);
};

/**
 * Renames a category, archives it, or takes it back; what is so already changes nothing.
 * @throws Problem FORUM_CATEGORY_NOT_FOUND, SLUG_TAKEN, NOT_ALLOWED
 */
export function changeCategory(
  deps: Acting,
  id: string,
  change: BodyOf<typeof changeCategoryCall>,
  by: AuditActor,
): Promise<ManagedCategory> {
  return act(deps, by, async (trx, present, now) => {
    const category = present.find((one) => one.id === id);
    if (!category) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    const { name, slug, icon } = category;
    const is = { name, slug, icon, isArchived: category.archivedAt !== null };
    const difference = differenceOf(is, change);
    if (!difference) return { id, entry: null };
    demandFree(change.slug, present, id);
    const { isArchived, ...looks } = { ...is, ...difference.after };
    await queries.updateCategory(trx, id, { ...looks, archived_at: archivedAt(category.archivedAt, isArchived, now) });
    const { before, after } = difference;
    const subject = { kind: 'forum category', id };
    return { id, entry: { action: 'forum.change', subject, before: { name, ...before }, after } };
  }).then(categoryOf);
}

/**
 * Renames a subcategory, archives it, or takes it back; what is so already changes nothing.
 * @throws Problem FORUM_CATEGORY_NOT_FOUND, SLUG_TAKEN, NOT_ALLOWED
 */
export function changeSubcategory(
  deps: Acting,
  id: string,
  change: BodyOf<typeof changeSubcategoryCall>,
  by: AuditActor,
): Promise<ManagedSubcategory> {
  return act(deps, by, async (trx, present, now) => {
    const category = present.find(({ subCategories }) => subCategories.some((one) => one.id === id));
    const subcategory = category?.subCategories.find((one) => one.id === id);
    if (!category || !subcategory) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    const { name, slug, icon, description } = subcategory;
    const is = { name, slug, icon, description, isArchived: subcategory.archivedAt !== null };
    const difference = differenceOf(is, change);
    if (!difference) return { id, entry: null };
    demandFree(change.slug, category.subCategories, id);
    const { isArchived, ...looks } = { ...is, ...difference.after };
    const archived = archivedAt(subcategory.archivedAt, isArchived, now);
    await queries.updateSubcategory(trx, id, { ...looks, archived_at: archived });
    const { before, after } = difference;
    const subject = { kind: 'forum subcategory', id };
    return {
      id,
      entry: { action: 'forum.change', subject, before: { category: category.name, name, ...before }, after },
    };
  }).then(subcategoryOf);
}

/**
 * Puts all categories and their subcategories in an order; the present one changes nothing.
 * @throws Problem ORDER_CHANGED when it does not name exactly what there is, NOT_ALLOWED
 */
export function orderCategories(deps: Acting, wanted: WantedOrder, by: AuditActor): Promise<ManagedCategory[]> {
  return act(deps, by, async (trx, present) => {
    if (!isOrderOf(wanted, present)) throw new Problem('ORDER_CHANGED');
    const difference = orderDifference(wanted, present);
    const id = 'categories';
    if (!difference) return { id, entry: null };
    await queries.reorder(
      trx,
      'forum_categories',
      wanted.map(({ id }) => id),
    );
    await queries.reorder(
      trx,
      'forum_subcategories',
      wanted.flatMap(({ subCategories }) => subCategories),
    );
    return { id, entry: { action: 'forum.order', subject: { kind: 'forum', id }, ...difference } };
  }).then(({ categories }) => categories);
}
