import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/content/announcements.ts';

const ANNOUNCEMENT = '/api/admin/announcements/{id}';
const ANNOUNCEMENT_FAILURE = 'Failed to save the announcement';

export const listAnnouncements = apiCall<typeof contract.listAnnouncements>({
  method: 'GET',
  path: '/api/admin/announcements',
  fallback: 'Failed to load data',
});

export const addAnnouncement = apiCall<typeof contract.addAnnouncement>({
  method: 'POST',
  path: '/api/admin/announcements',
  fallback: ANNOUNCEMENT_FAILURE,
});

export const patchAnnouncement = apiCall<typeof contract.patchAnnouncement>({
  method: 'PATCH',
  path: ANNOUNCEMENT,
  fallback: ANNOUNCEMENT_FAILURE,
});

export const deleteAnnouncement = apiCall<typeof contract.deleteAnnouncement>({
  method: 'DELETE',
  path: ANNOUNCEMENT,
  fallback: 'Failed to delete the announcement',
});
