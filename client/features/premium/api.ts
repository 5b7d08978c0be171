// API calls for the Premium page, and for the logged-in user's Premium.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/premium/api.ts';

export const getPremiumFacts = apiCall<typeof contract.getPremiumFacts>({
  method: 'GET',
  path: '/api/premium',
  fallback: 'Failed to load data',
});

export const getOwnPremium = apiCall<typeof contract.getOwnPremium>({
  method: 'GET',
  path: '/api/me/premium',
  fallback: 'Failed to load data',
});
