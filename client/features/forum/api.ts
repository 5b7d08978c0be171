import { apiCall } from '#client/kit/data/call.ts';
import type * as forum from '#contract/forum/api.ts';
import type * as posting from '#contract/forum/write.ts';

export const listCategories = apiCall<typeof forum.listCategories>({
  method: 'GET',
  path: '/api/forum/categories',
  fallback: 'Failed to fetch threads',
});

export const getSubcategory = apiCall<typeof forum.getSubcategory>({
  method: 'GET',
  path: '/api/forum/categories/{categorySlug}/{subcategorySlug}',
  fallback: 'Failed to fetch threads',
});

export const getThread = apiCall<typeof forum.getThread>({
  method: 'GET',
  path: '/api/forum/threads/{id}',
  fallback: 'Failed to fetch threads',
});

export const countThreadView = apiCall<typeof forum.countThreadView>({
  method: 'POST',
  path: '/api/forum/threads/{id}/view',
  fallback: 'Failed to fetch threads',
});

export const getPost = apiCall<typeof forum.getPost>({
  method: 'GET',
  path: '/api/forum/posts/{id}',
  fallback: 'Failed to fetch threads',
});

export const markSeen = apiCall<typeof posting.markSeen>({
  method: 'PUT',
  path: '/api/forum/threads/{id}/seen',
  fallback: 'Your change could not be saved. Please try again.',
});
