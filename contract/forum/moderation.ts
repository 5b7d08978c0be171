// Moderating threads and posts: pinning, locking, moving, merging, removing and restoring (product.md CO-6, next.md CO-6²).
// Moderators can make these calls in their categories, administrators everywhere.
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { post, postAuthor, thread } from './api.ts';

/** Problems of calls that only moderators may make, who are checked in the call itself. */
export const moderatingProblems = ['NOT_ALLOWED', 'TWO_FACTOR_NEEDED'] as const;

const byId = z.strictObject({ id: uuid });

const reason = cleanText(REASON_MAX_CHARACTERS).regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Enter a reason for the author.');

export const changeThread = endpoint({
  method: 'PATCH',
  path: '/api/forum/threads/{id}',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary:
    'Pins, unpins, locks or unlocks a thread. A reason is kept in the audit log, and sent to the author if the thread is locked.',
  params: byId,
  body: z.strictObject({ isPinned: z.boolean(), isLocked: z.boolean(), reason }).partial(),
  reply: thread,
  problems: [...moderatingProblems, 'THREAD_NOT_FOUND', 'LIST_FULL'],
  fallback: 'The thread could not be updated. Please try again.',
});

export const moveThread = endpoint({
  method: 'POST',
  path: '/api/forum/threads/{id}/move',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary: 'Moves a thread to another subcategory, unpins it, and tells its author the reason. Its old URL redirects.',
  params: byId,
  body: z.strictObject({ subcategoryId: uuid, reason }),
  reply: thread,
  problems: [...moderatingProblems, 'THREAD_NOT_FOUND', 'FORUM_CATEGORY_NOT_FOUND', 'FORUM_CLOSED'],
  fallback: 'The thread could not be moved. Please try again.',
});

export const mergeThread = endpoint({
  method: 'POST',
  path: '/api/forum/threads/{id}/merge',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary:
    'Moves all posts of a thread to another one, ordered by time, and tells the author the reason. Posts get new numbers. The URL of ' +
    'the merged thread redirects.',
  params: byId,
  body: z.strictObject({ into: uuid, reason }),
  reply: thread,
  problems: [...moderatingProblems, 'THREAD_NOT_FOUND', 'SAME_THREAD', 'THREADS_TOO_LONG'],
  fallback: 'The threads could not be merged. Please try again.',
});

export const deleteThread = endpoint({
  method: 'DELETE',
  path: '/api/forum/threads/{id}',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary: 'Removes a thread and all its posts, and tells its author the reason. Their pictures are deleted.',
  params: byId,
  body: z.strictObject({ reason }),
  reply: null,
  status: 204,
  problems: [...moderatingProblems, 'THREAD_NOT_FOUND'],
  fallback: 'The thread could not be removed. Please try again.',
});

export const restoreThread = endpoint({
  method: 'POST',
  path: '/api/forum/threads/{id}/restore',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary: 'Restores a removed thread with the posts it had, without their pictures, and tells its author the reason.',
  params: byId,
  body: z.strictObject({ reason }),
  reply: thread,
  problems: [...moderatingProblems, 'THREAD_NOT_FOUND'],
  fallback: 'The thread could not be restored. Please try again.',
});

const removedThread = z.object({
  id: uuid,
  title: z.string(),
  author: postAuthor,
  postCount: z.int(),
  reason: z.string().nullable(),
  /** Username of the moderator who removed it; null if the account was deleted. */
  removedBy: z.string().nullable(),
  removedAt: timestamp,
});
export type RemovedThread = z.infer<typeof removedThread>;

export const listRemovedThreads = endpoint({
  method: 'GET',
  path: '/api/forum/subcategories/{id}/removed',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary: 'Lists the threads that were removed from a subcategory last, up to 100, for its moderators.',
  params: byId,
  query: z.strictObject(listQuery),
  whole: { search: ['title', 'author.username'], at: 'removedAt' },
  reply: z.array(removedThread),
  problems: [...moderatingProblems, 'FORUM_CATEGORY_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/forum/posts/{id}',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary:
    'Removes a post, leaves a placeholder with the reason, and tells the author. Its pictures are deleted. A first post can only be ' +
    'removed with its thread.',
  params: byId,
  body: z.strictObject({ reason }),
  reply: null,
  status: 204,
  problems: [...moderatingProblems, 'POST_NOT_FOUND', 'FIRST_POST'],
  fallback: 'The post could not be removed. Please try again.',
});

export const restorePost = endpoint({
  method: 'POST',
  path: '/api/forum/posts/{id}/restore',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary: 'Restores a removed post without its pictures, and tells its author the reason.',
  params: byId,
  body: z.strictObject({ reason }),
  reply: post,
  problems: [...moderatingProblems, 'POST_NOT_FOUND'],
  fallback: 'The post could not be restored. Please try again.',
});
