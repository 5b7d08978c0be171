// API calls that start downloads. Used by several pages.

import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/downloads/api.ts';

export const getDownloadUrl = apiCall<typeof contract.getDownloadUrl>({
  method: 'GET',
  path: '/api/resources/{id}/download-url',
  fallback: 'Failed to generate download link',
});

export const makeSelection = apiCall<typeof contract.makeSelection>({
  method: 'POST',
  path: '/api/resources/{id}/selections',
  fallback: 'Failed to generate download link',
});
