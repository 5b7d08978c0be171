import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/resources/library.ts';

export const matchLibrary = apiCall<typeof contract.matchLibrary>({
  method: 'POST',
  path: '/api/library/matches',
  fallback: 'The library check failed. Please try again.',
});
