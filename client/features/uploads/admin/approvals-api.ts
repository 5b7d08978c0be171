// API calls for administrators managing uploads.
import { apiCall } from '#client/kit/data/call.ts';
import type * as approvals from '#contract/uploads/approval.ts';
import type * as inspection from '#contract/uploads/review.ts';

export const listAdminUploads = apiCall<typeof inspection.listAdminUploads>({
  method: 'GET',
  path: '/api/admin/uploads',
  fallback: 'Failed to fetch dashboard data',
});

export const getAdminUpload = apiCall<typeof inspection.getAdminUpload>({
  method: 'GET',
  path: '/api/admin/uploads/{id}',
  fallback: 'Failed to load data',
});

export const listAdminUploadFiles = apiCall<typeof inspection.listAdminUploadFiles>({
  method: 'GET',
  path: '/api/admin/uploads/{id}/files',
  fallback: 'Failed to load data',
});

export const changeAdminUpload = apiCall<typeof inspection.changeAdminUpload>({
  method: 'PATCH',
  path: '/api/admin/uploads/{id}',
  fallback: 'The changes could not be saved. Please try again.',
});

export const setUploadStatus = apiCall<typeof approvals.setUploadStatus>({
  method: 'PUT',
  path: '/api/admin/uploads/{id}/status',
  fallback: 'Failed to update upload status',
});

export const setUploadHidden = apiCall<typeof approvals.setUploadHidden>({
  method: 'PUT',
  path: '/api/admin/uploads/{id}/hidden',
  fallback: 'Failed to update upload status',
});

export const deleteAdminUpload = apiCall<typeof approvals.deleteAdminUpload>({
  method: 'DELETE',
  path: '/api/admin/uploads/{id}',
  fallback: 'Failed to delete upload',
});

export const restoreAdminUpload = apiCall<typeof approvals.restoreAdminUpload>({
  method: 'POST',
  path: '/api/admin/uploads/{id}/restore',
  fallback: 'The upload could not be restored. Please try again.',
});
