// Applications: how members apply to become leakers, and the status of an application (product.md ID-10).
import { z } from 'zod';
import { endpoint, timestamp } from '#contract/http.ts';

export const applicationStatus = z.object({
  status: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  /** Why it was rejected, as written by the reviewer. */
  reason: z.string().nullable(),
  createdAt: timestamp.nullable(),
  decidedAt: timestamp.nullable(),
  /** The user applied before verifying their email; the application is submitted once they do. */
  waitsForVerification: z.boolean(),
});
export type ApplicationStatus = z.infer<typeof applicationStatus>;

export const applyAsLeaker = endpoint({
  method: 'POST',
  path: '/api/leaker/apply',
  access: 'member',
  // A token must not apply for another role.
  scope: null,
  summary: 'Applies to become a leaker. One open application at a time; reapplying after a rejection is allowed.',
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
  summary: 'Status of the latest application of the logged-in user.',
  reply: applicationStatus,
  fallback: 'Failed to load data',
});
