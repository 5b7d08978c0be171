// Reports of content that violates rights or the law (product.md SH-8). Anyone can send them; administrators decide on them, and
// moderators of the forum on those about posts in their categories (next.md CO-6²).
import { z } from 'zod';
import { email } from '#contract/accounts/api.ts';
import { moderatingProblems } from '#contract/forum/moderation.ts';
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
  summary: 'Submits a report. Its number is included in the response and in a confirmation email.',
  body: z.strictObject({
    /** URL of the reported content. URLs on this site are recognised. */
    address: written(REPORT_ADDRESS_MAX_CHARACTERS, 'Tell us what this is about.'),
    /** Together with `subjectId`, identifies the reported content if the URL alone does not identify it. */
    kind: z.enum(REPORT_KINDS).optional(),
    subjectId: uuid.optional(),
    reason: z.enum(REPORT_REASONS, 'Choose a reason.'),
    details: written(REPORT_MAX_CHARACTERS, 'Tell us what is wrong.'),
    /** Required for visitors. Members are informed of the decision at their account's email address. */
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
  /** The reported content in its current state; `label` is its name at the time of the report. */
  subject: z.object({
    id: uuid.nullable(),
    label: z.string(),
    /** Path of its page on this site; null if it no longer exists or is on another site. */
    path: z.string().nullable(),
    /** Username of the owner. */
    owner: z.string().nullable(),
    state: z.enum(['there', 'hidden', 'gone', 'elsewhere']),
    /**
     * If the subject is the first post of a thread, the number of posts that would be removed, including this one; otherwise
     * null.
     */
    threadPosts: z.int().nullable(),
  }),
  address: z.string(),
  reason: z.string(),
  details: z.string(),
  email: z.string(),
  /** The reporter's username if they are a member; otherwise null. */
  reporter: z.string().nullable(),
  status: reportStatus,
  /** The administrator's explanation of the decision; null while the report is undecided. */
  decision: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  createdAt: timestamp,
  /** Number of other reports about the same subject, counted up to 100. */
  others: z.int(),
});
export type AdminReport = z.infer<typeof adminReport>;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary:
    'Lists reports, open ones first, then newest first. `search` covers report numbers, IDs, names of reported content, URLs and emails.',
  query: z.strictObject({
    ...listQuery,
    search: tableQuery(['number']).search,
    status: reportStatus.optional(),
    kind: z.enum(REPORT_KINDS).optional(),
    reason: z.enum(REPORT_REASONS).optional(),
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
    'Resolves an open report: hides the reported content, upholds the report, or dismisses it. Emails everyone involved.',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({
    decision: z.enum(reportDecisions),
    /** Explanation sent to the reporter and, unless the report is dismissed, to the owner of the reported content. */
    message: written(REASON_MAX_CHARACTERS, 'Enter a reason. The people involved will read it.'),
  }),
  reply: adminReport,
  problems: ['REPORT_NOT_FOUND', 'ALREADY_DECIDED', 'NOTHING_TO_HIDE'],
  fallback: 'Failed to save the decision',
});

/** A report about a post, without what identifies the reporter. */
const forumReport = adminReport.omit({ email: true, reporter: true, address: true });
export type ForumReport = z.infer<typeof forumReport>;

export const listForumReports = endpoint({
  method: 'GET',
  path: '/api/reports/forum',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary:
    'Lists reports about posts in the categories that you moderate, except your own posts: open ones first, then newest first. ' +
    '`search` covers report numbers, IDs and titles.',
  query: z.strictObject({ ...listQuery, search: tableQuery(['number']).search, status: reportStatus.optional() }),
  reply: z.object({ reports: z.array(forumReport), pagination: listPagination }),
  problems: [...moderatingProblems],
  fallback: 'Failed to load the reports',
});
export type ForumReports = z.infer<(typeof listForumReports)['reply']>;

export const resolveForumReport = endpoint({
  method: 'POST',
  path: '/api/reports/{id}/resolve',
  access: 'member',
  // Moderating needs a session, like administration.
  scope: null,
  summary: 'Resolves an open report about a post in a category that you moderate. Emails everyone involved.',
  params: resolveReport.params,
  body: resolveReport.body,
  reply: forumReport,
  problems: [...moderatingProblems, 'REPORT_NOT_FOUND', 'ALREADY_DECIDED', 'NOTHING_TO_HIDE'],
  fallback: 'Failed to save the decision',
});
