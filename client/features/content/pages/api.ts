import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/content/pages.ts';

export const getText = apiCall<typeof contract.getText>({
  method: 'GET',
  path: '/api/texts/{slug}',
  fallback: 'Failed to load data',
});
