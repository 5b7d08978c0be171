import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/downloads/receipts.ts';

export const getReceipt = apiCall<typeof contract.getReceipt>({
  method: 'GET',
  path: '/api/receipts/{id}',
  fallback: 'The receipt could not be checked. Please try again.',
});

export const listReceipts = apiCall<typeof contract.listReceipts>({
  method: 'GET',
  path: '/api/user/receipts',
  fallback: 'Failed to load data',
});
