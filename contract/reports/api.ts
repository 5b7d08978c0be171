// Reports of content that violates rights or the law (product.md SH-8): anyone can send them, administrators decide.
import { z } from 'zod';
import { email } from '#contract/accounts/api.ts';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { listPagination, listQuery, tableQuery } from '#contract/pagination.ts';
import { REPORT_ADDRESS_MAX_CHARACTERS, REPORT_KINDS, REPORT_MAX_CHARACTERS, REPORT_REASONS } from './limits.ts';

const written = (max: number, empty: string) => cleanText(max).refine((value) => value.trim() !== '', empty);

export const sendReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'Sends a report. The reply and a confirmation email contain its number.',
  body: z.strictObject({
    /** Address of the reported content; addresses on this site are recognised. */
    address: written(REPORT_ADDRESS_MAX_CHARACTERS, 'Tell us what this is about.'),
    /** Together with `subjectId`, the subject, if the address alone does not identify it. */
    kind: z.enum(REPORT_KINDS).optional(),
    subjectId: uuid.optional(),
    reason: z.enum(REPORT_REASONS, 'Choose a reason.'),
    details: written(REPORT_MAX_CHARACTERS, 'Tell us what is wrong.'),
    /** Required for visitors; members are answered at their account's address. */
    email: email.optional(),
    goodFaith: z.literal(true, 'Please confirm this.'),
  }),
  reply: z.object({ number: z.int() }),
  status: 202,
  fallback: 'Failed to send the report',
});

export const reportStatus = z.enum(['OPEN', 'UPHELD', 'DISMISSED']);

export const adminReport = z.object({
  id: uuid,
  number: z.int(),
  kind: z.enum(REPORT_KINDS),
  /** The subject as it is now; `label` is its name at the time of the report. */
  subject: z.object({
    id: uuid.nullable(),
    label: z.string(),
    /** Its page on this site; null if it is elsewhere or gone. */
    path: z.string().nullable(),
    /** Username of its owner. */
    owner: z.string().nullable(),
    state: z.enum(['there', 'hidden', 'gone', 'elsewhere']),
    /** For the first post of a thread: number of posts that would be removed, including itself; otherwise null. */
    threadPosts: z.int().nullable(),
  }),
  address: z.string(),
  reason: z.string(),
  details: z.string(),
  email: z.string(),
  /** Username of the reporter, if a member. */
  reporter: z.string().nullable(),
  status: reportStatus,
  /** The reason that both sides received. */
  decision: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  createdAt: timestamp,
  /** Number of other reports about the same subject, at most 100. */
  others: z.int(),
});
export type AdminReport = z.infer<typeof adminReport>;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary:
    'Lists reports, open ones first, then newest first. The search covers numbers, ids, labels, addresses and emails.',
  query: z.strictObject({
    ...listQuery,
    search: tableQuery(['number']).search,
    status: reportStatus.optional(),
    kind: z.enum(REPORT_KINDS).optional(),
    reason: z.enum(REPORT_REASONS).optional(),
    /** Only reports about this subject. */
    subject: uuid.optional(),
  }),
  reply: z.object({ reports: z.array(adminReport), pagination: listPagination }),
  fallback: 'Failed to load the reports',
});

export const reportDecisions = ['hide', 'uphold', 'dismiss'] as const;

export const resolveReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/{id}/resolve',
  access: 'admin',
  summary:
    'Decides a report once: hides the subject, upholds the report, or dismisses it. Emails the people concerned.',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({
    decision: z.enum(reportDecisions),
    /** The reason, sent to both sides. */
    message: written(REASON_MAX_CHARACTERS, 'Enter a reason. Both sides will see it.'),
  }),
  reply: adminReport,
  problems: ['REPORT_NOT_FOUND', 'ALREADY_DECIDED', 'NOTHING_TO_HIDE'],
  fallback: 'Failed to decide the report',
});
