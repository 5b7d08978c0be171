// Approval: status decisions on uploads, and hiding, deleting and restoring them (administrators).
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { adminUpload } from './review.ts';
import { uploadStatus } from './sessions.ts';

const idParams = z.strictObject({ id: uuid });
const reason = cleanText(REASON_MAX_CHARACTERS).optional();

/** What decides an upload. */
const statusChange = z.strictObject({
  status: uploadStatus,
  reason,
  /** The status that was seen when it was decided: of two who decide at once, the second is told (ALREADY_DECIDED). */
  was: uploadStatus.optional(),
});

const decides = {
  path: '/api/admin/uploads/{id}/status',
  access: 'admin',
  summary: 'Decides an upload: PENDING, APPROVED or REJECTED, at any time; its leaker is told.',
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
  ],
  fallback: 'Failed to update upload status',
} as const;

export const setUploadStatus = endpoint({ method: 'PUT', ...decides });
export const patchUploadStatus = endpoint({ method: 'PATCH', ...decides });

export const deleteAdminUpload = endpoint({
  method: 'DELETE',
  path: '/api/admin/uploads/{id}',
  access: 'admin',
  summary: 'Deletes an upload; its files are kept for 30 days, within which it can be restored.',
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
  summary: 'Brings a deleted upload back as it was, within 30 days; its leaker is told.',
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
    'Hides an upload at once from everybody but its leaker and administrators, or shows it again; its leaker is told.',
  params: idParams,
  body: z.strictObject({ hidden: z.boolean(), reason }),
  reply: adminUpload,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to update upload status',
} as const;

export const setUploadHidden = endpoint({ method: 'PUT', ...hides });
export const patchUploadHidden = endpoint({ method: 'PATCH', ...hides });
