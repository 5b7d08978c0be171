// Applications: how a member asks to become a leaker, and what became of it (product.md ID-10).
import { z } from 'zod';
import { endpoint, timestamp } from '#contract/http.ts';

export const applicationStatus = z.object({
  status: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  /** Why it was refused, in the words of who decided. */
  reason: z.string().nullable(),
  createdAt: timestamp.nullable(),
  decidedAt: timestamp.nullable(),
  /** Chosen before the address was verified: it is sent when that is done. */
  waitsForVerification: z.boolean(),
});
export type ApplicationStatus = z.infer<typeof applicationStatus>;

export const applyAsLeaker = endpoint({
  method: 'POST',
  path: '/api/leaker/apply',
  access: 'member',
  // A token must not ask for another role.
  scope: null,
  summary: 'Applies to become a leaker; one open application at a time, again after a refusal.',
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
  summary: 'What became of the signed-in person’s last application.',
  reply: applicationStatus,
  fallback: 'Failed to load data',
});
