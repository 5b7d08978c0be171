import type * as contract from '#contract/reports.ts';
import { apiCall } from '../../kit/call.ts';

export const sendReport = apiCall<typeof contract.sendReport>({
  method: 'POST',
  path: '/api/reports',
  fallback: 'Failed to send the report',
});
