// Public API calls for collections. The owner's calls are in own-api.ts, which visitors do not load.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/resources/collections.ts';

export const listCollections = apiCall<typeof contract.listCollections>({
  method: 'GET',
  path: '/api/users/{username}/collections',
  fallback: 'Failed to load data',
});

export const getCollection = apiCall<typeof contract.getCollection>({
  method: 'GET',
  path: '/api/collections/{id}',
  fallback: 'Collection not found',
});
