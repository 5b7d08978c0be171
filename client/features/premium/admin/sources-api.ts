import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/admin/badges.ts';

export const getPremiumSources = apiCall<typeof contract.getPremiumSources>({
  method: 'GET',
  path: '/api/admin/premium-sources',
  fallback: 'Failed to load data',
});
