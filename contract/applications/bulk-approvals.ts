// Approve All: the approvals of one run can be undone together (next.md AD-12²).
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { BULK_UNDO_MINUTES } from './limits.ts';

export const bulkApproval = z.object({
  id: uuid,
  /** Number of approved applications. */
  count: z.int(),
  /** Username of the administrator; null if that account no longer exists. */
  startedBy: z.string().nullable(),
  startedAt: timestamp,
  /** When it can no longer be undone, and its applicants are notified. */
  endsAt: timestamp,
});
export type BulkApproval = z.infer<typeof bulkApproval>;

export const listBulkApprovals = endpoint({
  method: 'GET',
  path: '/api/admin/applications/bulk-approvals',
  access: 'admin',
  summary: 'Returns the bulk approvals that can still be undone, newest first.',
  query: z.strictObject(listQuery),
  whole: { search: ['startedBy'], at: 'startedAt' },
  reply: z.array(bulkApproval),
  fallback: 'Failed to fetch dashboard data',
});

export const undoBulkApproval = endpoint({
  method: 'POST',
  path: '/api/admin/applications/bulk-approvals/{id}/undo',
  access: 'admin',
  summary:
    `Undoes a bulk approval within ${BULK_UNDO_MINUTES} minutes: the applicants are members again and their applications are pending. ` +
    'Applicants who have uploaded something or were changed by an administrator since stay approved and are notified.',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({}).optional(),
  reply: z.object({
    /** Number of applications that are pending again. */
    undone: z.int(),
    /** Applicants who stay approved. */
    kept: z.array(z.object({ username: z.string(), why: z.enum(['UPLOADED', 'CHANGED']) })),
  }),
  problems: ['BULK_APPROVAL_OVER'],
  fallback: 'The approval could not be undone. Please try again.',
});
export type UndoneApproval = z.infer<(typeof undoBulkApproval)['reply']>;
