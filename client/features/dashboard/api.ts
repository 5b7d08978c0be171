// API calls of the dashboard: a member's saved items and followed leakers, with their counts.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/resources/bookmarks.ts';

export const getSummary = apiCall<typeof contract.getSummary>({
  method: 'GET',
  path: '/api/user/summary',
  fallback: 'Failed to load data',
});

export const listSavedItems = apiCall<typeof contract.listSavedItems>({
  method: 'GET',
  path: '/api/user/saved-items',
  fallback: 'Failed to load saved items',
});

export const listFollowing = apiCall<typeof contract.listFollowing>({
  method: 'GET',
  path: '/api/user/following',
  fallback: 'Failed to load followed leakers',
});
