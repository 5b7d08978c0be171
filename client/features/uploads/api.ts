// API calls of the uploads feature. File contents are sent over tus (send-bytes.ts).
import { apiCall } from '#client/kit/data/call.ts';
import type * as resources from '#contract/resources/api.ts';
import type * as uploads from '#contract/uploads/api.ts';
import type * as arrivals from '#contract/uploads/sessions.ts';
import type { getOwnReview as getOwnReviewCall } from '#contract/uploads/workbench.ts';

export const createUpload = apiCall<typeof uploads.createUpload>({
  method: 'POST',
  path: '/api/uploads',
  fallback: 'Failed to upload files',
});

export const getOwnUpload = apiCall<typeof uploads.getOwnUpload>({
  method: 'GET',
  path: '/api/uploads/{id}',
  fallback: 'Failed to load data',
});

export const getOwnReview = apiCall<typeof getOwnReviewCall>({
  method: 'GET',
  path: '/api/uploads/{id}/review',
  fallback: 'Failed to load data',
});

export const getUploadProgress = apiCall<typeof uploads.getUploadProgress>({
  method: 'GET',
  path: '/api/uploads/{id}/progress',
  fallback: 'Failed to load data',
});

export const changeUpload = apiCall<typeof uploads.changeUpload>({
  method: 'PUT',
  path: '/api/uploads/{id}',
  fallback: 'The changes could not be saved. Please try again.',
});

export const submitUpload = apiCall<typeof uploads.submitUpload>({
  method: 'POST',
  path: '/api/uploads/{id}/submit',
  fallback: 'Failed to upload files',
});

export const deleteUpload = apiCall<typeof uploads.deleteUpload>({
  method: 'DELETE',
  path: '/api/uploads/{id}',
  fallback: 'Failed to delete upload',
});

export const removeUploadFile = apiCall<typeof uploads.removeUploadFile>({
  method: 'DELETE',
  path: '/api/uploads/{id}/files',
  fallback: 'The file could not be removed. Please try again.',
});

export const sendResourceImage = apiCall<typeof uploads.sendResourceImage>({
  method: 'POST',
  path: '/api/resource/image',
  fallback: 'Failed to upload image',
});

export const getUploadSpace = apiCall<typeof uploads.getUploadSpace>({
  method: 'GET',
  path: '/api/leaker/space',
  fallback: 'Failed to load data',
});

export const endUploadSession = apiCall<typeof arrivals.endUploadSession>({
  method: 'DELETE',
  path: '/api/uploads/sessions/{id}',
  fallback: 'Failed to upload files',
});

export const completeUploadSession = apiCall<typeof arrivals.completeUploadSession>({
  method: 'POST',
  path: '/api/uploads/sessions/{id}/complete',
  fallback: 'Failed to upload files',
});

export const listOwnResourceFiles = apiCall<typeof resources.listResourceFiles>({
  method: 'GET',
  path: '/api/resources/{id}/files',
  fallback: 'Failed to fetch resource details',
});
