import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/reports/api.ts';

export const sendReport = apiCall<typeof contract.sendReport>({
  method: 'POST',
  path: '/api/reports',
  fallback: 'Failed to send the report',
});
