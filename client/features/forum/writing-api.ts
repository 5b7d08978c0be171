// Calls of the forum for writing posts.
import { apiCall } from '#client/kit/data/call.ts';
import type * as posting from '#contract/forum/write.ts';

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
