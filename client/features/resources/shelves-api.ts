// API calls for what is shown below an asset.
import { apiCall } from '#client/kit/data/call.ts';
import type * as discussions from '#contract/forum/discussions.ts';
import type * as related from '#contract/resources/related.ts';

export const getRelated = apiCall<typeof related.getRelated>({
  method: 'GET',
  path: '/api/resources/{id}/related',
  fallback: 'Failed to load data',
});

export const getDiscussions = apiCall<typeof discussions.getDiscussions>({
  method: 'GET',
  path: '/api/forum/resources/{id}/threads',
  fallback: 'Failed to load data',
});
