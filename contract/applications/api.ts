// Applications: how members apply to become leakers, and the status of an application (product.md ID-10).
import { z } from 'zod';
import { endpoint, timestamp } from '#contract/http.ts';

export const applicationStatus = z.object({
  status: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  /** The reviewer's reason for rejecting the application. */
  reason: z.string().nullable(),
  createdAt: timestamp.nullable(),
  decidedAt: timestamp.nullable(),
  /** True if the user applied before verifying their email. The application is submitted once they verify it. */
  waitsForVerification: z.boolean(),
});
export type ApplicationStatus = z.infer<typeof applicationStatus>;

export const applyAsLeaker = endpoint({
  method: 'POST',
  path: '/api/leaker/apply',
  access: 'member',
  // API tokens must not be able to apply for another role.
  scope: null,
  summary:
    'Applies to become a leaker. Only one application can be open at a time; you can apply again after a rejection.',
  body: z.strictObject({}).optional(),
  reply: applicationStatus,
  status: 201,
  problems: ['ALREADY_LEAKER', 'APPLICATION_PENDING', 'APPLICATIONS_CLOSED', 'EMAIL_NOT_VERIFIED'],
  fallback: 'Failed to submit application',
});

export const getApplicationStatus = endpoint({
  method: 'GET',
  path: '/api/leaker/application-status',
  access: 'member',
  scope: 'read',
  summary: "Returns the status of the logged-in user's latest application.",
  reply: applicationStatus,
  fallback: 'Failed to load data',
});
