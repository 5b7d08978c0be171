import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/content/wiki.ts';

export const getWiki = apiCall<typeof contract.getWiki>({
  method: 'GET',
  path: '/api/wiki',
  fallback: 'Failed to load data',
});

export const searchWiki = apiCall<typeof contract.searchWiki>({
  method: 'GET',
  path: '/api/wiki/search',
  fallback: 'Wiki search failed. Please try again.',
});
