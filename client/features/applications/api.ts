import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/applications/api.ts';

export const getApplicationStatus = apiCall<typeof contract.getApplicationStatus>({
  method: 'GET',
  path: '/api/leaker/application-status',
  fallback: 'Failed to load data',
});
