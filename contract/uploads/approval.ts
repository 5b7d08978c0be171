// Approvals: what administrators decide of applications and uploads.
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { adminUpload } from './review.ts';
import { uploadStatus } from './sessions.ts';

const idParams = z.strictObject({ id: uuid });
const reason = cleanText(REASON_MAX_CHARACTERS).optional();

/** Field names of the specification, section 3, with what a decision left. */
export const leakerApplication = z.object({
  id: uuid,
  userId: uuid,
  username: z.string(),
  email: z.string(),
  status: uploadStatus,
  createdAt: timestamp,
  reason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** Username of who decided; null before, and when that person is gone. */
  decidedBy: z.string().nullable(),
  /** Why whoever applied cannot be made a leaker now; null when they can, or it is decided. */
  obstacle: z.enum(['SUSPENDED', 'NO_PLAIN_MEMBER']).nullable(),
});
export type LeakerApplication = z.infer<typeof leakerApplication>;

/** What is known of whoever applied, for those who decide. */
export const applicationDetail = leakerApplication.extend({
  applicant: z.object({
    displayName: z.string().nullable(),
    bio: z.string(),
    role: z.string(),
    emailVerified: z.boolean(),
    joinedAt: timestamp,
    uploads: z.int(),
    followers: z.int(),
  }),
  /** Other applications of the same person, newest first, at most 20. */
  others: z.array(
    z.object({
      status: uploadStatus,
      reason: z.string().nullable(),
      createdAt: timestamp,
      decidedAt: timestamp.nullable(),
    }),
  ),
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

const narrowed = { search: cleanText(SEARCH_MAX_CHARACTERS).optional(), status: uploadStatus.optional() };

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/admin/applications',
  access: 'admin',
  summary: 'Applications of leakers, those that wait first, then newest first; the total is in X-Total-Count.',
  query: z.strictObject({ ...listQuery, ...narrowed }),
  reply: z.array(leakerApplication),
  fallback: 'Failed to fetch dashboard data',
});

export const exportApplications = endpoint({
  method: 'GET',
  path: '/api/admin/applications/export',
  access: 'admin',
  summary: 'The list of applications as CSV.',
  query: z.strictObject(narrowed),
  reply: null,
  sends: 'text/csv',
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'Failed to fetch dashboard data',
});

export const getApplication = endpoint({
  method: 'GET',
  path: '/api/admin/applications/{id}',
  access: 'admin',
  summary: 'An application with what is known of whoever applied.',
  params: idParams,
  reply: applicationDetail,
  problems: ['APPLICATION_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const approveApplication = endpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/approve',
  access: 'admin',
  summary: 'Makes the applicant a leaker at once.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: leakerApplication,
  problems: ['APPLICATION_NOT_FOUND', 'ALREADY_DECIDED', 'NO_APPLICANT'],
  fallback: 'Failed to approve application',
});

export const rejectApplication = endpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/reject',
  access: 'admin',
  summary: 'Refuses an application; the applicant is told why, and may apply again.',
  params: idParams,
  body: z.strictObject({ reason }).optional(),
  reply: leakerApplication,
  problems: ['APPLICATION_NOT_FOUND', 'ALREADY_DECIDED'],
  fallback: 'Failed to reject application',
});

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
