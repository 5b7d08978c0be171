// API calls of the leaker dashboard: stats, uploads and activity.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/uploads/api.ts';

export const getUserStats = apiCall<typeof contract.getUserStats>({
  method: 'GET',
  path: '/api/users/stats',
  fallback: 'Failed to load data',
});

export const listOwnUploads = apiCall<typeof contract.listOwnUploads>({
  method: 'GET',
  path: '/api/leaker/uploads',
  fallback: 'Failed to load data',
});

export const listLeakerActivity = apiCall<typeof contract.listLeakerActivity>({
  method: 'GET',
  path: '/api/leaker/activity',
  fallback: 'Failed to load data',
});
