// Approval: status decisions on uploads, and hiding, deleting and restoring them (administrators).
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { adminUpload } from './review.ts';
import { uploadStatus } from './sessions.ts';

const idParams = z.strictObject({ id: uuid });
const reason = cleanText(REASON_MAX_CHARACTERS).optional();

const statusChange = z.strictObject({
  status: uploadStatus,
  reason,
  /** The status the administrator saw. If it has changed since, the request fails with ALREADY_DECIDED. */
  was: uploadStatus.optional(),
  /** Sent by the review page: the decision is refused unless you hold the upload's lock. */
  needsLock: z.boolean().optional(),
});

const decides = {
  path: '/api/admin/uploads/{id}/status',
  access: 'admin',
  summary:
    'Sets the status of an upload to PENDING, APPROVED or REJECTED, regardless of its current status. The creator is notified. An approved new version becomes the current version of its asset, which is then returned.',
  params: idParams,
  body: statusChange,
  reply: adminUpload,
  problems: [
    'RESOURCE_NOT_FOUND',
    'UPLOAD_NOT_READY',
    'RIGHTS_NOT_DECLARED',
    'LICENCE_NOT_ALLOWED',
    'NO_FILES',
    'ALREADY_DECIDED',
    'UPLOAD_IN_REVIEW',
    'REVIEW_EXPIRED',
    'VERSION_NEEDS_APPROVAL',
  ],
  fallback: 'Failed to update upload status',
} as const;

export const setUploadStatus = endpoint({ method: 'PUT', ...decides });
export const patchUploadStatus = endpoint({ method: 'PATCH', ...decides });

export const deleteAdminUpload = endpoint({
  method: 'DELETE',
  path: '/api/admin/uploads/{id}',
  access: 'admin',
  summary: 'Deletes an upload. Its files are kept for 30 days, during which it can be restored.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to delete upload',
});

export const restoreAdminUpload = endpoint({
  method: 'POST',
  path: '/api/admin/uploads/{id}/restore',
  access: 'admin',
  summary: 'Restores an upload deleted within the last 30 days. The creator is notified.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUpload,
  problems: ['RESOURCE_NOT_FOUND', 'UPLOAD_NOT_DELETED', 'LEAKER_DELETED'],
  fallback: 'The upload could not be restored. Please try again.',
});

const hides = {
  path: '/api/admin/uploads/{id}/hidden',
  access: 'admin',
  summary:
    'Hides an upload from everyone except its creator and administrators, or unhides it. The creator is notified.',
  params: idParams,
  body: z.strictObject({ hidden: z.boolean(), reason }),
  reply: adminUpload,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to update upload status',
} as const;

export const setUploadHidden = endpoint({ method: 'PUT', ...hides });
export const patchUploadHidden = endpoint({ method: 'PATCH', ...hides });
