// Places of the forum for tests.
import { randomUUID } from 'node:crypto';
import type { TestApp } from './harness.ts';

export type TestSubcategory = { id: string; categoryId: string; address: string };

/** A subcategory of a category of its own; `address` is what stands behind /api/forum/categories/ and /community/. */
export const addSubcategory = async ({ db }: Pick<TestApp, 'db'>): Promise<TestSubcategory> => {
  const slug = `c-${randomUUID().slice(0, 8)}`;
  const at = new Date();
  const category = await db
    .insertInto('forum_categories')
    .values({ name: 'Post-production', slug, icon: 'video', position: 0, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('forum_subcategories')
    .values({ category_id: category.id, name: 'Colour', slug: 'colour', icon: 'image', position: 0, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, categoryId: category.id, address: `${slug}/colour` };
};
