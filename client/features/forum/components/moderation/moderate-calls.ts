// API calls of moderators.
import { apiCall } from '#client/kit/data/call.ts';
import type * as moderation from '#contract/forum/moderation.ts';

export const changeThread = apiCall<typeof moderation.changeThread>({
  method: 'PATCH',
  path: '/api/forum/threads/{id}',
  fallback: 'The thread could not be updated. Please try again.',
});

export const deleteThread = apiCall<typeof moderation.deleteThread>({
  method: 'DELETE',
  path: '/api/forum/threads/{id}',
  fallback: 'The thread could not be removed. Please try again.',
});

export const moveThread = apiCall<typeof moderation.moveThread>({
  method: 'POST',
  path: '/api/forum/threads/{id}/move',
  fallback: 'The thread could not be moved. Please try again.',
});

export const mergeThread = apiCall<typeof moderation.mergeThread>({
  method: 'POST',
  path: '/api/forum/threads/{id}/merge',
  fallback: 'The threads could not be merged. Please try again.',
});

export const restoreThread = apiCall<typeof moderation.restoreThread>({
  method: 'POST',
  path: '/api/forum/threads/{id}/restore',
  fallback: 'The thread could not be restored. Please try again.',
});

export const listRemovedThreads = apiCall<typeof moderation.listRemovedThreads>({
  method: 'GET',
  path: '/api/forum/subcategories/{id}/removed',
  fallback: 'Failed to load data',
});

export const restorePost = apiCall<typeof moderation.restorePost>({
  method: 'POST',
  path: '/api/forum/posts/{id}/restore',
  fallback: 'The post could not be restored. Please try again.',
});

export const deletePost = apiCall<typeof moderation.deletePost>({
  method: 'DELETE',
  path: '/api/forum/posts/{id}',
  fallback: 'The post could not be removed. Please try again.',
});
