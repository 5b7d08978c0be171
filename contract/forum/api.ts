// Reading the forum: categories, thread lists, a thread with its posts, a single post (specification, sections 2, 3, 7).
import { z } from 'zod';
import { endpoint, pagination, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { FORUM_ICONS, SLUG_FORM } from './limits.ts';

export const slug = z.string().regex(SLUG_FORM, 'Use lowercase letters, numbers and hyphens.');

/** Author of a thread or post. For deleted users, `id` is null and the name is "deleted user". */
export const postAuthor = z.object({
  id: uuid.nullable(),
  username: z.string(),
  avatar: z.string(),
  role: z.enum(['USER', 'PREMIUM', 'LEAKER', 'ADMIN']),
});
export type PostAuthor = z.infer<typeof postAuthor>;

/** A resource linked in a post, with the data for its card. Only public resources are included. */
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
  /** The post's thread, with only the id, as the specification requires. Other thread data is in the thread object. */
  thread: z.object({ id: uuid }),
  /** Position in the thread, starting at 1. It doesn't change when other posts are removed, only when threads are merged. */
  number: z.int().positive(),
  /** Markdown source; empty if the post was removed. */
  content: z.string(),
  /** The content as HTML, rendered and sanitised by the server. */
  html: z.string(),
  author: postAuthor,
  createdAt: timestamp,
  isEdited: z.boolean(),
  /** 1 for the original text; increases with every edit. */
  version: z.int().positive(),
  editReason: z.string().nullable(),
  editedAt: timestamp.nullable(),
  /** Whether a moderator removed the post. Removed posts are shown as a placeholder with the reason. */
  isDeleted: z.boolean(),
  deleteReason: z.string().nullable(),
  likes: z.int(),
  /** The viewer's own reactions; `likes` is the number of likes by all users. */
  reactions: z.array(reaction),
  resources: z.array(linkedResource),
});
export type Post = z.infer<typeof post>;

export const lastPost = z.object({ id: uuid, number: z.int(), author: postAuthor, createdAt: timestamp });

export const thread = z.object({
  id: uuid,
  /** Id of the subcategory. */
  categoryId: uuid,
  title: z.string(),
  /** Markdown source of the first post. In lists and events, the first 300 characters of its plain text instead. */
  content: z.string(),
  tags: z.array(z.string()),
  isPinned: z.boolean(),
  isLocked: z.boolean(),
  author: postAuthor,
  /** Number of posts that are not removed, including the first post. The number of replies is therefore one lower. */
  postCount: z.int(),
  viewCount: z.int(),
  lastPost,
  /** Number of the newest post, even if it was removed. */
  lastNumber: z.int(),
  /**
   * Increases whenever a post in the thread is edited, removed or restored, or the thread is pinned, locked, moved or merged. Neither this nor
   * `lastNumber` ever decreases, so two responses with the same values are identical, and one with a smaller value is older.
   */
  changes: z.int(),
  createdAt: timestamp,
});
export type Thread = z.infer<typeof thread>;

export const named = z.object({ id: uuid, name: z.string(), slug: z.string() });

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

export const category = named.extend({
  icon: z.enum(FORUM_ICONS),
  subCategories: z.array(subCategory),
  /** Usernames of the category's moderators. */
  moderators: z.array(z.string()),
});
export type Category = z.infer<typeof category>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/forum/categories',
  access: 'visitor',
  summary: "Lists the forum's categories and subcategories in order, excluding archived ones.",
  query: z.strictObject(listQuery),
  whole: { search: ['name', 'subCategories.name'] },
  reply: z.array(category),
  fallback: 'Failed to fetch threads',
});

/** A position in a list sorted by last activity: the time in milliseconds and the thread's id. */
const cursor = z
  .string()
  .max(60)
  .regex(/^\d{1,15}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'This cursor is not valid.');

/** `before` returns threads older than the cursor; `after` returns newer threads. Send at most one of the two parameters. */
const cursors = { before: cursor.optional(), after: cursor.optional() };

/** Ids of the members who moderate the category. */
const moderators = z.array(uuid);

/** The category and subcategory that a thread belongs to. */
const place = { category: named, subCategory: named.extend({ isClosed: z.boolean() }), moderators };

export const getSubcategory = endpoint({
  method: 'GET',
  path: '/api/forum/categories/{categorySlug}/{subcategorySlug}',
  access: 'visitor',
  summary:
    'Returns a subcategory with one page of its threads: pinned ones first (on the first page), then by activity. ' +
    'Pagination uses cursors (`older`, `newer`), so all pages load equally fast and do not shift while people post. ' +
    'If `after` reaches the newest threads, the full first page is returned.',
  params: z.strictObject({ categorySlug: slug, subcategorySlug: slug }),
  query: z.strictObject(cursors),
  reply: named.extend({
    icon: z.enum(FORUM_ICONS),
    description: z.string(),
    /** Whether the subcategory or its category is archived. If so, its threads can be read, but nobody can post in them. */
    isClosed: z.boolean(),
    category: named,
    moderators,
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
  summary: "Returns one page of a subcategory's threads as an array. The X-Total-Count header has the total.",
  query: z.strictObject({ categoryId: uuid, ...cursors, ...listQuery }),
  reply: z.array(thread),
  problems: ['FORUM_CATEGORY_NOT_FOUND'],
  fallback: 'Failed to fetch threads',
});

export const threadPage = thread.extend({
  ...place,
  /** Posts with numbers from (page - 1) * 20 + 1 to page * 20. */
  posts: z.array(post),
  pagination,
  /** Number of the last post that the viewer has seen; null for visitors and on the first visit. */
  lastSeen: z.int().nullable(),
  /** Whether the viewer is notified of replies; null for visitors, and for members whom the next reply subscribes. */
  isSubscribed: z.boolean().nullable(),
  /** Up to eight participants, in the order of their first post. */
  participants: z.array(postAuthor),
  /** Up to three other threads in the subcategory, most active first. */
  more: z.array(z.object({ id: uuid, title: z.string(), postCount: z.int() })),
});
export type ThreadPage = z.infer<typeof threadPage>;

export const getThread = endpoint({
  method: 'GET',
  path: '/api/forum/threads/{id}',
  access: 'visitor',
  scope: 'read',
  summary:
    'Returns a thread with one page of its posts. The ID of a merged thread returns the one that has its posts. If given the ID of a subcategory, returns its threads instead; ' +
    '`limit`, `search` and `sort` only apply to that list.',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject(listQuery),
  reply: z.union([threadPage, z.array(thread)]),
  problems: ['THREAD_NOT_FOUND'],
  fallback: 'Failed to fetch threads',
});

export const countThreadView = endpoint({
  method: 'POST',
  path: '/api/forum/threads/{id}/view',
  leavesPages: true,
  access: 'visitor',
  summary: 'Counts a view of a thread opened without a full page load, at most once per visitor per hour.',
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
  summary: 'Returns a post with its thread and the posts before and after it.',
  params: z.strictObject({ id: uuid }),
  reply: z.object({
    post,
    thread: thread.extend(place),
    /** Number of the thread page that contains the post. */
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
  summary: 'Returns the last 10 versions of a post, newest first. Available only to its author and administrators.',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject(listQuery),
  whole: { search: ['reason'], at: 'createdAt' },
  reply: z.array(
    z.object({
      version: z.int(),
      html: z.string(),
      /** The author's reason for this edit. */
      reason: z.string().nullable(),
      createdAt: timestamp,
    }),
  ),
  problems: ['POST_NOT_FOUND'],
  fallback: 'Failed to load data',
});
