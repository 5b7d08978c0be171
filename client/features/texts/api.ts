import type * as contract from '#contract/texts.ts';
import { apiCall } from '../../kit/call.ts';

export const getText = apiCall<typeof contract.getText>({
  method: 'GET',
  path: '/api/texts/{slug}',
  fallback: 'Failed to load data',
});
