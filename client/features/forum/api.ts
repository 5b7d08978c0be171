import { apiCall } from '#client/kit/data/call.ts';
import type * as forum from '#contract/forum/api.ts';
import type * as searching from '#contract/forum/search.ts';
import type * as unread from '#contract/forum/unread.ts';
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

export const listVersions = apiCall<typeof forum.listVersions>({
  method: 'GET',
  path: '/api/forum/posts/{id}/versions',
  fallback: 'Failed to load data',
});

export const createThread = apiCall<typeof posting.createThread>({
  method: 'POST',
  path: '/api/forum/threads',
  fallback: 'Failed to create thread. Please try again.',
});

export const createPost = apiCall<typeof posting.createPost>({
  method: 'POST',
  path: '/api/forum/posts',
  fallback: 'The reply could not be posted. Please try again.',
});

export const editPost = apiCall<typeof posting.editPost>({
  method: 'PUT',
  path: '/api/forum/posts/{id}',
  fallback: 'The edit could not be saved. Please try again.',
});

export const reactToPost = apiCall<typeof posting.reactToPost>({
  method: 'POST',
  path: '/api/forum/reactions',
  fallback: 'The like could not be saved. Please try again.',
});

export const takeReactionBack = apiCall<typeof posting.takeReactionBack>({
  method: 'DELETE',
  path: '/api/forum/reactions/{id}',
  fallback: 'The like could not be removed. Please try again.',
});

export const markSeen = apiCall<typeof posting.markSeen>({
  method: 'PUT',
  path: '/api/forum/threads/{id}/seen',
  fallback: 'Your change could not be saved. Please try again.',
});

export const previewPost = apiCall<typeof posting.previewPost>({
  method: 'POST',
  path: '/api/forum/preview',
  fallback: 'The preview could not be created. Please try again.',
});

export const suggestPeople = apiCall<typeof posting.suggestPeople>({
  method: 'GET',
  path: '/api/forum/people',
  fallback: 'Failed to load data',
});

export const addForumPicture = apiCall<typeof posting.addForumPicture>({
  method: 'POST',
  path: '/api/forum/pictures',
  fallback: 'The picture could not be uploaded. Please try again.',
});

export const searchForum = apiCall<typeof searching.searchForum>({
  method: 'GET',
  path: '/api/forum/search',
  fallback: 'The search failed. Check your connection and try again.',
});

export const getSeen = apiCall<typeof unread.getSeen>({
  method: 'GET',
  path: '/api/forum/seen',
  fallback: 'Failed to load data',
});

export const markThreadsRead = apiCall<typeof unread.markThreadsRead>({
  method: 'PUT',
  path: '/api/forum/subcategories/{id}/read',
  fallback: 'Your change could not be saved. Please try again.',
});
