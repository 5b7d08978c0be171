// The forum as it is read: categories, lists of threads, a thread with its posts, one post (specification, sections 2, 3, 7).
import { z } from 'zod';
import { endpoint, pagination, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { FORUM_ICONS, SLUG_FORM } from './limits.ts';

export const slug = z.string().regex(SLUG_FORM, 'This name in an address is not valid.');

/** Who wrote something. Of somebody who has left, `id` is null and the name "deleted user". */
export const postAuthor = z.object({
  id: uuid.nullable(),
  username: z.string(),
  avatar: z.string(),
  role: z.enum(['USER', 'PREMIUM', 'LEAKER', 'ADMIN']),
});
export type PostAuthor = z.infer<typeof postAuthor>;

/** A resource that a post links to, as its card shows it; only those that everybody may see. */
export const linkedResource = z.object({
  id: uuid,
  title: z.string(),
  author: z.string(),
  isPremium: z.boolean(),
  thumbnailUrl: z.string(),
  thumbnailColor: z.string().nullable(),
});
export type LinkedResource = z.infer<typeof linkedResource>;

export const reaction = z.object({ id: uuid, postId: uuid, type: z.enum(['like']) });
export type Reaction = z.infer<typeof reaction>;

export const post = z.object({
  id: uuid,
  threadId: uuid,
  /** The thread that it is in, as the specification names it; what else is known of it comes with the thread. */
  thread: z.object({ id: uuid }),
  /** Its place in the thread, from 1; it never changes, also when other posts are removed. */
  number: z.int().positive(),
  /** Markdown as it was written; empty when it was removed. */
  content: z.string(),
  /** The same as HTML that the server has rendered and cleaned. */
  html: z.string(),
  author: postAuthor,
  createdAt: timestamp,
  isEdited: z.boolean(),
  /** 1 as it was written; one more with every edit. */
  version: z.int().positive(),
  editReason: z.string().nullable(),
  editedAt: timestamp.nullable(),
  /** Whether a moderator has removed it; its place stays, with the reason. */
  isDeleted: z.boolean(),
  deleteReason: z.string().nullable(),
  likes: z.int(),
  /** Those of the person who asks; `likes` counts everybody's. */
  reactions: z.array(reaction),
  resources: z.array(linkedResource),
});
export type Post = z.infer<typeof post>;

export const lastPost = z.object({ id: uuid, number: z.int(), author: postAuthor, createdAt: timestamp });

export const thread = z.object({
  id: uuid,
  /** The subcategory that it is in. */
  categoryId: uuid,
  title: z.string(),
  /** The first post's Markdown; in lists and events its beginning, 300 characters as plain words. */
  content: z.string(),
  tags: z.array(z.string()),
  isPinned: z.boolean(),
  isLocked: z.boolean(),
  author: postAuthor,
  /** Posts that can be read, the first one included: replies are one fewer. */
  postCount: z.int(),
  viewCount: z.int(),
  lastPost,
  /** Number of the newest post, removed or not. */
  lastNumber: z.int(),
  /**
   * Grows with every edit, removal, pin and lock in the thread. Neither this nor `lastNumber` ever falls: two reads with the same
   * numbers say the same, and one with a smaller number is older.
   */
  changes: z.int(),
  createdAt: timestamp,
});
export type Thread = z.infer<typeof thread>;

const named = z.object({ id: uuid, name: z.string(), slug: z.string() });

export const subCategory = named.extend({
  icon: z.enum(FORUM_ICONS),
  description: z.string(),
  threadCount: z.int(),
  postCount: z.int(),
  lastPost: z
    .object({ id: uuid, threadId: uuid, title: z.string(), author: postAuthor, createdAt: timestamp })
    .nullable(),
});
export type SubCategory = z.infer<typeof subCategory>;

export const category = named.extend({ icon: z.enum(FORUM_ICONS), subCategories: z.array(subCategory) });
export type Category = z.infer<typeof category>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/forum/categories',
  access: 'visitor',
  summary: 'The categories of the forum with their subcategories, in their order, without archived ones.',
  query: z.strictObject(listQuery),
  whole: { search: ['name', 'subCategories.name'] },
  reply: z.array(category),
  fallback: 'Failed to fetch threads',
});

/** A place in a list by last activity: milliseconds of it, and the thread's id. */
const cursor = z
  .string()
  .max(60)
  .regex(/^\d{1,15}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'This place is not valid.');

