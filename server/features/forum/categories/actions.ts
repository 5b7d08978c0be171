// Changes to forum categories by administrators. Each change is one transaction that includes its audit log entry, and changes
// run one at a time.

import type { z } from 'zod';
import type {
  categoryForm,
  changeCategory as changeCategoryCall,
  changeSubcategory as changeSubcategoryCall,
  ManagedCategory,
  ManagedSubcategory,
  subcategoryForm,
} from '#contract/forum/categories.ts';
import { FORUM_CATEGORIES_MAX, FORUM_MODERATORS_MAX } from '#contract/forum/limits.ts';
import type { BodyOf } from '#contract/http.ts';
import type { Deps } from '#server/deps.ts';
import { requireStillAdmin } from '#server/features/accounts/public.ts';
import * as moderators from '#server/features/forum/moderators/queries.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import * as queries from './queries.ts';
import { differenceOf, isOrderOf, orderDifference, presentCategories, type WantedOrder } from './rules.ts';

type Acting = Pick<Deps, 'db' | 'bus' | 'now'>;
type Trx = Deps['db'];

export async function readCategories(db: Deps['db']): Promise<ManagedCategory[]> {
  const [categories, subcategories] = [await queries.findCategories(db), await queries.findSubcategories(db)];
  return presentCategories(categories, subcategories, await moderators.listModerators(db));
}

type Entry = { action: string; subject: { kind: string; id: string }; before?: unknown; after?: unknown };

/** The category or subcategory that a change affected, and its audit log entry (null if nothing changed). */
type Done = { id: string; entry: Entry | null };

/** The categories after a change, read before the lock is released. */
type Outcome = { id: string; categories: ManagedCategory[] };

/** Runs a change while the categories are locked against other changes. */
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

/** Rejects a slug that another entry of the same list already uses; `own` is the entry being changed. */
const demandFree = (slug: string | undefined, others: readonly { id: string; slug: string }[], own?: string): void => {
  if (others.some((other) => other.slug === slug && other.id !== own)) {
    throw new Problem('SLUG_TAKEN', { fields: { slug: new Problem('SLUG_TAKEN').message } });
  }
};

const demandRoom = (present: readonly unknown[]): void => {
  if (present.length >= FORUM_CATEGORIES_MAX) throw new Problem('LIST_FULL');
};

/** Adds a category at the end of the list. @throws Problem SLUG_TAKEN, LIST_FULL, NOT_ALLOWED */
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
 * Adds a subcategory at the end of its category.
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

/** New value of `archived_at`: keeps the original time, sets it to now, or clears it. */
const archivedAt = (was: string | null, isArchived: boolean, now: Date): Date | null => {
  if (!isArchived) return null;
  return was === null ? now : new Date(was);
};

/**
 * Renames, archives or restores a category; unchanged values are ignored.
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
 * Renames, archives or restores a subcategory; unchanged values are ignored.
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
 * Reorders all categories and their subcategories; does nothing if the order is already current.
 * @throws Problem ORDER_CHANGED if the order does not list every existing id exactly once, NOT_ALLOWED
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

/**
 * Makes a member a moderator of a category; does nothing if they already are.
 * @throws Problem FORUM_CATEGORY_NOT_FOUND, USER_NOT_FOUND, LIST_FULL, NOT_ALLOWED
 */
export function addModerator(
  deps: Acting,
  { id, username }: { id: string; username: string },
  by: AuditActor,
): Promise<ManagedCategory> {
  return act(deps, by, async (trx, present, now) => {
    const category = categoryOf({ id, categories: present });
    const userId = await moderators.findAppointee(trx, username.toLowerCase());
    if (!userId) throw new Problem('USER_NOT_FOUND', { fields: { username: new Problem('USER_NOT_FOUND').message } });
    if (category.moderators.some((moderator) => moderator.id === userId)) return { id, entry: null };
    if (category.moderators.length >= FORUM_MODERATORS_MAX) throw new Problem('LIST_FULL');
    await moderators.insertModerator(trx, id, userId, now);
    return { id, entry: roleEntry('forum.add-moderator', category, username.toLowerCase()) };
  }).then(categoryOf);
}

/**
 * Takes away the moderator role for a category; does nothing if the person doesn't have it.
 * @throws Problem FORUM_CATEGORY_NOT_FOUND, NOT_ALLOWED
 */
export function removeModerator(
  deps: Acting,
  { id, userId }: { id: string; userId: string },
  by: AuditActor,
): Promise<ManagedCategory> {
  return act(deps, by, async (trx, present) => {
    const category = categoryOf({ id, categories: present });
    const moderator = category.moderators.find((one) => one.id === userId);
    if (!moderator) return { id, entry: null };
    await moderators.deleteModerator(trx, id, userId);
    return { id, entry: roleEntry('forum.remove-moderator', category, moderator.username) };
  }).then(categoryOf);
}

const roleEntry = (action: string, { id, name }: ManagedCategory, moderator: string): Entry => ({
  action,
  subject: { kind: 'forum category', id },
  before: { name },
  after: { moderator },
});
