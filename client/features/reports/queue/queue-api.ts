import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/reports/api.ts';

export const listForumReports = apiCall<typeof contract.listForumReports>({
  method: 'GET',
  path: '/api/reports/forum',
  fallback: 'Failed to load the reports',
});

export const resolveForumReport = apiCall<typeof contract.resolveForumReport>({
  method: 'POST',
  path: '/api/reports/{id}/resolve',
  fallback: 'Failed to save the decision',
});
