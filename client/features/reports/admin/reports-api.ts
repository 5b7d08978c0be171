import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/reports/api.ts';

export const listReports = apiCall<typeof contract.listReports>({
  method: 'GET',
  path: '/api/admin/reports',
  fallback: 'Failed to load the reports',
});

export const resolveReport = apiCall<typeof contract.resolveReport>({
  method: 'POST',
  path: '/api/admin/reports/{id}/resolve',
  fallback: 'Failed to save the decision',
});
