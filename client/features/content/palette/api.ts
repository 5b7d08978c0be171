import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/content/palette.ts';

export const searchSite = apiCall<typeof contract.searchSite>({
  method: 'GET',
  path: '/api/search',
  fallback: 'The search failed. Check your connection and try again.',
});
