// Moderating threads and posts: pinning, locking and removing (product.md CO-6).
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { thread } from './api.ts';

const byId = z.strictObject({ id: uuid });

const reason = cleanText(REASON_MAX_CHARACTERS).regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Enter a reason for the author.');

export const changeThread = endpoint({
  method: 'PATCH',
  path: '/api/forum/threads/{id}',
  access: 'admin',
  summary: 'Pins, unpins, locks or unlocks a thread.',
  params: byId,
  body: z.strictObject({ isPinned: z.boolean(), isLocked: z.boolean() }).partial(),
  reply: thread,
  problems: ['THREAD_NOT_FOUND', 'LIST_FULL'],
  fallback: 'The thread could not be updated. Please try again.',
});

export const deleteThread = endpoint({
  method: 'DELETE',
  path: '/api/forum/threads/{id}',
  access: 'admin',
  summary: 'Removes a thread and all its posts, and emails the reason to its author.',
  params: byId,
  body: z.strictObject({ reason }),
  reply: null,
  status: 204,
  problems: ['THREAD_NOT_FOUND'],
  fallback: 'The thread could not be removed. Please try again.',
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/forum/posts/{id}',
  access: 'admin',
  summary: 'Removes a post and leaves a placeholder with the reason. A first post can only be removed with its thread.',
  params: byId,
  body: z.strictObject({ reason }),
  reply: null,
  status: 204,
  problems: ['POST_NOT_FOUND', 'FIRST_POST'],
  fallback: 'The post could not be removed. Please try again.',
});
