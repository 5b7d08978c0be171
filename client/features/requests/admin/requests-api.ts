import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/requests/api.ts';

export const listAdminRequests = apiCall<typeof contract.listAdminRequests>({
  method: 'GET',
  path: '/api/admin/requests',
  fallback: 'Failed to fetch dashboard data',
});

export const decideRequest = apiCall<typeof contract.decideRequest>({
  method: 'PUT',
  path: '/api/admin/requests/{id}/status',
  fallback: 'The decision could not be saved. Please try again.',
});

export const removeRequest = apiCall<typeof contract.removeRequest>({
  method: 'DELETE',
  path: '/api/admin/requests/{id}',
  fallback: 'The request could not be removed. Please try again.',
});
