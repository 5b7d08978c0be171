import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

type Trx = Kysely<DB>;

/** Locks the categories against other changes until the transaction ends; reading and posting remain possible. */
export async function lockCategories(trx: Trx): Promise<void> {
  await sql`lock table forum_categories in share row exclusive mode`.execute(trx);
}

/** All categories, in display order. */
export function findCategories(db: Trx) {
  return db
    .selectFrom('forum_categories')
    .select(['id', 'name', 'slug', 'icon', 'archived_at as archivedAt'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}
export type CategoryRow = Awaited<ReturnType<typeof findCategories>>[number];

/** All subcategories, in display order within their category. */
export function findSubcategories(db: Trx) {
  return db
    .selectFrom('forum_subcategories')
    .select([
      'id',
      'category_id as categoryId',
      'name',
      'slug',
      'icon',
      'description',
      'thread_count as threadCount',
      'post_count as postCount',
      'archived_at as archivedAt',
    ])
    .orderBy('position')
    .orderBy('id')
    .execute();
}
export type SubcategoryRow = Awaited<ReturnType<typeof findSubcategories>>[number];

type Looks = { name: string; slug: string; icon: string };
type SubcategoryLooks = Looks & { description: string };

/** Inserts a category at the end of the list. */
export async function insertCategory(trx: Trx, looks: Looks, now: Date): Promise<string> {
  const { id } = await trx
    .insertInto('forum_categories')
    .values({
      ...looks,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from forum_categories)`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a subcategory at the end of its category. */
export async function insertSubcategory(
  trx: Trx,
  categoryId: string,
  looks: SubcategoryLooks,
  now: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('forum_subcategories')
    .values({
      ...looks,
      category_id: categoryId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from forum_subcategories
        where category_id = ${categoryId})`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Archived = { archived_at: Date | null };

export async function updateCategory(trx: Trx, id: string, to: Looks & Archived): Promise<void> {
  await trx.updateTable('forum_categories').set(to).where('id', '=', id).execute();
}

export async function updateSubcategory(trx: Trx, id: string, to: SubcategoryLooks & Archived): Promise<void> {
  await trx.updateTable('forum_subcategories').set(to).where('id', '=', id).execute();
}

/** Sets positions to the order of `ids`, which contains either all categories or all subcategories, grouped by category. */
export async function reorder(
  trx: Trx,
  table: 'forum_categories' | 'forum_subcategories',
  ids: readonly string[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} places set position = wanted.position
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, position)
    where places.id = wanted.id and places.position <> wanted.position`.execute(trx);
}
