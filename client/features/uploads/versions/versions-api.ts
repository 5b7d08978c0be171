// API calls of new versions.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/uploads/versions.ts';

export const createVersion = apiCall<typeof contract.createVersion>({
  method: 'POST',
  path: '/api/uploads/{id}/versions',
  fallback: 'The version could not be started. Please try again.',
});

export const changeVersionNote = apiCall<typeof contract.changeVersionNote>({
  method: 'PUT',
  path: '/api/uploads/{id}/versions/{number}',
  fallback: 'The changes could not be saved. Please try again.',
});

export const restoreVersion = apiCall<typeof contract.restoreVersion>({
  method: 'POST',
  path: '/api/uploads/{id}/versions/{number}/restore',
  fallback: 'The version could not be restored. Please try again.',
});

export const deleteVersion = apiCall<typeof contract.deleteVersion>({
  method: 'DELETE',
  path: '/api/uploads/{id}/versions/{number}',
  fallback: 'The version could not be deleted. Please try again.',
});

const getVersionChanges = apiCall<typeof contract.getVersionChanges>({
  method: 'GET',
  path: '/api/uploads/{id}/changes',
  fallback: 'Failed to load data',
});

/** Query for what a new version changes. */
export function changesRead(id: string) {
  return read(getVersionChanges, { params: { id } });
}
