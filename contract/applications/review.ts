// Applications as administrators see and decide them.
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

const idParams = z.strictObject({ id: uuid });
const reason = cleanText(REASON_MAX_CHARACTERS).optional();
const reviewedStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED']);

/** Field names of the specification, section 3, with what a decision left. */
export const leakerApplication = z.object({
  id: uuid,
  userId: uuid,
  username: z.string(),
  email: z.string(),
  status: reviewedStatus,
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
      status: reviewedStatus,
      reason: z.string().nullable(),
      createdAt: timestamp,
      decidedAt: timestamp.nullable(),
    }),
  ),
});
export type ApplicationDetail = z.infer<typeof applicationDetail>;

const narrowed = { search: cleanText(SEARCH_MAX_CHARACTERS).optional(), status: reviewedStatus.optional() };

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
