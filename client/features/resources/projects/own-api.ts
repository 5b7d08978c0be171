// Calls of a project's owner.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/resources/projects.ts';

export const openProject = apiCall<typeof contract.openProject>({
  method: 'PUT',
  path: '/api/collections/{id}/project',
  fallback: 'The project could not be opened. Please try again.',
});

export const closeProject = apiCall<typeof contract.closeProject>({
  method: 'DELETE',
  path: '/api/collections/{id}/project',
  fallback: 'The project could not be closed. Please try again.',
});

export const noteProjectItem = apiCall<typeof contract.noteProjectItem>({
  method: 'PUT',
  path: '/api/collections/{id}/items/{resourceId}/note',
  fallback: 'Your note could not be saved. Please try again.',
});