/** `before` and `after` are places of a list: what is older than that, or newer. Not both. */
const cursors = { before: cursor.optional(), after: cursor.optional() };

/** Where somebody is in the forum. */
const place = { category: named, subCategory: named.extend({ isClosed: z.boolean() }) };

export const getSubcategory = endpoint({
  method: 'GET',
  path: '/api/forum/categories/{categorySlug}/{subcategorySlug}',
  access: 'visitor',
  summary:
    'A subcategory with a page of its threads: pinned ones first (on the first page), then by last activity. It is paged by ' +
    'places (`older`, `newer`), so that any page costs the same and none shifts while people post. Going back to the top ends ' +
    'at the whole first page.',
  params: z.strictObject({ categorySlug: slug, subcategorySlug: slug }),
  query: z.strictObject(cursors),
  reply: named.extend({
    icon: z.enum(FORUM_ICONS),
    description: z.string(),
    /** Archived, itself or its category: it can be read, and nothing can be written. */
    isClosed: z.boolean(),
    category: named,
    threadCount: z.int(),
    postCount: z.int(),
    threads: z.array(thread),
    newer: z.string().nullable(),
    older: z.string().nullable(),
  }),
  problems: ['FORUM_CATEGORY_NOT_FOUND'],
  fallback: 'Failed to fetch threads',
});

export type SubcategoryPage = z.infer<(typeof getSubcategory)['reply']>;

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/forum/threads',
  access: 'visitor',
  summary: 'A page of the threads of a subcategory, as a bare list; how many there are is told in X-Total-Count.',
  query: z.strictObject({ categoryId: uuid, ...cursors, ...listQuery }),
  reply: z.array(thread),
  problems: ['FORUM_CATEGORY_NOT_FOUND'],
  fallback: 'Failed to fetch threads',
});

export const threadPage = thread.extend({
  ...place,
  /** The posts numbered from (page - 1) * 20 + 1 to page * 20. */
  posts: z.array(post),
  pagination,
  /** Number of the last post that the person who asks had seen before; null for visitors and at a first visit. */
  lastSeen: z.int().nullable(),
  /** Up to eight people of the thread, in the order in which they came. */
  participants: z.array(postAuthor),
  /** Up to three other threads of the subcategory, the most active first. */
  more: z.array(z.object({ id: uuid, title: z.string(), postCount: z.int() })),
});
export type ThreadPage = z.infer<typeof threadPage>;

export const getThread = endpoint({
  method: 'GET',
  path: '/api/forum/threads/{id}',
  access: 'visitor',
  scope: 'read',
  summary:
    'A thread with a page of its posts, by its id. By the id of a subcategory it answers the list of its threads instead, ' +
    'which alone takes `limit`, `search` and `sort`.',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject(listQuery),
  reply: z.union([threadPage, z.array(thread)]),
  problems: ['THREAD_NOT_FOUND'],
  fallback: 'Failed to fetch threads',
});

export const countThreadView = endpoint({
  method: 'POST',
  path: '/api/forum/threads/{id}/view',
  access: 'visitor',
  summary: 'Counts a view of a thread that the browser opened by itself; once for each visitor and hour.',
  params: z.strictObject({ id: uuid }),
  reply: null,
  status: 204,
  problems: ['THREAD_NOT_FOUND'],
  fallback: 'Failed to fetch threads',
});

export const getPost = endpoint({
  method: 'GET',
  path: '/api/forum/posts/{id}',
  access: 'visitor',
  scope: 'read',
  summary: 'One post with the thread that it belongs to, and its neighbours.',
  params: z.strictObject({ id: uuid }),
  reply: z.object({
    post,
    thread: thread.extend(place),
    /** The page of the thread on which it is. */
    page: z.int(),
    previous: z.object({ id: uuid, number: z.int() }).nullable(),
    next: z.object({ id: uuid, number: z.int() }).nullable(),
  }),
  problems: ['POST_NOT_FOUND'],
  fallback: 'Failed to fetch threads',
});

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/forum/posts/{id}/versions',
  access: 'owner',
  scope: 'read',
  summary: 'The versions of a post, the newest first, at most the last 10: for its author and for administrators.',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject(listQuery),
  whole: { search: ['reason'], at: 'createdAt' },
  reply: z.array(
    z.object({
      version: z.int(),
      html: z.string(),
      /** Why this version replaced the one before. */
      reason: z.string().nullable(),
      createdAt: timestamp,
    }),
  ),
  problems: ['POST_NOT_FOUND'],
  fallback: 'Failed to load data',
});
