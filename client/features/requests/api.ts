import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/requests/api.ts';
import type * as demand from '#contract/requests/demand.ts';

export const createRequest = apiCall<typeof contract.createRequest>({
  method: 'POST',
  path: '/api/requests',
  fallback: 'Failed to submit request',
});

export const listRequests = apiCall<typeof contract.listRequests>({
  method: 'GET',
  path: '/api/requests',
  fallback: 'Failed to load data',
});

export const getRequestWait = apiCall<typeof contract.getRequestWait>({
  method: 'GET',
  path: '/api/requests/wait',
  fallback: 'Failed to load data',
});

export const findSimilar = apiCall<typeof contract.findSimilar>({
  method: 'GET',
  path: '/api/requests/similar',
  fallback: 'Failed to load data',
});

export const listRequestNews = apiCall<typeof contract.listRequestNews>({
  method: 'GET',
  path: '/api/requests/news',
  fallback: 'Failed to load data',
});

export const dismissRequestNews = apiCall<typeof contract.dismissRequestNews>({
  method: 'DELETE',
  path: '/api/requests/{id}/news',
  fallback: 'The update could not be dismissed. Please try again.',
});

export const voteForRequest = apiCall<typeof contract.voteForRequest>({
  method: 'POST',
  path: '/api/requests/{id}/votes',
  fallback: 'The vote could not be saved. Please try again.',
});

export const takeVoteBack = apiCall<typeof contract.takeVoteBack>({
  method: 'DELETE',
  path: '/api/requests/{id}/votes',
  fallback: 'The vote could not be withdrawn. Please try again.',
});

export const listDemand = apiCall<typeof demand.listDemand>({
  method: 'GET',
  path: '/api/leaker/demand',
  fallback: 'The demand radar could not be loaded. Please try again.',
});
