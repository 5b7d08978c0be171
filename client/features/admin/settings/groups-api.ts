// API calls for groups and badges.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/admin/badges.ts';

const BADGE = '/api/admin/badges/{name}';
const BADGE_FAILURE = 'Failed to save the badge';

export const getGroups = apiCall<typeof contract.getGroups>({
  method: 'GET',
  path: '/api/admin/groups',
  fallback: 'Failed to load data',
});
export const addBadge = apiCall<typeof contract.addBadge>({
  method: 'POST',
  path: '/api/admin/badges',
  fallback: BADGE_FAILURE,
});
export const patchBadge = apiCall<typeof contract.patchBadge>({
  method: 'PATCH',
  path: BADGE,
  fallback: BADGE_FAILURE,
});
export const deleteBadge = apiCall<typeof contract.deleteBadge>({
  method: 'DELETE',
  path: BADGE,
  fallback: 'Failed to delete the badge',
});
