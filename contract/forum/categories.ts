// Managing forum categories and subcategories (product.md CO-1).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, username, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { slug } from './api.ts';
import {
  FORUM_CATEGORIES_MAX,
  FORUM_DESCRIPTION_MAX_CHARACTERS,
  FORUM_ICONS,
  FORUM_NAME_MAX_CHARACTERS,
} from './limits.ts';

const byId = z.strictObject({ id: uuid });

const name = cleanText(FORUM_NAME_MAX_CHARACTERS)
  .trim()
  .regex(/^[^\r\n\t\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/, 'Use a single line.')
  .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Enter a name.');

const description = cleanText(FORUM_DESCRIPTION_MAX_CHARACTERS).trim();
const icon = z.enum(FORUM_ICONS);

export const categoryForm = z.strictObject({ name, slug, icon });
export const subcategoryForm = categoryForm.extend({ description });

const managedSubcategory = z.object({
  id: uuid,
  name: z.string(),
  slug: z.string(),
  icon,
  description: z.string(),
  threadCount: z.int(),
  postCount: z.int(),
  archivedAt: timestamp.nullable(),
});
export type ManagedSubcategory = z.infer<typeof managedSubcategory>;

const categoryModerator = z.object({ id: uuid, username: z.string(), avatar: z.string() });

const managedCategory = z.object({
  id: uuid,
  name: z.string(),
  slug: z.string(),
  icon,
  archivedAt: timestamp.nullable(),
  subCategories: z.array(managedSubcategory),
  moderators: z.array(categoryModerator),
});
export type ManagedCategory = z.infer<typeof managedCategory>;

export const listManagedCategories = endpoint({
  method: 'GET',
  path: '/api/admin/forum',
  access: 'admin',
  summary: 'Lists all forum categories and subcategories in order, including archived ones.',
  query: z.strictObject(listQuery),
  whole: { search: ['name', 'subCategories.name'] },
  reply: z.array(managedCategory),
  fallback: 'Failed to load data',
});

export const addCategory = endpoint({
  method: 'POST',
  path: '/api/admin/forum/categories',
  access: 'admin',
  summary: 'Adds a category at the end of the list.',
  body: categoryForm,
  reply: managedCategory,
  status: 201,
  problems: ['SLUG_TAKEN', 'LIST_FULL'],
  fallback: 'Failed to save the category',
});

export const changeCategory = endpoint({
  method: 'PATCH',
  path: '/api/admin/forum/categories/{id}',
  access: 'admin',
  summary: 'Renames or archives a category. Archived categories are unlisted and read-only.',
  params: byId,
  body: categoryForm.extend({ isArchived: z.boolean() }).partial(),
  reply: managedCategory,
  problems: ['FORUM_CATEGORY_NOT_FOUND', 'SLUG_TAKEN'],
  fallback: 'Failed to save the category',
});

export const moderatorForm = z.strictObject({ username });

export const addModerator = endpoint({
  method: 'POST',
  path: '/api/admin/forum/categories/{id}/moderators',
  access: 'admin',
  summary: 'Makes a member a moderator of a category. Adding a moderator again changes nothing.',
  params: byId,
  body: moderatorForm,
  reply: managedCategory,
  status: 201,
  problems: ['FORUM_CATEGORY_NOT_FOUND', 'USER_NOT_FOUND', 'LIST_FULL'],
  fallback: 'Failed to save the category',
});

export const removeModerator = endpoint({
  method: 'DELETE',
  path: '/api/admin/forum/categories/{id}/moderators/{userId}',
  access: 'admin',
  summary: 'Takes away the moderator role for a category.',
  params: z.strictObject({ id: uuid, userId: uuid }),
  reply: managedCategory,
  problems: ['FORUM_CATEGORY_NOT_FOUND'],
  fallback: 'Failed to save the category',
});

export const addSubcategory = endpoint({
  method: 'POST',
  path: '/api/admin/forum/categories/{id}/subcategories',
  access: 'admin',
  summary: 'Adds a subcategory at the end of its category.',
  params: byId,
  body: subcategoryForm,
  reply: managedSubcategory,
  status: 201,
  problems: ['FORUM_CATEGORY_NOT_FOUND', 'SLUG_TAKEN', 'LIST_FULL'],
  fallback: 'Failed to save the category',
});

export const changeSubcategory = endpoint({
  method: 'PATCH',
  path: '/api/admin/forum/subcategories/{id}',
  access: 'admin',
  summary: 'Renames or archives a subcategory.',
  params: byId,
  body: subcategoryForm.extend({ isArchived: z.boolean() }).partial(),
  reply: managedSubcategory,
  problems: ['FORUM_CATEGORY_NOT_FOUND', 'SLUG_TAKEN'],
  fallback: 'Failed to save the category',
});

export const orderCategories = endpoint({
  method: 'PUT',
  path: '/api/admin/forum/order',
  access: 'admin',
  summary: 'Reorders all categories and their subcategories. Subcategories stay in their category.',
  body: z.strictObject({
    categories: z
      .array(z.strictObject({ id: uuid, subCategories: z.array(uuid).max(FORUM_CATEGORIES_MAX) }))
      .max(FORUM_CATEGORIES_MAX),
  }),
  reply: z.array(managedCategory),
  problems: ['ORDER_CHANGED'],
  fallback: 'Failed to save the order',
});
