import { apiCall } from '#client/kit/data/call.ts';
import type * as posting from '#contract/forum/write.ts';

export const getAllowance = apiCall<typeof posting.getAllowance>({
  method: 'GET',
  path: '/api/forum/allowance',
  fallback: 'Failed to load data',
});
