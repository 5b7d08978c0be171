// The audit log: what administrators did. It is read and exported; no call changes it.
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listPagination, listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

const word = cleanText(SEARCH_MAX_CHARACTERS).optional();

const filter = {
  /** Who, as they were called at the time, what, an id, or the present username of a person that something was done to. */
  search: word,
  /** Name of who did it. */
  actor: word,
  action: word,
  kind: word,
  /** Id of what it was done to. */
  subject: word,
  /** First and last day (UTC). */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  /** `id` is null for the site itself, and for somebody who is gone; their name stays as it was written. */
  actor: z.object({ id: uuid.nullable(), name: z.string() }),
  action: z.string(),
  /** `label` is the present name of a person or resource that there still is. */
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
  before: z.unknown(),
  after: z.unknown(),
  /** Network that it came from; null for the site itself. */
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What administrators did, newest first, with the names and acts that the log has, to narrow it by.',
  query: z.strictObject({ ...listQuery, ...filter }),
  reply: z.object({
    entries: z.array(auditEntry),
    pagination: listPagination,
    actors: z.array(z.string()),
    actions: z.array(z.string()),
  }),
  fallback: 'The audit log could not be loaded.',
});
export type AuditList = z.infer<typeof listAudit.reply>;

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  access: 'admin',
  summary: 'The same entries, all of them, as CSV. The export is an act itself and written down.',
  query: z.strictObject(filter),
  reply: null,
  sends: 'text/csv',
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'The audit log could not be exported.',
});
