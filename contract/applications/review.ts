// Review of applications by administrators.
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

const idParams = z.strictObject({ id: uuid });
const reason = cleanText(REASON_MAX_CHARACTERS).optional();
const reviewedStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED']);

/** An application and the decision on it (field names from the specification, section 3). */
export const leakerApplication = z.object({
  id: uuid,
  userId: uuid,
  username: z.string(),
  email: z.string(),
  status: reviewedStatus,
  createdAt: timestamp,
  reason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** Username of the reviewer; null while undecided or if that account no longer exists. */
  decidedBy: z.string().nullable(),
  /** Why the applicant cannot currently become a leaker; null if they can, or if the application has already been decided. */
  obstacle: z.enum(['SUSPENDED', 'NO_PLAIN_MEMBER']).nullable(),
  /** What a reviewer should look at before approving: the account is younger than a day, its email is not verified, an earlier
   * application was rejected, there is an open report about the profile. Empty if the application has already been decided. */
  findings: z.array(z.enum(['NEW_ACCOUNT', 'EMAIL_NOT_VERIFIED', 'REJECTED_BEFORE', 'REPORTED'])),
});
export type LeakerApplication = z.infer<typeof leakerApplication>;

/** An application with the details that reviewers see about the applicant. */
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
  /** The same user's other applications, newest first, up to 20. */
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
  summary: 'Lists leaker applications, pending ones first, then newest first. The X-Total-Count header has the total.',
  query: z.strictObject({ ...listQuery, ...narrowed }),
  reply: z.array(leakerApplication),
  fallback: 'Failed to fetch dashboard data',
});

export const exportApplications = endpoint({
  method: 'GET',
  path: '/api/admin/applications/export',
  access: 'admin',
  summary: 'Exports the applications as CSV.',
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
  summary: 'Returns an application with details about the applicant.',
  params: idParams,
  reply: applicationDetail,
  problems: ['APPLICATION_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const approveApplication = endpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/approve',
  access: 'admin',
  summary: 'Approves an application. The applicant becomes a leaker immediately.',
  params: idParams,
  body: z
    .strictObject({
      /**
       * Makes the approval part of a bulk approval with this id, which the caller chooses. It can be undone for some minutes
       * (`/api/admin/applications/bulk-approvals`), and the applicant is notified after that.
       */
      bulkId: uuid.optional(),
    })
    .optional(),
  reply: leakerApplication,
  problems: ['APPLICATION_NOT_FOUND', 'ALREADY_DECIDED', 'NO_APPLICANT', 'BULK_APPROVAL_OVER'],
  fallback: 'Failed to approve application',
});

export const rejectApplication = endpoint({
  method: 'POST',
  path: '/api/admin/applications/{id}/reject',
  access: 'admin',
  summary: 'Rejects an application. The applicant receives the reason and may apply again.',
  params: idParams,
  body: z.strictObject({ reason }).optional(),
  reply: leakerApplication,
  problems: ['APPLICATION_NOT_FOUND', 'ALREADY_DECIDED'],
  fallback: 'Failed to reject application',
});
