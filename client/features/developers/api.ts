// API calls of /developers: the guide, and the endpoints of one group.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/developers/api.ts';

export const getApiGuide = apiCall<typeof contract.getApiGuide>({
  method: 'GET',
  path: '/api/developers',
  fallback: 'Failed to load data',
});

export const getApiGroup = apiCall<typeof contract.getApiGroup>({
  method: 'GET',
  path: '/api/developers/{group}',
  fallback: 'Failed to load data',
});
