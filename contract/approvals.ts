// Approvals: what administrators decide of applications and uploads.
import { z } from 'zod';
import { uploadStatus } from './arrivals.ts';
import { cleanText, endpoint, pagination, queryNumber, timestamp, uuid } from './http.ts';
import { REASON_MAX_CHARACTERS } from './limits.ts';
import { finding } from './uploads.ts';

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
});
export type LeakerApplication = z.infer<typeof leakerApplication>;

const paging = { page: queryNumber.optional(), limit: queryNumber.optional() };

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/admin/applications',
  access: 'admin',
  summary: 'Applications of leakers, those that wait first, then newest first; the total is in X-Total-Count.',
  query: z.strictObject({ search: cleanText(200).optional(), status: uploadStatus.optional(), ...paging }),
  reply: z.array(leakerApplication),
  fallback: 'Failed to fetch dashboard data',
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

export const adminUpload = z.object({
  id: uuid,
  title: z.string(),
  leaker: z.string(),
  category: z.string(),
  editor: z.string(),
  type: z.string(),
  status: uploadStatus,
  reason: z.string().nullable(),
  isPremium: z.boolean(),
  thumbnailUrl: z.string(),
  licence: z.string().nullable(),
  rightsDeclared: z.boolean(),
  fileCount: z.int(),
  fileSize: z.int(),
  /** Whether files are still arriving or being checked: it cannot be approved yet. */
  isUnderWay: z.boolean(),
  findings: z.array(finding),
  views: z.int(),
  likes: z.int(),
  saves: z.int(),
  downloads: z.int(),
  submittedAt: timestamp,
  createdAt: timestamp,
});
export type AdminUpload = z.infer<typeof adminUpload>;

export const listAdminUploads = endpoint({
  method: 'GET',
  path: '/api/admin/uploads',
  access: 'admin',
  summary: 'All uploads that were handed in, newest first; the search looks at title, leaker and category.',
  query: z.strictObject({ search: cleanText(200).optional(), status: uploadStatus.optional(), ...paging }),
  reply: z.object({ uploads: z.array(adminUpload), pagination }),
  fallback: 'Failed to fetch dashboard data',
});

export const setUploadStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/uploads/{id}/status',
  access: 'admin',
  summary: 'Decides an upload: PENDING, APPROVED or REJECTED, at any time; its leaker is told.',
  params: idParams,
  body: z.strictObject({
    status: uploadStatus,
    reason,
    /** The status that was seen when it was decided: of two who decide at once, the second is told (ALREADY_DECIDED). */
    was: uploadStatus.optional(),
  }),
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
});

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
