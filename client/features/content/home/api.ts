import { apiCall } from '#client/kit/data/call.ts';
import type { getStats, listTags } from '#contract/content/home.ts';
import type { listElements } from '#contract/resources/api.ts';

export const getSiteStats = apiCall<typeof getStats>({
  method: 'GET',
  path: '/api/stats',
  fallback: 'Failed to load data',
});

export const getTags = apiCall<typeof listTags>({ method: 'GET', path: '/api/tags', fallback: 'Failed to load data' });

export const getFeatured = apiCall<typeof listElements>({
  method: 'GET',
  path: '/api/elements',
  fallback: 'Failed to load data',
});
