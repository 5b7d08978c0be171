// Notices about what breaks somebody's rights or the law (product.md SH-8): anybody sends them, administrators decide.
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
  summary: 'Reports something; the number confirms that it is kept, a mail too.',
  body: z.strictObject({
    /** Address of what it is about: on this site, it is recognised. */
    address: written(REPORT_ADDRESS_MAX_CHARACTERS, 'Tell us what it is about.'),
    /** With `subjectId`, what it is about, where its address alone does not tell. */
    kind: z.enum(REPORT_KINDS).optional(),
    subjectId: uuid.optional(),
    reason: z.enum(REPORT_REASONS, 'Choose a reason.'),
    details: written(REPORT_MAX_CHARACTERS, 'Tell us what is wrong.'),
    /** Needed from visitors; a signed-in person is answered at the address of their account. */
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
  /** What it is about as it is now; `label` is how it was called when it was reported. */
  subject: z.object({
    id: uuid.nullable(),
    label: z.string(),
    /** Page of this site; null when it is not here or gone. */
    path: z.string().nullable(),
    /** Username of whose it is. */
    owner: z.string().nullable(),
    state: z.enum(['there', 'hidden', 'gone', 'elsewhere']),
    /** Of the first post of a thread, how many posts would go with it, itself included; null for anything else. */
    threadPosts: z.int().nullable(),
  }),
  address: z.string(),
  reason: z.string(),
  details: z.string(),
  email: z.string(),
  /** Username of a member who reported it. */
  reporter: z.string().nullable(),
  status: reportStatus,
  /** The reason that both sides were given. */
  decision: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  createdAt: timestamp,
  /** Other reports about the same thing, a hundred at most. */
  others: z.int(),
});
export type AdminReport = z.infer<typeof adminReport>;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary:
    'Reports: open ones first, then newest first. The search looks at numbers, ids, labels, addresses and e-mails.',
  query: z.strictObject({
    ...listQuery,
    search: tableQuery(['number']).search,
    status: reportStatus.optional(),
    kind: z.enum(REPORT_KINDS).optional(),
    reason: z.enum(REPORT_REASONS).optional(),
    /** Reports about one thing. */
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
    'Decides a report once: hides the resource at once, upholds the report, or dismisses it; who is concerned is told.',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({
    decision: z.enum(reportDecisions),
    /** The reason, for both sides. */
    message: written(REASON_MAX_CHARACTERS, 'Give a reason: both sides are told it.'),
  }),
  reply: adminReport,
  problems: ['REPORT_NOT_FOUND', 'ALREADY_DECIDED', 'NOTHING_TO_HIDE'],
  fallback: 'Failed to decide the report',
});
