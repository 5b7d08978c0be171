// API calls for a collection's owner.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/resources/collections.ts';

export const listOwnCollections = apiCall<typeof contract.listOwnCollections>({
  method: 'GET',
  path: '/api/user/collections',
  fallback: 'Failed to load data',
});

export const createCollection = apiCall<typeof contract.createCollection>({
  method: 'POST',
  path: '/api/collections',
  fallback: 'Your collection could not be created. Please try again.',
});

export const updateCollection = apiCall<typeof contract.updateCollection>({
  method: 'PUT',
  path: '/api/collections/{id}',
  fallback: 'Your changes could not be saved. Please try again.',
});

export const deleteCollection = apiCall<typeof contract.deleteCollection>({
  method: 'DELETE',
  path: '/api/collections/{id}',
  fallback: 'Your collection could not be deleted. Please try again.',
});

export const addToCollection = apiCall<typeof contract.addToCollection>({
  method: 'PUT',
  path: '/api/collections/{id}/items/{resourceId}',
  fallback: 'The asset could not be added. Please try again.',
});

export const removeFromCollection = apiCall<typeof contract.removeFromCollection>({
  method: 'DELETE',
  path: '/api/collections/{id}/items/{resourceId}',
  fallback: 'The asset could not be removed. Please try again.',
});
