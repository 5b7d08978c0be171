// API calls for likes, saves, follows and downloads.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/resources/bookmarks.ts';

export const likeResource = apiCall<typeof contract.likeResource>({
  method: 'POST',
  path: '/api/uploads/{id}/like',
  fallback: 'The like could not be saved. Please try again.',
});

export const unlikeResource = apiCall<typeof contract.unlikeResource>({
  method: 'DELETE',
  path: '/api/uploads/{id}/like',
  fallback: 'The like could not be removed. Please try again.',
});

export const saveResource = apiCall<typeof contract.saveResource>({
  method: 'POST',
  path: '/api/uploads/{id}/save',
  fallback: 'Your change could not be saved. Please try again.',
});

export const unsaveResource = apiCall<typeof contract.unsaveResource>({
  method: 'DELETE',
  path: '/api/uploads/{id}/save',
  fallback: 'The asset could not be removed. Please try again.',
});

export const followLeaker = apiCall<typeof contract.followLeaker>({
  method: 'POST',
  path: '/api/users/{author}/follow',
  fallback: 'Your change could not be saved. Please try again.',
});

export const unfollowLeaker = apiCall<typeof contract.unfollowLeaker>({
  method: 'DELETE',
  path: '/api/users/{author}/follow',
  fallback: 'Your change could not be saved. Please try again.',
});

export const getMarks = apiCall<typeof contract.getMarks>({
  method: 'GET',
  path: '/api/user/marks',
  fallback: 'Failed to load data',
});
