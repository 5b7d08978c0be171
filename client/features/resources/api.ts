// API calls of the resources feature.

import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/resources/api.ts';

export const listResources = apiCall<typeof contract.listResources>({
  method: 'GET',
  path: '/api/resources',
  fallback: 'Failed to load data',
});

export const listFacets = apiCall<typeof contract.listFacets>({
  method: 'GET',
  path: '/api/resources/facets',
  fallback: 'Failed to load data',
});

export const getResource = apiCall<typeof contract.getResource>({
  method: 'GET',
  path: '/api/resources/{id}',
  fallback: 'Failed to fetch resource details',
});

export const listResourceFiles = apiCall<typeof contract.listResourceFiles>({
  method: 'GET',
  path: '/api/resources/{id}/files',
  fallback: 'Failed to fetch resource details',
});

export const getStage = apiCall<typeof contract.getStage>({
  method: 'GET',
  path: '/api/resources/{id}/stage',
  fallback: 'Failed to fetch resource details',
});

export const listEditors = apiCall<typeof contract.listEditors>({
  method: 'GET',
  path: '/api/editors',
  fallback: 'Failed to load data',
});

export const listTypes = apiCall<typeof contract.listTypes>({
  method: 'GET',
  path: '/api/types',
  fallback: 'Failed to load data',
});

export const listElements = apiCall<typeof contract.listElements>({
  method: 'GET',
  path: '/api/elements',
  fallback: 'Failed to load data',
});

export const getElement = apiCall<typeof contract.getElement>({
  method: 'GET',
  path: '/api/elements/{slug}',
  fallback: 'Failed to fetch resource details',
});

export const countView = apiCall<typeof contract.countView>({
  method: 'POST',
  path: '/api/resources/{id}/view',
  fallback: 'Failed to fetch resource details',
});
